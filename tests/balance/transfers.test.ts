// Debts moved between debtors of a garage: left to a former owner, taken over by a new one, returned; money of each closes its own.
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garageDebt, garageStatement } from '../../contract/balance.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { reverseLines } from '../../server/balance/ledger.ts';
import {
  leaveDebtWithFormerOwner,
  moveDebtToNewOwner,
  returnDebtToOwners,
  type Transfer,
} from '../../server/balance/writing/transfers.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine as charge, paymentLine as payment, postLines } from './posting.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const write = <T>(work: (tx: WriteDb) => Promise<T>) => actAlone(t, work);
const transfer = (garageId: number, more: Partial<Transfer> = {}): Transfer => ({
  garageId,
  onDate: '2026-06-01',
  owners: null,
  before: null,
  since: null,
  idempotencyKey: randomUUID(),
  place: { region_id: w.region, mo_id: w.mo, po_id: w.po },
  comment: 'Переоформление № 1',
  createdBy: null,
  at: '2026-06-01T09:00:00.000Z',
  ...more,
});
const billOf = async (id: number) => (await mo.call(garageDebt, { params: { id } })).body;

/** 2025 paid in part, 2026 open: 60 + 100 owed by the seller. */
async function sold() {
  const [seller, buyer] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  const { id } = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: seller.id }] });
  await postLines(t, w, [
    charge(id, '2025-02-01', 100, { owner_id: seller.id }),
    payment(id, '2025-03-01', 40, { owner_id: seller.id }),
    charge(id, '2026-02-01', 100, { owner_id: seller.id }),
  ]);
  return { id, seller: seller.id, buyer: buyer.id };
}

it('moved from one to the next on one day and counted anew twice: each moves what was open then, and the proof knows more to be wrong', async () => {
  const { id, buyer, seller } = await sold();
  const last = await newPerson(mo, w.po);
  await write((tx) => moveDebtToNewOwner(tx, buyer, transfer(id)));
  await write((tx) => moveDebtToNewOwner(tx, last.id, transfer(id)));
  const standing = () =>
    sql<{ id: number; kopecks: number }>`select o.id, o.amount_kopecks as kopecks from balance_operation o
      where o.garage_id = ${id} and o.origin_id is not null and o.reversal_of is null
        and not exists (select 1 from balance_operation r where r.reversal_of = o.id) order by o.origin_id, o.id`.execute(
      t.deps.db as never,
    );
  const moved = async () => (await standing()).rows.map(({ kopecks }) => kopecks);
  const whole = [100, 100, 100, 100];
  expect(await moved()).toEqual([60, 60, 60, 60, ...whole]);
  // What was paid before the moves, entered after them.
  await postLines(t, w, [payment(id, '2026-05-01', 10, { owner_id: seller })]);
  expect(await moved()).toEqual([50, 50, 50, 50, ...whole]);
  await postLines(t, w, [payment(id, '2026-05-02', 20, { owner_id: seller })]);
  expect(await moved()).toEqual([30, 30, 30, 30, ...whole]);
  expect(await verifyLedger(t.deps.db)).toEqual([]);

  const [line] = (await standing()).rows;
  await write(async (tx) => {
    await sql`alter table balance_operation disable trigger user`.execute(tx);
    await sql`update balance_operation set amount_kopecks = 170 where id = ${line!.id}`.execute(tx);
    const texts = (await verifyLedger(tx)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining(': перенесено 1,70 ₽ по строке на 1,00 ₽'));
    throw new Error('back');
  }).catch((error: Error) => {
    if (error.message !== 'back') throw error;
  });
});

it('left to the former owner: the garage owes nothing, payments of each close their own', async () => {
  const { id, seller, buyer } = await sold();
  const moved = await write((tx) => leaveDebtWithFormerOwner(tx, seller, transfer(id)));
  expect(moved).toMatchObject({
    amountKopecks: 160,
    parts: [
      { year: 2025, kopecks: 60 },
      { year: 2026, kopecks: 100 },
    ],
  });
  expect(await billOf(id)).toMatchObject({
    balance_kopecks: 0,
    debt_kopecks: 0,
    former: [{ id: seller, debt_kopecks: 160 }],
  });

  await postLines(t, w, [
    charge(id, '2026-07-01', 30, { owner_id: buyer }),
    payment(id, '2026-07-02', 50, { owner_id: buyer }),
    payment(id, '2026-07-03', 70, { owner_id: seller, debtor_id: seller }),
  ]);
  const bill = await billOf(id);
  expect(bill).toMatchObject({
    balance_kopecks: 20,
    debt_kopecks: 0,
    former: [
      { id: seller, debt_kopecks: 90, lines: [{ year: 2026, owed_kopecks: 90, charges: [{ on_date: '2026-02-01' }] }] },
    ],
  });
  expect(await verifyLedger(t.deps.db, [w.po])).toEqual([]);
  const { rows } =
    await sql`select debt_kopecks, advance_kopecks, former_kopecks from garage_balance where garage_id = ${id}`.execute(
      t.deps.db,
    );
  expect(rows).toEqual([{ debt_kopecks: 0, advance_kopecks: 20, former_kopecks: -90 }]);
});

it('paid before it was left, which was a mistake and is undone: the debt is the former owner’s again', async () => {
  const { id, seller } = await sold();
  await write((tx) => leaveDebtWithFormerOwner(tx, seller, transfer(id)));
  await postLines(t, w, [payment(id, '2026-05-01', 160, { owner_id: seller })]);
  expect(await billOf(id)).toMatchObject({ balance_kopecks: 0, debt_kopecks: 0, former: [] });
  const { rows } = await sql<{
    id: number;
  }>`select id from balance_operation where garage_id = ${id} and on_date = '2026-05-01'`.execute(t.deps.db);
  const undoing = { place: transfer(id).place, onDate: '2026-09-01', createdBy: null, at: '2026-09-01T09:00:00.000Z' };
  await write((tx) => reverseLines(tx, { ...undoing, idempotencyKey: randomUUID() }, [rows[0]!.id]));
  expect(await billOf(id)).toMatchObject({
    balance_kopecks: 0,
    debt_kopecks: 0,
    former: [{ id: seller, debt_kopecks: 160 }],
  });
  expect(await verifyLedger(t.deps.db, [w.po])).toEqual([]);
});

it('taken over by the new owner: the same debt of the same age under his name; statistics do not see it', async () => {
  const { id, buyer } = await sold();
  const before = (await mo.call(garageStatement, { params: { id }, query: {} })).body;
  const months = () => sql`select * from ledger_month where po_id = ${w.po} order by 1, 4, 5, 6, 7`.execute(t.deps.db);
  const counted = (await months()).rows;
  await write((tx) => moveDebtToNewOwner(tx, buyer, transfer(id)));
  expect(await billOf(id)).toMatchObject({
    debt_kopecks: 160,
    former: [],
    lines: [
      { year: 2025, accrued_kopecks: 100, paid_kopecks: 40, owed_kopecks: 60 },
      { year: 2026, accrued_kopecks: 100, owed_kopecks: 100 },
    ],
    owners: [{ id: buyer, owed_kopecks: 160 }],
  });
  const after = (await mo.call(garageStatement, { params: { id }, query: {} })).body;
  expect([after.accrued_kopecks, after.paid_kopecks, after.closing_kopecks]).toEqual([
    before.accrued_kopecks,
    before.paid_kopecks,
    before.closing_kopecks,
  ]);
  expect((await months()).rows).toEqual(counted);
  // The oldest is closed first: the age went along.
  await postLines(t, w, [payment(id, '2026-07-02', 60)]);
  expect((await billOf(id)).lines.map((line: { owed_kopecks: number }) => line.owed_kopecks)).toEqual([0, 100]);
});

it('only what was open before the day, or only what came since; a repeat posts nothing', async () => {
  const { id, seller, buyer } = await sold();
  const since = transfer(id, { since: '2026-01-15' });
  expect(await write((tx) => moveDebtToNewOwner(tx, buyer, since))).toMatchObject({ amountKopecks: 100 });
  expect(await write((tx) => moveDebtToNewOwner(tx, buyer, since))).toMatchObject({ amountKopecks: 0 });
  const left = transfer(id, { before: '2026-01-15', owners: [seller] });
  expect(await write((tx) => leaveDebtWithFormerOwner(tx, seller, left))).toMatchObject({ amountKopecks: 60 });
  expect(await billOf(id)).toMatchObject({
    debt_kopecks: 100,
    former: [{ debt_kopecks: 60 }],
    owners: [{ id: buyer }],
  });
});

it('annulled: what is still open returns under the old name', async () => {
  const { id, seller } = await sold();
  await write((tx) => leaveDebtWithFormerOwner(tx, seller, transfer(id)));
  await postLines(t, w, [payment(id, '2026-07-03', 10, { debtor_id: seller })]);
  const back = transfer(id, { onDate: '2026-08-01' });
  expect(await write((tx) => returnDebtToOwners(tx, seller, seller, back))).toMatchObject({ amountKopecks: 150 });
  expect(await billOf(id)).toMatchObject({
    debt_kopecks: 150,
    former: [],
    owners: [{ id: seller, owed_kopecks: 150 }],
  });
});

it('a charge that is undone takes along the transfers of its debt', async () => {
  const { id, seller } = await sold();
  await write((tx) => leaveDebtWithFormerOwner(tx, seller, transfer(id)));
  const { rows } = await sql<{
    id: number;
  }>`select id from balance_operation where garage_id = ${id} and on_date = '2026-02-01'`.execute(t.deps.db);
  await write((tx) =>
    reverseLines(
      tx,
      {
        idempotencyKey: randomUUID(),
        place: transfer(id).place,
        onDate: '2026-09-01',
        createdBy: null,
        at: '2026-09-01T09:00:00.000Z',
      },
      [rows[0]!.id],
    ),
  );
  expect(await billOf(id)).toMatchObject({ balance_kopecks: 0, former: [{ debt_kopecks: 60 }] });
  expect(await verifyLedger(t.deps.db, [w.po])).toEqual([]);
});

it('lines of a merged card are read under the card that stays', async () => {
  const { id, seller, buyer } = await sold();
  const stays = await t.deps.db
    .selectFrom('profile')
    .where('id', '=', buyer)
    .select('full_name')
    .executeTakeFirstOrThrow();
  await t.deps.db.updateTable('profile').set({ merged_into: buyer }).where('id', '=', seller).execute();
  const { body } = await mo.call(garageStatement, { params: { id }, query: {} });
  expect(new Set(body.lines.map((line: { owner: string | null }) => line.owner))).toEqual(new Set([stays.full_name]));
});
