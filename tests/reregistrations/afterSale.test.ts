// What a change of owners leaves behind: who was primary on a past day, what the question of the debt is about, what an annulment returns.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { garages, makePrimary } from '../../contract/garages.ts';
import { takePayment } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { followDebts } from '../../server/balance/writing/debts.ts';
import { postLines, chargeLine, paymentLine } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, garageNow, inWork, move, ownedGarage, save, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const key = () => crypto.randomUUID();
async function charge(garage: number, date: string, kopecks = 100_000) {
  const body = {
    isAllGaragSelected: false,
    includedGarages: [garage],
    contributionAmount: kopecks,
    contributionDate: date,
    contributionPeriod: 2026,
    repeated: 'add' as const,
    idempotencyKey: key(),
    expected: { garages: 1, amount_kopecks: kopecks },
  };
  const reply = await mo.call(postAccrual, { body });
  expect(reply.status, reply.text).toBe(200);
  const line = await t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', reply.body.contribution!)
    .select('owner_id')
    .executeTakeFirstOrThrow();
  return line.owner_id;
}
async function pay(garage: number, date: string, amount: number, debtor: number | null = null) {
  const lines = [{ garage, amount, accrualType: null, year: null, debtor }];
  const body = { idempotencyKey: key(), date, paymentType: 2, confirmDuplicate: true, lines };
  const reply = await mo.call(takePayment, { body });
  expect(reply.status, reply.text).toBe(200);
}
async function sell(garage: number, more: object = {}) {
  const buyer = await newPerson(mo, w.po);
  const card = await inWork(mo, form(garage, 1, { newOwner: [{ profileId: buyer.id }], ...more }));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  return { case: done.body, buyer: buyer.id };
}
const bookOf = async (garage: number) =>
  (
    await sql<{ debtor: number | null; kind: string; sum: number }>`
    select debtor_id as debtor, kind, sum(kopecks)::int as sum from settle(array[${garage}::int]) where kopecks > 0
    group by 1, 2 order by 1 nulls first, 2`.execute(t.deps.db)
  ).rows;

it('a past day belongs to whoever was primary then, though he has left or another gets the receipts now', async () => {
  const garage = await ownedGarage(mo, w.po, 3);
  const [first, second, third] = garage.owners;
  // The receipts go to the third one from today on.
  const chosen = await mo.call(makePrimary, { params: { id: garage.id, ownershipId: third!.id } });
  expect(chosen.status, chosen.text).toBe(200);
  expect(await charge(garage.id, '2026-05-01')).toBe(first!.profile_id);
  expect(await charge(garage.id, TODAY)).toBe(third!.profile_id);
  // The third one leaves today: whoever stays first is the primary one since.
  const more = {
    leaving: [third!.id],
    newOwner: [],
    debtAnswer: 'moves_new',
    shares: { [first!.id]: '1/2', [second!.id]: '1/2' },
  };
  const card = await inWork(mo, form(garage.id, 10, more));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  expect(await charge(garage.id, '2026-04-01')).toBe(first!.profile_id);
  expect((await garageNow(mo, garage.id)).owners.filter((owner) => owner.is_primary)).toHaveLength(1);
});

it('the primary one leaves: days before are his, days since are those of who is primary then; an annulment gives all back', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const [first, second] = garage.owners;
  const more = {
    dateRequest: '2026-09-01',
    date: '2026-10-01',
    leaving: [first!.id],
    newOwner: [],
    shares: { [second!.id]: null },
  };
  const card = await inWork(mo, form(garage.id, 10, more));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  expect(await charge(garage.id, '2026-09-30')).toBe(first!.profile_id);
  expect(await charge(garage.id, '2026-10-01')).toBe(second!.profile_id);
  const undone = await move(mo, done.body, 'annul', { comment: 'Ошиблись' });
  expect(undone.status, undone.text).toBe(200);
  expect(await charge(garage.id, '2026-11-01')).toBe(first!.profile_id);
});

it('the question of the debt covers only what was open before the day of the change', async () => {
  const garage = await ownedGarage(mo, w.po);
  await charge(garage.id, '2026-05-01', 70_000);
  const heir = await newPerson(mo, w.po);
  const ask = { newOwner: [{ profileId: heir.id }], date: '2026-04-01' };
  const card = await inWork(mo, form(garage.id, 5, ask));
  expect(card.preview).toMatchObject({ debt_kopecks: 0, garage_debt_kopecks: 70_000 });
  expect(card.preview.checks.filter(({ key }) => key === 'debt')).toEqual([
    expect.objectContaining({ state: expect.not.stringContaining('blocks'), text: 'Долга нет' }),
  ]);
  expect(card.preview.lines.find((line) => line.key === 'since')).toMatchObject({ kopecks: 70_000 });
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  const { rows } = await sql`select o.owner_id, s.kopecks::int as sum from settle(array[${garage.id}::int]) s
    join balance_operation o on o.id = s.line_id where s.kopecks > 0`.execute(t.deps.db);
  expect(rows).toEqual([{ owner_id: heir.id, sum: 70_000 }]);
  const other = await ownedGarage(mo, w.po);
  await charge(other.id, '2026-03-01', 10_000);
  await charge(other.id, '2026-05-01', 70_000);
  const asked = await save(mo, form(other.id, 5, { ...ask, debtAnswer: 'stays_old' }));
  expect(asked.preview.lines.find((line) => line.key === 'debt')).toMatchObject({ kopecks: 10_000 });
});

it('an annulment returns the penalties on a debt that was left, and what its debtor has paid too much', async () => {
  const garage = await ownedGarage(mo, w.po);
  const seller = garage.owners[0]!.profile_id;
  await charge(garage.id, '2026-02-01', 50_000);
  const sale = await sell(garage.id, { debtAnswer: 'stays_old' });
  const lines = [
    chargeLine(garage.id, TODAY, 700, { accrual_type_id: 11, period_year: 2026, debtor_id: seller, owner_id: seller }),
  ];
  const [penalty] = await postLines(t, w, lines);
  await t.deps.db
    .insertInto('penalty_part')
    .values({
      operation_id: penalty!,
      garage_id: garage.id,
      accrual_type_id: 1,
      period_year: 2026,
      from_day: '2026-11-01',
      to_day: '2026-11-10',
      days: 10,
      amount_kopecks: 700,
    })
    .execute();
  const undone = await move(mo, sale.case, 'annul', { comment: 'Ошиблись' });
  expect(undone.status, undone.text).toBe(200);
  expect(await bookOf(garage.id)).toEqual([{ debtor: null, kind: 'charge', sum: 50_700 }]);
  await pay(garage.id, TODAY, 50_700);
  expect(await bookOf(garage.id)).toEqual([]);

  const other = await ownedGarage(mo, w.po);
  const his = other.owners[0]!.profile_id;
  await charge(other.id, '2026-02-01', 50_000);
  const again = await sell(other.id, { debtAnswer: 'stays_old' });
  await postLines(t, w, [paymentLine(other.id, TODAY, 80_000, { debtor_id: his, owner_id: his })]);
  const { payments_since: since } = (await mo.call(reregistrations.one, { params: { id: again.case.id } })).body;
  const asked = await move(mo, again.case, 'ask_annul', { comment: 'Ошиблись' });
  const root = await as(t, { mo: w.mo, isSuperuser: 2 });
  const payments = since.map(({ id }: { id: number }) => ({ id, answer: 'keep' as const }));
  const back = await move(root, asked.status === 200 ? asked.body : again.case, 'annul', {
    comment: 'Ошиблись',
    payments,
  });
  expect(back.status, back.text).toBe(200);
  expect(await bookOf(other.id)).toEqual([{ debtor: null, kind: 'advance', sum: 30_000 }]);
});

it('two former debtors are never netted', async () => {
  const garage = await ownedGarage(mo, w.po);
  const [one, two] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  await postLines(t, w, [
    chargeLine(garage.id, '2026-02-01', 100, { debtor_id: one.id, owner_id: one.id }),
    paymentLine(garage.id, '2026-03-01', 100, { debtor_id: two.id, owner_id: two.id }),
  ]);
  expect((await garageNow(mo, garage.id)).former_kopecks).toBe(100);
  const { body } = await mo.call(garages.list, {
    query: { filter: { garageDebt: 'former' }, sort: ['place', 'ASC'] } as never,
  });
  expect(body.map(({ id }: { id: number }) => id)).toContain(garage.id);
  await t.deps.db
    .insertInto('ownership')
    .values({ garage_id: garage.id, profile_id: one.id, started_on: '2019-01-01', ended_on: '2020-01-01' })
    .execute();
  const card = (await mo.call(profiles.one, { params: { id: one.id } })).body;
  expect(card.garages).toEqual([expect.objectContaining({ id: garage.id, left_debt_kopecks: 100 })]);
});

it('money that names a charge which was undone stands aside; debts of days say what balances say', async () => {
  const { id } = await newGarage(mo, w.siblingPo);
  const [charged] = await postLines(t, w, [chargeLine(id, '2026-03-01', 100)]);
  await postLines(t, w, [{ ...chargeLine(id, '2026-03-10', 100), sign: 1, reversal_of: charged! }]);
  await postLines(t, w, [chargeLine(id, '2026-03-05', 50, { accrual_type_id: 3 })]);
  await postLines(t, w, [paymentLine(id, '2026-03-12', 100, { accrual_type_id: 1, period_year: 2026 })]);
  const kept = await t.deps.db
    .selectFrom('garage_balance')
    .where('garage_id', '=', id)
    .select(['debt_kopecks', 'aside_kopecks'])
    .executeTakeFirst();
  expect(kept).toEqual({ debt_kopecks: 50, aside_kopecks: 100 });
  await followDebts(t.deps);
  const days = await t.deps.db
    .selectFrom('debt_day')
    .where('po_id', '=', w.siblingPo)
    .orderBy('day')
    .select(['day', 'debt_kopecks', 'debtors'])
    .execute();
  expect(days.at(-1)).toMatchObject({ debt_kopecks: 50, debtors: 1 });
  expect(await verifyLedger(t.deps.db, [w.siblingPo], t.deps.secrets)).toEqual([]);
  // A day that says less than the balances do is noticed.
  await t.deps.db.updateTable('debt_day').set({ debt_kopecks: 0 }).where('po_id', '=', w.siblingPo).execute();
  expect((await verifyLedger(t.deps.db, [w.siblingPo], t.deps.secrets)).map((fault) => fault.id)).toContain(
    `${w.siblingPo} now`,
  );
});
