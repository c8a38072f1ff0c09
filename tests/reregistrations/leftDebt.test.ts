// A debt that a case moved: undone with the case alone, never by its halves; what follows it when a charge is corrected.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contributions } from '../../contract/contributions.ts';
import {
  correctContribution,
  postAccrual,
  previewAccrual,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { balanceOperations, reverseOperation, takePayment } from '../../contract/payments.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, inWork, move, ownedGarage, TODAY } from './kit.ts';

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
/** A garage of which 4 500 ₽ were left to its seller. */
async function sold(more: object = { debtAnswer: 'stays_old' }) {
  const garage = await ownedGarage(mo, w.po);
  await charge(mo, garage.id, 450_000);
  const buyer = await newPerson(mo, w.po);
  const card = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId: buyer.id }], ...more }));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  return { id: garage.id, seller: garage.owners[0]!.profile_id, buyer: buyer.id, case: card.id };
}
const linesOf = async (garage: number) =>
  (
    await sql<{
      id: number;
      document: number;
      sign: number;
      debtor: number | null;
      origin: number | null;
      sum: number;
    }>`
    select id, contribution_id as document, sign, debtor_id as debtor, origin_id as origin, amount_kopecks as sum
    from balance_operation where garage_id = ${garage} order by id`.execute(t.deps.db)
  ).rows;
/** Kopecks that are open of each debtor, written down from the lines alone. */
const owes = async (garage: number) => {
  const sums = new Map<number | null, number>();
  for (const { debtor, sign, sum } of await linesOf(garage)) sums.set(debtor, (sums.get(debtor) ?? 0) - sign * sum);
  return sums;
};

describe('a transfer', () => {
  it('goes with the charge that is undone, and is no money of its own: the undoing says the sum of the charge', async () => {
    const one = await sold();
    const document = (await linesOf(one.id))[0]!.document;
    const undone = await mo.call(reverseContribution, {
      params: { id: document },
      body: { idempotencyKey: key(), date: TODAY, reason: 'Ошибка' },
    });
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body.amount_kopecks).toBe(450_000);
    expect((await mo.call(contributions.one, { params: { id: undone.body.contribution } })).body.amount_kopecks).toBe(
      450_000,
    );
    const logged = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'balance_operation.reversal')
      .select('text')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(logged.text).toContain(': 4\u00a0500,00');
    expect([...(await owes(one.id)).values()]).toEqual([0, 0]);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('is not undone by a half, nor by its document: the case is named', async () => {
    const one = await sold();
    const text = `Перенос долга отменяется только вместе с переоформлением № ${one.case}: аннулируйте его`;
    const halves = (await linesOf(one.id)).filter((line) => line.origin !== null);
    expect(halves).toHaveLength(2);
    for (const { id } of halves) {
      const card = (await mo.call(balanceOperations.one, { params: { id } })).body;
      expect(card).toMatchObject({
        reverse_refusal: text,
        edit_refusal: text,
        is_transfer: true,
        moved_by_case: one.case,
      });
      for (const whole of [false, true]) {
        const body = { idempotencyKey: key(), date: TODAY, reason: 'Ошибка', whole };
        const reply = await mo.call(reverseOperation, { params: { id }, body });
        expect([reply.status, reply.body.errors?.form ?? reply.body.message]).toEqual([422, text]);
      }
    }
    const id = halves[0]!.document;
    expect((await mo.call(contributions.one, { params: { id } })).body.reverse_refusal).toBe(text);
    const body = { idempotencyKey: key(), date: TODAY, reason: 'Ошибка' };
    const reply = await mo.call(reverseContribution, { params: { id }, body });
    expect([reply.status, reply.body.errors?.form ?? reply.body.message]).toEqual([422, text]);
    expect(await owes(one.id)).toEqual(
      new Map([
        [null, 0],
        [one.seller, 450_000],
      ]),
    );
    expect(await verifyLedger(t.deps.db, [w.po], t.deps.secrets)).toEqual([]);
  });
});

/** Charges garages on a day of the past; answers the document. */
async function chargeAll(garages: number[], kopecks: number, more: object = {}) {
  const body = {
    isAllGaragSelected: false,
    includedGarages: garages,
    contributionAmount: kopecks,
    contributionDate: '2026-02-01',
    contributionPeriod: 2026,
    repeated: 'add' as const,
    idempotencyKey: key(),
    expected: { garages: garages.length, amount_kopecks: garages.length * kopecks },
    ...more,
  };
  const reply = await mo.call(postAccrual, { body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.contribution!;
}
async function correct(id: number, kopecks: number, garages: number, more: object = {}) {
  const card = (await mo.call(contributions.one, { params: { id } })).body;
  const money = {
    accrualType: { value: card.accrual_type.id },
    contributionPeriod: 2026,
    contributionAmount: kopecks,
    contributionDate: '2026-02-01',
    reason: 'Ошиблись в сумме',
    penalties_kopecks: 0,
    expected: { garages, amount_kopecks: garages * kopecks },
    ...more,
  };
  return mo.call(correctContribution, {
    params: { id },
    body: { version: card.version, idempotencyKey: key(), money },
  });
}
const preview = async (corrects: number, kopecks: number, more: object = {}) =>
  (
    await mo.call(previewAccrual, {
      body: {
        isAllGaragSelected: false,
        contributionAmount: kopecks,
        contributionDate: '2026-02-01',
        contributionPeriod: 2026,
        repeated: 'add',
        corrects,
        ...more,
      },
    })
  ).body;
async function pay(garage: number, date: string, amount: number, debtor: number | null = null) {
  const body = {
    idempotencyKey: key(),
    date,
    paymentType: 2,
    confirmDuplicate: true,
    lines: [{ garage, amount, accrualType: null, year: null, debtor }],
  };
  const reply = await mo.call(takePayment, { body });
  expect(reply.status, reply.text).toBe(200);
}
/** Sells a garage today, its debt left to the seller. */
async function sellLeaving(garage: number) {
  const buyer = await newPerson(mo, w.po);
  const card = await inWork(mo, form(garage, 1, { newOwner: [{ profileId: buyer.id }], debtAnswer: 'stays_old' }));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  return card.id;
}
/** Kopecks that the books say are open, and free money, by debtor. */
const bookOf = async (garage: number) =>
  (
    await sql<{ debtor: number | null; kind: string; sum: number }>`
    select debtor_id as debtor, kind, sum(kopecks)::int as sum from settle(array[${garage}::int]) where kopecks > 0
    group by 1, 2 order by 1 nulls first, 2`.execute(t.deps.db)
  ).rows;

/** An accrual type that is charged by a unit. */
const ofUnit = (unit: string) =>
  t.deps.db.updateTable('accrual_type').set({ unit }).where('id', '=', 9).returning('id').executeTakeFirstOrThrow();

describe('a corrected charge', () => {
  it('follows the debt that was left to the seller: he owes more, the buyer nothing', async () => {
    const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const seller = one.owners[0]!.profile_id;
    const id = await chargeAll([one.id, other.id], 450_000);
    await pay(one.id, '2026-03-01', 100_000);
    await sellLeaving(one.id);
    // The seller paid a part of what was left to him.
    await pay(one.id, TODAY, 50_000, seller);
    expect((await preview(id, 460_000)).moved).toEqual({ garages: 1, formers: one.owners[0]!.full_name });
    const reply = await correct(id, 460_000, 2);
    expect(reply.status, reply.text).toBe(200);
    // 4 600 − 1 000 before the sale − 500 after it.
    expect(await bookOf(one.id)).toEqual([{ debtor: seller, kind: 'charge', sum: 310_000 }]);
    expect(await bookOf(other.id)).toEqual([{ debtor: null, kind: 'charge', sum: 460_000 }]);
    // The same again: what was moved anew is moved once more.
    const again = await correct(reply.body.contribution, 440_000, 2);
    expect(again.status, again.text).toBe(200);
    expect(await bookOf(one.id)).toEqual([{ debtor: seller, kind: 'charge', sum: 290_000 }]);
    expect(await verifyLedger(t.deps.db, [w.po], t.deps.secrets)).toEqual([]);
  });

  it('charges those who were charged: an archived garage too', async () => {
    const [one, gone] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const id = await chargeAll([one.id, gone.id], 450_000);
    await t.deps.db.updateTable('garage').set({ is_active: false }).where('id', '=', gone.id).execute();
    expect(await preview(id, 460_000)).toMatchObject({ found: 2, garages: 2, sum_kopecks: 920_000 });
    const reply = await correct(id, 460_000, 2);
    expect(reply.status, reply.text).toBe(200);
    expect(await bookOf(gone.id)).toEqual([{ debtor: null, kind: 'charge', sum: 460_000 }]);
  });

  it('charges each person who was charged, though nobody owns the garage any more', async () => {
    const person = await ofUnit('person');
    const garage = await ownedGarage(mo, w.po, 2);
    const type = { accrualType: { value: person.id } };
    const id = await chargeAll([garage.id], 1000, { ...type, expected: { garages: 1, amount_kopecks: 2000 } });
    await t.deps.db.deleteFrom('ownership').where('garage_id', '=', garage.id).execute();
    expect(await preview(id, 1500, type)).toMatchObject({ garages: 1, lines: 2, sum_kopecks: 3000 });
    const reply = await correct(id, 1500, 1, { expected: { garages: 1, amount_kopecks: 3000 } });
    expect(reply.status, reply.text).toBe(200);
    const { rows } = await sql`select owner_id, sum(-sign * amount_kopecks)::int as sum from balance_operation
      where garage_id = ${garage.id} group by 1 order by 1`.execute(t.deps.db);
    expect(rows).toEqual(
      garage.owners
        .map((owner) => ({ owner_id: owner.profile_id, sum: 1500 }))
        .toSorted((a, b) => a.owner_id - b.owner_id),
    );
  });

  it('asks before a garage falls away', async () => {
    const metre = await ofUnit('m2');
    const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const sized = (id: number, size: string | null) =>
      t.deps.db.updateTable('garage').set({ size_x: size, size_y: size }).where('id', '=', id).execute();
    for (const { id } of [one, other]) await sized(id, '2');
    const type = { accrualType: { value: metre.id } };
    const id = await chargeAll([one.id, other.id], 100, { ...type, expected: { garages: 2, amount_kopecks: 800 } });
    await sized(other.id, null);
    const seen = { expected: { garages: 1, amount_kopecks: 800 } };
    // More garages than stand in the document: that the list is another one, not that fewer than none fall away.
    const more = await correct(id, 200, 1, { expected: { garages: 3, amount_kopecks: 1600 } });
    expect([more.status, more.body.code]).toEqual([409, 'selection_changed']);
    const refused = await correct(id, 200, 1, seen);
    expect([refused.status, refused.body.errors?.form]).toEqual([
      422,
      'По новым условиям части гаражей (1) не начисляется ничего, хотя им было начислено. Подтвердите, что они выпадают',
    ]);
    expect(await bookOf(other.id)).toEqual([{ debtor: null, kind: 'charge', sum: 400 }]);
    const reply = await correct(id, 200, 1, { ...seen, falling: 1 });
    expect(reply.status, reply.text).toBe(200);
    expect(await bookOf(other.id)).toEqual([]);
  });
});

describe('what is entered later with a day before the sale', () => {
  it('the payment of the seller lowers what was left to him; nobody gains an advance', async () => {
    const garage = await ownedGarage(mo, w.po);
    const seller = garage.owners[0]!.profile_id;
    await chargeAll([garage.id], 450_000);
    await sellLeaving(garage.id);
    await pay(garage.id, '2026-05-20', 200_000);
    expect(await bookOf(garage.id)).toEqual([{ debtor: seller, kind: 'charge', sum: 250_000 }]);
    await pay(garage.id, '2026-05-21', 250_000);
    expect(await bookOf(garage.id)).toEqual([]);
    const kept = await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', garage.id)
      .select(['balance_kopecks', 'former_kopecks', 'advance_kopecks'])
      .executeTakeFirst();
    expect(kept).toEqual({ balance_kopecks: 0, former_kopecks: 0, advance_kopecks: 0 });
    expect(await verifyLedger(t.deps.db, [w.po], t.deps.secrets)).toEqual([]);
  });

  it('undone before the sale, he owes it again; what the buyer pays on the day of the sale stays his', async () => {
    const garage = await ownedGarage(mo, w.po);
    const seller = garage.owners[0]!.profile_id;
    await chargeAll([garage.id], 450_000);
    await sellLeaving(garage.id);
    await charge(mo, garage.id, 30_000);
    await pay(garage.id, TODAY, 10_000);
    await pay(garage.id, '2026-05-20', 200_000);
    await pay(garage.id, '2026-05-21', 100_000);
    expect(await bookOf(garage.id)).toEqual([
      { debtor: null, kind: 'charge', sum: 20_000 },
      { debtor: seller, kind: 'charge', sum: 150_000 },
    ]);
    const { rows } = await sql<{
      id: number;
    }>`select id from balance_operation where garage_id = ${garage.id} and on_date = '2026-05-20'`.execute(t.deps.db);
    const body = { idempotencyKey: key(), date: TODAY, reason: 'Не тот гараж', whole: false };
    const undone = await mo.call(reverseOperation, { params: { id: rows[0]!.id }, body });
    expect(undone.status, undone.text).toBe(200);
    expect(await bookOf(garage.id)).toEqual([
      { debtor: null, kind: 'charge', sum: 20_000 },
      { debtor: seller, kind: 'charge', sum: 350_000 },
    ]);
    expect(await verifyLedger(t.deps.db, [w.po], t.deps.secrets)).toEqual([]);
  });
});
