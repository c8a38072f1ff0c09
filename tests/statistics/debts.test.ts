// Debts kept by day follow the postings: on any day they are what the garages owed by the walk of their books, whatever was dated back.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debtMovers, statistics, type StatReply } from '../../contract/statistics.ts';
import { reverseLine } from '../../server/balance/ledger.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { closeLedgerDay } from '../../server/balance/writing/days.ts';
import { followDebts } from '../../server/balance/writing/debts.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { moneyFigures } from '../../server/statistics/queries/moneyFigures.ts';
import { debtsAt } from '../../server/statistics/queries/money.ts';
import { chargeLine, paymentLine, posting, postLines } from '../balance/posting.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let garages: number[];
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  garages = [];
  for (const po of [w.po, w.po, w.po, w.siblingPo, w.siblingPo]) garages.push((await newGarage(mo, po)).id);
});
afterAll(() => t.close());

/** What a ПО owed as a day ended, and how many of its garages, by settling each: `debt debtors`. */
async function owed(day: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ po: number; said: string }>`
    select g.po_id as po, coalesce(sum(own.debt), 0) || ' ' || count(*) filter (where own.debt > 0) as said
    from garage g left join (select garage_id, sum(kopecks) as debt from settle(${garages}::int[], ${day}::date)
      where kind = 'charge' and debtor_id is null group by 1) as own on own.garage_id = g.id
    where g.id = any(${garages}::int[]) group by 1`.execute(t.deps.db);
  return new Map(rows.map(({ po, said }) => [po, said]));
}
const figures = async (from: string, to: string): Promise<NonNullable<StatReply['money']>> => {
  const reply = await mo.call(statistics, { params: { tab: 'balance_operation' }, query: { filter: { from, to } } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.money!;
};
const before = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const firstOfNext = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
};

/** Figures of a period are what the garages owed at its two ends, ПО by ПО, and the rows behind them. */
async function isRight(from: string, to: string) {
  const [money, began, ended] = [await figures(from, to), await owed(before(from)), await owed(to)];
  const rows = money.rows.filter((row) => row.what === 'po');
  expect(rows.length).toBe(2);
  for (const row of rows) {
    expect(`${row.debt_kopecks} ${row.debtors}`, `${row.key} ${to}`).toBe(ended.get(Number(row.key)));
    expect(`${row.debt_before_kopecks}`, `${row.key} ${from}`).toBe(began.get(Number(row.key))!.split(' ')[0]);
  }
  // What was charged within a month and is owed no more after it was collected within it.
  const all = (of: Map<number, string>) => [...of.values()].reduce((sum, one) => sum + Number(one.split(' ')[0]), 0);
  const months = money.rows.filter(({ what }) => what === 'month');
  let stood = all(began);
  for (const { key, charged_kopecks, collected_kopecks } of months) {
    const last = key === to.slice(0, 7) ? to : before(firstOfNext(key));
    const stands = all(await owed(last));
    expect(collected_kopecks, `${from} ${to}: ${key}`).toBe(charged_kopecks + stood - stands);
    stood = stands;
  }
  const { body } = await mo.call(debtMovers, { query: { filter: { from, to }, which: 'owing', per_page: '1' } });
  expect([body.debt_kopecks, body.total]).toEqual([money.debt_kopecks, money.debtors]);
}
const stale = async () => (await t.deps.engine.query('select 1 from debt_stale')).rows.length;
const PERIODS: [string, string][] = [
  ['2026-03-10', '2026-06-20'],
  ['2026-01-01', '2026-11-20'],
  ['2025-05-05', '2026-04-30'],
  ['2026-11-01', '2026-11-20'],
];

it('a random world of postings, undoings and turns, dated back and paid ahead', { timeout: 120_000 }, async () => {
  let seed = 11;
  const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  const day = () => new Date(Date.UTC(2025, random(22), 1 + random(28))).toISOString().slice(0, 10);
  const made: { id: number; on: string }[] = [];
  for (let step = 0; step < 60; step += 1) {
    const [garage, on, amount] = [garages[random(garages.length)]!, day(), 100 * (1 + random(900))];
    const named = { accrual_type_id: 1 + random(2), period_year: 2025 + random(2) };
    const kind = random(5);
    if (kind === 4 && made.length) {
      const { id, on: since } = made.splice(random(made.length), 1)[0]!;
      const onDate = [since, '2026-11-20'][random(2)]!;
      const { kind: _kind, source: _source, ...undoing } = posting(w, { onDate });
      await actAlone(t, (tx) => reverseLine(tx, undoing, id));
    } else {
      const line =
        kind < 2 ? chargeLine(garage, on, 3 * amount, named) : paymentLine(garage, on, amount, kind === 3 ? named : {});
      made.push({ id: (await postLines(t, w, [line]))[0]!, on });
    }
    if (random(4) === 0) await followDebts(t.deps);
    if (step % 6 === 5) await isRight(...PERIODS[random(PERIODS.length)]!);
  }
  const { rows } = await t.deps.engine.query('select count(*)::int as n from garage_balance where was_ahead');
  expect(rows[0]!.n).toBeGreaterThan(0);
  await followDebts(t.deps);
  expect(await stale()).toBe(0);
  for (const [from, to] of PERIODS) await isRight(from, to);
  expect((await figures('2026-03-01', '2026-06-30')).debt_kopecks).toBeGreaterThan(0);
  const kept = (await verifyLedger(t.deps.db)).filter(({ what }) => what === 'debt');
  expect(kept).toEqual([]);
});

it('a few newer lines, of days where months and periods begin and end', { timeout: 120_000 }, async () => {
  const day = fc.constantFrom('03-30', '03-31', '04-01', '04-02', '04-15', '04-30', '05-01', '05-02', '05-31', '06-01');
  const line = fc.record({ nth: fc.nat(garages.length - 1), on: day, isCharge: fc.boolean(), names: fc.boolean() });
  const round = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 2 }), from: day, to: day });
  for (const { lines, from, to } of fc.sample(round, 30)) {
    const made = lines.map(({ nth, on, isCharge, names }, at) =>
      (isCharge ? chargeLine : paymentLine)(garages[nth]!, `2026-${on}`, 50_000 + 1_000 * nth + at, {
        ...(names && { accrual_type_id: 1, period_year: 2026 }),
      }),
    );
    await postLines(t, w, made);
    const [began, ended] = from < to ? [from, to] : [to, from];
    try {
      await isRight(`2026-${began}`, `2026-${ended}`);
      await followDebts(t.deps);
      await isRight(`2026-${began}`, `2026-${ended}`);
    } catch (error) {
      throw new Error(JSON.stringify([made, began, ended]), { cause: error });
    }
  }
  expect((await verifyLedger(t.deps.db)).filter(({ what }) => what === 'debt')).toEqual([]);
});

it('the line of the cockpit is the same before and after a turn', async () => {
  await postLines(t, w, [chargeLine(garages[0]!, '2026-04-02', 7_700), paymentLine(garages[3]!, '2026-08-03', 4_100)]);
  const ctx = workCtx(t.deps, { mo: w.mo, name: 'Проверка', capabilities: [1, 2, 3] });
  const days = ['2026-11-14', '2026-02-01', '2026-05-01', '2026-09-01'];
  const live = await debtsAt(ctx, days);
  await followDebts(t.deps);
  expect(await debtsAt(ctx, days)).toEqual(live);
  for (const [nth, day] of days.entries()) {
    const all = [...(await owed(before(day))).values()].reduce((sum, one) => sum + Number(one.split(' ')[0]), 0);
    expect(live.began[nth], day).toBe(all);
  }
});

it('a turn that does not end leaves everything as it was; one beside a posting loses nothing', async () => {
  await postLines(t, w, [chargeLine(garages[1]!, '2026-05-20', 900)]);
  const [was, before] = [await stale(), await figures('2026-03-01', '2026-11-20')];
  await expect(
    t.deps.db.transaction().execute(async (tx) => {
      await sql`select follow_debts(10)`.execute(tx);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect([await stale(), await figures('2026-03-01', '2026-11-20')]).toEqual([was, before]);
  if (testEngine === 'server')
    await Promise.all([
      ...garages.map((id, nth) => postLines(t, w, [chargeLine(id, `2026-06-0${nth + 1}`, 1_000 + nth)])),
      followDebts(t.deps),
      followDebts(t.deps),
    ]);
  await isRight('2026-06-02', '2026-06-04');
  await followDebts(t.deps);
  await isRight('2026-06-02', '2026-06-04');
});

it('the night names a kept debt that differs, and the next turn makes it right', async () => {
  await postLines(t, w, [
    chargeLine(garages[2]!, '2026-06-11', 900_000),
    chargeLine(garages[4]!, '2026-06-11', 900_000),
  ]);
  await followDebts(t.deps);
  const right = await figures('2026-03-01', '2026-06-30');
  await sql`update debt_day set debt_kopecks = debt_kopecks + 500 where (po_id, day) in
    (select po_id, max(day) from debt_day where day < '2026-06-30' group by 1)`.execute(t.deps.db);
  expect((await figures('2026-03-01', '2026-06-30')).debt_kopecks).not.toBe(right.debt_kopecks);
  const found = (await verifyLedger(t.deps.db)).filter(({ what }) => what === 'debt');
  const faults = found.filter(({ text }) => text.includes('по строкам'));
  expect(faults.length).toBe(2);
  // The months after it are what their days say no more.
  expect(found.length).toBeGreaterThan(faults.length);
  expect(faults[0]!.text).toMatch(/: долг [\d,]+ ₽, по строкам [\d,]+ ₽$/);
  await closeLedgerDay(t.deps);
  expect((await figures('2026-03-01', '2026-06-30')).debt_kopecks).toBe(right.debt_kopecks);
  await followDebts(t.deps);
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  expect(await figures('2026-03-01', '2026-06-30')).toEqual(right);
});

it('the night names a kept debt of a month that differs from its days, and the next turn makes it right', async () => {
  const ctx = workCtx(t.deps, { mo: w.mo, name: 'Проверка', capabilities: [1, 2, 3] });
  const wholeYear = { from: '2026-01-01', to: '2026-11-20' };
  await followDebts(t.deps);
  const right = await moneyFigures(ctx, {}, [{ days: wholeYear, byRows: true, byMonths: true }]);
  await sql`update debt_month set moved_kopecks = moved_kopecks + 700 where po_id = ${w.po} and month = '2026-06-01'`.execute(
    t.deps.db,
  );
  expect(await moneyFigures(ctx, {}, [{ days: wholeYear, byRows: true, byMonths: true }])).not.toEqual(right);
  const faults = await verifyLedger(t.deps.db);
  expect(faults.map(({ text }) => text)).toEqual([
    expect.stringMatching(/, за 06\.2026: долг изменился на -?[\d,]+ ₽, по дням на -?[\d,]+ ₽$/),
  ]);
  await closeLedgerDay(t.deps);
  await followDebts(t.deps);
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  expect(await moneyFigures(ctx, {}, [{ days: wholeYear, byRows: true, byMonths: true }])).toEqual(right);
});

it('a day that comes to nothing again takes its months along', async () => {
  const cousin = { ...w, mo: w.siblingMo, po: w.cousinPo };
  const other = await newGarage(await as(t, { mo: w.siblingMo }), w.cousinPo);
  await postLines(t, cousin, [chargeLine(other.id, '2026-01-05', 900)]);
  await followDebts(t.deps);
  await postLines(t, cousin, [chargeLine(other.id, '2026-09-10', 400)]);
  await followDebts(t.deps);
  await postLines(t, cousin, [paymentLine(other.id, '2026-09-10', 400)]);
  await followDebts(t.deps);
  const { rows } =
    await sql`select to_char(month, 'YYYY-MM') as month, moved_kopecks as moved from debt_month where po_id = ${w.cousinPo}`.execute(
      t.deps.db,
    );
  expect(rows).toEqual([{ month: '2026-01', moved: 900 }]);
  expect(await verifyLedger(t.deps.db)).toEqual([]);
});
