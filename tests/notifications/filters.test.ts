// Whom a filter of receivers names: by the sum and the kind of a debt, the consent to SMS, the contacts; in the asker's place alone.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages, type GarageRow } from '../../contract/garages.ts';
import { countReceivers, exportReceivers, mailingReceivers } from '../../contract/notifications/checking.ts';
import { previewPlanned } from '../../contract/notifications/planned.ts';
import { testNotification } from '../../contract/notifications/trial.ts';
import { notifications, previewNotification } from '../../contract/notifications.ts';
import { takePayment } from '../../contract/payments.ts';
import { addConsent, profiles } from '../../contract/profiles.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { charged } from './charged.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

/** A type of charges that is not the membership fee. */
const OTHER_TYPE = 2;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let people: { poor: number; rich: number; clear: number };
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  people = {
    poor: await owner(mo, w.po, { sms: true, email: 'a@example.ru' }),
    rich: await owner(mo, w.po),
    clear: await owner(mo, w.po, { phone: null, email: 'b@example.ru' }),
  };
  await charged(mo, people.poor, 100_00);
  await charged(mo, people.rich, 900_00);
  await charged(mo, people.rich, 50_00, '2026-01-15', OTHER_TYPE);
});
afterAll(() => t.close());

const named = async (filter: object, who = po): Promise<string[]> => {
  const { status, body } = await who.call(profiles.list, { query: { filter, range: [0, 99] } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const ids = (body as { id: number }[]).map(({ id }) => id);
  return Object.entries(people).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
};

it('people: debt from and to, type of charge, consent to SMS, contacts', async () => {
  expect(await named({ debtFrom: 100_00 })).toEqual(['poor', 'rich']);
  expect(await named({ debtFrom: 100_01 })).toEqual(['rich']);
  expect(await named({ debtFrom: 1, debtTo: 100_00 })).toEqual(['poor']);
  expect(await named({ debtTo: 0 })).toEqual(['clear']);
  expect(await named({ accrualTypeFilter: [OTHER_TYPE] })).toEqual(['rich']);
  expect(await named({ accrualTypeFilter: [1, OTHER_TYPE] })).toEqual(['poor', 'rich']);
  expect(await named({ smsConsent: 'given' })).toEqual(['poor']);
  expect(await named({ smsConsent: 'none' })).toEqual(['rich', 'clear']);
  expect(await named({ contacts: 'has_phone' })).toEqual(['poor', 'rich']);
  expect(await named({ contacts: 'has_email' })).toEqual(['poor', 'clear']);
});

it('garages: by the type of charge that is owed', async () => {
  const owing = async (filter: object, who = po) =>
    ((await who.call(garages.list, { query: { filter, range: [0, 99] } })).body as { owners: { id: number }[] }[])
      .length;
  expect(await owing({ accrualTypeFilter: [OTHER_TYPE] })).toBe(1);
  expect(await owing({ accrualTypeFilter: [1] })).toBe(2);
  expect(await owing({ accrualTypeFilter: [3] })).toBe(0);
  expect(await owing({ accrualTypeFilter: [1] }, await as(t, { po: w.foreignPo }))).toBe(0);
});

it('garages: a charge that is paid does not count, though the garage owes by another type', async () => {
  const person = await owner(mo, w.siblingPo);
  await charged(mo, person, 100_00);
  await charged(mo, person, 50_00, '2026-02-15', OTHER_TYPE);
  const { garages: own } = (await mo.call(profiles.one, { params: { id: person } })).body;
  const paid = await mo.call(takePayment, {
    body: { idempotencyKey: crypto.randomUUID(), date: '2026-11-02', lines: [{ garage: own[0].id, amount: 100_00 }] },
  });
  expect(paid.status, paid.text).toBe(200);
  const sibling = await as(t, { po: w.siblingPo });
  const owing = async (type: number) =>
    ((await sibling.call(garages.list, { query: { filter: { accrualTypeFilter: [type] } } })).body as GarageRow[]).map(
      ({ id }) => id,
    );
  expect([await owing(1), await owing(OTHER_TYPE)]).toEqual([[], [own[0].id]]);
});

it('garages: by what is known of their owners, in the words of the people’s filter', async () => {
  const owned = async (filter: object, who = po): Promise<string[]> => {
    const { status, body } = await who.call(garages.list, { query: { filter, range: [0, 99] } });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const ids = (body as GarageRow[]).flatMap(({ owners }) => owners.map(({ id }) => id));
    return Object.entries(people).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
  };
  await sql`update profile set privilege_id = 1, privilege_end_date = '2020-01-01' where id = ${people.poor}`.execute(
    t.deps.db,
  );
  for (const filter of [
    { smsConsent: 'given' },
    { smsConsent: 'none' },
    { consent: 'none' },
    { consent: 'given' },
    { contacts: 'has_phone' },
    { contacts: 'no_phone' },
    { contacts: 'has_email' },
    { contacts: 'no_email' },
    { privilegeCatFilter: [1] },
    { privilegeState: 'expired' },
    { privilegeState: 'expires30' },
  ])
    expect([filter, await owned(filter)]).toEqual([filter, await named(filter)]);
  // One owner answers all that is asked.
  expect(await owned({ smsConsent: 'given', contacts: 'no_phone' })).toEqual([]);
  expect(await owned({ contacts: 'has_email', garageDebt: 'debt' })).toEqual(['poor']);
  expect(await owned({ contacts: 'has_phone' }, await as(t, { po: w.foreignPo }))).toEqual([]);
  // Who sold answers for the garage no more.
  const { garage_id: sold } = await t.deps.db
    .selectFrom('ownership')
    .where('profile_id', '=', people.clear)
    .select('garage_id')
    .executeTakeFirstOrThrow();
  const end = (on: string | null) =>
    t.deps.db.updateTable('ownership').set({ ended_on: on }).where('garage_id', '=', sold).execute();
  await end('2026-11-01');
  const { body } = await po.call(garages.list, { query: { filter: { contacts: 'no_phone' }, range: [0, 99] } });
  expect(body).toEqual([]);
  await end(null);
});

it('a mailing by such a filter goes to those whom the list has shown', async () => {
  const by = async (of: 'profiles' | 'garages', filter: object) =>
    (
      await preview(po, {
        ...mailing([]),
        selection: { of, all: true, filter, included: [], excluded: [] },
      })
    ).receiverCounter.people;
  expect(await by('profiles', { debtFrom: 100_01 })).toBe(1);
  expect(await by('profiles', { smsConsent: 'none' })).toBe(2);
  expect(await by('profiles', { accrualTypeFilter: [1], contacts: 'has_email' })).toBe(1);
  expect(await by('garages', { accrualTypeFilter: [OTHER_TYPE] })).toBe(1);
  expect(await by('garages', { smsConsent: 'none', contacts: 'has_phone' })).toBe(1);
});

it('what another place is owed is not told', async () => {
  const foreign = await as(t, { po: w.foreignPo });
  expect(await named({ accrualTypeFilter: [1] }, foreign)).toEqual([]);
  expect(await named({ debtFrom: 1 }, foreign)).toEqual([]);
  expect(await named({ smsConsent: 'given' }, foreign)).toEqual([]);
});

it('who chooses receivers by a whole phone is written down, whichever way he looks', async () => {
  const { id: person } = await newPerson(mo, w.po, { phoneNumberList: ['+79219990033'] });
  await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person }], ownedSince: '2020-01-01' });
  await mo.call(addConsent, { params: { id: person }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
  const by = (of: string, nameFilter = '89219990033') => ({
    ...mailing([]),
    selection: { of, all: true, filter: { nameFilter }, included: [], excluded: [] },
  });
  const ways: ((who: Caller, body: never) => Promise<{ status: number }>)[] = [
    (who, body) => who.call(previewNotification, { body }),
    (who, body) => who.call(countReceivers, { body }),
    (who, body) => who.call(mailingReceivers, { body }),
    (who, body) => who.call(exportReceivers, { body }),
    (who, body) => who.call(testNotification, { body }),
    (who, body) => who.call(notifications.create, { body }),
  ];
  const lines = async (user: number) =>
    (
      await t.deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'profile.search_phone')
        .where('object_id', '=', person)
        .where('user_id', '=', user)
        .select('id')
        .execute()
    ).length;
  for (const of of ['profiles', 'garages'])
    for (const [nth, way] of ways.entries()) {
      const who = await as(t, { po: w.po });
      expect([of, nth, (await way(who, by(of, '0033') as never)).status, await lines(who.userId)]).toEqual([
        of,
        nth,
        200,
        0,
      ]);
      expect([of, nth, (await way(who, by(of) as never)).status, await lines(who.userId)]).toEqual([of, nth, 200, 1]);
    }
  // What a colleague has planned is read by whoever opens it.
  const planned = await sendAs(await as(t, { po: w.po }), by('profiles'), { scheduledAt: '2026-11-25T10:00:00Z' });
  expect(planned.status).toBe(200);
  const other = await as(t, { po: w.po });
  const { status } = await other.call(previewPlanned, { params: { id: planned.id }, body: { at: 0 } });
  expect([status, await lines(other.userId)]).toEqual([200, 1]);
});
