// The day by which a charge is to be paid: its own, the ПО's of the year, thirty days; the same in the database, read by penalties.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctContribution, postAccrual } from '../../contract/contributions/charging.ts';
import { previewPenalties } from '../../contract/penalties.ts';
import { dueDayOf } from '../../server/balance/rules/dueDay.ts';
import { charge, chargePenalties, fee, park } from '../contributions/park.ts';
import { testApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const yearly = { on_date: '2026-02-10', period_year: 2026, due_on: null, is_yearly: true };

describe('the rule', () => {
  it.each([
    ['a yearly fee: the day of the ПО in its year', yearly, '30.06', '2026-06-30'],
    ['a fee of an earlier year', { ...yearly, period_year: 2024 }, '31.12', '2024-12-31'],
    ['a day that the month lacks is its last one', yearly, '31.02', '2026-02-28'],
    ['of a leap year too', { ...yearly, period_year: 2024 }, '30.02', '2024-02-29'],
    ['other types: thirty days', { ...yearly, is_yearly: false }, '30.06', '2026-03-12'],
    ['own day of the document', { ...yearly, due_on: '2026-04-15' }, '30.06', '2026-04-15'],
  ])('%s', (_, terms, dayMonth, day) => expect(dueDayOf(terms, dayMonth)).toBe(day));

  it('is the same in the database', async () => {
    const day = fc
      .integer({ min: 0, max: 4000 })
      .map((nth) => new Date(Date.UTC(2020, 0, 1 + nth)).toISOString().slice(0, 10));
    const two = (nth: number) => String(nth).padStart(2, '0');
    const one = fc.record({
      on_date: day,
      period_year: fc.integer({ min: 2019, max: 2030 }),
      due_on: fc.option(day, { freq: 5 }),
      is_yearly: fc.boolean(),
      day_month: fc
        .tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }))
        .map(([d, m]) => `${two(d)}.${two(m)}`),
    });
    const all = fc.sample(one, 400);
    const { rows } = await sql<{ day: string }>`
      select due_day(on_date, period_year, due_on, is_yearly, day_month) as day
      from rows from (json_to_recordset(${JSON.stringify(all)}::json) as (on_date date, period_year int, due_on date, is_yearly boolean, day_month text))
        with ordinality as one(on_date, period_year, due_on, is_yearly, day_month, nth) order by nth`.execute(
      t.deps.db,
    );
    expect(rows.map((row) => row.day)).toEqual(all.map((terms) => dueDayOf(terms, terms.day_month)));
  });
});

describe('penalties', () => {
  const DATE = '2026-03-11';
  async function late(more: object) {
    const made = await park(t, 1);
    await chargePenalties(t, made.w.po);
    const terms = { contributionPeriod: 2026, contributionDate: '2026-01-30', ...more };
    const charged = await charge(made.po, terms);
    expect(charged.status, JSON.stringify(charged.body)).toBe(200);
    const from = async () =>
      (await made.po.call(previewPenalties, { body: { date: DATE } })).body.rows[0]?.entries[0]?.from;
    return { made, from, contribution: charged.body.contribution as number };
  }

  it('a fee of the year waits for its day, a target fee for thirty days, a charge with a day of its own for that', async () => {
    expect(await (await late({})).from()).toBeUndefined();
    expect(await (await late({ accrualType: { value: 3 } })).from()).toBe('2026-03-02');
    expect(await (await late({ dueOn: '2026-02-14' })).from()).toBe('2026-02-15');
    expect(await (await late({ accrualType: { value: 3 }, dueOn: '2026-03-10' })).from()).toBe('2026-03-11');
  });

  it('a correction keeps the own day; a day before the charge is refused at its field', async () => {
    const { made, from, contribution } = await late({ dueOn: '2026-02-14' });
    const money = {
      accrualType: { value: 1 },
      contributionPeriod: 2026,
      contributionAmount: 100_000,
      contributionDate: '2026-01-30',
      reason: 'ошибка',
      expected: { garages: 1, amount_kopecks: 100_000 },
    };
    const body = { version: 1, idempotencyKey: randomUUID(), money };
    expect((await made.po.call(correctContribution, { params: { id: contribution }, body })).status).toBe(200);
    expect(await from()).toBe('2026-02-15');
    // One that is charged later than that day is due as any other; on the day itself it is kept.
    for (const [contributionDate, first] of [
      ['2026-02-14', '2026-02-15'],
      ['2026-02-15', undefined],
    ] as const) {
      const other = await late({ dueOn: '2026-02-14' });
      const moved = { ...body, idempotencyKey: randomUUID(), money: { ...money, contributionDate } };
      const done = await other.made.po.call(correctContribution, {
        params: { id: other.contribution },
        body: moved,
      });
      expect(done.status, done.text).toBe(200);
      expect(await other.from()).toBe(first);
    }
    const wrong = fee({ contributionDate: '2026-01-30', dueOn: '2026-01-29' } as never);
    const expected = { garages: 1, amount_kopecks: 450_000 };
    const refused = await made.po.call(postAccrual, { body: { ...wrong, idempotencyKey: randomUUID(), expected } });
    expect([refused.status, refused.body.errors.dueOn]).toEqual([422, 'Срок оплаты не раньше дня начисления']);
  });
});
