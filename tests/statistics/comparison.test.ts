// A period beside the one it is held against: every line of the other days stands in a point, whatever weeks and months do.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, plusDays } from '../../contract/kernel/days.ts';
import * as c from '../../contract/statistics.ts';
import { followLog } from '../../server/actionLog/counting.ts';
import { lengthOf, shiftTo, type Days } from '../../server/kernel/periods.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
/** Days of the lines of each ПО. */
const lines: { day: string; po: number }[] = [];

const FIRST = '2022-10-01';
/** Days of the lines: four years up to the clock of the test, a 29 February among them. */
const LONG = 1500;
const seed = 18_041;
/** The same numbers at every run. */
function dice(state: number): (upTo: number) => number {
  let now = state;
  return (upTo) => {
    now = (now * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((now / 2 ** 31) * upTo);
  };
}

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const roll = dice(seed);
  for (let nth = 0; nth < 4000; nth += 1)
    lines.push({ day: plusDays(FIRST, roll(LONG)), po: roll(2) ? w.po : w.siblingPo });
  await sql`insert into action_log (at, user_id, user_name, verb, region_id, mo_id, po_id, text)
    select (line.day || ' 12:00+03')::timestamptz, ${mo.userId}, 'Кто-то', 'garage.update', ${w.region}, ${w.mo}, line.po, 'Строка'
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(day text, po int)`.execute(t.deps.db);
  await followLog(t.deps);
}, inTime(120_000));
afterAll(() => t.close());

const ask = async (tab: string, filter: object, against: c.Against): Promise<c.StatReply> => {
  const { body, status, text } = await mo.call(c.statistics, {
    params: { tab: tab as 'all' },
    query: { filter, against } as never,
  });
  expect(status, text).toBe(200);
  return body;
};
const monday = (day: string) => plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const pointOf = { day: (day: string) => day, week: monday, month: (day: string) => `${day.slice(0, 8)}01` };

/** What the lines themselves say of the points of a period. */
function expected(days: Days, then: Days, grain: keyof typeof pointOf, po?: number) {
  const found = new Map<string, number>();
  const shift = shiftTo(days, then);
  for (const { day, po: own } of lines) {
    if (day < then.from || day > then.to || (po && own !== po)) continue;
    const at = pointOf[grain](plusDays(day, shift));
    found.set(at, (found.get(at) ?? 0) + 1);
  }
  return found;
}

it(
  'of random days by days, weeks and months, of a whole place and of a ПО: points add up to the whole, each holds its own days',
  async () => {
    const roll = dice(seed + 1);
    const grains = new Set<string>();
    for (let nth = 0; nth < 90; nth += 1) {
      const length = 1 + roll([45, 180, 700][nth % 3]!);
      const from = plusDays(FIRST, 400 + roll(LONG - 500));
      const days = { from, to: plusDays(from, length - 1) };
      for (const against of ['before', 'year'] as const) {
        const po = roll(3) ? undefined : w.po;
        const reply = await ask('garage', { ...days, ...(po && { po: [po] }) }, against);
        const then = reply[against];
        expect(lengthOf(then)).toBe(length);
        const told = new Map(reply.series.filter(({ was }) => was).map(({ at, was }) => [at, was]));
        const about = `${days.from}–${days.to} ${against} ${reply.grain}`;
        expect(Object.fromEntries(told), about).toEqual(Object.fromEntries(expected(days, then, reply.grain, po)));
        expect(
          reply.series.reduce((sum, { was }) => sum + was, 0),
          about,
        ).toBe(reply.count[against]);
        const rows = reply.rows.filter(({ what }) => what === 'po');
        const left = new Set(rows.map(({ key }) => key));
        if (left.size === (po ? 1 : 2))
          expect(rows.reduce((sum, { was }) => sum + (was ?? 0), 0)).toBe(reply.count[against]);
        grains.add(reply.grain);
      }
    }
    expect(grains).toEqual(new Set(['day', 'week', 'month']));
  },
  inTime(180_000),
);

it('the winter holidays by weeks have ten weeks before them and nine of their own: nothing is dropped', async () => {
  const reply = await ask('garage', { from: '2025-11-06', to: '2026-01-04' }, 'before');
  expect(reply.series.reduce((sum, { was }) => sum + was, 0)).toBe(reply.count.before);
});

it('money of months a year ago adds up too, with the day that a leap year moves to the month before', async () => {
  const garage = await newGarage(mo, w.po);
  const paid = (on_date: string, amount_kopecks: number) => ({
    garage_id: garage.id,
    sign: 1 as const,
    amount_kopecks,
    accrual_type_id: null,
    payment_type_id: 1,
    period_year: 2023,
    on_date,
  });
  await postLines(t, w, [paid('2023-01-31', 1_000), paid('2023-02-01', 20_000), paid('2023-03-10', 300_000)]);
  const { money, year } = await ask('balance_operation', { from: '2024-02-01', to: '2024-03-10' }, 'year');
  expect(year).toEqual({ from: '2023-01-31', to: '2023-03-10' });
  const months = money!.rows.filter(({ what }) => what === 'month');
  expect(months.map(({ key, paid_was_kopecks: was }) => [key, was])).toEqual([
    ['2024-02', 21_000],
    ['2024-03', 300_000],
  ]);
  expect(money!.paid.year).toBe(321_000);
  expect(Date.parse(year.to) - Date.parse(year.from)).toBe(38 * DAY_MS);
});

it('of periods longer than a year the days that both have are counted in both, by months and by days', async () => {
  const roll = dice(seed + 1);
  const [one, other] = [await newGarage(mo, w.siblingPo), await newGarage(mo, w.siblingPo)];
  const made = Array.from({ length: 300 }, () => ({
    garage: roll(2) ? one.id : other.id,
    day: plusDays(FIRST, roll(LONG)),
    kopecks: 1 + roll(50_000),
    isCharge: roll(2) === 1,
  }));
  await postLines(
    t,
    { ...w, po: w.siblingPo },
    made.map(({ garage, day, kopecks, isCharge }) => (isCharge ? chargeLine : paymentLine)(garage, day, kopecks)),
  );
  const told = async (days: Days, against: c.Against) =>
    (await ask('balance_operation', { ...days, po: [w.siblingPo] }, against)) as c.StatReply & { money: object };
  const sum = ({ from, to }: Days, isCharge: boolean) =>
    made.reduce(
      (all, line) => all + (line.isCharge === isCharge && line.day >= from && line.day <= to ? line.kopecks : 0),
      0,
    );
  const periods: Days[] = [
    { from: '2023-11-01', to: '2026-10-31' },
    { from: '2024-03-01', to: '2026-02-28' },
    { from: '2025-01-01', to: '2026-11-20' },
    ...Array.from({ length: 8 }, () => {
      const from = plusDays(FIRST, 380 + roll(300));
      return { from, to: plusDays(from, 367 + roll(400)) };
    }),
  ];
  for (const days of periods) {
    const reply = await told(days, 'before');
    const named = JSON.stringify(days);
    for (const [side, isCharge] of [
      ['charged', true],
      ['paid', false],
    ] as const)
      expect(reply.money![side], named).toEqual({
        now: sum(days, isCharge),
        before: sum(reply.before, isCharge),
        year: sum(reply.year, isCharge),
      });
    // What has closed charges, asked for in two ways.
    const alone = await told(reply.year, 'before');
    expect(reply.money!.collected.year, named).toBe(alone.money!.collected.now);
  }
});
