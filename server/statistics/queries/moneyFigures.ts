// Money of a place over several periods in one statement: what was charged and paid, how much of it has closed charges, and what was
// owed. What the periods share is read once.
import { sql, type RawBuilder } from 'kysely';
import { plusDays } from '../../../contract/kernel/days.ts';
import type { StatFilter } from '../../../contract/statistics.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import { onePlan } from '../../db/planned.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { pointsOf, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { poScope } from '../../kernel/scope.ts';
import { placed, sums } from './money.ts';

export interface Period {
  days: Days;
  /** By ПО, types and methods too, and with `byMonths` by months; otherwise as a whole alone. */
  byRows: boolean;
  byMonths?: boolean;
}

export interface MoneySum {
  what: 'all' | 'po' | 'month' | 'type' | 'method';
  key: string;
  /** Of a type or a method. */
  name: string;
  charged: number;
  charged_lines: number;
  paid: number;
  paid_lines: number;
}

/** Kopecks by `all `, `po 7`, `month 2026-03`. */
export type Collected = ReadonlyMap<string, number>;

export interface PeriodMoney {
  /** By `all `, `po 7`, `month 2026-03`, `type 3`, `method 1`. */
  sums: ReadonlyMap<string, MoneySum>;
  /** What was paid without what became an advance, with what advances have closed; null for one user's lines: whose money has closed what is not told by authors. */
  collected: Collected | null;
}

export interface PoDebt {
  po_id: number;
  name: string;
  debt: number;
  debt_before: number;
  debtors: number;
}

export interface Money {
  /** One of each period, in their order. */
  periods: PeriodMoney[];
  /** Of the first period, when it is told by rows: ПО with garages in the official order. */
  debts: PoDebt[];
}

/** «Перенос остатка» */
const CARRIED = 9;
/** Which side of the money a line stands on; the rest moves balances only. */
const CHARGED = 1;
const PAID = 2;
const OTHER = 3;
/** The day of what is owed now, whatever days the last lines have. */
const NOW = 'infinity';

/** A sum of one period and one side. */
type Cut = [
  what: 'all' | 'month' | 'type' | 'method',
  key: string,
  period: number,
  side: number,
  lines: number,
  kopecks: number,
];

/** Sums of a ПО over one period. */
const SUMS_OF_PO = [
  ['kopecks', CHARGED],
  ['lines', CHARGED],
  ['kopecks', PAID],
  ['lines', PAID],
  ['kopecks', OTHER],
] as const;
type OfPo = [sums: number[] | null, owed: number[], debtors: number];
/** Of all ПО together, as the day began; null when there are none. */
type Owed = [day: string, kopecks: number | null];

interface Piece {
  what: 'cut' | 'debts' | 'po';
  /** Of a ПО its number. */
  key: string;
  name: string;
  told: Cut | OfPo | Owed[];
}

interface Asked {
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
}

interface Told extends PeriodMoney, Period {
  /** Days as which its debt is told, with their number. */
  points: ReadonlyMap<string, number>;
  /** Places of its first day and of the day after it among `ends`. */
  began: number;
  ended: number;
  sums: Map<string, MoneySum>;
  collected: Map<string, number>;
}

/**
 * Charged, paid and collected of every period, kopecks, and the debts of the first: one statement, so that all of it is of one moment.
 * Advances need not be kept to be known: balance = advance − debt, so what was paid and became no advance is
 * paid − Δbalance − Δdebt, day by day as the books are. What was left to former owners stands apart: what they pay closes it.
 * @param isUpToNow debts at the end of the first period are those of now
 */
export async function moneyFigures(
  ctx: Ctx,
  filter: StatFilter,
  periods: readonly [Period, ...Period[]],
  isUpToNow = false,
): Promise<Money> {
  const asked = askedOf(filter, periods, isUpToNow);
  const pieces = (await keptPieces(ctx, asked)) ?? (await read(ctx.db, onePlan(piecesOf(ctx, asked, true))));
  const told = periods.map((period, of): Told => {
    const all: MoneySum = { ...nothing, what: 'all', key: '', name: '' };
    const days = asked.ofPeriods[of]!;
    return {
      ...period,
      points: new Map(days.map((day, nth) => [day, nth])),
      began: asked.ends.indexOf(days[0]!),
      ended: asked.ends.indexOf(days.at(-1)!),
      sums: new Map([['all ', all]]),
      collected: new Map([['all ', 0]]),
    };
  });
  const debts: PoDebt[] = [];
  for (const piece of pieces)
    if (piece.what === 'cut') addCut(told, piece.name, piece.told as Cut);
    else if (piece.what === 'po') debts.push(addPo(told, asked.ends.indexOf(asked.last), piece));
    else for (const [day, kopecks] of piece.told as Owed[]) addDebt(told, day, kopecks ?? 0);
  return {
    periods: told.map(({ sums, collected }) => ({ sums, collected: asked.isWhole ? collected : null })),
    debts,
  };
}

const nothing = { charged: 0, charged_lines: 0, paid: 0, paid_lines: 0 };

const addTo = (sums: Map<string, number>, key: string, kopecks: number) =>
  sums.set(key, (sums.get(key) ?? 0) + kopecks);

/** Charges have a type, payments a method; what moves balances only has neither. */
function addCut(told: readonly Told[], name: string, [what, key, period, side, lines, kopecks]: Cut) {
  const { byRows, byMonths, sums, collected } = told[period]!;
  if (what === 'month' ? !byMonths : what !== 'all' && !byRows) return;
  if (side !== PAID && (what === 'all' || what === 'month')) addTo(collected, `${what} ${key}`, -kopecks);
  if (side === OTHER || (what === 'type' && side === PAID) || (what === 'method' && side === CHARGED)) return;
  const known = sums.get(`${what} ${key}`) ?? { ...nothing, what, key, name };
  const own = side === PAID ? { paid: kopecks, paid_lines: lines } : { charged: -kopecks, charged_lines: lines };
  sums.set(`${what} ${key}`, { ...known, ...own });
}

/** The debt at the end of one month is that at the beginning of the next: it falls in the one and rises in the other. */
function addDebt(told: readonly Told[], day: string, kopecks: number) {
  // Of now: no period ends there, and no day is before it.
  if (day === NOW) return;
  const month = `month ${day.slice(0, 7)}`;
  const monthBefore = `month ${plusDays(day, -1).slice(0, 7)}`;
  for (const { byMonths, collected, points } of told) {
    const place = points.get(day);
    if (place === undefined) continue;
    const add = (key: string, sign: 1 | -1) => {
      addTo(collected, 'all ', sign * kopecks);
      if (byMonths) addTo(collected, key, sign * kopecks);
    };
    if (place > 0) add(monthBefore, -1);
    if (place < points.size - 1) add(month, 1);
  }
}

/** Its sums go to every period told by rows; answers what it owes. */
function addPo(told: readonly Told[], last: number, { key, name, told: of }: Piece): PoDebt {
  const [sums, owed, debtors] = of as OfPo;
  const owedAt = (end: number) => owed[end] ?? 0;
  for (const [nth, period] of told.filter(({ byRows }) => byRows).entries()) {
    const [charged = 0, charged_lines = 0, paid = 0, paid_lines = 0, other = 0] = (sums ?? []).slice(
      nth * SUMS_OF_PO.length,
    );
    period.sums.set(`po ${key}`, { what: 'po', key, name, charged: -charged, charged_lines, paid, paid_lines });
    period.collected.set(`po ${key}`, -charged - other + owedAt(period.began) - owedAt(period.ended));
  }
  return { po_id: Number(key), name, debt: owedAt(last), debt_before: owedAt(told[0]!.began), debtors };
}

/** Days as which the debt is asked for: where the period begins, where each further month of it begins, where the day after it does. */
function pointsOfPeriod({ days, byMonths }: Period): string[] {
  const months = byMonths ? pointsOf(days, 'month').filter((day) => day > days.from) : [];
  return [days.from, ...months, plusDays(days.to, 1)];
}

function askedOf(filter: StatFilter, periods: Asked['periods'], isUpToNow: boolean): Asked {
  const isWhole = !filter.user?.length;
  const ofPeriods = periods.map(pointsOfPeriod);
  const told = isWhole ? ofPeriods : ofPeriods.slice(0, 1);
  const last = isUpToNow ? NOW : ofPeriods[0]!.at(-1)!;
  const ends = [...new Set([...told.flatMap((points) => [points[0]!, points.at(-1)!]), last])];
  const points = [...new Set([...(isWhole ? ofPeriods.flat() : []), ...ends])].toSorted(byDay);
  return { filter, periods, isWhole, last, ends, ofPeriods, points };
}

const byDay = (one: string, other: string) => (one === NOW ? 1 : other === NOW ? -1 : one < other ? -1 : 1);

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
  const { filter, periods, points, ends, last } = asked;
  const list = sql`${`{${points.join(',')}}`}::date[]`;
  const endDays = sql`${`{${ends.join(',')}}`}::date[]`;
  const months = points.filter((day) => !ends.includes(day));
  return sql<Piece>`with own as materialized (
      select po.id, po.name, row_number() over (order by mo.sort_key, mo.id, po.sort_key, po.id) as nth, kept.day as until, kept.debt_kopecks, kept.debtors,
        ${withNewer ? sql`(select stale.since from debt_stale stale where stale.po_id = po.id)` : sql`null::date`} as since
      from po join mo on mo.id = po.mo_id left join lateral (
        select d.day, d.debt_kopecks, d.debtors from debt_day d where d.po_id = po.id order by d.day desc limit 1) as kept on true
      where ${placeOf(ctx, filter)}
        ${withNewer ? sql`` : sql`and not exists (select 1 from debt_stale join po on po.id = debt_stale.po_id where ${placeOf(ctx, filter)})`}
    ), point as materialized (select day, nth::int, day = any(${endDays}) as is_end from unnest(${list}) with ordinality as given(day, nth)
    ), ${withNewer ? liveDebts(list, liveEnds(asked)) : sql``} stood as materialized (
      select own.id, own.nth, own.name, ${sql.join(ends.map((day, nth) => debtAt(day, nth, withNewer)))}, ${debtorsAt(last, withNewer)} as debtors
      from own ${withNewer ? sql`left join live_end on live_end.po_id = own.id` : sql``}
    ), whole as (
      select unnest(${endDays}) as day, unnest(array[${sql.raw(endsOf('sum(', ends, ')'))}]) as kopecks from stood
      ${months.length ? owedByMonth(months, withNewer) : sql``}
    ), cell as materialized (
      select grouping(po_id) = 0 as is_po, period, side, po_id, month, type, method, sum(lines)::int as lines, sum(kopecks)::bigint as kopecks
      from (${sql.join(
        periods.map((period, nth) => linesOf(ctx, asked, period, nth)),
        sql` union all `,
      )}) as line ${withNewer ? sql`` : sql`where exists (select 1 from own)`} group by grouping sets ((period, side, po_id), (period, side, month, type, method)))
    select 'cut' as what, '' as key, coalesce(accrual_type.name, payment_type.name, '') as name,
      json_build_array(cut.what, coalesce(to_char(cut.month, 'YYYY-MM'), cut.type::text, cut.method::text, ''), cut.period, cut.side, cut.lines, cut.kopecks) as told, null::int as nth
    from (select case when grouping(month) = 0 then 'month' when grouping(type) = 0 then 'type' when grouping(method) = 0 then 'method' else 'all' end as what,
        period, side, month, type, method, sum(lines)::int as lines, sum(kopecks)::bigint as kopecks
      from cell where not is_po group by grouping sets ((period, side), (period, side, month), (period, side, type), (period, side, method))) as cut
      left join accrual_type on accrual_type.id = cut.type left join payment_type on payment_type.id = cut.method
    union all select 'debts', '', '', json_agg(json_build_array(day, kopecks)), null from (select day, sum(kopecks)::bigint as kopecks from whole group by day) as owed
    ${periods[0].byRows ? ofEachPo(periods, ends) : sql``} order by nth`;
}

/** ПО of the place that the filter keeps. */
const placeOf = (ctx: Ctx, { mo, po, noPo }: StatFilter) => sql`${poScope(ctx.actor, 'po')}
        and ${mo?.length ? sql`po.mo_id = any(${mo}::int[])` : sql`true`}
        and ${po?.length ? sql`po.id = any(${po}::int[])` : sql`true`} and ${noPo ? sql`false` : sql`true`}`;

/** ПО whose kept debts are right as the day began. */
const isFresh = (day: RawBuilder<unknown>) => sql`(own.since is null or own.since >= ${day})`;

/** What was owed as the months within a period began: kept up to the last change of a ПО, after it what that one left. */
const owedByMonth = (months: readonly string[], withNewer: boolean) => sql`
      union all select m.month, sum(m.debt_kopecks) from own join debt_month m on m.po_id = own.id and m.month <= own.until
        and m.month between ${months[0]}::date and ${months.at(-1)}::date
      where ${isFresh(sql`m.month`)} group by m.month having m.month in (select point.day from point where not point.is_end)
      union all select point.day, sum(own.debt_kopecks) from own join point on point.day > own.until
      where point.day > (select min(until) from own) and not point.is_end and ${isFresh(sql`point.day`)} group by point.day
      ${
        withNewer
          ? sql`union all select point.day, sum(live.debt) from own join live on live.po_id = own.id join point on point.nth = live.nth
      where not point.is_end and own.since < point.day group by point.day`
          : sql``
      }`;

/** What garages of ПО with newer lines owed as each point began: `live` by ПО and point. Where money was ever set aside the books are walked. */
const liveDebts = (list: RawBuilder<unknown>, ends: RawBuilder<unknown>) => sql`
    open as materialized (select b.garage_id, b.po_id, b.was_ahead from garage_balance b
      where b.po_id = any(array(select id from own where since < (select max(day) from point where day < ${NOW}::date)))
    ), moved as materialized (
      select open.po_id, o.garage_id, width_bucket(o.on_date, ${list}) as bucket, sum(o.sign * o.amount_kopecks) as kopecks
      from open join balance_operation o on o.garage_id = open.garage_id where not open.was_ahead and o.debtor_id is null group by 1, 2, 3
    ), live as (
      select po_id, nth, sum(greatest(0, -kopecks))::bigint as debt, count(*) filter (where kopecks < 0)::int as debtors
      from (select moved.po_id, moved.garage_id, point.nth, sum(moved.kopecks) as kopecks
        from moved join point on moved.bucket < point.nth where point.day < ${NOW}::date group by 1, 2, 3) as stood group by 1, 2
      union all select open.po_id, point.nth, sum(s.kopecks)::bigint, count(distinct s.garage_id) filter (where s.kopecks > 0)::int
      from (select * from point where day < ${NOW}::date and exists (select 1 from open where was_ahead)) as point
        cross join lateral settle(array(select garage_id from open where was_ahead), point.day - 1) as s join open on open.garage_id = s.garage_id
        where s.kind = 'charge' and s.debtor_id is null group by 1, 2), live_end as (${ends}),`;

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

/** Lines and sums of months of one period, each on its side: as they are for its rows, otherwise a sum of each side. */
function linesOf(ctx: Ctx, { filter, isWhole }: Asked, period: Period, nth: number): RawBuilder<unknown> {
  const { days, byRows, byMonths } = period;
  const side = sql`case when ${countedAs('paid', 's')} then ${sql.lit(PAID)} when ${countedAs('charged', 's')} then ${sql.lit(CHARGED)} else ${sql.lit(OTHER)} end`;
  const month = (of: RawBuilder<unknown>) => (byMonths ? of : sql`null::date`);
  const counted = sql`select ${sql.lit(nth)} as period, ${side} as side, s.po_id, ${month(sql`s.month`)} as month,
      case when coalesce(s.payment_type_id, 0) = 0 then s.accrual_type_id end as type, nullif(s.payment_type_id, 0) as method,
      s.lines, s.sign * s.amount_kopecks as kopecks
    from (${sums(ctx, filter, days)}) as s
    where ${isWhole ? sql`not (s.payment_type_id = ${sql.lit(CARRIED)} and s.sign > 0)` : sql`(${countedAs('charged', 's')} or ${countedAs('paid', 's')})`}`;
  // What passes between owners, and what is owed by those who left.
  const lines = isWhole
    ? sql`${counted} union all select ${sql.lit(nth)}, ${sql.lit(OTHER)}, o.po_id, ${month(sql`date_trunc('month', o.on_date)::date`)},
        null::int, null::int, 0, case when o.debtor_id is null then o.sign else -o.sign end * o.amount_kopecks
      from balance_operation o where ${placed(ctx, filter, 'o')} and (o.origin_id is not null or o.debtor_id is not null)
        and (o.debtor_id is null or o.origin_id is null) and o.on_date between ${days.from}::date and ${days.to}::date`
    : counted;
  if (byRows) return lines;
  return sql`select ${sql.lit(nth)} as period, side, null::int as po_id, null::date as month, null::int as type, null::int as method, sum(lines) as lines,
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
