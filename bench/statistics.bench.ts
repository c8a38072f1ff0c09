// Statistics on M: figures of every tab, level and period against the barest reading of the same kept counts; the pivot of a region.
import { sql, type RawBuilder } from 'kysely';
import { logTabs } from '../contract/actionWords.ts';
import { plusDays } from '../contract/kernel/days.ts';
import type { Actor } from '../contract/kernel/scope.ts';
import { actionLog } from '../contract/actionLog.ts';
import { followLog } from '../server/actionLog/counting.ts';
import { workCtx, type Ctx } from '../server/kernel/ctx.ts';
import { dateIn } from '../server/ports/clock.ts';
import { daysBefore, grainOf, wholeMonths, type Days } from '../server/kernel/periods.ts';
import { debtsByPo, moneySums } from '../server/statistics/queries/money.ts';
import { logCounts } from '../server/statistics/queries/log.ts';
import { pivotOf } from '../server/statistics/queries/pivot.ts';
import type { Tab } from '../server/statistics/queries/figures.ts';
import { compare, mustEqual, report, reportMs, quantile, timed, type Bench } from './kit.ts';

const ROUNDS = 9;
const PAGES = 25;

type Place = 'region' | 'mo' | 'po';

export async function run({ app, deps, headers, region }: Bench) {
  for (let turn = 0; turn < 3; turn += 1) await followLog(deps);
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
  const today = dateIn(new Date());
  const periods = [30, 120, 365, 3650].map((length) => ({ from: plusDays(today, 1 - length), to: today }));
  for (const [level, id] of places) {
    const ctx = officialCtx(workCtx(deps, { name: 'Замер' }), level, id);
    await logFigures(ctx, level, id, periods);
    await moneyFigures(ctx, level, id, periods);
  }
  const ctx = officialCtx(workCtx(deps, { name: 'Замер' }), 'region', region);
  const year = periods[2]!;
  const pivot: number[] = [];
  for (let round = 0; round < PAGES; round += 1)
    pivot.push(await timed(() => pivotOf(ctx, {}, year, { side: 'paid', rows: 'po', columns: 'month' })));
  reportMs('сводная региона: ПО × месяц за год, p95', quantile(pivot, 0.95), 30);
  await firstPages(app, headers);
}

function officialCtx(ctx: Ctx, level: Place, id: number): Ctx {
  const actor: Actor = { ...ctx.actor, region: null, mo: null, po: null, [level]: id, capabilities: [1, 2, 3] };
  return { ...ctx, actor };
}

/** Every tab over every period; the worst ratio and the p95 of all are told. */
async function logFigures(ctx: Ctx, level: Place, id: number, periods: readonly Days[]) {
  const times: number[] = [];
  let worst = { ratio: 0, what: '' };
  for (const tab of ['all', ...Object.keys(logTabs)] as Tab[])
    for (const days of periods) {
      const ours = () => logCounts(ctx, { tab, ...days }, grainOf(days));
      const bare = () => bareCounts(ctx, sql`${sql.ref(`${level}_id`)} = ${id}`, tab, days);
      const whole = (await ours()).find((one) => one.what === 'all')?.n;
      mustEqual(`${tab} ${days.from}`, whole, (await bare()).find((one) => one.what === 'all')?.n);
      const both = await compare(ours, bare, ROUNDS);
      times.push(both.p95);
      if (both.ratio > worst.ratio)
        worst = { ratio: both.ratio, what: `${tab} с ${days.from}, ${both.ours.toFixed(1)} мс` };
    }
  reportMs(`показатели журнала, ${level}, p95`, quantile(times, 0.95), 12);
  report(`показатели журнала к чтению тех же сумм, ${level}`, worst.ratio, 1.5, worst.what);
}

/** The same cuts of the same kept rows, with nothing beside them. */
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
      sql`select po_id, month, verb, user_id, slot, lines from log_month where ${place} and ${ofTab} and month between ${months.from}::date and ${months.to}::date`,
    );
  const { rows } = await sql<{ what: string; n: number }>`
    select case when grouping(po_id) = 0 then 'po' when grouping(verb) = 0 then 'verb' when grouping(user_id) = 0 then 'user'
        when grouping(month) = 0 then 'month' when grouping(point) = 0 then 'point' when grouping(slot) = 0 then 'hour' else 'all' end as what,
      coalesce(sum(lines), 0)::int as n
    from (select po_id, verb, user_id, slot, date_trunc('month', day::timestamp) as month, date_trunc(${grain}::text, day::timestamp) as point, lines
      from (${sql.join(parts, sql` union all `)}) as one) as line
    group by grouping sets ((), (po_id), (verb), (user_id), (month), (point), (slot))`.execute(ctx.deps.db as never);
  return rows;
}

async function moneyFigures(ctx: Ctx, level: Place, id: number, periods: readonly Days[]) {
  const times: number[] = [];
  const debts: number[] = [];
  let worst = { ratio: 0, what: '' };
  for (const days of [...periods, daysBefore(periods[0]!)]) {
    const { months } = wholeMonths(days);
    if (!months) continue;
    const ours = () => moneySums(ctx, {}, months.to > days.to ? days : { from: months.from, to: endOf(months.to) });
    const bare = () =>
      sql`select po_id, month, accrual_type_id, payment_type_id, sign, sum(lines)::int, sum(amount_kopecks)::bigint from ledger_month
        where ${sql.ref(`${level}_id`)} = ${id} and month between ${months.from}::date and ${months.to}::date
        group by grouping sets ((), (po_id), (month), (accrual_type_id), (payment_type_id), (sign))`.execute(
        ctx.deps.db as never,
      );
    const both = await compare(ours, bare, ROUNDS);
    times.push(both.p95);
    if (both.ratio > worst.ratio) worst = { ratio: both.ratio, what: `с ${months.from}, ${both.ours.toFixed(1)} мс` };
    debts.push(await timed(() => debtsByPo(ctx, {}, days, true)));
  }
  reportMs(`показатели взносов, ${level}, p95`, quantile(times, 0.95), 12);
  report(`показатели взносов к чтению тех же сумм, ${level}`, worst.ratio, 1.5, worst.what);
  console.log(`  долг по ПО, ${level}: до ${quantile(debts, 1).toFixed(0)} мс`);
}

const endOf = (month: string) => plusDays(`${plusDays(month, 32).slice(0, 8)}01`, -1);

/** First pages of the log under conditions, as the console asks for them. */
async function firstPages(app: Bench['app'], headers: Record<string, string>) {
  const filters = [
    { tab: 'all' },
    { tab: 'garage' },
    { tab: 'balance_operation', verb: ['balance_operation.payment'] },
    { tab: 'sign', weekday: 1 },
  ];
  for (const filter of filters) {
    const query = { filter: JSON.stringify(filter), range: '[0,49]', sort: '["at","DESC"]' };
    const times: number[] = [];
    for (let round = 0; round < PAGES; round += 1)
      times.push(
        await timed(async () => {
          const answer = await app.inject({ url: actionLog.list.path, query, headers });
          if (answer.statusCode >= 300) throw new Error(answer.payload);
        }),
      );
    reportMs(`первая страница журнала ${JSON.stringify(filter)}, p95`, quantile(times, 0.95), 25);
  }
}
