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
/** Its debtors, what it owed as each of the days began, its sums of each period told by rows (none of them when nothing moved). */
export type OfPo = readonly (number | null)[];
/** Of all ПО together, as each of the days began; nulls when there are none. */
export type Owed = (number | null)[];
/** By how much all of them together owe more after a whole month. */
export type Moved = [month: string, kopecks: number];

export interface Piece {
  what: 'cut' | 'owed' | 'moved' | 'po';
  /** Of a ПО its number. */
  key: string;
  name: string;
  told: Cut | OfPo | Owed | Moved[];
}

export interface Asked {
  filter: StatFilter;
  periods: readonly [Period, ...Period[]];
  /** Not the lines of some users alone. */
  isWhole: boolean;
  /** Days as which debts are told, and the one that ends the first period. */
  ends: readonly string[];
  last: string;
  /** Parts of each period that are told of, itself first. */
  parts: readonly Part[][];
  /** The first days of the first and the last whole month among them; null when there are none. */
  months: Days | null;
  /** What is read of each period by itself. */
  reads: readonly Reads[];
}

/** A period or a month of it: what less is owed at its end was collected within it. */
interface Part {
  /** `all `, `month 2026-03` */
  key: string;
  from: string;
  /** The day after its last one. */
  until: string;
  /** Of a whole month is kept how the debt moved. */
  isKept: boolean;
}

interface Reads {
  /** First days of the first and the last whole month that the first period tells by months and this one as a whole: read once. */
  shared: Days | null;
  rest: readonly Days[];
}

/** The period itself, and by months each of them as far as it lies within. */
function partsOf({ days, byMonths }: Period): Part[] {
  const months = byMonths ? pointsOf(days, 'month').map((day) => monthOf(day)) : [];
  return [
    { key: 'all ', from: days.from, until: plusDays(days.to, 1), isKept: false },
    ...months.map(({ from, to }) => ({
      key: `month ${from.slice(0, 7)}`,
      from: from < days.from ? days.from : from,
      until: plusDays(to < days.to ? to : days.to, 1),
      isKept: days.from <= from && to <= days.to,
    })),
  ];
}

export function askedOf(filter: StatFilter, periods: Asked['periods'], isUpToNow: boolean): Asked {
  const isWhole = !filter.user?.length;
  const parts = periods.map(partsOf);
  // Whose money closed what is not told by authors: of their lines stand the debts of the period alone.
  const told = isWhole ? parts.flat() : parts[0]!.slice(0, 1);
  const months = told.flatMap(({ isKept, from }) => (isKept ? [from] : [])).toSorted();
  const last = isUpToNow ? NOW : plusDays(periods[0].days.to, 1);
  const ends = told.flatMap(({ isKept, from, until }) => (isKept ? [] : [from, until]));
  return {
    filter,
    periods,
    isWhole,
    last,
    ends: [...new Set([...ends, last])],
    parts,
    months: months.length ? { from: months[0]!, to: months.at(-1)! } : null,
    reads: periods.map((period) => readsOf(periods[0], period)),
  };
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

/** Everything that was asked for, in pieces: of kept debts alone where nothing newer was written. */
export const moneyPieces = async (ctx: Ctx, asked: Asked): Promise<Piece[]> =>
  (await keptPieces(ctx, asked)) ?? read(ctx.db, onePlan(piecesOf(ctx, asked, true)));

/** Told by kept debts alone; null when a ПО of the place has newer lines (or there is none). */
async function keptPieces(ctx: Ctx, asked: Asked): Promise<Piece[] | null> {
  const pieces = await read(ctx.db, onePlan(piecesOf(ctx, asked, false)));
  return pieces.some(({ what, told }) => what === 'owed' && told[0] !== null) ? pieces : null;
}

/**
 * Debts by ПО are told as the periods begin and end, of all ПО together also how they moved within each month. After its last change a
 * ПО owes what it owed then; of those with newer lines is counted how they move what is kept before them.
 * @param withNewer false: most of the time there are none, and looking for them costs more than all the rest of a ПО. Should there be some
 * after all, nothing of the place is read and its debts are null.
 */
function piecesOf(ctx: Ctx, asked: Asked, withNewer: boolean) {
  const { filter, periods, ends, last, reads } = asked;
  const here = placeOf(ctx, filter);
  const isOwn = ofPlace(ctx, filter);
  return sql<Piece>`with own as materialized (
      select po.id, po.name, row_number() over (order by mo.sort_key, mo.id, po.sort_key, po.id) as nth, kept.day as until, kept.debt_kopecks, kept.debtors,
        ${withNewer ? sql`(select stale.since from debt_stale stale where stale.po_id = po.id)` : sql`null::date`} as since
      from po join mo on mo.id = po.mo_id left join lateral (
        select d.day, d.debt_kopecks, d.debtors from debt_day d where d.po_id = po.id order by d.day desc limit 1) as kept on true
      where ${isOwn}
        ${withNewer ? sql`` : sql`and not exists (select 1 from debt_stale cross join lateral (select 1 from po where po.id = debt_stale.po_id and ${isOwn} limit 1) as own)`}
    ), ${withNewer ? NEWER : sql``} stood as materialized (
      select own.id, own.nth, own.name, ${sql.join(ends.map((day, nth) => sql`${owedAt('debt_kopecks', day, withNewer)} as ${sql.ref(`end${nth}`)}`))},
        ${owedAt('debtors', last, withNewer)} as debtors
      from own
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
    union all select 'owed', '', '', json_build_array(${sql.raw(endsOf('sum(', ends, ')'))}), null from stood
    ${asked.months ? movedByMonth(asked.months, withNewer) : sql``}
    ${periods[0].byRows ? ofEachPo(periods, ends) : sql``} order by nth`;
}

/** ПО of the place that the filter keeps. */
const ofPlace = (ctx: Ctx, { mo, po, noPo }: StatFilter) => sql`${poScope(ctx.actor, 'po')}
        and ${mo?.length ? sql`po.mo_id = any(${mo}::int[])` : sql`true`}
        and ${po?.length ? sql`po.id = any(${po}::int[])` : sql`true`} and ${noPo ? sql`false` : sql`true`}`;

/** How lines that are newer than what is kept of a ПО of `own` move its debt, by day. */
const NEWER = sql`newer as materialized (
      select own.id as po_id, m.day, m.debt_kopecks, m.debtors from own cross join lateral debt_moves(array[own.id], own.since) as m
      where own.since is not null),`;

type OwedOf = 'debt_kopecks' | 'debtors';

/** The last of what is kept of a ПО of `own` before the day. */
const keptBefore = (
  what: OwedOf,
  day: RawBuilder<unknown>,
) => sql`coalesce(case when ${day} > own.until then own.${sql.ref(what)}
  else (select d.${sql.ref(what)} from debt_day d where d.po_id = own.id and d.day < ${day} order by d.day desc limit 1) end, 0)`;

/** What a ПО of `own` owed as the day began. */
function owedAt(what: OwedOf, day: string, withNewer: boolean): RawBuilder<unknown> {
  const at = sql`${day}::date`;
  if (!withNewer) return keptBefore(what, at);
  return sql`${keptBefore(what, sql`least(${at}, own.since)`)}
    + coalesce((select sum(newer.${sql.ref(what)}) from newer where newer.po_id = own.id and newer.day < ${at}), 0)::bigint`;
}

/** How the debts of all ПО moved within each whole month; the one that newer lines begin in is kept up to their day. */
function movedByMonth({ from, to }: Days, withNewer: boolean): RawBuilder<unknown> {
  const begun = sql`date_trunc('month', own.since::timestamp)::date`;
  const moved = withNewer
    ? sql`select m.month, m.moved_kopecks as kopecks from own join debt_month m on m.po_id = own.id
        where m.month between ${from}::date and ${to}::date and (own.since is null or m.month < ${begun})
      union all select ${begun}, ${keptBefore('debt_kopecks', sql`own.since`)} - ${keptBefore('debt_kopecks', begun)}
        from own where ${begun} between ${from}::date and ${to}::date
      union all select date_trunc('month', day::timestamp)::date, debt_kopecks from newer where day < ${plusDays(monthOf(to).to, 1)}::date`
    : sql`select m.month, m.moved_kopecks as kopecks from debt_month m
        where m.po_id = any(array(select id from own)) and m.month between ${from}::date and ${to}::date`;
  return sql`union all select 'moved', '', '', coalesce(json_agg(json_build_array(to_char(month, 'YYYY-MM'), kopecks)), '[]'), null
      from (select month, sum(kopecks)::bigint as kopecks from (${moved}) as line group by month) as moved`;
}

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

/**
 * A row of each ПО with garages; where money moved there are some. Of a period and a side a ПО has one cell: the greatest is that one,
 * and no long number that would be made short again. An array is one text; a list of values would ask for the type of each.
 */
function ofEachPo(periods: readonly Period[], ends: readonly string[]): RawBuilder<unknown> {
  const only = (what: 'lines' | 'kopecks', nth: number, side: number) =>
    `max(c.${what}) filter (where c.period = ${nth} and c.side = ${side})`;
  const sumsOf = periods.flatMap(({ byRows }, nth) =>
    byRows ? SUMS_OF_PO.map(([what, side]) => only(what, nth, side)) : [],
  );
  return sql`union all select 'po', stood.id::text, stood.name, to_json(array[stood.debtors, ${sql.raw(endsOf('stood.', ends))}] || flow.told), stood.nth
    from stood left join (select c.po_id, array[${sql.raw(sumsOf.join(', '))}] as told from cell c where c.is_po group by c.po_id) as flow on flow.po_id = stood.id
    where flow.po_id is not null or exists (select 1 from garage_balance b where b.po_id = stood.id)`;
}

/** `end0, end1 …` */
const endsOf = (before: string, ends: readonly string[], after = '') =>
  ends.map((_, nth) => `${before}end${nth}${after}`).join(', ');
