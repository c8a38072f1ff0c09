// SQL of the log over a period: how many lines, by place, month, action, person, point of the chart and hour.
import { sql } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import { countedLines, linesByDay } from '../../actionLog/queries/counts.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { keepsMonths, shiftTo, type Days, type Grain } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

export interface LogCount {
  what: 'all' | 'po' | 'month' | 'verb' | 'point' | 'user' | 'hour';
  key: string;
  name: string;
  n: number;
}

const MOST_USERS = 10;

type What = LogCount['what'];
/** A cut of the lines; only the column of its own kind is set. */
interface Cut {
  what: What;
  po: number | null;
  verb: string | null;
  user_id: number | null;
  slot: number | null;
  day: string | null;
  /** Of a ПО, and of those who did most. */
  name: string | null;
  n: number;
}

/** The name under which a person worked last; of one whose lines have all left the log the name of the account. */
const lastName = sql`coalesce((select l.user_name from action_log l
    where l.user_id = top.user_id and l.verb <> 'sign.refresh' order by l.at desc, l.id desc limit 1),
  (select trim(u.last_name || ' ' || u.first_name) from app_user u where u.id = top.user_id))`;

type Nameless = Omit<LogCount, 'name'>;

/** Which cuts are asked for: all of them, those that rows and points are held against, the rows of them, the whole alone. */
type Wanted = 'all' | 'points' | 'rows' | 'whole';

/**
 * Sums of counted lines in the asked cuts: what is read is summed once. With `all` ПО come with their names in the official order,
 * the rest in none; of people the names of those who did most. Points are those of days so many days later.
 */
async function cutsOf(ctx: Ctx, filter: LogFilter, grain: Grain, wanted: Wanted, shift = 0): Promise<Cut[]> {
  const lines = countedLines(ctx.actor, filter, grain === 'month');
  if (wanted === 'whole')
    return read(
      ctx.db,
      sql<Cut>`select 'all' as what, null::int as po, null as verb, null::int as user_id, null::int as slot, null as day, null as name,
        coalesce(sum(lines), 0)::int as n from (${lines}) as line`,
    );
  const all = wanted === 'all';
  const point = pointAt(grain, shift);
  // Where points are months they are told once.
  const month = all && grain !== 'month' ? sql`date_trunc('month', day::timestamp)::date` : sql`null::date`;
  const sets = all
    ? sql`(), (po), (verb), (point), (user_id), (slot)${grain === 'month' ? sql`` : sql`, (month)`}`
    : wanted === 'points'
      ? sql`(), (po), (verb), (point)`
      : sql`(), (po), (verb)`;
  const cuts = sql`select case when grouping(po) = 0 then 'po' when grouping(verb) = 0 then 'verb'
        ${wanted === 'rows' ? sql`` : sql`when grouping(point) = 0 then 'point'`} ${all ? sql`when grouping(user_id) = 0 then 'user' when grouping(slot) = 0 then 'hour'` : sql``}
        ${all && grain !== 'month' ? sql`when grouping(month) = 0 then 'month'` : sql``} else 'all' end as what,
      po, verb, ${all ? sql`user_id, slot,` : sql`null::int as user_id, null::int as slot,`}
      ${wanted === 'rows' ? sql`null` : all && grain !== 'month' ? sql`coalesce(point, month)` : sql`point`}::text as day, coalesce(sum(lines), 0)::int as n
    from (select po_id as po, verb, user_id, slot, ${point} as point, ${month} as month, lines from (${lines}) as counted) as line
    group by grouping sets (${sets})`;
  return read(
    ctx.db,
    all
      ? sql<Cut>`with cut as materialized (${cuts}),
          who as (select user_id, ${lastName} as name from (
            select user_id from cut where what = 'user' and user_id <> 0 order by n desc, user_id::text collate "C" ${limitTo(MOST_USERS)}) as top)
        select cut.*, coalesce(po.name, who.name) as name from cut left join po on po.id = cut.po left join mo on mo.id = po.mo_id
          left join who on who.user_id = cut.user_id order by mo.sort_key, mo.id, po.sort_key, po.id`
      : sql<Cut>`select cut.*, null as name from (${cuts}) as cut`,
  );
}

function keyOf({ what, po, verb, user_id, slot, day }: Cut): string {
  if (what === 'po') return po ? String(po) : '';
  if (what === 'user') return String(user_id);
  if (what === 'hour') return `${Math.floor(slot! / 24)} ${slot! % 24}`;
  return what === 'verb' ? verb! : what === 'month' ? day!.slice(0, 7) : what === 'point' ? day! : '';
}

const byCount = (one: LogCount, other: LogCount) => other.n - one.n || (one.key < other.key ? -1 : 1);
const byKey = (one: LogCount, other: LogCount) => (one.key < other.key ? -1 : 1);

/** Lines of the period in every cut at once: their counts are read once. ПО stand in the official order, the rest by how many. */
export async function logCounts(ctx: Ctx, filter: LogFilter, grain: Grain): Promise<LogCount[]> {
  const of: Record<What, LogCount[]> = { all: [], po: [], month: [], verb: [], point: [], user: [], hour: [] };
  const nameless: LogCount[] = [];
  for (const cut of await cutsOf(ctx, filter, grain, 'all')) {
    const { what } = cut;
    const told = { what, key: keyOf(cut), name: cut.name ?? '', n: cut.n };
    (what === 'po' && !told.name ? nameless : of[what]).push(told);
    if (grain === 'month' && what === 'point')
      of.month.push({ ...told, what: 'month', key: keyOf({ ...cut, what: 'month' }) });
  }
  const users = of.user.filter(({ key }) => key !== '0').toSorted(byCount);
  return [
    ...of.po,
    // What belongs to no ПО, or to one that is no more, comes last.
    ...nameless.toSorted(byCount),
    ...of.all,
    ...of.month.toSorted(byKey),
    ...of.point.toSorted(byKey),
    ...of.verb.toSorted(byCount),
    ...of.hour.filter(({ key }) => /^[1-7] /.test(key)).toSorted(byCount),
    ...users.slice(0, MOST_USERS),
  ];
}

/** The first day of the point that a line stands in when its day is moved by so many. */
const pointAt = (grain: Grain, shift: number) =>
  sql`date_trunc(${grain}::text, (day + ${shift}::int)::timestamp)::date`;

/**
 * How many lines another period holds: together, and with `own` by ПО, action and point of the chart. Its days are cut into the points
 * of `own`, as many days from the beginning: however weeks and months fall, every line stands in one of them.
 */
export async function otherCounts(
  ctx: Ctx,
  filter: LogFilter & Days,
  grain: Grain,
  own: Days | null,
): Promise<Nameless[]> {
  const told = ({ what, ...cut }: Cut) => ({ what, key: keyOf({ what, ...cut }), n: cut.n });
  if (!own) return (await cutsOf(ctx, filter, grain, 'whole')).map(told);
  const shift = shiftTo(own, filter);
  if (grain !== 'month' || keepsMonths(filter, shift))
    return (await cutsOf(ctx, filter, grain, 'points', shift)).map(told);
  // Kept months of the one period are parts of two months of the other: points are counted by days, rows by months as ever.
  const [rows, points] = await Promise.all([
    cutsOf(ctx, filter, grain, 'rows'),
    pointsByDay(ctx, filter, grain, shift),
  ]);
  return [...rows.map(told), ...points];
}

const pointsByDay = (ctx: Ctx, filter: LogFilter, grain: Grain, shift: number) =>
  read(
    ctx.db,
    sql<Nameless>`select 'point' as what, ${pointAt(grain, shift)}::text as key, sum(lines)::int as n
      from (${linesByDay(ctx.actor, filter)}) as line group by 2`,
  );
