// How much of the money of a period has closed charges: what was paid without what became an advance, with what advances have closed.
import { sql, type RawBuilder } from 'kysely';
import type { StatFilter } from '../../../contract/statistics.ts';
import { plusDays } from '../../../contract/kernel/days.ts';
import { onePlan } from '../../db/planned.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { pointsOf, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { poScope } from '../../kernel/scope.ts';
import { placed, sums } from './money.ts';

/** Kopecks by `all `, `po 7`, `month 2026-03`. */
export type Collected = ReadonlyMap<string, number>;

/** «Перенос остатка» */
const CARRIED = 9;

interface Piece {
  /** What all ПО owed, what lines moved in them; what one ПО has collected over a whole period. */
  what: 'debt' | 'flow' | 'po';
  po_id: number | null;
  /** Of a debt the day, otherwise the number of the period. */
  at: string;
  /** Of a flow: `2026-03`. */
  month: string | null;
  kopecks: number;
}

/** Of each ПО and each month too, not of the whole alone. */
export interface Period {
  days: Days;
  byRows: boolean;
}

/**
 * Advances need not be kept to be known: balance = advance − debt, so what was paid and became no advance is
 * paid − Δbalance − Δdebt, day by day as the books are. What was left to former owners stands apart: what they pay closes it.
 * One answer for each period, in their order; null for one user's lines: whose money has closed what is not told by authors.
 */
export async function collectedSums<Asked extends readonly [Period, ...Period[]]>(
  ctx: Ctx,
  filter: StatFilter,
  periods: Asked,
): Promise<{ -readonly [Nth in keyof Asked]: Collected | null }> {
  const pieces = filter.user?.length ? null : await read(ctx.db, onePlan(piecesOf(ctx, filter, periods)));
  return periods.map((period, nth) => pieces && addUp(period, nth, pieces)) as {
    -readonly [Nth in keyof Asked]: Collected | null;
  };
}

/** Days as which the debt is asked for: where the period begins, where each further month of it begins, where the day after it does. */
function pointsOfPeriod({ days, byRows }: Period): string[] {
  const months = byRows ? pointsOf(days, 'month').filter((day) => day > days.from) : [];
  return [days.from, ...months, plusDays(days.to, 1)];
}

function addUp(period: Period, nth: number, pieces: readonly Piece[]): Collected {
  const { byRows } = period;
  const collected = new Map<string, number>([['all ', 0]]);
  const add = (key: string, kopecks: number) => collected.set(key, (collected.get(key) ?? 0) + kopecks);
  const addMonth = (month: string, kopecks: number) => {
    add('all ', kopecks);
    if (byRows) add(`month ${month}`, kopecks);
  };
  const points = pointsOfPeriod(period);
  for (const { what, po_id, at, month, kopecks } of pieces) {
    if (what === 'debt') {
      const place = points.indexOf(at);
      // The debt at the end of one month is that at the beginning of the next: it falls in the one and rises in the other.
      if (place > 0) addMonth(points[place - 1]!.slice(0, 7), -kopecks);
      if (place >= 0 && place < points.length - 1) addMonth(at.slice(0, 7), kopecks);
    } else if (Number(at) === nth) {
      if (what === 'flow') addMonth(month!, kopecks);
      else add(`po ${po_id}`, kopecks);
    }
  }
  return collected;
}

/**
 * What was owed as each of the days began, and what lay on the balance of present owners, money that was paid left out: of all
 * ПО by month, and of each ПО over the whole, where it is owed as the first and the last of the days began.
 */
function piecesOf(ctx: Ctx, filter: StatFilter, periods: readonly Period[]) {
  const { mo, po, noPo } = filter;
  const points = [...new Set(periods.flatMap(pointsOfPeriod))].toSorted();
  const ends = periods.flatMap(({ days, byRows }, nth) =>
    byRows
      ? ([
          [nth, days.from, 1],
          [nth, plusDays(days.to, 1), -1],
        ] as const)
      : [],
  );
  const endDays = sql`${`{${ends.map(([, day]) => day).join(',')}}`}::date[]`;
  const list = sql`${`{${points.join(',')}}`}::date[]`;
  return sql<Piece>`with own as materialized (
      select po.id, stale.since, (select min(d.day) from debt_day d where d.po_id = po.id) as first,
        (select max(m.month) from debt_month m where m.po_id = po.id) as until from po left join debt_stale stale on stale.po_id = po.id
      where ${poScope(ctx.actor, 'po')} and ${mo?.length ? sql`po.mo_id = any(${mo}::int[])` : sql`true`}
        and ${po?.length ? sql`po.id = any(${po}::int[])` : sql`true`} and ${noPo ? sql`false` : sql`true`}
    ), point as materialized (select day, nth::int from unnest(${list}) with ordinality as given(day, nth)
    ), lone as materialized (select * from point where extract(day from day) > 1 or day > (select min(until) from own)
    ), open as materialized (select b.garage_id, b.po_id, b.was_ahead from garage_balance b
      where b.po_id = any(array(select id from own where since < (select max(day) from point)))
    ), moved as materialized (
      select open.po_id, o.garage_id, width_bucket(o.on_date, ${list}) as bucket, sum(o.sign * o.amount_kopecks) as kopecks
      from open join balance_operation o on o.garage_id = open.garage_id where not open.was_ahead and o.debtor_id is null group by 1, 2, 3
    ), live as (
      select po_id, nth, sum(greatest(0, -kopecks)) as debt from (select moved.po_id, moved.garage_id, point.nth, sum(moved.kopecks) as kopecks
        from moved join point on moved.bucket < point.nth group by 1, 2, 3) as stood group by 1, 2
      union all select open.po_id, point.nth, sum(s.kopecks) from (select * from point where exists (select 1 from open where was_ahead)) as point
        cross join lateral settle(array(select garage_id from open where was_ahead), point.day - 1) as s join open on open.garage_id = s.garage_id
        where s.kind = 'charge' and s.debtor_id is null group by 1, 2
    ), stood as materialized (
      select own.id as po_id, edge.day, kept.debt_kopecks as kopecks
      from own cross join (select day from point where day = any(${endDays}) and extract(day from day) = 1) as edge
        cross join lateral (select m.debt_kopecks from debt_month m where m.po_id = own.id and m.month = edge.day limit 1) as kept
      where own.since is null or own.since >= edge.day
      union all select own.id, lone.day, kept.debt_kopecks from own join lone on lone.day > own.first
        and (extract(day from lone.day) > 1 or lone.day > own.until) cross join lateral (
        select d.debt_kopecks from debt_day d where d.po_id = own.id and d.day < lone.day order by d.day desc limit 1) as kept
      where own.since is null or own.since >= lone.day
      union all select own.id, point.day, live.debt from own join live on live.po_id = own.id join point on point.nth = live.nth
      where own.since < point.day
    ), whole as (
      select day, sum(kopecks) as kopecks from stood group by day
      union all select m.month, sum(m.debt_kopecks) from own join debt_month m on m.po_id = own.id
        and m.month between ${points[0]}::date and ${points.at(-1)}::date and m.month <> all(${endDays})
      where own.since is null or own.since >= m.month group by m.month
    ), flow as materialized (${sql.join(
      periods.map(({ days }, nth) => flowOf(ctx, filter, days, nth)),
      sql` union all `,
    )})
    select 'debt' as what, null::int as po_id, point.day::text as at, null::text as month, sum(whole.kopecks)::bigint as kopecks
    from whole join point on point.day = whole.day group by point.day
    union all select 'flow', null, period::text, to_char(month, 'YYYY-MM'), sum(kopecks)::bigint from flow group by period, month
    ${ends.length ? ofEachPo(ends) : sql``}`;
}

const flowOf = (ctx: Ctx, filter: StatFilter, days: Days, nth: number) => sql`
  select ${nth}::int as period, s.po_id, s.month, -s.sign * s.amount_kopecks as kopecks from (${sums(ctx, filter, days)}) as s
  where not ${countedAs('paid', 's')} and not (s.payment_type_id = ${CARRIED} and s.sign > 0)
  union all select ${nth}::int, o.po_id, date_trunc('month', o.on_date)::date, case when o.debtor_id is null then -o.sign else o.sign end * o.amount_kopecks
  from balance_operation o where ${placed(ctx, filter, 'o')} and (o.origin_id is not null or o.debtor_id is not null)
    and (o.debtor_id is null or o.origin_id is null) and o.on_date between ${days.from}::date and ${days.to}::date`;

/** What each ПО has collected over the periods that are told by rows: with their number, both ends and the sign of the debt there. */
function ofEachPo(ends: readonly (readonly [nth: number, day: string, sign: number])[]): RawBuilder<unknown> {
  const list = (place: 0 | 1 | 2) => sql`${`{${ends.map((end) => end[place]).join(',')}}`}`;
  return sql`union all select 'po', po_id, period::text, null, sum(kopecks)::bigint from (
      select flow.period, flow.po_id, flow.kopecks from flow where flow.period = any(${list(0)}::int[])
      union all select ends.period, stood.po_id, ends.sign * stood.kopecks from stood
        join unnest(${list(0)}::int[], ${list(1)}::date[], ${list(2)}::int[]) as ends(period, day, sign) on ends.day = stood.day
    ) as one group by period, po_id`;
}
