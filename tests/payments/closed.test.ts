// What payments pay by the books as they are now: sums told by hand, not by the rule; in scope; lists find and name payments by it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportList } from '../../contract/exports.ts';
import { closedByPayments, payments, takePayment, type OperationFilter } from '../../contract/payments.ts';
import { charge, ownedGarage, place, type Place } from '../documents/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';

let t: TestApp;
let at: Place;
let garage: number;
const MEMBERSHIP = 'Членский годовой взнос';
const target = 'Целевой';

beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  garage = (await ownedGarage(at)).garage.id;
});
afterAll(() => t.close());

/** Takes money and answers the id of its line. */
async function pay(kopecks: number, date: string, to = garage, where = at): Promise<number> {
  const body = { idempotencyKey: crypto.randomUUID(), date, lines: [{ garage: to, amount: kopecks }] };
  const reply = await where.mo.call(takePayment, { body });
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

describe('a list by kind', () => {
  /** Charges of another kind: the money of the garage closes them after the fees. */
  const TARGET = 3;
  let own: Place;
  let lines: Record<'fee' | 'both' | 'target' | 'waits', number>;
  beforeAll(async () => {
    own = await place(t);
    const one = (await ownedGarage(own)).garage.id;
    const other = (await ownedGarage(own)).garage.id;
    await charge(own, one, 100_000, '2026-02-01');
    await charge(own, one, 50_000, '2026-02-02', 2025, TARGET);
    lines = {
      fee: await pay(60_000, '2026-03-01', one, own),
      both: await pay(60_000, '2026-04-01', one, own),
      target: await pay(30_000, '2026-05-01', one, own),
      waits: await pay(7_000, '2026-05-02', other, own),
    };
  });
  const list = async (who: Caller, filter: OperationFilter) => {
    const reply = await who.call(payments.list, { query: { filter, sort: ['on_date', 'ASC'] } });
    expect(reply.status).toBe(200);
    const totals = JSON.parse(String(reply.headers['x-totals'])) as Record<string, number>;
    return { ids: (reply.body as { id: number }[]).map(({ id }) => id), totals };
  };

  it('finds what a payment closed, though its payer named nothing; sums follow', async () => {
    const found = await list(own.mo, { accrualTypeFilter: [1] });
    expect(found.ids).toEqual([lines.fee, lines.both]);
    expect(found.totals).toMatchObject({ count: 2, amount_kopecks: 120_000 });
    expect((await list(own.mo, { accrualTypeFilter: [TARGET] })).ids).toEqual([lines.both, lines.target]);
    expect((await list(own.mo, { accrualTypeFilter: [1, TARGET], dateFrom: '2026-04-01' })).ids).toEqual([
      lines.both,
      lines.target,
    ]);
    expect((await list(own.mo, { accrualTypeFilter: [11] })).ids).toEqual([]);
    expect((await list(await as(t, { mo: own.w.foreignMo }), { accrualTypeFilter: [TARGET] })).ids).toEqual([]);
  });

  it('is taken away with what each payment closed', async () => {
    const taken = async (filter: OperationFilter) => {
      const body = { format: 'csv', columns: ['amount', 'purpose'], sort: ['on_date', 'ASC'], filter } as const;
      const { text } = await own.mo.call(exportList, {
        params: { resource: 'payments' },
        body: { ...body, sort: [...body.sort], columns: [...body.columns] },
      });
      return text.trimEnd().split('\r\n').slice(1);
    };
    expect(await taken({})).toEqual([
      `600,00;${MEMBERSHIP} 2025`,
      `600,00;${MEMBERSHIP} 2025, ${target} 2025`,
      `300,00;${target} 2025`,
      '70,00;аванс',
    ]);
    expect(await taken({ accrualTypeFilter: [TARGET] })).toHaveLength(2);
  });

  it('of no type are those that name nothing, beside what closed the types that are named', async () => {
    const { id } = (await ownedGarage(own)).garage;
    const body = {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-05-03',
      paymentType: 1,
      lines: [{ garage: id, amount: 500, accrualType: TARGET, year: 2026 }],
    };
    const taken = await own.mo.call(takePayment, { body });
    expect(taken.status, taken.text).toBe(200);
    const named = taken.body.lines[0].id as number;
    const nothing = [lines.fee, lines.both, lines.target, lines.waits];
    expect((await list(own.mo, { accrualTypeFilter: [0] })).ids).toEqual(nothing);
    expect((await list(own.mo, { accrualTypeFilter: [0, TARGET] })).ids).toEqual([...nothing, named]);
  });
});
