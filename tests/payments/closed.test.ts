// What payments pay by the books as they are now: sums told by hand, not by the rule; in scope; lists follow later charges.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedByPayments, takePayment } from '../../contract/payments.ts';
import { charge, ownedGarage, place, type Place } from '../documents/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';

let t: TestApp;
let at: Place;
let garage: number;
const MEMBERSHIP = 'Членский годовой взнос';

beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  garage = (await ownedGarage(at)).garage.id;
});
afterAll(() => t.close());

/** Takes money and answers the id of its line. */
async function pay(kopecks: number, date: string): Promise<number> {
  const body = { idempotencyKey: crypto.randomUUID(), date, lines: [{ garage, amount: kopecks }] };
  const reply = await at.mo.call(takePayment, { body });
  expect(reply.status).toBe(200);
  const line = await t.deps.db
    .selectFrom('balance_operation')
    .select('id')
    .where('contribution_id', '=', reply.body.contribution)
    .executeTakeFirstOrThrow();
  return Number(line.id);
}
const ask = async (who: Caller, ids: number[]) => {
  const reply = await who.call(closedByPayments, { body: { ids } });
  expect(reply.status).toBe(200);
  return reply.body.data;
};

it('a payment in order pays the oldest charge, then the next, and the rest is an advance till it is charged', async () => {
  await charge(at, garage, 100_000, '2026-02-01');
  const first = await pay(60_000, '2026-03-01');
  const second = await pay(90_000, '2026-04-01');
  expect(await ask(at.mo, [first])).toEqual([
    { id: first, parts: [{ accrual_type: { id: 1, name: MEMBERSHIP }, year: 2025, kopecks: 60_000 }], left_kopecks: 0 },
  ]);
  expect(await ask(at.mo, [second])).toMatchObject([{ parts: [{ kopecks: 40_000 }], left_kopecks: 50_000 }]);
  await charge(at, garage, 30_000, '2026-05-01', 2026);
  expect(await ask(at.mo, [second])).toMatchObject([
    {
      parts: [
        { year: 2025, kopecks: 40_000 },
        { year: 2026, kopecks: 30_000 },
      ],
      left_kopecks: 20_000,
    },
  ]);
});

it('charges, unknown lines and foreign readers get nothing', async () => {
  const paid = await pay(1_000, '2026-06-01');
  const { id: charged } = await t.deps.db
    .selectFrom('balance_operation')
    .select('id')
    .where('garage_id', '=', garage)
    .where('payment_type_id', 'is', null)
    .executeTakeFirstOrThrow();
  expect(await ask(at.mo, [Number(charged), 2_000_000_000])).toEqual([]);
  expect(await ask(await as(t, { mo: at.w.foreignMo }), [paid])).toEqual([]);
});

it('takes a page of lines, not a register', async () => {
  const many = Array.from({ length: 101 }, (_, nth) => nth + 1);
  expect((await at.mo.call(closedByPayments, { body: { ids: many } })).status).toBe(422);
});
