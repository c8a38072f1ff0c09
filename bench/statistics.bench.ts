// Statistics on M: figures of every tab, level and period against the bare rollup query; the whole page; the pivot of a region.
// The bare rollup query is one statement over the kept rows alone (`log_day` and `log_month`, `ledger_month`, `debt_day` and `debt_month`) that answers the same
// rows and columns as the page shows: the same cuts, their sums, and the names of places, people and kinds in the official order. It
// reads no lines that came since, asks nobody's right and puts nothing into shape.
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { logTabs } from '../contract/actionWords.ts';
import { plusDays } from '../contract/kernel/days.ts';
import type { Actor } from '../contract/kernel/scope.ts';
import { actionLog } from '../contract/actionLog.ts';
import type { DB } from '../server/db/types.ts';
import { read } from '../server/kernel/read.ts';
import { workCtx, type Ctx } from '../server/kernel/ctx.ts';
import { countedAs } from '../server/balance/queries/counted.ts';
import { dateIn, HOME_ZONE } from '../server/ports/clock.ts';
import { daysBefore, daysYearAgo, grainOf, wholeMonths, type Days } from '../server/kernel/periods.ts';
import { moneyFigures } from '../server/statistics/queries/moneyFigures.ts';
import { logCounts } from '../server/statistics/queries/log.ts';
import { pivotOf } from '../server/statistics/queries/pivot.ts';
import { tabFigures, type Tab } from '../server/statistics/queries/figures.ts';
import { followWriters, mustEqual, quantile, report, reportMs, timed, type Bench } from './kit.ts';

/** Most of these questions take less than a millisecond: few rounds would measure the neighbours. */
const ROUNDS = 61;
/** The worst of forty such questions is the one that was disturbed most: over the limit it is asked again, so many times as often. */
const AGAIN = 4;
const MOST_RATIO = 1.5;
const PAGES = 25;
/** «Перенос остатка» */
const CARRIED = 9;

type Place = 'region' | 'mo' | 'po';

export const dataSet = 'm';

export async function run({ app, deps, headers, region }: Bench) {
  await followWriters(deps);
  const { id: mo } = await deps.db
    .selectFrom('mo')
    .where('region_id', '=', region)
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: po } = await deps.db.selectFrom('po').where('mo_id', '=', mo).select('id').executeTakeFirstOrThrow();
  const places: [Place, number][] = [
    ['region', region],
    ['mo', mo],
    ['po', po],
  ];
  const today = dateIn(new Date(), HOME_ZONE);
  const periods = [30, 120, 365, 3650].map((length) => ({ from: plusDays(today, 1 - length), to: today }));
  for (const [level, id] of places) {
    const clock = { ms: 0 };
    const ctx = officialCtx({ ...workCtx(deps, { name: 'Замер' }), db: clocked(deps.db, clock) }, level, id);
    await logFigures(ctx, clock, level, id, periods);
    await booksFigures(ctx, clock, level, id, periods);
    await pages(ctx, level, periods);
  }
  const ctx = officialCtx(workCtx(deps, { name: 'Замер' }), 'region', region);
  const year = periods[2]!;
  const pivot: number[] = [];
  for (let round = 0; round < PAGES; round += 1)
    pivot.push(await timed(() => pivotOf(ctx, {}, year, { side: 'paid', rows: 'po', columns: 'month' })));
  reportMs('сводная региона: ПО × месяц за год, p95', quantile(pivot, 0.95), 30);
  for (const side of ['charged', 'paid'] as const) {
    const split: number[] = [];
    const shape = { side, rows: 'po', columns: 'month', split: 'kind' } as const;
    await pivotOf(ctx, {}, year, shape);
    for (let round = 0; round < PAGES; round += 1) split.push(await timed(() => pivotOf(ctx, {}, year, shape)));
    reportMs(`сводная региона: ПО × месяц × вид за год, ${side}, p95`, quantile(split, 0.95), 30);
  }
  await firstPages(app, headers);
}

function officialCtx(ctx: Ctx, level: Place, id: number): Ctx {
  const actor: Actor = { ...ctx.actor, region: null, mo: null, po: null, [level]: id, capabilities: [1, 2, 3] };
  return { ...ctx, actor };
}

interface Clock {
  ms: number;
}

/** The database that adds to the clock how long it was asked. */
function clocked(db: Kysely<DB>, clock: Clock): Kysely<DB> {
  return new Proxy(db, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own !== 'function') return own;
      if (name !== 'executeQuery') return own.bind(target) as unknown;
      return async (query: CompiledQuery) => {
        const from = performance.now();
        try {
          return await target.executeQuery(query);
        } finally {
          clock.ms += performance.now() - from;
        }
      };
    },
  });
}

/**
 * Both by turns: how long the database was asked, ms, and the same with making the text and arranging the answer. The limit is one of
 * SQL: a question of a tenth of a millisecond is made for longer than it is answered.
 */
async function compareSql(clock: Clock, ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const told = await measureSql(clock, ours, bare, ROUNDS);
  return told.ratio > MOST_RATIO ? measureSql(clock, ours, bare, ROUNDS * AGAIN) : told;
}

async function measureSql(clock: Clock, ours: () => Promise<unknown>, bare: () => Promise<unknown>, rounds: number) {
  const times = { sql: [] as number[], bareSql: [] as number[], whole: [] as number[], bareWhole: [] as number[] };
  const time = async (ask: () => Promise<unknown>, sqlTimes: number[], wholeTimes: number[]) => {
    clock.ms = 0;
    wholeTimes.push(await timed(ask));
    sqlTimes.push(clock.ms);
  };
  for (let round = -1; round < rounds; round += 1) {
    await time(ours, times.sql, times.whole);
    await time(bare, times.bareSql, times.bareWhole);
  }
  const middle = (of: number[]) => quantile(of.slice(1), 0.5);
  return {
    sql: middle(times.sql),
    ratio: middle(times.sql) / middle(times.bareSql),
    whole: middle(times.whole) / middle(times.bareWhole),
    p95: quantile(times.sql.slice(1), 0.95),
    bareP95: quantile(times.bareSql.slice(1), 0.95),
  };
}

/** The longest p95 of SQL over all periods, beside that of the bare queries: what is over the limit with both of them is the machine. */
function reportSlowest(what: string, times: readonly { p95: number; bareP95: number }[]) {
  const slowest = times.toSorted((one, other) => other.p95 - one.p95)[0]!;
  reportMs(`${what}, SQL, p95`, slowest.p95, 12, `чтение тех же сумм ${slowest.bareP95.toFixed(1)} мс`);
}

/** What a ratio was of: the period, the milliseconds of SQL, the ratio of whole calls. */
const wordsOf = (what: string, { sql: ms, whole }: { sql: number; whole: number }) =>
  `${what}, ${ms.toFixed(2)} мс, вызовы целиком ${whole.toFixed(2)} ×`;

/** Every tab over every period; the worst ratio and the p95 of all are told. */
async function logFigures(ctx: Ctx, clock: Clock, level: Place, id: number, periods: readonly Days[]) {
  const times: Awaited<ReturnType<typeof measureSql>>[] = [];
  let worst = { ratio: 0, what: '' };
  for (const tab of ['all', ...Object.keys(logTabs)] as Tab[])
    for (const days of periods) {
      const ours = () => logCounts(ctx, { tab, ...days }, grainOf(days));
      const bare = () => bareCounts(ctx, sql`${sql.ref(`${level}_id`)} = ${id}`, tab, days);
      const whole = (await ours()).find((one) => one.what === 'all')?.n;
      mustEqual(`${tab} ${days.from}`, whole, (await bare()).find((one) => one.what === 'all')?.n);
      const both = await compareSql(clock, ours, bare);
      times.push(both);
      if (both.ratio > worst.ratio) worst = { ratio: both.ratio, what: wordsOf(`${tab} с ${days.from}`, both) };
    }
  reportSlowest(`показатели журнала, ${level}`, times);
  report(`показатели журнала к чтению тех же сумм, ${level}`, worst.ratio, MOST_RATIO, worst.what);
}

async function bareCounts(ctx: Ctx, place: RawBuilder<unknown>, tab: Tab, days: Days) {
  const grain = grainOf(days);
  const { months, edges } = grain === 'month' ? wholeMonths(days) : { months: null, edges: [days] };
  const ofTab = tab === 'all' ? sql`true` : sql`tab = ${tab}`;
  const parts = edges.map(
    ({ from, to }) =>
      sql`select po_id, day, verb, user_id, slot, lines from log_day where ${place} and ${ofTab} and day between ${from}::date and ${to}::date`,
  );
  if (months)
    parts.push(
      sql`select po_id, month as day, verb, user_id, slot, lines from log_month where ${place} and ${ofTab} and month between ${months.from}::date and ${months.to}::date`,
    );
  return read(
    ctx.db,
    sql<{
      what: string;
      key: string;
      name: string | null;
      n: number;
    }>`select cut.*, coalesce(po.name, (select l.user_name from action_log l
      where l.user_id = cut.user_id and l.verb <> 'sign.refresh' order by l.at desc, l.id desc limit 1)) as name from (
    select case when grouping(po_id) = 0 then 'po' when grouping(verb) = 0 then 'verb' when grouping(user_id) = 0 then 'user'
        when grouping(month) = 0 then 'month' when grouping(point) = 0 then 'point' when grouping(slot) = 0 then 'hour' else 'all' end as what,
      po_id, verb, user_id, slot, coalesce(month, point)::date::text as day, coalesce(sum(lines), 0)::int as n
    from (select po_id, verb, user_id, slot, date_trunc('month', day::timestamp) as month, date_trunc(${grain}::text, day::timestamp) as point, lines
      from (${sql.join(parts, sql` union all `)}) as one) as line
    group by grouping sets ((), (po_id), (verb), (user_id), (month), (point), (slot))) as cut
    left join po on po.id = cut.po_id left join mo on mo.id = po.mo_id order by mo.sort_key, mo.id, po.sort_key, po.id`,
  );
}

async function booksFigures(ctx: Ctx, clock: Clock, level: Place, id: number, periods: readonly Days[]) {
  const times: Awaited<ReturnType<typeof measureSql>>[] = [];
  let worst = { ratio: 0, what: '' };
  for (const days of [...periods, daysBefore(periods[0]!)]) {
    const { months } = wholeMonths(days);
    if (!months) continue;
    const whole = { from: months.from, to: endOf(months.to) };
    const others = [daysBefore(whole), daysYearAgo(whole)];
    const ours = () =>
      moneyFigures(ctx, {}, [
        { days: whole, byRows: true, byMonths: true },
        { days: others[0]!, byRows: true },
        { days: others[1]!, byRows: false },
      ]);
    const bare = () => bareMoney(ctx, level, id, [whole, ...others]);
    const [{ periods: told, debts }, read] = [await ours(), await bare()];
    const sum = (what: string, day: string | null = null) =>
      read.filter((one) => one.what === what && one.month === day).reduce((all, one) => all + Number(one.kopecks), 0);
    for (const [nth, { sums, collected }] of told.entries()) {
      const { from, to } = [whole, ...others][nth]!;
      mustEqual(`оплачено с ${from}`, sums.get('all ')!.paid, sum(`paid ${nth}`));
      const closed = sum('end', from) - sum('end', plusDays(to, 1)) - sum(`charged ${nth}`) - sum(`other ${nth}`);
      mustEqual(`собрано с ${from}`, collected?.get('all '), closed);
    }
    mustEqual(
      `долг на ${whole.to}`,
      debts.reduce((all, one) => all + one.debt, 0),
      sum('end', plusDays(whole.to, 1)),
    );
    const both = await compareSql(clock, ours, bare);
    times.push(both);
    if (both.ratio > worst.ratio) worst = { ratio: both.ratio, what: wordsOf(`с ${whole.from}`, both) };
  }
  reportSlowest(`показатели взносов и долгов, ${level}`, times);
  report(`показатели взносов и долгов к чтению тех же сумм, ${level}`, worst.ratio, MOST_RATIO, worst.what);
}

/**
 * Charged, paid and otherwise moved over three periods in their cuts with the names of kinds, debts of each ПО as the periods begin and
 * end in the official order, how they moved by month of all together. What no sums are kept of are lines, as in any answer: the days where a period
 * begins or ends within a month, what passes between owners, what those who left owe.
 */
async function bareMoney(ctx: Ctx, level: Place, id: number, periods: readonly Days[]) {
  const place = sql`${sql.ref(`${level}_id`)} = ${id}`;
  const [own] = periods as [Days];
  const ends = [...new Set(periods.flatMap(({ from, to }) => [from, plusDays(to, 1)]))];
  const parts = periods.flatMap((days, nth) => {
    const { months, edges } = wholeMonths(days);
    const line = (told: RawBuilder<unknown>) =>
      sql`select ${sql.lit(nth)} as period, po_id, accrual_type_id, payment_type_id, ${told}`;
    const month = sql`date_trunc('month', on_date)::date as month`;
    const lines = edges.map(
      ({
        from,
        to,
      }) => sql`${line(sql`${month}, false as is_passed, 1 as lines, sign * amount_kopecks as kopecks`)} from balance_operation
        where ${level === 'region' ? sql`mo_id = any(array(select id from mo where region_id = ${id}))` : place}
          and origin_id is null and on_date between ${from}::date and ${to}::date`,
    );
    const sums = sql`${line(sql`month, false as is_passed, lines, sign * amount_kopecks as kopecks`)} from ledger_month
      where ${place} and month between ${months?.from ?? days.to}::date and ${months?.to ?? days.from}::date`;
    const passed = sql`${line(sql`${month}, true, 0, case when debtor_id is null then sign else -sign end * amount_kopecks`)} from balance_operation
      where ${place} and (origin_id is not null or debtor_id is not null) and (origin_id is null or debtor_id is null)
        and on_date between ${days.from}::date and ${days.to}::date`;
    return [sums, ...lines, passed];
  });
  return read(
    ctx.db,
    sql<{ what: string; kopecks: number; month: string | null }>`
    select cut.*, null::int as debtors, coalesce(accrual_type.name, payment_type.name) as name from (
      select case when grouping(po_id) = 0 then 'po' when grouping(month) = 0 then 'month' when grouping(type) = 0 then 'type'
          when grouping(method) = 0 then 'method' else side || ' ' || period end as what, period, side, po_id,
        to_char(month, 'YYYY-MM') as month, type, method, sum(lines)::int as lines, sum(kopecks)::bigint as kopecks
      from (select period, po_id, month, lines, kopecks,
          case when is_passed then 'other' when ${countedAs('paid', 'line')} then 'paid' when ${countedAs('charged', 'line')} then 'charged' else 'other' end as side,
          case when coalesce(payment_type_id, 0) = 0 then accrual_type_id end as type, nullif(payment_type_id, 0) as method
        from (${sql.join(parts, sql` union all `)}) as line where not (coalesce(payment_type_id, 0) = ${CARRIED} and kopecks > 0 and not is_passed)) as line
      group by grouping sets ((period, side), (period, side, po_id), (period, side, month), (period, side, type), (period, side, method))) as cut
      left join accrual_type on accrual_type.id = cut.type left join payment_type on payment_type.id = cut.method
    union all select * from (select 'end', null::int, null, po.id, edge.day::text, null::int, null::int, null::int, last.debt_kopecks, last.debtors, po.name
      from po join mo on mo.id = po.mo_id cross join unnest(${`{${ends.join(',')}}`}::date[]) as edge(day) cross join lateral (
        select d.debt_kopecks, d.debtors from debt_day d where d.po_id = po.id and d.day < edge.day order by d.day desc limit 1) as last
      where ${sql.ref(level === 'po' ? 'po.id' : `po.${level}_id`)} = ${id} order by mo.sort_key, mo.id, po.sort_key, po.id) as owed
    union all select 'debt', null, null, null, m.month::text, null, null, null, sum(m.moved_kopecks)::bigint, null, null
    from debt_month m where m.po_id in (select po.id from po where ${sql.ref(level === 'po' ? 'po.id' : `po.${level}_id`)} = ${id})
      and m.month between ${own.from}::date and ${own.to}::date group by m.month`,
  );
}

/** Everything that a page asks the database for: the period, the two it is held against, debts, the proof of the night. */
async function pages(ctx: Ctx, level: Place, periods: readonly Days[]) {
  const times: number[] = [];
  let worst = { ms: 0, what: '' };
  for (const tab of ['all', ...Object.keys(logTabs)] as Tab[])
    for (const days of periods) {
      const page = () => tabFigures(ctx, tab, {}, days, 'before');
      await page();
      const own: number[] = [];
      for (let round = 0; round < PAGES; round += 1) own.push(await timed(page));
      times.push(...own);
      if (quantile(own, 0.5) > worst.ms) worst = { ms: quantile(own, 0.5), what: `${tab} с ${days.from}` };
    }
  reportMs(
    `страница показателей целиком, ${level} (дольше всех ${worst.what}: ${worst.ms.toFixed(1)} мс), p95`,
    quantile(times, 0.95),
    12,
  );
}

const endOf = (month: string) => plusDays(`${plusDays(month, 32).slice(0, 8)}01`, -1);

/** First pages of the log under conditions, as the console asks for them. */
async function firstPages(app: Bench['app'], headers: Record<string, string>) {
  const filters = [
    { tab: 'all' },
    { tab: 'garage' },
    { tab: 'balance_operation', verb: ['balance_operation.payment'] },
    { tab: 'sign', weekday: 1 },
    { tab: 'all', q: 'иванов' },
    { tab: 'all', q: 'такого-нет 12-34' },
  ];
  for (const filter of filters) {
    const query = { filter: JSON.stringify(filter), range: '[0,49]', sort: '["at","DESC"]' };
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(
        await timed(async () => {
          const answer = await app.inject({ url: actionLog.list.path, query, headers });
          if (answer.statusCode >= 300) throw new Error(answer.payload);
        }),
      );
    reportMs(`первая страница журнала ${JSON.stringify(filter)}, p95`, quantile(times, 0.95), 25);
  }
}
