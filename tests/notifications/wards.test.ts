// Children and estates are written to through their representative: by his contact, consents and word, about their garages.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameRepresentative, dropRepresentative } from '../../contract/profiles/representing.ts';
import { addConsent, profiles, revokeConsent, type ProfileCard } from '../../contract/profiles.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { countReceivers, mailingReceivers } from '../../contract/notifications/checking.ts';
import { informingHistory, printLetters, resendToPerson } from '../../contract/notifications/messages.ts';
import { notifications } from '../../contract/notifications.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { dropWithdrawn } from '../../server/notifications/writing/dropping.ts';
import { groundsNow, holding } from '../../server/instruments/queries/grounds.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { dueGarages } from '../../server/notifications/queries/reminders.ts';
import { charge } from '../documents/kit.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { authorCtx } from './killed.ts';
import { mailing, mailingStage, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

let last = 0;
const phoneOf = () => `+79210${String((last += 1)).padStart(6, '0')}`;
/** A person with a garage of his own, or without one. */
async function person(more: object, owns = true): Promise<number> {
  const { id } = await newPerson(mo, w.po, { isVOAMember: false, ...more });
  if (owns) await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
  return id;
}
const child = (more: object = {}) => person({ birthday: '2015-03-03', email: null, phoneNumberList: [], ...more });
const consent = (id: number, kind: 'sms_info' | 'pd_processing') =>
  mo.call(addConsent, { params: { id }, body: { kind, signedAt: '2026-01-10' } });
/** A grown-up with a phone and the consents for SMS and letters. */
async function reader(more: object = {}, owns = false): Promise<number> {
  const id = await person(
    { birthday: '1980-01-01', phoneNumberList: [phoneOf()], email: `r${last}@example.ru`, ...more },
    owns,
  );
  await consent(id, 'sms_info');
  await consent(id, 'pd_processing');
  return id;
}
const card = async (id: number) => (await mo.call(profiles.one, { params: { id } })).body as ProfileCard;
const name = (id: number, body: object) => mo.call(nameRepresentative, { params: { id }, body: body as never });
const sms = (people: readonly number[], more: object = {}) =>
  mailing(people, { channel: 'sms', kind: 'news', sms_text: '{ИмяОтчество}: {Гараж}', ...more });
const kept = async (id: number) =>
  (
    await sql<{
      profile_id: number;
      ward_ids: number[];
      person_name: string;
      address: string | null;
      status: number;
      reason: string | null;
      body: string;
    }>`
      select profile_id, ward_ids, person_name, address, status, reason, body from notification_message where notification_id = ${id} order by id`.execute(
      t.deps.db,
    )
  ).rows;

describe('a representative', () => {
  it('is somebody of the register, or is entered with a phone or a mailbox; the card says him masked', async () => {
    const kid = await child();
    const typed = await name(kid, {
      fullName: 'Петрова  Анна Сергеевна',
      phone: '+79211234567',
      email: 'anna@example.ru',
    });
    expect(typed.status).toBe(200);
    expect(typed.body).toMatchObject({
      is_represented: true,
      representative: { name: 'Петрова Анна Сергеевна', phones_masked: ['+7 *** ***-45-67'], email: 'a***@example.ru' },
    });
    const mother = await card(typed.body.representative!.id);
    expect(mother).toMatchObject({
      lastName: 'Петрова',
      firstName: 'Анна',
      represents: [{ id: kid }],
      is_represented: false,
    });
    const aunt = await reader();
    expect((await name(kid, { profileId: aunt })).body.representative!.id).toBe(aunt);
    const gone = await mo.call(dropRepresentative, { params: { id: kid } });
    expect(gone.body.representative).toBeNull();
    const { rows } = await sql<{
      text: string;
    }>`select text from action_log where object_type = 'profile' and object_id = ${kid}
      and verb = 'profile.representative' order by id`.execute(t.deps.db);
    expect(rows.map(({ text }) => text)).toEqual([
      'Указан представитель',
      'Указан представитель',
      'Представитель убран',
    ]);
  });

  it.each([
    ['one word', { fullName: 'Петрова', phone: '+79211234567' }, 'fullName'],
    ['no contact', { fullName: 'Петрова Анна' }, 'phone'],
    ['a half of a phone', { fullName: 'Петрова Анна', phone: '+7921' }, 'phone'],
    ['a mailbox without a sign', { fullName: 'Петрова Анна', email: 'anna' }, 'email'],
    ['nobody', {}, 'fullName'],
    ['a number of nobody', { profileId: 2_000_000_000 }, 'profileId'],
    [
      'a consent without its day',
      { fullName: 'Петрова Анна', phone: '+79211234567', consents: ['sms_info'] },
      'signedAt',
    ],
    [
      'a consent of tomorrow',
      { fullName: 'Петрова Анна', phone: '+79211234567', consents: ['sms_info'], signedAt: '2099-01-01' },
      'signedAt',
    ],
  ])('%s is refused at its field', async (_, body, field) => {
    const answer = await name(await child(), body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('is neither the ward himself, nor a child, nor dead, nor a stranger; a grown-up has none', async () => {
    const kid = await child();
    const errors = async (profileId: number) => (await name(kid, { profileId })).body.errors;
    expect(await errors(kid)).toEqual({ profileId: 'Представитель — другой человек' });
    expect(await errors(await child())).toEqual({ profileId: 'Представителю нет 18 лет' });
    const dead = await reader();
    await sql`update profile set voa_status_id = 8 where id = ${dead}`.execute(t.deps.db);
    expect(await errors(dead)).toEqual({ profileId: 'Этот человек умер' });
    const foreign = await as(t, { mo: w.foreignMo });
    const stranger = await newPerson(foreign, w.foreignPo);
    expect(await errors(stranger.id)).toEqual({ profileId: 'Человек не найден' });
    const adult = await name(await reader(), { profileId: await reader() });
    expect(Object.keys(adult.body.errors)).toEqual(['form']);
  });

  it('is named by capability 1 alone, in his own place', async () => {
    const kid = await child();
    const body = { fullName: 'Петрова Анна', phone: '+79211234567' };
    const ask = async (who: object) => {
      const caller = await as(t, who);
      const put = await caller.call(nameRepresentative, { params: { id: kid }, body: body as never });
      const drop = await caller.call(dropRepresentative, { params: { id: kid } });
      return [put.status, drop.status];
    };
    expect(await ask({ po: w.po, capabilities: [2, 3] })).toEqual([403, 403]);
    expect(await ask({ po: w.siblingPo })).toEqual([404, 404]);
    expect(await ask({ mo: w.foreignMo })).toEqual([404, 404]);
    expect(await ask({ po: w.po })).toEqual([200, 200]);
    expect(await ask({ mo: w.mo })).toEqual([200, 200]);
  });

  it('is reached at once by what he signed when he was entered; the card says what waits for a consent of his', async () => {
    const kid = await child();
    const typed = { fullName: 'Рогова Анна', phone: phoneOf(), email: 'rogova@example.ru' };
    const bare = await name(kid, typed);
    expect(bare.body.representative!.lacks).toEqual(['sms_info', 'pd_processing']);
    expect((await preview(po, sms([kid]))).receiverCounter.reasons).toEqual({ no_consent: 1 });
    const signed = { consents: ['sms_info', 'pd_processing'], signedAt: '2026-01-10' };
    const ready = await name(kid, { ...typed, phone: phoneOf(), ...signed });
    const { id, lacks } = ready.body.representative!;
    expect(lacks).toEqual([]);
    expect((await preview(po, sms([kid]))).receivers.map((one) => one.id)).toEqual([id]);
    const letter = mailing([kid], { channel: 'email', kind: 'news', email_text: richFromPlain('Ворота заменят.') });
    expect((await preview(po, letter)).receivers.map((one) => one.id)).toEqual([id]);
    const given = (await card(id)).consents.map(({ kind, signed_at, given: how }) => `${kind} ${signed_at} ${how}`);
    expect(new Set(given)).toEqual(new Set(['pd_processing 2026-01-10 paper', 'sms_info 2026-01-10 paper']));
    expect(given).toHaveLength(2);
    const { rows } = await sql<{ text: string }>`select text from action_log where object_type = 'profile'
      and object_id = ${id} and verb in ('profile.create', 'profile.consent') order by id`.execute(t.deps.db);
    expect(rows.map(({ text }) => text)).toEqual([
      'Создана карточка представителя',
      'Записано согласие: СМС-оповещения',
      'Записано согласие: Обработка персональных данных',
    ]);
    // A card of the register keeps its own: nothing is written into it from here.
    const aunt = await name(kid, { profileId: await reader(), ...signed });
    expect([aunt.status, Object.keys(aunt.body.errors)]).toEqual([422, ['consents']]);
  });

  it('comes with a new owner: of an estate and of a child, in one form', async () => {
    const dead = await person({ birthday: '1950-01-01' });
    const estate = await mo.call(profiles.create, {
      body: {
        kind: 'estate',
        lastName: 'Наследство Ивана',
        estateOf: dead,
        isVOAMember: false,
        po: w.po,
        representative: { fullName: 'Сидоров Олег', phone: '+79217654321' },
      } as never,
    });
    expect(estate.body).toMatchObject({ is_represented: true, representative: { name: 'Сидоров Олег' } });
    const wrong = await mo.call(profiles.create, {
      body: {
        kind: 'estate',
        lastName: 'Наследство',
        estateOf: await person({ birthday: '1951-01-01' }),
        isVOAMember: false,
        po: w.po,
        representative: { fullName: 'Сидоров' },
      } as never,
    });
    expect(wrong.body.errors).toEqual({
      'representative.fullName': 'Напишите фамилию и имя представителя или выберите его из базы',
    });
  });
});

describe('a mailing', () => {
  it('to a child reaches who represents him, about the garage of the child; both have it in their history', async () => {
    const kid = await child();
    const mother = await reader();
    await name(kid, { profileId: mother });
    const { full_name: motherName, firstName, fatherName } = await card(mother);
    const kidName = (await card(kid)).full_name;
    const seen = await preview(po, sms([kid]));
    const through = `${kidName} (через представителя: ${motherName})`;
    expect(seen.receivers).toEqual([{ id: mother, name: through, channel: 'sms' }]);
    expect(seen.sample!.name).toBe(through);
    expect(seen.sample!.sms).toMatch(new RegExp(`^${[firstName, fatherName].filter(Boolean).join(' ')}: гараж `));
    const sent = await sendAs(po, sms([kid]));
    expect(sent.status).toBe(200);
    expect(await kept(sent.id)).toMatchObject([
      { profile_id: mother, ward_ids: [kid], person_name: through, address: expect.stringMatching(/^\+79210/) },
    ]);
    for (const profile of [kid, mother]) {
      const history = await po.call(informingHistory.list, { query: { filter: { profile } as never } });
      expect(history.body.map((row: { name: string }) => row.name)).toEqual([through]);
    }
  });

  it('to two children of one mother is one message to her, or one for each garage', async () => {
    const [first, second] = [await child(), await child()];
    const mother = await reader({}, true);
    for (const kid of [first, second]) await name(kid, { profileId: mother });
    const whole = await preview(po, sms([first, second]));
    expect([whole.receiverCounter.people, whole.total, whole.receiverCounter.garages]).toEqual([1, 1, 2]);
    const apart = await preview(po, sms([first, second], { onePerPerson: false }));
    expect([apart.receiverCounter.people, apart.total]).toEqual([1, 2]);
    // Her own garage is written about when she is chosen herself.
    const all = await preview(po, sms([first, second, mother]));
    expect([all.receiverCounter.people, all.total, all.receiverCounter.garages]).toEqual([1, 1, 3]);
    expect(all.sample!.name).toContain('(и как представитель: ');
    const sent = await sendAs(po, sms([first, second], { onePerPerson: false }));
    expect((await kept(sent.id)).map(({ ward_ids }) => ward_ids)).toEqual(expect.arrayContaining([[first], [second]]));
  });

  it('to a mother and her child, sent anew, tells of the garages of both', async () => {
    const kid = await child();
    const mother = await person({ birthday: '1980-01-01', phoneNumberList: [phoneOf()] }, true);
    await name(kid, { profileId: mother });
    const both = await sendAs(po, sms([kid, mother, await reader({}, true)], { sms_text: '{Гараж}' }));
    expect(both.status, JSON.stringify(both.body)).toBe(200);
    const ofKid = await sendAs(po, sms([kid, await reader({}, true)], { sms_text: '{Гараж}', skipRepeated: false }));
    await sql`update outbox set state = 'sent', receipt = 2`.execute(t.deps.db);
    await settleMessages(t.deps);
    await consent(mother, 'sms_info');
    const anew = async (id: number) => {
      const { rows } = await sql<{ id: number }>`select id from notification_message
        where notification_id = ${id} and profile_id = ${mother}`.execute(t.deps.db);
      const again = await po.call(resendToPerson, { params: { id: rows[0]!.id }, body: { mayComeTwice: false } });
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      return again.body;
    };
    const kidName = (await card(kid)).full_name;
    const whole = await anew(both.id);
    expect(whole.plates).toHaveLength(2);
    expect(whole.name).toContain(`(и как представитель: ${kidName})`);
    for (const { number } of whole.plates) expect(whole.body).toContain(number);
    // Who was not chosen herself is written to about the child's garage alone.
    const part = await anew(ofKid.id);
    expect(part.plates).toHaveLength(1);
    expect(part.name).toContain(`${kidName} (через представителя`);
  });

  it('asks the consents and the unsubscribing of the representative, never those of the ward', async () => {
    const kid = await child({ phoneNumberList: [phoneOf()] });
    await consent(kid, 'sms_info');
    const mother = await person({ birthday: '1980-01-01', phoneNumberList: [phoneOf()] }, false);
    const reason = async () => {
      const seen = await preview(po, sms([kid]));
      const { people, none, reasons } = seen.receiverCounter;
      expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(none);
      expect(people).toBe(1);
      return Object.keys(reasons);
    };
    expect(await reason()).toEqual(['no_representative']);
    await name(kid, { profileId: mother });
    expect(await reason()).toEqual(['no_consent']);
    const given = await consent(mother, 'sms_info');
    expect(await reason()).toEqual([]);
    await sql`insert into unsubscription (profile_id, kind, channel, source) values (${mother}, 'news', 'sms', 'т')`.execute(
      t.deps.db,
    );
    expect(await reason()).toEqual(['unsubscribed']);
    await sql`delete from unsubscription where profile_id = ${mother}`.execute(t.deps.db);
    await mo.call(revokeConsent, { params: { id: mother, consentId: given.body.consents[0]!.id } });
    expect(await reason()).toEqual(['no_consent']);
    await consent(mother, 'sms_info');
    await sql`update profile set phones = '{}' where id = ${mother}`.execute(t.deps.db);
    expect(await reason()).toEqual(['no_contact']);
    await sql`update profile set voa_status_id = 8 where id = ${mother}`.execute(t.deps.db);
    expect(await reason()).toEqual(['no_representative']);
    // A dead child is no ward.
    await sql`update profile set voa_status_id = 8 where id = ${kid}`.execute(t.deps.db);
    expect(await reason()).toEqual(['deceased']);
  });

  it('without a representative says so: as «нет контакта» in the list and in the journal', async () => {
    const kid = await child({ phoneNumberList: [phoneOf()] });
    await consent(kid, 'sms_info');
    const other = await reader();
    const list = await po.call(mailingReceivers, { body: { ...sms([kid]), side: 'left' } as never });
    expect(list.body.rows).toMatchObject([{ id: kid, reason: 'no_representative' }]);
    const sent = await sendAs(po, sms([kid, other]));
    expect((await kept(sent.id)).filter(({ profile_id }) => profile_id === kid)).toMatchObject([
      { status: 7, reason: 'no_representative', ward_ids: [] },
    ]);
  });

  it('to an estate reaches who represents it; the day a child is of age he is written to himself', async () => {
    const dead = await person({ birthday: '1950-01-01' });
    const heir = await reader();
    const estate = await person({
      kind: 'estate',
      lastName: 'Наследство',
      firstName: null,
      fatherName: null,
      birthday: null,
      passSeria: null,
      passNum: null,
      estateOf: dead,
    });
    await name(estate, { profileId: heir });
    expect((await preview(po, sms([estate]))).receivers.map(({ id }) => id)).toEqual([heir]);
    const grown = await child({ phoneNumberList: [phoneOf()] });
    await consent(grown, 'sms_info');
    await name(grown, { profileId: heir });
    const today = t.deps.clock.now().toISOString().slice(0, 10);
    const born = (days: number) =>
      sql`update profile set birthday = ${today}::date - interval '18 years' + ${days} * interval '1 day' where id = ${grown}`.execute(
        t.deps.db,
      );
    await born(1);
    expect((await preview(po, sms([grown]))).receivers.map(({ id }) => id)).toEqual([heir]);
    await born(0);
    expect((await preview(po, sms([grown]))).receivers.map(({ id }) => id)).toEqual([grown]);
  });

  it('stops with the word of the ward, and where another reads for him now, what waits included', async () => {
    const [kid, other] = [await child(), await child()];
    const [mother, father] = [await reader(), await reader()];
    await name(kid, { profileId: mother });
    await name(other, { profileId: father });
    const body = sms([kid, other], { skipRepeated: false });
    const sent = await sendAs(po, body);
    expect(sent.status, sent.text).toBe(200);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    expect((await kept(sent.id)).map(({ status }) => status)).toEqual([0, 0]);
    await t.deps.db.updateTable('profile').set({ restricted_at: '2026-11-20' }).where('id', '=', kid).execute();
    expect((await name(other, { profileId: mother })).status).toBe(200);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    const fates = Object.fromEntries(
      (await kept(sent.id)).map(({ profile_id: id, status, reason }) => [id, [status, reason]]),
    );
    expect(fates).toEqual({
      [mother]: [9, 'restricted'],
      [father]: [7, 'представитель изменён после отправки рассылки'],
    });
    const { rows } = await sql<{ state: string }>`select state from outbox
      where what = ${`notification:${sent.id}`}`.execute(t.deps.db);
    expect(rows).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }]);
    const seen = await preview(po, body);
    expect([seen.receivers.map(({ id }) => id), seen.receiverCounter.reasons]).toEqual([[mother], { restricted: 1 }]);
    expect(seen.sample!.name).not.toContain((await card(kid)).full_name);
    const counted = await po.call(countReceivers, { body: body as never });
    expect(counted.body.reasons).toEqual({ restricted: 1 });
  });

  it('over garages: an owner left out stays out, his mother still reads for the other child', async () => {
    const [first, second] = [await child(), await child()];
    const mother = await reader({}, true);
    for (const kid of [first, second]) await name(kid, { profileId: mother });
    const { rows } = await sql<{
      id: number;
    }>`select garage_id as id from ownership where profile_id = any(${[first, second, mother]}::int[])`.execute(
      t.deps.db,
    );
    const body = (excludedProfiles: number[]) => ({
      ...sms([]),
      selection: {
        of: 'garages',
        all: false,
        filter: {},
        included: rows.map(({ id }) => id),
        excluded: [],
        excludedProfiles,
      },
    });
    const told = async (excluded: number[]) => {
      const { receivers, receiverCounter } = await preview(po, body(excluded));
      const counted = await po.call(countReceivers, { body: body(excluded) as never });
      expect(counted.body).toMatchObject({ people: receiverCounter.people, garages: receiverCounter.garages });
      return [receivers.map(({ id }) => id), receiverCounter.garages];
    };
    expect(await told([])).toEqual([[mother], 3]);
    expect(await told([first])).toEqual([[mother], 2]);
    expect(await told([mother])).toEqual([[mother], 2]);
    expect(await told([mother, first, second])).toEqual([[], 0]);
  });

  it('letters are read by who represents, and the link stops his own', async () => {
    const kid = await child();
    const mother = await reader();
    await name(kid, { profileId: mother });
    const body = mailing([kid], { channel: 'email', kind: 'news', email_text: richFromPlain('Ворота заменят.') });
    const sent = await sendAs(po, body);
    const { rows } = await sql<{ recipient: string; body_text: string }>`select recipient, body_text from outbox
      where what = ${`notification:${sent.id}`}`.execute(t.deps.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.recipient).toBe(
      (await sql<{ email: string }>`select email from profile where id = ${mother}`.execute(t.deps.db)).rows[0]!.email,
    );
    expect(rows[0]!.body_text).toContain(`/unsubscribe/${mother}.news.`);
  });
});

describe('whoever represents', () => {
  it('is known where his ward owns, and stops being written for at another place that does not know him', async () => {
    const kid = await child();
    const mother = await reader();
    await name(kid, { profileId: mother });
    const sibling = await as(t, { po: w.siblingPo });
    expect((await sibling.call(profiles.one, { params: { id: mother } })).status).toBe(404);
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: kid }], ownedSince: '2021-01-01' });
    expect((await sibling.call(profiles.one, { params: { id: mother } })).body).toMatchObject({ is_former: false });
    const seen = await preview(sibling, sms([kid]));
    expect([seen.receivers.map(({ id }) => id), seen.receiverCounter.garages]).toEqual([[mother], 1]);
  });
});

describe('what nothing reached, on paper', () => {
  const letters = async (id: number) => (await po.call(notifications.one, { params: { id } })).body.letters as number;
  const arrived = async (id: number) => {
    await sql`update outbox set state = 'sent', receipt = 2 where what = ${`notification:${id}`}`.execute(t.deps.db);
    await settleMessages(t.deps);
  };

  it('is a letter about each ward, to who represents him; himself where nobody does', async () => {
    const [first, second, alone] = [await child(), await child(), await child()];
    const mother = await person({ birthday: '1980-01-01', phoneNumberList: [phoneOf()] }, true);
    for (const kid of [first, second]) await name(kid, { profileId: mother });
    const sent = await sendAs(po, sms([first, second, alone, await reader()]));
    await arrived(sent.id);
    expect(await letters(sent.id)).toBe(3);
    const printed = await po.call(printLetters, { params: { id: sent.id }, body: { expected: 3 } });
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    // Chosen herself she has a letter of her own besides.
    const more = await sendAs(po, sms([first, second, mother, await reader()]));
    await arrived(more.id);
    expect(await letters(more.id)).toBe(3);
  });
});

describe('a rule of reminders', () => {
  it('rests for the ward it was sent about, not for his mother’s own debt', async () => {
    const kid = await child();
    const mother = await reader({}, true);
    await name(kid, { profileId: mother });
    const { rows } = await sql<{ id: number; owner: number }>`select garage_id as id, profile_id as owner from ownership
      where profile_id = any(${[kid, mother]}::int[])`.execute(t.deps.db);
    for (const { id } of rows) await charge({ mo } as never, id, 100_000);
    const { rows: made } = await sql<{
      id: number;
    }>`insert into debt_rule (region_id, mo_id, po_id, name, min_kopecks, min_days, every, at_hour,
        template_id, channel, repeat_days, pay_days)
      select ${w.region}, ${w.mo}, ${w.po}, 'Правило', 1, 0, 'day', 10, (select min(id) from message_template), 'sms', 30, 10 returning id`.execute(
      t.deps.db,
    );
    const rule = made[0]!.id;
    const terms = { minDebt: 1, minDays: 0, accrualTypes: [], repeatDays: 30 };
    const resting = async () => {
      const due = await dueGarages(authorCtx(t.deps, w.po, 1), t.deps.db, terms, rule);
      return due.flatMap(({ owners }) => owners.filter((one) => one.resting).map(({ id }) => id));
    };
    expect(await resting()).toEqual([]);
    const sent = await sendAs(po, sms([kid]));
    await sql`update notification set rule_id = ${rule}, rule_run_at = ${t.deps.clock.now().toISOString()} where id = ${sent.id}`.execute(
      t.deps.db,
    );
    expect(await resting()).toEqual([kid]);
  });
});

describe('personal data of a representative', () => {
  it('are not destroyed while he represents an owner; those of a ward take his name from the messages', async () => {
    const kid = await child();
    const mother = await reader();
    await name(kid, { profileId: mother });
    expect(holding(await groundsNow(t.deps.db, mother, '2026-11-20'))).toContainEqual(
      expect.stringContaining('Представляет владельца гаража: '),
    );
    const sent = await sendAs(po, sms([kid]));
    const kidName = (await card(kid)).full_name;
    expect((await kept(sent.id))[0]!.person_name).toContain(kidName);
    const waiting = async () =>
      (
        await sql<{
          state: string;
          recipient: string;
          body_text: string;
        }>`select state, recipient, body_text from outbox
          where what = ${`notification:${sent.id}`}`.execute(t.deps.db)
      ).rows;
    expect(await waiting()).toMatchObject([{ state: 'queued', body_text: expect.stringContaining('гараж') }]);
    await t.deps.db
      .transaction()
      .execute((tx) => destroyPerson({ tx: tx as never }, { now: t.deps.clock.now, deps: t.deps }, kid));
    expect((await kept(sent.id))[0]).toMatchObject({ status: 9, reason: 'restricted', body: '' });
    expect((await kept(sent.id))[0]!.person_name).not.toContain(kidName);
    // Nothing of him waits to be told to her.
    expect(await waiting()).toEqual([{ state: 'cancelled', recipient: '', body_text: '' }]);
    expect((await card(mother)).represents).toEqual([]);
  });
});
