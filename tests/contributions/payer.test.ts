// Whose charge it is: the owner of the day of the charge, for a debt does not pass to the buyer by itself.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debtAgeingGarages, garageDebt } from '../../contract/balance.ts';
import { previewAccrual } from '../../contract/contributions/charging.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { charge, fee, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** A garage that was sold on 1 June 2026. */
async function sold() {
  const made = await park(t, 1);
  const [garage] = made.ids;
  const first = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage!)
    .select(['id', 'profile_id'])
    .executeTakeFirstOrThrow();
  await t.deps.db
    .updateTable('ownership')
    .set({ ended_on: '2026-06-01', is_primary: false })
    .where('id', '=', first.id)
    .execute();
  const buyer = await newPerson(made.mo, made.w.po);
  await t.deps.db
    .insertInto('ownership')
    .values({ garage_id: garage!, profile_id: buyer.id, started_on: '2026-06-01', is_primary: true })
    .execute();
  return { ...made, seller: first.profile_id, buyer: buyer.id };
}

it.each([
  ['before the sale', '2026-03-01', 'seller', 1],
  ['on its day', '2026-06-01', 'buyer', 1],
  ['after it', '2026-11-02', 'buyer', 1],
  ['a person’s fee before the sale', '2026-03-01', 'seller', 12],
  ['a person’s fee after it', '2026-11-02', 'buyer', 12],
] as const)('a charge dated %s', async (_name, contributionDate, who, type) => {
  const made = await sold();
  const terms = { contributionDate, accrualType: { value: type } };
  const seen = (await made.po.call(previewAccrual, { body: fee(terms) })).body;
  expect(seen).toMatchObject({ garages: 1, lines: 1, sum_kopecks: 450_000 });
  const { body } = await charge(made.po, terms);
  const lines = await t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', body.contribution)
    .select('owner_id')
    .execute();
  expect(lines).toEqual([{ owner_id: made[who] }]);
});

it('whoever has left since plays no part: the primary owner of the day pays, then the larger share', async () => {
  const made = await park(t, 1);
  const [garage] = made.ids;
  const first = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage!)
    .select(['id', 'profile_id'])
    .executeTakeFirstOrThrow();
  const partner = await newPerson(made.mo, made.w.po);
  const own = { garage_id: garage!, profile_id: partner.id, started_on: '2020-01-01', ended_on: '2026-02-01' };
  await t.deps.db
    .insertInto('ownership')
    .values({ ...own, share_num: 1, share_den: 4 })
    .execute();
  await t.deps.db.insertInto('profile_privilege').values({ profile_id: partner.id, privilege_id: 14 }).execute();
  const terms = { contributionDate: '2025-05-01', accrualType: { value: 1 } };
  const seen = (await made.po.call(previewAccrual, { body: fee(terms) })).body;
  expect(seen).toMatchObject({ lines: 1, sum_kopecks: 450_000 });
  const setFirst = (set: object) => t.deps.db.updateTable('ownership').set(set).where('id', '=', first.id).execute();
  // Nobody is primary: the larger share pays, however low its number.
  await setFirst({ is_primary: false, share_num: 3, share_den: 4 });
  const { body } = await charge(made.po, {
    ...terms,
    expected: { garages: 1, amount_kopecks: 450_000, payers: seen.payers },
  });
  const who = (id: number) =>
    t.deps.db.selectFrom('balance_operation').where('contribution_id', '=', id).select('owner_id').execute();
  expect(await who(body.contribution)).toEqual([{ owner_id: first.profile_id }]);
});

it('another payer than was shown is told, be the sum the same', async () => {
  const made = await sold();
  const terms = { contributionDate: '2026-11-02', accrualType: { value: 1 } };
  const seen = (await made.po.call(previewAccrual, { body: fee(terms) })).body;
  const third = await newPerson(made.mo, made.w.po);
  await t.deps.db.updateTable('ownership').set({ profile_id: third.id }).where('profile_id', '=', made.buyer).execute();
  const expected = { garages: 1, amount_kopecks: 450_000, payers: seen.payers };
  const answer = await charge(made.po, { ...terms, expected });
  expect([answer.status, answer.body.code]).toEqual([409, 'selection_changed']);
  expect(answer.body.message).toContain('сменились плательщики');
});

it('a day between two owners is nobody’s: no payer, no charge by default, and the debt says so', async () => {
  const made = await sold();
  const [garage] = made.ids;
  await t.deps.db
    .updateTable('ownership')
    .set({ started_on: '2026-08-01' })
    .where('profile_id', '=', made.buyer)
    .execute();
  const day = { contributionDate: '2026-07-01' };
  const skips = { garages: 0, skipped: [{ reason: 'no_owner', garages: 1 }] };
  const seen = await made.po.call(previewAccrual, { body: fee({ ...day, chargeVacant: false }) });
  expect(seen.body).toMatchObject(skips);
  const persons = fee({ ...day, accrualType: { value: 12 } });
  expect((await made.po.call(previewAccrual, { body: persons })).body).toMatchObject(skips);
  const { body } = await charge(made.po, { ...day, chargeVacant: true });
  const line = await t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', body.contribution)
    .select('owner_id')
    .executeTakeFirstOrThrow();
  expect(line.owner_id).toBeNull();
  expect((await charge(made.po, { contributionDate: '2026-08-01', repeated: 'add' })).status).toBe(200);
  expect((await made.po.call(garageDebt, { params: { id: garage! } })).body.owners).toEqual([
    { id: null, full_name: null, is_present: false, owed_kopecks: 450_000 },
    { id: made.buyer, full_name: expect.any(String), is_present: true, owed_kopecks: 450_000 },
  ]);
  const listed = (await made.po.call(debtAgeingGarages, { query: {} })).body;
  expect(listed.data).toMatchObject([{ id: garage, debt_kopecks: 900_000, unowned_kopecks: 450_000 }]);
});

it('where nobody is known for that day the present owner pays', async () => {
  const made = await sold();
  await t.deps.db
    .updateTable('ownership')
    .set({ started_on: '2026-05-01' })
    .where('profile_id', '=', made.seller)
    .execute();
  const { body } = await charge(made.po, { contributionDate: '2026-03-01' });
  const line = await t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', body.contribution)
    .select('owner_id')
    .executeTakeFirstOrThrow();
  expect(line.owner_id).toBe(made.buyer);
});
