// Merging of people: what moves and what never does, taking back bit for bit, what is refused, opposite merges at once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { garageHistory, garages, makePrimary, type GarageCard, type HistoryLine } from '../../contract/garages.ts';
import { addConsent, profiles, revokeConsent, type ProfileCard } from '../../contract/profiles.ts';
import { mergeProfiles, mergeList, openPair, undoMerge, undoView } from '../../contract/instruments/merging.ts';
import { nameRepresentative } from '../../contract/profiles/representing.ts';
import { documents } from '../../contract/documents.ts';
import { informingHistory } from '../../contract/notifications/messages.ts';
import { checkPassword } from '../../contract/session.ts';
import { payerOn } from '../../server/balance/queries/payer.ts';
import { setFailHook, type FailPoint } from '../../server/kernel/failPoints.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { dice, snapshot } from './bits.ts';

const PASSWORD = 'Garage-2026';
let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let foreign: Caller;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [admin, mo, foreign] = await Promise.all([
    as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }),
    as(t, { mo: w.mo }),
    as(t, { mo: w.foreignMo }),
  ]);
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
});
afterAll(() => t.close());

const confirmPassword = () => admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
const versionOf = async (id: number) =>
  (await t.deps.db.selectFrom('profile').where('id', '=', id).select('version').executeTakeFirstOrThrow()).version;
async function merge(stays: number, goes: number, more: object = {}, endsAt?: FailPoint) {
  await confirmPassword();
  const versions = { stays: await versionOf(stays), goes: await versionOf(goes) };
  if (endsAt) endAt(endsAt);
  return admin.call(mergeProfiles, { body: { stays, goes, versions, isWideningKnown: true, ...more } });
}
/** The process is gone at this point of whatever is written next. */
const endAt = (point: FailPoint) =>
  setFailHook((reached) => (reached === point ? Promise.reject(new Error('the process is gone')) : Promise.resolve()));
const undo = (id: number, goes: { table: 'comment' | 'consent'; id: number }[] = []) =>
  admin.call(undoMerge, { params: { id }, body: { goes } });

async function comment(objectId: number, text: string) {
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  return (
    await t.deps.db
      .insertInto('comment')
      .values({ object_type: 'profile', object_id: objectId, ...place, text, author_id: mo.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function randomPerson(d: (n: number) => number, garages: number[], more: object): Promise<ProfileCard> {
  const card = await newPerson(mo, d(2) ? w.po : w.siblingPo, {
    ...(d(2) ? { passSeria: '9999', passNum: String(100_000 + d(800_000)) } : {}),
    ...(d(2) ? { registrationAddress: `ул. Примерная, д. ${1 + d(50)}` } : {}),
    ...(d(2) ? { email: `p${d(100_000)}@example.ru` } : {}),
    ...(d(2) ? { nameDative: `Гаражову Ивану ${['Петровичу', 'Ильичу', 'Львовичу'][d(3)]}` } : {}),
    ...(d(2)
      ? {
          privilege: { value: 12 },
          privilegeCertificateNumber: String(d(1000)),
          privilegeCertificateEndDate: '2027-01-01',
        }
      : {}),
    ...(d(2) ? { isVOAMember: true, voaEntryDate: `20${10 + d(10)}-03-04`, ticketNumber: String(d(10_000)) } : {}),
    ...more,
  });
  for (let n = d(3); n > 0; n -= 1) await comment(card.id, `Заметка ${n}`);
  if (d(2)) await mo.call(addConsent, { params: { id: card.id }, body: { kind: 'sms_info', signedAt: '2025-01-01' } });
  for (const garage of garages) {
    if (d(3) === 0) continue;
    const share = d(2) ? { share_num: 1, share_den: 4 } : { share_num: null, share_den: null };
    const ended = d(3) === 0 ? '2024-05-05' : null;
    await t.deps.db
      .insertInto('ownership')
      .values({
        garage_id: garage,
        profile_id: card.id,
        ...share,
        is_primary: d(2) === 0,
        started_on: d(4) ? '2020-02-02' : null,
        ended_on: ended,
      })
      .execute();
  }
  return card;
}

describe('merge and taking back', () => {
  it('a name in cases goes with the whole name that is taken, and with no name made of two', async () => {
    const pair = async (more: object, ofOther: object) => {
      const name = { lastName: 'Воробей', firstName: 'Любовь', fatherName: 'Петровна' };
      const ids = [await newPerson(mo, w.po, { ...name, ...more }), await newPerson(mo, w.po, { ...name, ...ofOther })];
      return ids.map(({ id }) => id) as [number, number];
    };
    const dativeOf = async (id: number) =>
      ((await mo.call(profiles.one, { params: { id } })).body as ProfileCard).nameDative;
    const said = 'Воробей Любови Петровне';
    const [same, twin] = await pair({}, { nameDative: said });
    expect((await merge(same, twin)).status).toBe(200);
    expect(await dativeOf(same)).toBe(said);
    const [left, right] = await pair({ lastName: 'Воробьёва', nameDative: 'Воробьёвой Любови' }, { nameDative: said });
    expect((await merge(left, right, { choices: { lastName: 'goes' } })).status).toBe(200);
    expect(await dativeOf(left)).toBe(said);
    const [one, other] = await pair(
      { nameDative: said },
      { lastName: 'Голубь', firstName: 'Анна', nameDative: 'Голубь Анне Петровне' },
    );
    const mixed = await merge(one, other, { choices: { lastName: 'goes', otherNames: 'stays' } });
    expect(mixed.status, mixed.text).toBe(200);
    expect(await dativeOf(one)).toBe(null);
  });

  it.each([1, 2, 3, 4, 5, 6])('gives back every row bit for bit (register %i)', async (seed) => {
    const d = dice(seed * 7919);
    const garages = [];
    for (let n = 0; n < 3; n += 1) garages.push((await newGarage(mo, n === 2 ? w.siblingPo : w.po)).id);
    const one = await randomPerson(d, garages, {});
    const other = await randomPerson(d, garages, {});
    const third = await randomPerson(d, garages, {});
    await sql`update garage set owners_key = coalesce((select string_agg(p.name_key, '; ' order by o.is_primary desc, o.id)
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = garage.id and o.ended_on is null), '')`.execute(
      t.deps.db,
    );
    await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) select distinct o.profile_id, g.po_id, g.mo_id, g.region_id
      from ownership o join garage g on g.id = o.garage_id on conflict do nothing`.execute(t.deps.db);
    const before = await snapshot(t.deps.db);
    const first = await merge(other.id, third.id, {
      choices: { lastName: 'goes', privilege: 'goes', passport: 'goes' },
    });
    expect(first.body).toMatchObject({ survivor_id: other.id });
    const between = await snapshot(t.deps.db);
    const second = await merge(one.id, other.id, {
      choices: seed % 2 ? { membership: 'goes', privilege: 'stays' } : {},
    });
    expect(second.status).toBe(200);
    // Both old links lead to the one card.
    for (const id of [other.id, third.id])
      expect((await mo.call(profiles.one, { params: { id } })).body.id).toBe(one.id);
    const card = (await mo.call(profiles.one, { params: { id: one.id } })).body as ProfileCard;
    expect(new Set(card.phones_masked)).toEqual(new Set([one, other, third].flatMap((person) => person.phones_masked)));
    // The earlier merge waits for the later one.
    expect((await undo(first.body.merge_id)).body.errors.form).toContain('сначала верните');
    expect((await undo(second.body.merge_id)).status).toBe(200);
    expect(await snapshot(t.deps.db)).toEqual(between);
    expect((await undo(first.body.merge_id)).status).toBe(200);
    expect(await snapshot(t.deps.db)).toEqual(before);
    expect((await undo(first.body.merge_id)).body.errors.form).toContain('уже отменено');
  });

  it('asks whose is what came later, and keeps what was edited since', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const { body } = await merge(one.id, other.id);
    const his = await comment(one.id, 'его');
    const mine = await comment(one.id, 'мой');
    await sql`update profile set email = 'later@example.ru' where id = ${one.id}`.execute(t.deps.db);
    const view = (await admin.call(undoView, { params: { id: body.merge_id } })).body;
    expect(view.later.map((row: { id: number }) => row.id)).toEqual([his, mine]);
    expect(view).toMatchObject({ block: null, edited: ['E-mail'] });
    expect((await undo(body.merge_id, [{ table: 'comment', id: his + 1_000_000 }])).status).toBe(422);
    expect((await undo(body.merge_id, [{ table: 'comment', id: his }])).status).toBe(200);
    const rows = await t.deps.db
      .selectFrom('comment')
      .where('id', 'in', [his, mine])
      .orderBy('id')
      .select('object_id')
      .execute();
    expect(rows.map(({ object_id }) => object_id)).toEqual([other.id, one.id]);
    expect((await mo.call(profiles.one, { params: { id: one.id } })).body.email).toBe('l***@example.ru');
  });

  it('is taken back for thirty days', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const { body } = await merge(one.id, other.id);
    const until = (moment: string) =>
      t.deps.db.updateTable('merge_record').set({ until: moment }).where('id', '=', body.merge_id).execute();
    await until('2026-11-20T08:59:59Z');
    expect((await undo(body.merge_id)).body.errors.form).toContain('30 дней');
    await until('2026-12-20T09:00:00Z');
    expect((await admin.call(mergeList, {})).body.data[0]).toMatchObject({ id: body.merge_id, canUndo: true });
  });

  it('adds shares of a garage of both; what is entered for the old card goes to the one that stays', async () => {
    const garage = await newGarage(mo, w.po);
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const share = { garage_id: garage.id, share_num: 1, share_den: 2, started_on: '2020-01-01' };
    await t.deps.db
      .insertInto('ownership')
      .values([
        { ...share, profile_id: one.id, is_primary: true },
        { ...share, profile_id: other.id },
      ])
      .execute();
    const pair = (await admin.call(openPair, { body: { one: one.id, other: other.id } })).body;
    expect(pair.shared).toEqual([{ garage: expect.any(String), words: '1/2 + 1/2 = 1/1' }]);
    expect((await merge(one.id, other.id)).status).toBe(200);
    const now = await t.deps.db
      .selectFrom('ownership')
      .where('garage_id', '=', garage.id)
      .where('ended_on', 'is', null)
      .select(['profile_id', 'share_num', 'share_den', 'is_primary'])
      .execute();
    expect(now).toEqual([{ profile_id: one.id, share_num: 1, share_den: 1, is_primary: true }]);
    const consent = await t.deps.db
      .insertInto('consent')
      .values({ profile_id: other.id, kind: 'ads', signed_at: '2026-01-01' })
      .returning('profile_id')
      .executeTakeFirstOrThrow();
    expect(consent.profile_id).toBe(one.id);
  });
});

it('a consent that each card brought is taken back with the other; other kinds stay', async () => {
  const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  for (const { id } of [one, other])
    for (const kind of ['sms_info', 'ads'] as const)
      await mo.call(addConsent, { params: { id }, body: { kind, signedAt: '2025-01-01' } });
  expect((await merge(one.id, other.id)).status).toBe(200);
  const given = ((await mo.call(profiles.one, { params: { id: one.id } })).body as ProfileCard).consents;
  const [first, second] = given.filter(({ kind }) => kind === 'sms_info');
  const revoke = (consentId: number) => mo.call(revokeConsent, { params: { id: one.id, consentId } });
  const left = (await revoke(first!.id)).body as ProfileCard;
  expect(left.consents.flatMap(({ kind, revoked_at: on }) => (on ? [] : [kind]))).toEqual(['ads', 'ads']);
  expect((await revoke(second!.id)).status).toBe(422);
});

describe('a garage of both', () => {
  const owned = async (more: object[]) =>
    newGarage(mo, w.po, { ownedSince: '2020-01-01', alreadyExistProfile: more as never });

  it('tells no change of owners that never was: garage, card of the person', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const { id } = await owned([
      { profileId: one.id, share: '1/2' },
      { profileId: other.id, share: '1/2' },
    ]);
    expect((await merge(one.id, other.id)).status).toBe(200);
    const garage = (await mo.call(garages.one, { params: { id } })).body as GarageCard;
    expect(garage.owner_history.map(({ profile_id, share, ended_on }) => [profile_id, share, ended_on])).toEqual([
      [one.id, '1/1', null],
    ]);
    const told = (await mo.call(garageHistory, { params: { id } })).body.data as HistoryLine[];
    expect(told.filter(({ kind }) => kind === 'owners').map(({ text }) => text)).toEqual([
      `Владелец: ${one.full_name}, доля 1/1`,
    ]);
    const card = (await mo.call(profiles.one, { params: { id: one.id } })).body as ProfileCard;
    expect(card.garages.map((each) => [each.id, each.ended_on])).toEqual([[id, null]]);
  });

  it('has the payer of before on the days before the one who stays was the main owner', async () => {
    const people = [await newPerson(mo, w.po), await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const [stays, main, goes] = people.map(({ id }) => id) as [number, number, number];
    const { id, owners } = await owned([
      { profileId: stays },
      { profileId: main, isPrimary: true },
      { profileId: goes },
    ]);
    const ownershipId = owners.find(({ profile_id }) => profile_id === goes)!.id;
    expect((await mo.call(makePrimary, { params: { id, ownershipId } })).status).toBe(200);
    const payer = async (day: string) =>
      (await sql<{ id: number }>`select ${payerOn(sql`${id}::int`, day)} as id`.execute(t.deps.db)).rows[0]!.id;
    expect([await payer('2026-06-01'), await payer('2026-11-20')]).toEqual([main, goes]);
    expect((await merge(stays, goes)).status).toBe(200);
    expect([await payer('2026-06-01'), await payer('2026-11-20')]).toEqual([main, stays]);
    const { body: card } = await mo.call(garages.one, { params: { id } });
    expect((card as GarageCard).owners.map((one) => [one.profile_id, one.is_primary])).toEqual([
      [stays, true],
      [main, false],
    ]);
  });
});

describe('what is never re-pointed', () => {
  it('papers, messages and the log of the card that went are read through the one that stays', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const at = '2026-11-01T09:00:00Z';
    const type = await t.deps.db
      .selectFrom('document_type')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const paper = await t.deps.db
      .insertInto('document')
      .values({
        ...place,
        type_id: type.id,
        context: 'profile',
        profile_id: other.id,
        number: '77',
        year: 2026,
        on_date: '2026-11-01',
        state: 'valid',
        check_code: `alias-${other.id}`,
        printed_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mailing = await t.deps.db
      .insertInto('notification')
      .values({ ...place, status: 3, kind: 'news', selection: '{}', sent_from: 'МО', created_by: mo.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('notification_message')
      .values({
        notification_id: mailing.id,
        receiver: `p${other.id}`,
        profile_id: other.id,
        person_name: 'Кто-то',
        channel: 'mail',
        status: 2,
      })
      .execute();
    // Everything that hangs on the card is named before it goes: what moves, and what is read through the other.
    const [estate, ward] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    await t.deps.db
      .updateTable('profile')
      .set({ kind: 'estate', estate_of: other.id })
      .where('id', '=', estate.id)
      .execute();
    await t.deps.db.updateTable('profile').set({ representative_id: other.id }).where('id', '=', ward.id).execute();
    await t.deps.db
      .insertInto('unsubscription')
      .values({ profile_id: other.id, kind: 'debt', channel: 'mail', source: 'link' })
      .execute();
    const opened = (await admin.call(openPair, { body: { one: one.id, other: other.id } })).body;
    const counts = (rows: { name: string; count: number }[]) =>
      Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
    expect(counts(opened.other.moves)).toMatchObject({ Наследства: 1, 'Представляет людей': 1 });
    expect(counts(opened.other.alias)).toMatchObject({ Бумаги: 1, 'Сообщения рассылок': 1, 'Отказы от рассылок': 1 });
    expect(counts(opened.one.alias)).not.toHaveProperty('Бумаги');
    await merge(one.id, other.id);
    // With the card that stays all of it would go on.
    const next = await newPerson(mo, w.po);
    const onward = (await admin.call(openPair, { body: { one: next.id, other: one.id } })).body.other;
    expect(counts(onward.alias)).toMatchObject({ Бумаги: 1, 'Сообщения рассылок': 1, 'Отказы от рассылок': 1 });
    expect(counts(onward.moves)).toMatchObject({ Наследства: 1, 'Представляет людей': 1, 'Прежние объединения': 1 });
    const filter = JSON.stringify({ profile: one.id });
    const papers = await mo.call(documents.list, { query: { filter } });
    expect(papers.body.map(({ id }: { id: number }) => id)).toEqual([paper.id]);
    const messages = await mo.call(informingHistory.list, { query: { filter } });
    expect(messages.body, messages.text).toHaveLength(1);
    const story = async (who: Caller, id: number) => {
      const query = { filter: { tab: 'all', object: `profile:${id}`, verb: ['profile.create'] }, range: [0, 9] };
      return (await who.call(actionLog.list, { query })).body.map((row: ActionRow) => row.object?.id);
    };
    expect(new Set(await story(mo, one.id))).toEqual(new Set([one.id, other.id]));
    expect(await story(mo, other.id)).toEqual([other.id]);
    expect(await story(foreign, one.id)).toEqual([]);
  });
});

describe('what is refused', () => {
  it('himself, a foreign one, a merged one, nobody, an outdated card, without a password, with a wrong one', async () => {
    const [one, other, third] = [await newPerson(mo, w.po), await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const far = await newPerson(foreign, w.foreignPo);
    expect((await merge(one.id, one.id)).body.errors.form).toBe('Это одна и та же карточка');
    expect((await merge(one.id, far.id)).body.errors.form).toBe('Карточки разных регионов не объединяют');
    expect((await merge(one.id, other.id, { versions: { stays: 7, goes: 1 } })).status).toBe(409);
    expect((await merge(other.id, third.id)).status).toBe(200);
    expect((await merge(one.id, third.id)).body.errors.form).toBe(
      `Карточка ${third.id} уже вошла в карточку ${other.id}`,
    );
    expect((await merge(third.id, one.id)).status).toBe(422);
    const body = { stays: one.id, goes: 999_999, versions: { stays: 1, goes: 1 } };
    await confirmPassword();
    expect((await admin.call(mergeProfiles, { body })).status).toBe(404);
    // The check of the merge above was used up by none; one merge uses it.
    expect((await merge(one.id, other.id)).status).toBe(200);
    const more = await newPerson(mo, w.po);
    const again = {
      stays: one.id,
      goes: more.id,
      versions: { stays: await versionOf(one.id), goes: 1 },
      isWideningKnown: true,
    };
    expect((await admin.call(mergeProfiles, { body: again })).body).toMatchObject({ code: 'password' });
    const wrong = await admin.call(checkPassword, { params: { id: admin.userId }, body: { password: 'Wrong-2026x' } });
    expect(wrong.body.valid).toBe(false);
    expect((await admin.call(mergeProfiles, { body: again })).status).toBe(403);
    expect((await mo.call(mergeProfiles, { body: again })).status).toBe(403);
  });

  it('a pair of which one is not there, whichever, is not opened, and nobody is written down as seen', async () => {
    const { id } = await newPerson(mo, w.po);
    const opened = () => t.deps.db.selectFrom('action_log').selectAll().where('object_id', '=', id).execute();
    const before = await opened();
    for (const [one, other] of [
      [id, 999_999],
      [999_999, id],
    ] as const)
      expect((await admin.call(openPair, { body: { one, other } })).status).toBe(404);
    expect(await opened()).toEqual(before);
  });

  it('while a mailing is being sent to one of the two, and no longer than that', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const { id } = await t.deps.db
      .insertInto('notification')
      .values({ ...place, status: 3, selection: '{}', sent_from: 'КАС', kind: 'debt' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('notification_message')
      .values({ notification_id: id, receiver: `p${other.id}`, profile_id: other.id, person_name: 'Кто-то', status: 0 })
      .execute();
    const words = `Рассылка № ${id} ещё отправляется одному из этих людей: объедините карточки, когда она закончится`;
    expect((await merge(one.id, other.id)).body.errors.form).toBe(words);
    const opened = await admin.call(openPair, { body: { one: one.id, other: other.id } });
    expect(opened.body.block).toEqual({ text: words, link: `/informing_history/${id}` });
    await t.deps.db.updateTable('notification_message').set({ status: 2 }).where('notification_id', '=', id).execute();
    expect((await merge(one.id, other.id)).status).toBe(200);
  });

  it('two of an open re-registration; what widens access unasked', async () => {
    const garage = await newGarage(mo, w.po);
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const { id } = await t.deps.db
      .insertInto('reregistration')
      .values({
        garage_id: garage.id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.po,
        status: 1,
        reason_id: 1,
        date_request: '2026-11-01',
        on_date: '2026-11-01',
        author_id: mo.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const party = { reregistration_id: id, nth: 0 };
    await t.deps.db
      .insertInto('reregistration_party')
      .values([
        { ...party, side: 'old', profile_id: one.id },
        { ...party, side: 'new', profile_id: other.id },
      ])
      .execute();
    expect((await merge(one.id, other.id)).body.errors.form).toBe(`Между этими людьми идёт переоформление № ${id}`);
    await t.deps.db.updateTable('reregistration').set({ status: 3 }).where('id', '=', id).execute();
    const far = await newPerson(await as(t, { mo: w.siblingMo }), w.cousinPo);
    const pair = (await admin.call(openPair, { body: { one: one.id, other: far.id } })).body;
    expect(pair.widening).toBeGreaterThan(0);
    // Who may not come in sees nothing, whatever rights he was given.
    const gone = await as(t, { mo: w.siblingMo });
    const widening = async () =>
      (await admin.call(openPair, { body: { one: one.id, other: far.id } })).body.widening as number;
    const withHim = await widening();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.userId).execute();
    expect([withHim, await widening()]).toEqual([pair.widening + 1, pair.widening]);
    expect((await merge(one.id, far.id, { isWideningKnown: false })).body.errors.isWideningKnown).toBeTruthy();
    expect((await merge(one.id, far.id)).status).toBe(200);
  });

  it('three in a ring at once: each has one card that stays, nobody is lost', async () => {
    const people = [await newPerson(mo, w.po), await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const three = await Promise.all(people.map(() => as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' })));
    const fresh = { password_checked_at: '2026-11-20T09:00:00Z' };
    const users = three.map(({ userId }) => userId);
    await t.deps.db.updateTable('session').set(fresh).where('user_id', 'in', users).execute();
    const done = await Promise.all(
      three.map((who, nth) => {
        const [stays, goes] = [people[nth]!.id, people[(nth + 1) % 3]!.id];
        return who.call(mergeProfiles, {
          body: { stays, goes, versions: { stays: 1, goes: 1 }, isWideningKnown: true },
        });
      }),
    );
    // The first one done makes the other cards merged or outdated.
    const statuses = done.map(({ status }) => status);
    expect(
      statuses.every((status) => [200, 409, 422].includes(status)),
      String(statuses),
    ).toBe(true);
    const merged = statuses.filter((status) => status === 200).length;
    expect(merged).toBeGreaterThanOrEqual(1);
    const ids = people.map(({ id }) => id);
    const rows = await t.deps.db.selectFrom('profile').where('id', 'in', ids).select(['id', 'merged_into']).execute();
    const stay = rows.filter(({ merged_into: into }) => into === null).map(({ id }) => id);
    expect(stay).toHaveLength(3 - merged);
    // Whoever went is read through a card that stays itself.
    for (const { merged_into: into } of rows) if (into !== null) expect(stay).toContain(into);
  });

  it('one of two opposite merges at once: nobody is lost', async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const second = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
    const fresh = { password_checked_at: '2026-11-20T09:00:00Z' };
    await t.deps.db.updateTable('session').set(fresh).where('user_id', 'in', [admin.userId, second.userId]).execute();
    const wish = (stays: number, goes: number) => ({
      body: { stays, goes, versions: { stays: 1, goes: 1 }, isWideningKnown: true },
    });
    const done = await Promise.all([
      admin.call(mergeProfiles, wish(one.id, other.id)),
      second.call(mergeProfiles, wish(other.id, one.id)),
    ]);
    expect(done.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    const rows = await t.deps.db
      .selectFrom('profile')
      .where('id', 'in', [one.id, other.id])
      .select('merged_into')
      .execute();
    expect(rows.filter(({ merged_into }) => merged_into === null)).toHaveLength(1);
  });
});

describe('the process ends in the middle', () => {
  afterEach(() => setFailHook(null));
  const pair = async () => {
    const [one, other] = [await newPerson(mo, w.po), await newPerson(mo, w.siblingPo)];
    const garage = await newGarage(mo, w.siblingPo, {
      alreadyExistProfile: [{ profileId: other.id }],
      ownedSince: '2020-01-01',
    });
    await comment(other.id, 'Заметка');
    return { stays: one.id, goes: other.id, garage: garage.id };
  };
  const mergesOf = (stays: number) =>
    t.deps.db.selectFrom('merge_record').where('survivor_id', '=', stays).select(['id', 'undone_by']).execute();

  it('before the commit: every row is as it was, and the merge can be asked for again', async () => {
    const { stays, goes } = await pair();
    const before = await snapshot(t.deps.db);
    expect((await merge(stays, goes, {}, 'before commit')).status).toBe(500);
    setFailHook(null);
    expect([await snapshot(t.deps.db), await mergesOf(stays)]).toEqual([before, []]);
    expect((await merge(stays, goes)).status).toBe(200);
  });

  it('after the commit: it is merged once; so with taking back', async () => {
    const { stays, goes } = await pair();
    const before = await snapshot(t.deps.db);
    expect((await merge(stays, goes, {}, 'after commit')).status).toBe(500);
    setFailHook(null);
    const [made, ...more] = await mergesOf(stays);
    expect([made!.undone_by, more]).toEqual([null, []]);
    const merged = await snapshot(t.deps.db);
    expect(merged).not.toEqual(before);
    await confirmPassword();
    endAt('before commit');
    expect((await undo(made!.id)).status).toBe(500);
    setFailHook(null);
    expect(await snapshot(t.deps.db)).toEqual(merged);
    await confirmPassword();
    endAt('after commit');
    expect((await undo(made!.id)).status).toBe(500);
    setFailHook(null);
    expect(await snapshot(t.deps.db)).toEqual(before);
  });
});

it('who represents goes with the cards and comes back with them; nobody represents himself', async () => {
  const grown = () => newPerson(mo, w.po, { birthday: '1980-01-01' });
  const child = () =>
    newPerson(mo, w.po, { birthday: '2015-01-01', isVOAMember: false, voaEntryDate: null, statusVoa: { id: 1 } });
  const [mother, twice, kid, kidTwice] = [await grown(), await grown(), await child(), await child()];
  const named = (id: number, profileId: number) =>
    mo.call(nameRepresentative, { params: { id }, body: { profileId } as never });
  const of = async (id: number) =>
    (
      await t.deps.db
        .selectFrom('profile')
        .where('id', '=', id)
        .select('representative_id as id')
        .executeTakeFirstOrThrow()
    ).id;
  expect((await named(kidTwice.id, mother.id)).status).toBe(200);
  const moved = await merge(twice.id, mother.id);
  expect(moved.status, moved.text).toBe(200);
  expect(await of(kidTwice.id)).toBe(twice.id);
  expect((await undo(moved.body.merge_id)).status).toBe(200);
  expect(await of(kidTwice.id)).toBe(mother.id);
  const taken = await merge(kid.id, kidTwice.id);
  expect(await of(kid.id)).toBe(mother.id);
  expect((await undo(taken.body.merge_id)).status).toBe(200);
  expect(await of(kid.id)).toBeNull();
  const self = await merge(kidTwice.id, mother.id);
  if (self.status === 200)
    expect((await mo.call(profiles.one, { params: { id: kidTwice.id } })).body.representative).toBeNull();
});
