// SQL of money over a period: kept sums of whole months, lines of the days at its ends.
import { sql, type RawBuilder } from 'kysely';
import type { DebtorRow, StatFilter } from '../../../contract/statistics.ts';
import { presentOwners } from '../../balance/queries/ageing.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { byMoOfRegion, inScope, poScope } from '../../kernel/scope.ts';
import { wholeMonths, type Days } from '../../kernel/periods.ts';
import { pageClause } from '../../db/planned.ts';

/** Condition on the rows of an alias that carries region_id, mo_id, po_id: those of the place that the filter keeps. */
export type Place = (alias: string) => RawBuilder<unknown>;

/** Written once for each alias, however many parts of a statement ask for it. */
export function placeOf(ctx: Ctx, filter: StatFilter): Place {
  const written = new Map<string, RawBuilder<unknown>>();
  return (alias) => {
    const known = written.get(alias) ?? placed(ctx, filter, alias);
    written.set(alias, known);
    return known;
  };
}

function placed(ctx: Ctx, filter: StatFilter, alias: string): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [inScope(ctx.actor, alias)];
  if (filter.mo?.length) all.push(sql`${sql.ref(`${alias}.mo_id`)} = any(${filter.mo}::int[])`);
  if (filter.po?.length) all.push(sql`${sql.ref(`${alias}.po_id`)} = any(${filter.po}::int[])`);
  // Every garage is of a ПО.
  if (filter.noPo) all.push(sql`false`);
  return sql.join(all, sql` and `);
}

/** Lines summed, with columns `po_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks`. */
export function sums(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  here: Place = placeOf(ctx, filter),
): RawBuilder<unknown> {
  const users = filter.user?.length ? filter.user : null;
  // Months know no authors.
  const { months, edges } = users ? { months: null, edges: [days] } : wholeMonths(days);
  const parts: RawBuilder<unknown>[] = [];
  if (months)
    parts.push(sql`select m.po_id, m.month, m.sign, m.accrual_type_id, m.payment_type_id, m.lines, m.amount_kopecks from ledger_month m
      where ${here('m')} and m.month between ${months.from}::date and ${months.to}::date`);
  // Each end by itself, so that its few lines are found by place and day.
  for (const { from, to } of edges)
    parts.push(sql`select o.po_id, date_trunc('month', o.on_date)::date as month, o.sign, coalesce(o.accrual_type_id, 0) as accrual_type_id,
        coalesce(o.payment_type_id, 0) as payment_type_id, 1 as lines, o.amount_kopecks
      from balance_operation o where ${here('o')} and ${byMoOfRegion(ctx.actor, 'o')} and o.origin_id is null and o.on_date between ${from}::date and ${to}::date
        and ${users ? sql`o.created_by = any(${users}::int[])` : sql`true`}`);
  return sql.join(parts, sql` union all `);
}

/** Every ПО of the place. */
const everywhere: Place = () => sql`true`;

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
  only: Place = everywhere,
): RawBuilder<unknown> {
  const place = placeOf(ctx, filter);
  const here = (alias: string) => sql`${place(alias)} and ${only(alias)}`;
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
  (day: string): Place =>
  (alias) =>
    sql`${sql.ref(`${alias}.po_id`)} = any(array(select own.id from own where own.since < ${day}::date))`;

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
