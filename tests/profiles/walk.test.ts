// Secrets are planted in cards, notes and comments, then everything that can be read is read by everybody: none comes out whole.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import { addComment } from '../../contract/comments.ts';
import { exportList } from '../../contract/exports.ts';
import { garages } from '../../contract/garages.ts';
import { exportedLists } from '../../contract/kernel/objects.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { documents } from '../../contract/documents.ts';
import { templateRecords } from '../../contract/documents/studio.ts';
import { takePayment } from '../../contract/payments.ts';
import { profiles, revealProfile } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { globalSearch } from '../../contract/search.ts';
import { act } from '../../server/kernel/act.ts';
import * as columns from '../../server/exports/columns.ts';
import { logExport } from '../../server/exports/logColumns.ts';
import { print, textOf } from '../documents/kit.ts';
import { chanceOf } from '../fuzz/values.ts';
import { nobodyCtx } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { readRequests } from '../interference/pairs.ts';
import { thingsAt, type Things } from '../matrix/stage.ts';

/** Of a card: hidden from everybody until «Показать». */
const card = {
  phoneNumberList: ['+79217776543'],
  email: 'tajnyj.yashchik@example.ru',
  passSeria: '4012',
  passNum: '345678',
  registrationAddress: '190000, г. Тайный, ул. Скрытая, д. 3, кв. 417',
  actualAddress: 'Тайный, Скрытая 3-418',
};
const ofCard = [/777\D{0,3}65\D{0,3}43/, /tajnyj\.yashchik/, /345678/, /кв\. ?417/, /3-418/, /190000/];
/** Of a note, in the spellings that people use: hidden from those who do not keep the register. */
const note = [
  'тел. 8 (921) 666-54-32, 8-921-666-54-32, +79216665432, 921 666 54 32',
  'паспорт 4013 987654, 40 13 №987654, серия 4013 номер 987654',
  'почта drugoj.yashchik@example.ru',
  'кв. 583, кв 583, кв.583, квартира № 583, ул. Тихая 3-583, д. 3, 583',
].join('\n');
// A flat's number stands among words: not in the number of a row, nor in a longer one.
const ofNote = [/666\D{0,3}54\D{0,3}32/, /987654/, /drugoj\.yashchik/, /(?<![\d:])583(?!\d)/];
/** Of a name: old registries came with a phone written into it; hidden like a note. */
const nameOfOld = 'Ильич т. 8-921-444-32-10';
const ofName = [/444\D{0,3}32\D{0,3}10/];

const READS = 450;
const SEED = 7;

let t: TestApp;
let mo: Caller;
let readers: { name: string; who: Caller; secrets: RegExp[] }[];
let ids: number[];
let things: Things;
let place: { region_id: number; mo_id: number; po_id: number };
let person: { id: number; version: number };
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  mo = await as(t, { mo: w.mo });
  const made = await newPerson(mo, w.po, { lastName: 'Тайнов', ...card });
  person = made;
  const garage = await newGarage(mo, w.po, {
    section: 'Т',
    number: '45',
    note,
    alreadyExistProfile: [{ profileId: made.id }],
    ownedSince: '2020-01-01',
  });
  for (const object of [
    { type: 'garage', objectId: garage.id },
    { type: 'profile', objectId: made.id },
  ] as const)
    await mo.call(addComment, { params: object, body: { text: note } });
  await mo.call(garages.update, {
    params: { id: garage.id },
    body: { version: garage.version, section: 'Т', number: '45', note: `${note}\nещё` } as never,
  });
  const charged = await mo.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage.id],
      contributionAmount: 100_000,
      contributionDate: '2026-11-01',
      contributionComment: note,
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: 100_000 },
    },
  });
  const paid = await mo.call(takePayment, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-11-02',
      comment: note.replaceAll('\n', ' ').slice(0, 300),
      lines: [{ garage: garage.id, amount: 5000 }],
    },
  });
  expect([charged.status, paid.status]).toEqual([200, 200]);
  ids = [
    made.id,
    garage.id,
    garage.owners[0]!.id,
    charged.body.contribution,
    paid.body.lines[0].id,
    w.po,
    w.mo,
    1,
    2,
    3,
  ];
  things = await thingsAt(t, mo, w.po);
  ids.push(...Object.values(things));
  await nameOfLongAgo(made.id);
  await nameOfLongAgo(things.profile);
  const every = [...ofCard, ...ofNote, ...ofName];
  readers = [
    { name: 'ПО с правом 1', who: await as(t, { po: w.po }), secrets: ofCard },
    { name: 'ПО без прав', who: await as(t, { po: w.po, capabilities: [] }), secrets: every },
    { name: 'казначей', who: await as(t, { mo: w.mo, capabilities: [2] }), secrets: every },
    { name: 'МО', who: mo, secrets: ofCard },
    {
      name: 'ревизор региона',
      who: await as(t, { region: w.region, capabilities: [], role: 'auditor' }),
      secrets: every,
    },
    { name: 'суперпользователь', who: await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }), secrets: ofCard },
  ];
});
afterAll(() => t.close());

/** A name with a phone in it, as the card takes none today; who bears it stands in a case and in a mailing. */
async function nameOfLongAgo(id: number): Promise<void> {
  const { db } = t.deps;
  await sql`update profile set father_name = ${nameOfOld} where id = ${id}`.execute(db);
  await sql`insert into reregistration_party (reregistration_id, profile_id, side, nth) values (${things.reregistration}, ${id}, 'old', ${id}),
    (${things.reregistration}, ${id}, 'new', ${id}) on conflict do nothing`.execute(db);
  await sql`update notification_message set profile_id = ${id}, person_name = (select full_name from profile where id = ${id})
    where id = ${things.message}`.execute(db);
}

const finds = async (who: Caller, q: string) => {
  const pages = [
    who.call(globalSearch, { query: { q } }),
    who.call(profiles.list, { query: { filter: JSON.stringify({ nameFilter: q }) } }),
    who.call(garages.list, { query: { filter: JSON.stringify({ nameFilter: q }) } }),
    who.call(reregistrations.list, { query: { filter: JSON.stringify({ any: true, q }) } }),
    who.call(documents.list, { query: { filter: JSON.stringify({ q }) } }),
    who.call(templateRecords, { params: { id: 1 }, query: { q } }),
  ];
  const texts = (await Promise.all(pages)).map(({ status, text }) => (status === 200 ? text : ''));
  return texts.filter((text) => /Тайнов|Гаражов/.test(text)).length;
};

const leaks = (text: string, secrets: RegExp[]) =>
  secrets.flatMap((secret) => {
    const at = text.search(secret);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 80), at + 60)];
  });

describe('nothing hidden comes out', () => {
  it('of any read, by any sort and filter', async () => {
    const found: string[] = [];
    const [masked, whole] = [new Set<string>(), new Set<string>()];
    let office = 0;
    for (const { name, who, secrets } of readers) {
      const words = ['Тайнов', '6543', '5432', 'Т 45', '45', 'Скрытая', 'Тайный'];
      for (const { sent } of readRequests({ chance: chanceOf(SEED), ids, wildness: 0, words }, READS)) {
        office += 1;
        const { payload } = await t.app.inject({
          ...sent,
          remoteAddress: `10.8.${(office >> 8) & 255}.${office & 255}`,
          headers: { 'x-fingerprint': 'f'.repeat(64), ...sent.headers, authorization: `Bearer ${who.token}` },
        });
        // A preview is a drawing: its coordinates are no phones.
        const isDrawn = sent.url.startsWith('/api/preview_document/');
        const told = isDrawn ? payload.replaceAll(/[\w:-]+=\\*"[^"]*"/g, '') : payload;
        if (payload.includes('*** ***-65-43')) masked.add(name);
        if (leaks(told, ofNote).length) whole.add(name);
        // A hint of an address goes as far as the house, with its postal code, for those who keep the register.
        const isHint = sent.url.startsWith('/api/address_suggestions/') && secrets === ofCard;
        const hidden = isHint ? secrets.filter((secret) => !secret.test('190000')) : secrets;
        found.push(...leaks(told, hidden).map((leak) => `${name}: ${sent.method} ${sent.url} … ${leak}`));
      }
    }
    expect(found.slice(0, 10)).toEqual([]);
    // They did come by what is hidden: all by the phone, those who keep the register by the notes.
    expect([...masked]).toEqual(readers.map(({ name }) => name));
    expect([...whole]).toEqual(['ПО с правом 1', 'МО', 'суперпользователь']);
  }, 300_000);

  it('of any list taken away, the log among them', async () => {
    const { actor } = { actor: { capabilities: [1] } as never };
    const known: Record<string, string[]> = {
      garages: Object.keys(columns.garageExport(2026, false)),
      profiles: Object.keys(columns.profileExport(actor, '2026-11-20', false)),
      contributions: Object.keys(columns.contributionExport(actor)),
      payments: Object.keys(columns.paymentExport(actor)),
      action_log: Object.keys(logExport('all')),
      notifications: Object.keys(columns.mailingExport({ timeZone: undefined })),
      reregistrations: Object.keys(columns.reregistrationExport({ now: () => new Date() } as never)),
    };
    let taken = 0;
    for (const { name, who, secrets } of readers)
      for (const resource of exportedLists.filter((list) => known[list])) {
        const { status, text } = await who.call(exportList, {
          params: { resource },
          body: { format: 'csv', columns: known[resource]!, sort: ['id', 'ASC'], filter: {}, phonesReason: null },
        });
        if (status === 200) taken += 1;
        expect([name, resource, ...leaks(text, secrets)]).toEqual([name, resource]);
      }
    expect(taken).toBeGreaterThan(readers.length * 3);
  });

  it('of the log: its file says what its page says, masked for everybody', async () => {
    // A line about who bears a phone in his name, and one whose words carry a note.
    expect((await mo.call(revealProfile, { params: { id: person.id }, body: { what: 'phones' } })).status).toBe(200);
    await act(nobodyCtx(t), 'garage.update', ({ log }) =>
      log({ object: { type: 'garage', id: things.garage, name: 'Т 45' }, place, text: `Примечание: ${note}` }),
    );
    for (const { name, who } of readers) {
      const page = await who.call(actionLog.list, {
        query: { filter: '{"tab":"all"}', sort: '["at","DESC"]', range: '[0,999]' },
      });
      const file = await who.call(exportList, {
        params: { resource: 'action_log' },
        body: {
          format: 'csv',
          columns: ['text', 'object'],
          sort: ['at', 'DESC'],
          filter: { tab: 'all' },
          phonesReason: null,
        },
      });
      expect([name, page.status, file.status]).toEqual([name, 200, 200]);
      for (const text of [page.text, file.text]) {
        expect([name, ...leaks(text, [...ofCard, ...ofNote, ...ofName])]).toEqual([name]);
        expect([name, text.includes('т. +7 *** ***-32-10')]).toEqual([name, true]);
        expect([name, text.includes('тел. +7 *** ***-54-32')]).toEqual([name, true]);
      }
    }
  });

  it('of a paper without personal data, whoever printed it', async () => {
    const { bytes } = await print(t, mo, { document_type_id: 1, garage_id: things.garage, specific_po: things.po });
    const text = await textOf(bytes);
    expect(text).toContain('т. +7 *** ***-32-10');
    expect(leaks(text, ofName)).toEqual([]);
  });

  it('by asking digit after digit of a number that stands in a name', async () => {
    const asked = ['т. 8-921', 'ильич т. 8', '8-921-444-32', 'т. 8-921-444-3'];
    const found: Record<string, number> = {};
    for (const { name, who } of readers)
      for (const q of asked) found[name] = (found[name] ?? 0) + (await finds(who, q));
    const keeper = readers.filter(({ secrets }) => secrets === ofCard).map(({ name }) => name);
    expect(readers.map(({ name }) => [name, found[name]! > 0])).toEqual(
      readers.map(({ name }) => [name, keeper.includes(name)]),
    );
  });

  it('of the answer to a stale save', async () => {
    const body = { lastName: 'Тайнов', isVOAMember: false, version: person.version + 7 };
    const stale = await mo.call(profiles.update, { params: { id: person.id }, body: body as never });
    expect(stale.status).toBe(409);
    expect(leaks(stale.text, ofCard)).toEqual([]);
  });
});
