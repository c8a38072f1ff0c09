// Papers of a past day name who owned then: the extract, the certificate without a debt, the notice, of a garage that was sold since.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo } from '../../contract/documents.ts';
import { addOwner, archiveGarage, garages, removeOwner } from '../../contract/garages.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let seller: number;
let buyer: number;
const sold = '2026-06-10';
const before = '2026-05-20';

/** A garage of one person who left it to another on a day, what he owed with it. */
async function sale(owner: object, comer: object) {
  const first = await ownedGarage(at, owner);
  const next = await newPerson(at.mo, at.w.po, comer);
  const added = await at.mo.call(addOwner, {
    params: { id: first.garage.id },
    body: { profileId: next.id, isPrimary: true, date: sold },
  });
  expect(added.status, added.text).toBe(200);
  return { garage: first.garage.id, from: first.person.id, to: next.id };
}

async function leave(of: number, person: number, debtAnswer?: 'moves_new') {
  const held = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', of)
    .where('profile_id', '=', person)
    .select('id')
    .executeTakeFirstOrThrow();
  const { status, text } = await at.mo.call(removeOwner, {
    params: { id: of, ownershipId: held.id },
    body: { date: sold, ...(debtAnswer && { debtAnswer }) },
  });
  expect(status, text).toBe(200);
}

beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const one = await sale({}, { lastName: 'Новиков', firstName: 'Олег', fatherName: 'Павлович' });
  [garage, seller, buyer] = [one.garage, one.from, one.to];
  await charge(at, garage, 671_200);
  await leave(garage, seller, 'moves_new');
});
afterAll(() => t.close());

const on = (date: string) => ({ start_date: date, end_date: date });
const asked = (type: number, date: string, more: object = {}) =>
  print(t, at.po, { document_type_id: type, garage_id: garage, ...on(date), ...more });
const said = async (...of: Parameters<typeof asked>) => {
  const paper = await asked(...of);
  expect(paper.problem).toBe(null);
  return textOf(paper.bytes);
};

describe('of a garage that was sold', () => {
  it('the extract of a day before knows the seller alone, of a day after both', async () => {
    const then = await said(4, before);
    expect(then).toContain('с 02.08.2019 по настоящее время Петров Иван Сергеевич');
    expect(then).not.toMatch(/Новиков|10\.06\.2026/);
    const now = await said(4, day);
    expect(now).toContain('02.08.2019 – 10.06.2026 Петров Иван Сергеевич');
    expect(now).toContain('с 10.06.2026 по настоящее время Новиков Олег Павлович');
  });

  it('the extract of a day before tells of an arrest that was lifted since', async () => {
    const { region, mo, po } = at.w;
    await t.deps.db
      .insertInto('garage_restriction')
      .values({
        garage_id: garage,
        region_id: region,
        mo_id: mo,
        po_id: po,
        kind: 'arrest',
        ground: 'Постановление 7',
        since: '2026-01-10',
        lifted_at: '2026-07-01T09:00:00Z',
      })
      .execute();
    expect(await said(4, before)).toContain('арест (Постановление 7)');
    expect(await said(4, day)).not.toContain('Постановление 7');
  });

  it('the certificate without a debt is of who owned then, the act of a period too', async () => {
    const then = await said(2, '2026-01-15');
    expect(then).toContain('Петрову Ивану Сергеевичу');
    expect(then).not.toContain('Новиков');
    const act = await said(8, before, { start_date: '2026-01-01' });
    expect(act).toContain('Владелец: Петров Иван Сергеевич');
    const owing = await asked(2, before);
    expect(owing.problem).not.toHaveProperty('code', 'other_kind');
    expect(owing.problem.errors.form).toMatch(/^На эту дату есть долг 6\s712,00 ₽$/);
  });

  it('nobody is charged with what was owed before he came: the day is refused, whoever is named', async () => {
    for (const more of [{}, { profile_id: seller }])
      for (const type of [16, 17]) {
        const refused = await asked(type, before, more);
        expect(refused.problem?.errors?.end_date).toMatch(
          /На 20\.05\.2026 гаражом владел Петров Иван Сергеевич.+Выберите день не раньше 10\.06\.2026/,
        );
      }
    const buyers = await asked(16, before, { profile_id: buyer });
    expect(buyers.problem.errors.end_date).toBe('На 20.05.2026 он гаражом ещё не владел: владеет с 10.06.2026');
    expect(await said(16, day)).toContain('Новикову Олегу Павловичу');
  });

  it('a day before its first owner is refused at the day', async () => {
    for (const [type, more] of [
      [2, {}],
      [3, { number: '31' }],
      [4, {}],
      [5, { number: '51' }],
      [16, {}],
      [17, {}],
    ] as const) {
      const refused = await asked(type, '2015-03-01', more);
      expect([type, refused.problem?.errors?.end_date]).toEqual([type, expect.stringContaining('02.08.2019')]);
    }
  });
});

describe('of a garage whose card was changed since', () => {
  const since = '2026-08-15';
  let own: { id: number; version: number };
  beforeAll(async () => {
    const { garage: made } = await ownedGarage(at, { lastName: 'Переменов', passNum: '400010' });
    // Entered long ago: the day of the paper lies between that and the change.
    await t.deps.db
      .updateTable('garage')
      .set({ created_at: '2026-02-01T09:00:00Z' })
      .where('id', '=', made.id)
      .execute();
    const card = (await at.mo.call(garages.one, { params: { id: made.id } })).body;
    own = { id: made.id, version: card.version };
    const now = t.deps.clock.now().toISOString();
    t.setNow(`${since}T09:00:00Z`);
    const who = await as(t, { mo: at.w.mo });
    const form = {
      ...card,
      type: { value: 2 },
      number: '777',
      section: 'Я',
      sizeX: 9,
      sizeY: 9,
      sizeZ: null,
      owners: undefined,
    };
    const saved = await who.call(garages.update, { params: { id: own.id }, body: form as never });
    expect(saved.status, saved.text).toBe(200);
    t.setNow(now);
  });
  const typeInfo = async (date?: string) =>
    (await at.po.call(documentTypeInfo, { body: { garage_id: own.id, document_types: [4, 14], day: date } })).body.data;

  it('number, type and sizes are of the day of the paper', async () => {
    const then = await said(1, day, { garage_id: own.id });
    expect(then).toContain('№ 777 секции Я');
    const extract = await said(4, before, { garage_id: own.id });
    // Not «777» alone: the code of the public check may hold it by chance.
    const isChanged = /(?:№|гараж|секции Я|Я) 777\b|9,00 × 9,00/;
    expect(extract).not.toMatch(isChanged);
    expect(extract).toContain('6,00 × 4,00 × 2,50');
    const now = await said(4, since, { garage_id: own.id });
    expect(now).toContain('9,00 × 9,00');
    expect(now.replace(/9,00 × 9,00/g, '')).toMatch(isChanged);
  });

  it('a day that the history does not reach is told before printing, and only then', async () => {
    const [extract, card] = await typeInfo('2026-01-15');
    expect(extract!.unknown).toMatch(
      /^История гаража ведётся с 01\.02\.2026: каким он был 15\.01\.2026, программа не знает.+6,00 × 4,00 × 2,50 м$/,
    );
    expect(card!.unknown).toBeNull();
    for (const one of [undefined, before]) expect((await typeInfo(one))[0]!.unknown).toBeNull();
  });
});

describe('an archived garage', () => {
  it('had an owner who «был владельцем»', async () => {
    const old = (await ownedGarage(at, { lastName: 'Архивов', passNum: '400009' })).garage;
    const { status, text } = await at.mo.call(archiveGarage, {
      params: { id: old.id },
      body: { version: old.version, reason: 'demolished', comment: 'Снесён' },
    });
    expect(status, text).toBe(200);
    const paper = await said(2, day, { garage_id: old.id });
    expect(paper).toContain('в том, что он был владельцем гаража');
    expect(paper).not.toContain('является владельцем');
    expect(await said(2, before, { garage_id: old.id })).toMatch(/является владельцем гаража № \d+ секции \S+, тип/);
  });
});
