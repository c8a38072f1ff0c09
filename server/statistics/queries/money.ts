// SQL of money over a period: kept sums of whole months, lines of the days at its ends.
import { sql, type RawBuilder } from 'kysely';
import type { DebtorRow, StatFilter } from '../../../contract/statistics.ts';
import { presentOwners } from '../../balance/queries/ageing.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { byMoOfRegion, inScope, poScope } from '../../kernel/scope.ts';
import { wholeMonths, type Days } from '../../kernel/periods.ts';
import { onePlan, pageClause } from '../../db/planned.ts';

/** Rows of the place that the filter keeps; `alias` carries region_id, mo_id, po_id. */
export function placed(ctx: Ctx, filter: StatFilter, alias: string): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [inScope(ctx.actor, alias)];
  if (filter.mo?.length) all.push(sql`${sql.ref(`${alias}.mo_id`)} = any(${filter.mo}::int[])`);
  if (filter.po?.length) all.push(sql`${sql.ref(`${alias}.po_id`)} = any(${filter.po}::int[])`);
  // Every garage is of a ПО.
  if (filter.noPo) all.push(sql`false`);
  return sql.join(all, sql` and `);
}

/** Lines summed, with columns `po_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks`. */
export function sums(ctx: Ctx, filter: StatFilter, days: Days): RawBuilder<unknown> {
  const users = filter.user?.length ? filter.user : null;
  // Months know no authors.
  const { months, edges } = users ? { months: null, edges: [days] } : wholeMonths(days);
  const parts: RawBuilder<unknown>[] = [];
  if (months)
    parts.push(sql`select m.po_id, m.month, m.sign, m.accrual_type_id, m.payment_type_id, m.lines, m.amount_kopecks from ledger_month m
      where ${placed(ctx, filter, 'm')} and m.month between ${months.from}::date and ${months.to}::date`);
  // Each end by itself, so that its few lines are found by place and day.
  for (const { from, to } of edges)
    parts.push(sql`select o.po_id, date_trunc('month', o.on_date)::date as month, o.sign, coalesce(o.accrual_type_id, 0) as accrual_type_id,
        coalesce(o.payment_type_id, 0) as payment_type_id, 1 as lines, o.amount_kopecks
      from balance_operation o where ${placed(ctx, filter, 'o')} and ${byMoOfRegion(ctx.actor, 'o')} and o.origin_id is null and o.on_date between ${from}::date and ${to}::date
        and ${users ? sql`o.created_by = any(${users}::int[])` : sql`true`}`);
  return sql.join(parts, sql` union all `);
}

export interface MoneySum {
  what: 'all' | 'po' | 'month' | 'type' | 'method';
  key: string;
  name: string;
  charged: number;
  charged_lines: number;
  paid: number;
  paid_lines: number;
}

/** A sum of one side of the money in one cut; only the column of its own kind is set. */
interface Cut {
  what: MoneySum['what'];
  isPaid: boolean;
  po_id: number | null;
  month: string | null;
  type: number | null;
  method: number | null;
  /** Of a type or a method. */
  name: string | null;
  lines: number;
  kopecks: number;
}

/** Each sum is read once and stands on one side: charges have a type, payments a method. Without `byRows` the whole alone. */
function moneyCuts(ctx: Ctx, filter: StatFilter, days: Days, byRows: boolean): Promise<Cut[]> {
  const line = sql`(select s.po_id, s.month, s.lines, ${countedAs('paid', 's')} as is_paid, s.sign * s.amount_kopecks as kopecks,
        case when coalesce(s.payment_type_id, 0) = 0 then s.accrual_type_id end as type, nullif(s.payment_type_id, 0) as method
      from (${sums(ctx, filter, days)}) as s where ${countedAs('charged', 's')} or ${countedAs('paid', 's')}) as line`;
  const added = sql`sum(lines)::int as lines, sum(kopecks)::bigint as kopecks`;
  if (!byRows)
    return read(
      ctx.db,
      sql<Cut>`select 'all' as what, is_paid as "isPaid", null::int as po_id, null as month, null::int as type, null::int as method, null as name, ${added}
      from ${line} group by is_paid`,
    );
  return read(
    ctx.db,
    sql<Cut>`select cut.*, coalesce(accrual_type.name, payment_type.name) as name from (
      select case when grouping(po_id) = 0 then 'po' when grouping(month) = 0 then 'month' when grouping(type) = 0 then 'type'
          when grouping(method) = 0 then 'method' else 'all' end as what, is_paid as "isPaid", po_id, to_char(month, 'YYYY-MM') as month, type, method, ${added}
      from ${line} group by grouping sets ((is_paid), (is_paid, po_id), (is_paid, month), (is_paid, type), (is_paid, method))) as cut
    left join accrual_type on accrual_type.id = cut.type left join payment_type on payment_type.id = cut.method`,
  );
}

/**
 * Charged and paid of the days: all together, by ПО and month, charges by their type, payments by their method. Months by
 * time, the rest by what was charged, then by what was paid. Without `byRows` all together alone.
 */
export async function moneySums(ctx: Ctx, filter: StatFilter, days: Days, byRows = true): Promise<MoneySum[]> {
  const cuts = await moneyCuts(ctx, filter, days, byRows);
  const sumOf = new Map<string, MoneySum>();
  const none = { charged: 0, charged_lines: 0, paid: 0, paid_lines: 0 };
  sumOf.set('all ', { ...none, what: 'all', key: '', name: '' });
  for (const { what, isPaid, po_id, month, type, method, name, lines, kopecks } of cuts) {
    if ((what === 'type' && isPaid) || (what === 'method' && !isPaid)) continue;
    const key = String(po_id ?? month ?? type ?? method ?? '');
    const known = sumOf.get(`${what} ${key}`) ?? { ...none, what, key, name: name ?? '' };
    const side = isPaid ? { paid: kopecks, paid_lines: lines } : { charged: -kopecks, charged_lines: lines };
    sumOf.set(`${what} ${key}`, { ...known, ...side });
  }
  const nth = ({ what }: MoneySum) => ['all', 'month', 'po', 'type', 'method'].indexOf(what);
  const order = (a: MoneySum, b: MoneySum) => (a.what === 'month' ? 0 : b.charged - a.charged || b.paid - a.paid);
  return [...sumOf.values()].toSorted((a, b) => nth(a) - nth(b) || order(a, b) || (a.key < b.key ? -1 : 1));
}

/** Condition on the ПО of `alias`; none: all of the place. */
type Only = (alias: string) => RawBuilder<unknown>;
const everywhere: Only = () => sql`true`;

/**
 * What garages owe at the end of the day before `from` and at the end of `to`, with columns
 * `garage_id, mo_id, po_id, debt_before, debt`. Balances are kept for now: lines of later days are taken off again. Where money
 * was ever set aside the books are walked.
 */
function debtMovement(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  isUpToNow: boolean,
  only: Only = everywhere,
): RawBuilder<unknown> {
  const here = (alias: string) => sql`${placed(ctx, filter, alias)} and ${only(alias)}`;
  const owed = (
    until: RawBuilder<unknown>,
  ) => sql`(select s.garage_id, sum(s.kopecks) filter (where s.kind = 'charge')::bigint as debt
    from settle(array(select garage_id from waits), ${until}) as s where s.debtor_id is null group by 1)`;
  const end = isUpToNow ? sql`'infinity'::date` : sql`${days.to}::date`;
  return sql`
    with waits as materialized (
      select b.garage_id from garage_balance b where ${here('b')} and b.was_ahead
    ), later as materialized (
      select o.garage_id, sum(o.sign * o.amount_kopecks)::bigint as since_from,
        sum(o.sign * o.amount_kopecks) filter (where o.on_date > ${end})::bigint as since_to
      from balance_operation o where ${here('o')} and ${byMoOfRegion(ctx.actor, 'o')} and o.debtor_id is null and o.on_date >= ${days.from}::date group by 1)
    select b.garage_id, b.mo_id, b.po_id,
      case when b.was_ahead then coalesce(was.debt, 0)
        else greatest(0, coalesce(later.since_from, 0) - b.balance_kopecks) end::bigint as debt_before,
      case when ${isUpToNow} then b.debt_kopecks when b.was_ahead then coalesce(became.debt, 0)
        else greatest(0, coalesce(later.since_to, 0) - b.balance_kopecks) end::bigint as debt
    from garage_balance b
    left join later on later.garage_id = b.garage_id
    left join ${owed(sql`${days.from}::date - 1`)} as was on was.garage_id = b.garage_id
    left join ${isUpToNow ? sql`(select null::int as garage_id, null::bigint as debt where false)` : owed(end)} as became on became.garage_id = b.garage_id
    where ${here('b')}`;
}

/** Kept debts of the ПО `own.id` as the last day that `until` keeps ended. */
const keptDebt = (name: string, until: RawBuilder<unknown>) => sql`left join lateral (
    select d.debt_kopecks, d.debtors from debt_day d where d.po_id = own.id and ${until} order by d.day desc limit 1) as ${sql.ref(name)} on true`;

/**
 * What a place owes now and owed as each of `days` (`YYYY-MM-DD`) began, kopecks: kept debts, and for ПО with newer lines those of
 * their garages.
 */
export async function debtsAt(ctx: Ctx, days: readonly string[]): Promise<{ now: number; began: number[] }> {
  const began = days.map((day, nth) => ({
    kept: keptDebt(`began${nth}`, sql`d.day < ${day}::date`),
    sum: sql`coalesce(sum(${sql.ref(`began${nth}.debt_kopecks`)}) filter (where own.since is null or own.since >= ${day}::date), 0)
      + coalesce((select sum(live.debt_before) from (${debtMovement(ctx, {}, { from: day, to: day }, true, ofStale(day))}) as live), 0)`,
  }));
  const [row] = await read(
    ctx.db,
    sql<{ now: number; began: number[] }>`with own as materialized (select po.id, stale.since from po
      left join debt_stale stale on stale.po_id = po.id where ${poScope(ctx.actor, 'po')})
    select (coalesce(sum(ended.debt_kopecks) filter (where own.since is null), 0)
        + coalesce((select sum(b.debt_kopecks) from garage_balance b where b.po_id = any(array(select id from own where since is not null))), 0))::bigint as now,
      json_build_array(${sql.join(began.map(({ sum }) => sum))}) as began
    from own ${keptDebt('ended', sql`true`)} ${sql.join(
      began.map(({ kept }) => kept),
      sql` `,
    )}`,
  );
  return row!;
}

/** ПО of `own` whose kept debts are not told as this day began. */
const ofStale =
  (day: string): Only =>
  (alias) =>
    sql`${sql.ref(`${alias}.po_id`)} = any(array(select own.id from own where own.since < ${day}::date))`;

export interface PoDebt {
  po_id: number | null;
  name: string;
  debt: number;
  debt_before: number;
  debtors: number;
}

/**
 * Debts by ПО in the official order; the row without a ПО is all of them together. Kept by day; of ПО with newer lines counted from
 * their garages: from the balances where only the end is open, from the lines where the beginning is.
 */
export function debtsByPo(ctx: Ctx, filter: StatFilter, days: Days, isUpToNow: boolean): Promise<PoDebt[]> {
  const { mo, po, noPo } = filter;
  const live: Only = (alias) =>
    sql`${sql.ref(`${alias}.po_id`)} = any(array(select own.id from own where own.is_open))`;
  return read(
    ctx.db,
    onePlan(sql<PoDebt>`with own as materialized (
      select po.id, po.name, row_number() over (order by mo.sort_key, mo.id, po.sort_key, po.id) as nth, stale.since,
        coalesce(stale.since < ${days.from}::date ${isUpToNow ? sql`` : sql`or stale.since <= ${days.to}::date`}, false) as is_open
      from po join mo on mo.id = po.mo_id left join debt_stale stale on stale.po_id = po.id
      where ${poScope(ctx.actor, 'po')} and ${mo?.length ? sql`po.mo_id = any(${mo}::int[])` : sql`true`}
        and ${po?.length ? sql`po.id = any(${po}::int[])` : sql`true`} and ${noPo ? sql`false` : sql`true`}
        and exists (select 1 from garage_balance b where b.po_id = po.id)
    ), sum as (
      select own.id as po_id, own.name, own.nth, coalesce(ended.debt_kopecks, 0) as debt, coalesce(began.debt_kopecks, 0) as debt_before, coalesce(ended.debtors, 0) as debtors
      from own ${keptDebt('began', sql`d.day < ${days.from}::date`)} ${keptDebt('ended', isUpToNow ? sql`true` : sql`d.day <= ${days.to}::date`)}
      where not own.is_open and ${isUpToNow ? sql`own.since is null` : sql`true`}
      union all select own.id, own.name, own.nth, now.debt, coalesce(began.debt_kopecks, 0), now.debtors
      from own ${keptDebt('began', sql`d.day < ${days.from}::date`)} cross join lateral (
        select coalesce(sum(b.debt_kopecks), 0) as debt, (count(*) filter (where b.debt_kopecks > 0))::int as debtors from garage_balance b where b.po_id = own.id) as now
      where not own.is_open and ${isUpToNow ? sql`own.since is not null` : sql`false`}
      union all select own.id, own.name, own.nth, d.debt, d.debt_before, d.debtors
      from (select d.po_id, sum(d.debt) as debt, sum(d.debt_before) as debt_before, (count(*) filter (where d.debt > 0))::int as debtors
        from (${debtMovement(ctx, filter, days, isUpToNow, live)}) as d group by 1) as d join own on own.id = d.po_id)
    select po_id, coalesce(name, '') as name, coalesce(sum(debt), 0)::bigint as debt, coalesce(sum(debt_before), 0)::bigint as debt_before,
      coalesce(sum(debtors), 0)::int as debtors
    from sum group by grouping sets ((po_id, name, nth), ()) order by nth nulls first`),
  );
}

export interface Movers {
  total: number;
  debt_kopecks: number;
  debt_before_kopecks: number;
  data: DebtorRow[];
}

/** One page of the garages behind a debt: those that moved it, or those that owe at the end. */
export async function movers(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  isUpToNow: boolean,
  page: { which: 'moved' | 'owing'; page: number; per_page: number },
): Promise<Movers> {
  const moved = page.which === 'moved';
  const kept = moved ? sql`d.debt <> d.debt_before` : sql`d.debt > 0`;
  const order = moved ? sql`debt - debt_before desc, garage_id` : sql`debt desc, garage_id`;
  const [found] = await read(
    ctx.db,
    sql<Movers>`with d as materialized (select * from (${debtMovement(ctx, filter, days, isUpToNow)}) as d where ${kept}),
      page as (select * from d order by ${order} ${pageClause({ offset: (page.page - 1) * page.per_page, limit: page.per_page })})
    select (select count(*)::int from d) as total, (select coalesce(sum(debt), 0)::bigint from d) as debt_kopecks,
      (select coalesce(sum(debt_before), 0)::bigint from d) as debt_before_kopecks,
      (select coalesce(json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active,
          'po', json_build_object('id', po.id, 'name', po.name), 'debt_kopecks', page.debt, 'debt_before_kopecks', page.debt_before,
          'owners', ${presentOwners}) order by ${order}), '[]')
        from page join garage g on g.id = page.garage_id join po on po.id = g.po_id) as data`,
  );
  return found!;
}

/** How many garages stand behind a debt and how many people own them today: those that `movers` lists. */
export async function debtorsAndPeople(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  isUpToNow: boolean,
  which: 'moved' | 'owing',
): Promise<{ garages: number; people: number }> {
  const kept = which === 'moved' ? sql`d.debt <> d.debt_before` : sql`d.debt > 0`;
  const [found] = await read(
    ctx.db,
    sql<{ garages: number; people: number }>`with d as materialized (
      select d.garage_id from (${debtMovement(ctx, filter, days, isUpToNow)}) as d where ${kept})
    select (select count(*)::int from d) as garages, (select count(distinct w.profile_id)::int
      from d join ownership w on w.garage_id = d.garage_id where w.ended_on is null) as people`,
  );
  return found!;
}
