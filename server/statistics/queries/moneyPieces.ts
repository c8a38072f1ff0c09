// The statement of `moneyFigures`: lines, kept sums and debts of all its periods, read at one moment.
import { sql, type RawBuilder } from 'kysely';
import { plusDays } from '../../../contract/kernel/days.ts';
import type { StatFilter } from '../../../contract/statistics.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import { onePlan } from '../../db/planned.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { monthOf, pointsOf, wholeMonths, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { poScope } from '../../kernel/scope.ts';
import { placeOf, sums, type Place } from './money.ts';

export interface Period {
  days: Days;
  /** By ПО, types and methods too, and with `byMonths` by months; otherwise as a whole alone. */
  byRows: boolean;
  byMonths?: boolean;
}

/** «Перенос остатка» */
const CARRIED = 9;
/** Which side of the money a line stands on; the rest moves balances only. */
export const CHARGED = 1;
export const PAID = 2;
export const OTHER = 3;
/** The day of what is owed now, whatever days the last lines have. */
export const NOW = 'infinity';

/** A sum of one period and one side. */
export type Cut = [
  what: 'all' | 'month' | 'type' | 'method',
  key: string,
  period: number,
  side: number,
  lines: number,
  kopecks: number,
];

/** Sums of a ПО over one period. */
export const SUMS_OF_PO = [
  ['kopecks', CHARGED],
  ['lines', CHARGED],
  ['kopecks', PAID],
  ['lines', PAID],
  ['kopecks', OTHER],
] as const;
export type OfPo = [sums: number[] | null, owed: number[], debtors: number];
/** Of all ПО together, as the day began, or of those that are told alike; null when there are none. */
export type Owed = [day: string, kopecks: number | null];

export interface Piece {
  what: 'cut' | 'debts' | 'po';
  /** Of a ПО its number. */
  key: string;
  name: string;
  told: Cut | OfPo | Owed[];
}

export interface Asked {
  filter: StatFilter;
  periods: readonly [Period, ...Period[]];
  /** Not the lines of some users alone. */
  isWhole: boolean;
  /** Days as which debts are told of each ПО, and the one that ends the first period. */
  ends: readonly string[];
  last: string;
  /** Days as which the debt of all ПО is told, of each period; all of them in their order. */
  ofPeriods: readonly string[][];
  points: readonly string[];
  /** What is read of each period by itself. */
  reads: readonly Reads[];
}

interface Reads {
  /** First days of the first and the last whole month that the first period tells by months and this one as a whole: read once. */
  shared: Days | null;
  rest: readonly Days[];
}

/** Days as which the debt is asked for: where the period begins, where each further month of it begins, where the day after it does. */
function pointsOfPeriod({ days, byMonths }: Period): string[] {
  const months = byMonths ? pointsOf(days, 'month').filter((day) => day > days.from) : [];
  return [days.from, ...months, plusDays(days.to, 1)];
}

export function askedOf(filter: StatFilter, periods: Asked['periods'], isUpToNow: boolean): Asked {
  const isWhole = !filter.user?.length;
  const ofPeriods = periods.map(pointsOfPeriod);
  const told = isWhole ? ofPeriods : ofPeriods.slice(0, 1);
  const last = isUpToNow ? NOW : ofPeriods[0]!.at(-1)!;
  const ends = [...new Set([...told.flatMap((points) => [points[0]!, points.at(-1)!]), last])];
  const points = [...new Set([...(isWhole ? ofPeriods.flat() : []), ...ends])].toSorted(byDay);
  const reads = periods.map((period) => readsOf(periods[0], period));
  return { filter, periods, isWhole, last, ends, ofPeriods, points, reads };
}

function readsOf(first: Period, period: Period): Reads {
  const [ours, firsts] = [wholeMonths(period.days).months, wholeMonths(first.days).months];
  const whole = { shared: null, rest: [period.days] };
  if (period === first || period.byRows || period.byMonths || !first.byMonths || !ours || !firsts) return whole;
  const shared = {
    from: ours.from > firsts.from ? ours.from : firsts.from,
    to: ours.to < firsts.to ? ours.to : firsts.to,
  };
  if (shared.from > shared.to) return whole;
  const rest = [
    { from: period.days.from, to: plusDays(shared.from, -1) },
    { from: plusDays(monthOf(shared.to).to, 1), to: period.days.to },
  ];
  return { shared, rest: rest.filter(({ from, to }) => from <= to) };
}

const byDay = (one: string, other: string) => (one === NOW ? 1 : other === NOW ? -1 : one < other ? -1 : 1);

/** Everything that was asked for, in pieces: of kept debts alone where nothing newer was written. */
export const moneyPieces = async (ctx: Ctx, asked: Asked): Promise<Piece[]> =>
  (await keptPieces(ctx, asked)) ?? read(ctx.db, onePlan(piecesOf(ctx, asked, true)));

/** Told by kept debts alone; null when a ПО of the place has newer lines (or there is none). */
async function keptPieces(ctx: Ctx, asked: Asked): Promise<Piece[] | null> {
  const pieces = await read(ctx.db, onePlan(piecesOf(ctx, asked, false)));
  return pieces.some(({ what, told }) => what === 'debts' && (told as Owed[]).some(([, kopecks]) => kopecks !== null))
    ? pieces
    : null;
}

/**
 * Debts by ПО are told as the periods begin and end, by month of all ПО together. After its last change a ПО owes what it owed then;
 * of those with newer lines debts are counted from their garages.
 * @param withNewer false: most of the time there are none, and looking for them costs more than all the rest of a ПО. Should there be some
 * after all, nothing of the place is read and its debts are null.
 */
function piecesOf(ctx: Ctx, asked: Asked, withNewer: boolean) {
  const { filter, periods, points, ends, last, reads } = asked;
  const endDays = daysOf(ends);
  const months = points.filter((day) => !ends.includes(day));
  const here = placeOf(ctx, filter);
  const isOwn = ofPlace(ctx, filter);
  return sql<Piece>`with own as materialized (
      select po.id, po.name, row_number() over (order by mo.sort_key, mo.id, po.sort_key, po.id) as nth, kept.day as until, kept.debt_kopecks, kept.debtors,
        ${withNewer ? sql`(select stale.since from debt_stale stale where stale.po_id = po.id)` : sql`null::date`} as since
      from po join mo on mo.id = po.mo_id left join lateral (
        select d.day, d.debt_kopecks, d.debtors from debt_day d where d.po_id = po.id order by d.day desc limit 1) as kept on true
      where ${isOwn}
        ${withNewer ? sql`` : sql`and not exists (select 1 from debt_stale cross join lateral (select 1 from po where po.id = debt_stale.po_id and ${isOwn} limit 1) as own)`}
    ), ${withNewer ? liveDebts(points, ends, liveEnds(asked)) : sql``} stood as materialized (
      select own.id, own.nth, own.name, ${sql.join(ends.map((day, nth) => debtAt(day, nth, withNewer)))}, ${debtorsAt(last, withNewer)} as debtors
      from own ${withNewer ? sql`left join live_end on live_end.po_id = own.id` : sql``}
    ), whole as (
      select unnest(${endDays}) as day, unnest(array[${sql.raw(endsOf('sum(', ends, ')'))}]) as kopecks from stood
      ${months.length ? owedByMonth(months, endDays, withNewer) : sql``}
    ), cell as materialized (
      select grouping(po_id) = 0 as is_po, period, side, po_id, month, type, method, sum(lines)::int as lines, sum(kopecks)::bigint as kopecks
      from (${sql.join(
        periods.flatMap((_, nth) => (reads[nth]!.rest.length ? [linesOf(ctx, asked, nth, here)] : [])),
        sql` union all `,
      )}) as line ${withNewer ? sql`` : sql`where exists (select 1 from own)`} group by grouping sets ((period, side, po_id), (period, side, month, type, method)))
    select 'cut' as what, '' as key, coalesce(accrual_type.name, payment_type.name, '') as name,
      json_build_array(cut.what, coalesce(to_char(cut.month, 'YYYY-MM'), cut.type::text, cut.method::text, ''), cut.period, cut.side, cut.lines, cut.kopecks) as told, null::int as nth
    from (select case when grouping(month) = 0 then 'month' when grouping(type) = 0 then 'type' when grouping(method) = 0 then 'method' else 'all' end as what,
        period, side, month, type, method, sum(lines)::int as lines, sum(kopecks)::bigint as kopecks
      from cell where not is_po group by grouping sets ((period, side), (period, side, month), (period, side, type), (period, side, method))) as cut
      left join accrual_type on accrual_type.id = cut.type left join payment_type on payment_type.id = cut.method
    union all select 'debts', '', '', json_agg(json_build_array(day, kopecks)), null from whole
    ${periods[0].byRows ? ofEachPo(periods, ends) : sql``} order by nth`;
}

const daysOf = (days: readonly string[]) => sql`${`{${days.join(',')}}`}::date[]`;

/** ПО of the place that the filter keeps. */
const ofPlace = (ctx: Ctx, { mo, po, noPo }: StatFilter) => sql`${poScope(ctx.actor, 'po')}
        and ${mo?.length ? sql`po.mo_id = any(${mo}::int[])` : sql`true`}
        and ${po?.length ? sql`po.id = any(${po}::int[])` : sql`true`} and ${noPo ? sql`false` : sql`true`}`;

/** ПО whose kept debts are right as the day began. */
const isFresh = (day: RawBuilder<unknown>) => sql`(own.since is null or own.since >= ${day})`;

/** What was owed as the months within a period began: kept up to the last change of a ПО, after it what that one left. */
const owedByMonth = (months: readonly string[], ends: RawBuilder<unknown>, withNewer: boolean) => sql`
      union all select m.month, sum(m.debt_kopecks) from own join debt_month m on m.po_id = own.id and m.month <= own.until
        and m.month between ${months[0]}::date and ${months.at(-1)}::date and m.month <> all(${ends})
      where ${isFresh(sql`m.month`)} group by m.month
      union all select m.day, sum(own.debt_kopecks) from own join unnest(${daysOf(months)}) as m(day) on m.day > own.until
      where m.day > (select min(until) from own) and ${isFresh(sql`m.day`)} group by m.day
      ${
        withNewer
          ? sql`union all select point.day, sum(live.debt) from own join live on live.po_id = own.id join point on point.nth = live.nth
      where not point.is_end and own.since < point.day group by point.day`
          : sql``
      }`;

/** What garages of ПО with newer lines owed as each point began: `live` by ПО and point. Where money was ever set aside the books are walked. */
const liveDebts = (points: readonly string[], ends: readonly string[], atEnds: RawBuilder<unknown>) => sql`
    point as materialized (select day, nth::int, day = any(${daysOf(ends)}) as is_end from unnest(${daysOf(points)}) with ordinality as given(day, nth)
    ), open as materialized (select b.garage_id, b.po_id, b.was_ahead from garage_balance b
      where b.po_id = any(array(select id from own where since < (select max(day) from point where day < ${NOW}::date)))
    ), moved as materialized (
      select open.po_id, o.garage_id, width_bucket(o.on_date, ${daysOf(points)}) as bucket, sum(o.sign * o.amount_kopecks) as kopecks
      from open join balance_operation o on o.garage_id = open.garage_id where not open.was_ahead and o.debtor_id is null group by 1, 2, 3
    ), live as (
      select po_id, nth, sum(greatest(0, -kopecks))::bigint as debt, count(*) filter (where kopecks < 0)::int as debtors
      from (select moved.po_id, moved.garage_id, point.nth, sum(moved.kopecks) as kopecks
        from moved join point on moved.bucket < point.nth where point.day < ${NOW}::date group by 1, 2, 3) as stood group by 1, 2
      union all select open.po_id, point.nth, sum(s.kopecks)::bigint, count(distinct s.garage_id) filter (where s.kopecks > 0)::int
      from (select * from point where day < ${NOW}::date and exists (select 1 from open where was_ahead)) as point
        cross join lateral settle(array(select garage_id from open where was_ahead), point.day - 1) as s join open on open.garage_id = s.garage_id
        where s.kind = 'charge' and s.debtor_id is null group by 1, 2), live_end as (${atEnds}),`;

/** The same of a ПО at the ends of periods, in a row. */
const liveEnds = ({ ends, points, last }: Asked) => {
  const at = (day: string) => sql`filter (where nth = ${sql.lit(points.indexOf(day) + 1)})`;
  return sql`select po_id${sql.join(
    ends.map((day, nth) => sql`, sum(debt) ${at(day)}::bigint as ${sql.ref(`end${nth}`)}`),
    sql``,
  )}, sum(debtors) ${at(last)}::int as debtors from live group by po_id`;
};

/** The last of what is kept of a ПО before the day. */
const keptBefore = (
  what: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  day: string,
) => sql`case when ${day}::date > own.until then ${now}
  else (select ${what} from debt_day d where d.po_id = own.id and d.day < ${day}::date order by d.day desc limit 1) end`;

/** What a ПО of `own` owed as the day began, as `end0`, `end1` …; of now balances are kept where the days are not told yet. */
const debtAt = (day: string, nth: number, withNewer: boolean): RawBuilder<unknown> => {
  const kept = keptBefore(sql`d.debt_kopecks`, sql`own.debt_kopecks`, day);
  const newer =
    day === NOW
      ? sql`(select sum(b.debt_kopecks)::bigint from garage_balance b where b.po_id = own.id)`
      : sql`live_end.${sql.ref(`end${nth}`)}`;
  return sql`coalesce(${withNewer ? ofFresh(day, kept, newer) : kept}, 0) as ${sql.ref(`end${nth}`)}`;
};

const debtorsAt = (day: string, withNewer: boolean): RawBuilder<unknown> => {
  const kept = keptBefore(sql`d.debtors`, sql`own.debtors`, day);
  const newer =
    day === NOW
      ? sql`(select count(*)::int from garage_balance b where b.po_id = own.id and b.debt_kopecks > 0)`
      : sql`live_end.debtors`;
  return sql`coalesce(${withNewer ? ofFresh(day, kept, newer) : kept}, 0)`;
};

const ofFresh = (day: string, kept: RawBuilder<unknown>, newer: RawBuilder<unknown>) =>
  sql`case when ${isFresh(sql`${day}::date`)} then ${kept} else ${newer} end`;

/** On which side a kept sum `s` stands. */
const SIDE = sql`case when ${countedAs('paid', 's')} then ${sql.lit(PAID)} when ${countedAs('charged', 's')} then ${sql.lit(CHARGED)} else ${sql.lit(OTHER)} end`;
const IS_CARRIED = sql`(s.payment_type_id = ${sql.lit(CARRIED)} and s.sign > 0)`;
const IS_COUNTED = sql`(${countedAs('charged', 's')} or ${countedAs('paid', 's')})`;
const [NO_MONTH, MONTH_OF_SUM, MONTH_OF_LINE] = [
  sql`null::date`,
  sql`s.month`,
  sql`date_trunc('month', o.on_date)::date`,
];

/** Lines and sums of months of one period, each on its side: as they are for its rows, otherwise a sum of each side. */
function linesOf(ctx: Ctx, asked: Asked, nth: number, here: Place): RawBuilder<unknown> {
  const { filter, isWhole, periods, reads } = asked;
  const { byRows, byMonths } = periods[nth]!;
  const own = sql.lit(nth);
  const counted = (
    days: Days,
  ) => sql`select ${own} as period, ${SIDE} as side, s.po_id, ${byMonths ? MONTH_OF_SUM : NO_MONTH} as month,
      case when coalesce(s.payment_type_id, 0) = 0 then s.accrual_type_id end as type, nullif(s.payment_type_id, 0) as method,
      s.lines, s.sign * s.amount_kopecks as kopecks
    from (${sums(ctx, filter, days, here)}) as s where ${isWhole ? sql`not ${IS_CARRIED}` : IS_COUNTED}`;
  // What passes between owners, and what is owed by those who left.
  const passed = ({
    from,
    to,
  }: Days) => sql`select ${own}, ${sql.lit(OTHER)}, o.po_id, ${byMonths ? MONTH_OF_LINE : NO_MONTH},
        null::int, null::int, 0, case when o.debtor_id is null then o.sign else -o.sign end * o.amount_kopecks
      from balance_operation o where ${here('o')} and (o.origin_id is not null or o.debtor_id is not null)
        and (o.debtor_id is null or o.origin_id is null) and o.on_date between ${from}::date and ${to}::date`;
  const lines = sql.join(
    reads[nth]!.rest.flatMap((days) => (isWhole ? [counted(days), passed(days)] : [counted(days)])),
    sql` union all `,
  );
  if (byRows) return lines;
  return sql`select ${own} as period, side, null::int as po_id, null::date as month, null::int as type, null::int as method, sum(lines) as lines,
    sum(kopecks)::bigint as kopecks from (${lines}) as line group by side`;
}

/** A row of each ПО with garages: its sums of every period told by rows, what it owed as each of `ends` began, its debtors at the last one. */
function ofEachPo(periods: readonly Period[], ends: readonly string[]): RawBuilder<unknown> {
  const sum = (what: 'lines' | 'kopecks', nth: number, side: number) =>
    `coalesce(sum(c.${what}) filter (where c.period = ${nth} and c.side = ${side}), 0)::bigint`;
  const sumsOf = periods.flatMap(({ byRows }, nth) =>
    byRows ? SUMS_OF_PO.map(([what, side]) => sum(what, nth, side)) : [],
  );
  return sql`union all select 'po', stood.id::text, stood.name, json_build_array(flow.told, json_build_array(${sql.raw(endsOf('stood.', ends))}), stood.debtors), stood.nth
    from stood left join (select c.po_id, json_build_array(${sql.raw(sumsOf.join(', '))}) as told from cell c where c.is_po group by c.po_id) as flow on flow.po_id = stood.id
    where exists (select 1 from garage_balance b where b.po_id = stood.id)`;
}

/** `end0, end1 …` */
const endsOf = (before: string, ends: readonly string[], after = '') =>
  ends.map((_, nth) => `${before}end${nth}${after}`).join(', ');
