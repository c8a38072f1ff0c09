// A debt that a case moved: undone with the case alone, never by its halves; what follows it when a charge is corrected.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contributions } from '../../contract/contributions.ts';
import { reverseContribution } from '../../contract/contributions/charging.ts';
import { balanceOperations, reverseOperation } from '../../contract/payments.ts';
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
    await sql<{ id: number; document: number; sign: number; debtor: number | null; origin: number | null; sum: number }>`
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
