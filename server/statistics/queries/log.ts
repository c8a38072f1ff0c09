// SQL of the log over a period: how many lines, by place, month, action, person, point of the chart and hour.
import { sql, type RawBuilder } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import { countedLines } from '../../actionLog/queries/counts.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { Grain } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { poScope } from '../../kernel/scope.ts';

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
  n: number;
}

/** Sums of counted lines in the asked cuts, in no order: what is read is summed once, and nothing else is done to it. */
async function cutsOf(ctx: Ctx, filter: LogFilter, grain: Grain, all: boolean): Promise<Cut[]> {
  const lines = await countedLines(ctx.db, ctx.actor, filter, grain === 'month');
  const point = sql`date_trunc(${grain}::text, day::timestamp)::date`;
  // Where points are months they are told once.
  const month = all && grain !== 'month' ? sql`date_trunc('month', day::timestamp)::date` : sql`null::date`;
  const sets = all
    ? sql`(), (po), (verb), (point), (user_id), (slot)${grain === 'month' ? sql`` : sql`, (month)`}`
    : sql`(), (po), (verb), (point)`;
  return read(
    ctx.db,
    sql<Cut>`select case when grouping(po) = 0 then 'po' when grouping(verb) = 0 then 'verb' when grouping(point) = 0 then 'point'
        ${all ? sql`when grouping(user_id) = 0 then 'user' when grouping(slot) = 0 then 'hour'` : sql``}
        ${all && grain !== 'month' ? sql`when grouping(month) = 0 then 'month'` : sql``} else 'all' end as what,
      po, verb, ${all ? sql`user_id, slot,` : sql`null::int as user_id, null::int as slot,`}
      ${all && grain !== 'month' ? sql`coalesce(point, month)` : sql`point`}::text as day, coalesce(sum(lines), 0)::int as n
    from (select po_id as po, verb, user_id, slot, ${point} as point, ${month} as month, lines from (${lines}) as counted) as line
    group by grouping sets (${sets})`,
  );
}

function keyOf({ what, po, verb, user_id, slot, day }: Cut): string {
  if (what === 'po') return po ? String(po) : '';
  if (what === 'user') return String(user_id);
  if (what === 'hour') return `${Math.floor(slot! / 24)} ${slot! % 24}`;
  return what === 'verb' ? verb! : what === 'month' ? day!.slice(0, 7) : what === 'point' ? day! : '';
}

/** Lines of the period in every cut at once: their counts are read once. ПО stand in the official order, the rest by how many. */
export async function logCounts(ctx: Ctx, filter: LogFilter, grain: Grain): Promise<LogCount[]> {
  const [cuts, places] = await Promise.all([cutsOf(ctx, filter, grain, true), ownPlaces(ctx)]);
  const months = grain === 'month' ? cuts.filter(({ what }) => what === 'point') : [];
  const counts = [...cuts, ...months.map((cut) => ({ ...cut, what: 'month' as const }))]
    .map((cut) => ({ what: cut.what, key: keyOf(cut), n: cut.n }))
    .filter(({ what, key }) => !(what === 'user' && key === '0') && !(what === 'hour' && !/^[1-7] /.test(key)))
    .toSorted((one, other) => other.n - one.n || (one.key < other.key ? -1 : 1));
  const of = (what: What) => counts.filter((one) => one.what === what);
  const users = of('user').slice(0, MOST_USERS);
  const names = await userNames(ctx, users);
  const byDay = (what: What) => of(what).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const nameless = [...of('all'), ...byDay('month'), ...byDay('point'), ...of('verb'), ...of('hour')];
  return [
    ...(await inOrder(ctx, of('po'), places)),
    ...nameless.map((one) => ({ ...one, name: '' })),
    ...users.map((one) => ({ ...one, name: names.get(Number(one.key)) ?? '' })),
  ];
}

type Nameless = Omit<LogCount, 'name'>;
interface Place {
  id: number;
  name: string;
}

/** ПО that the condition on `po` keeps, in the official order. */
const placesBy = (ctx: Ctx, condition: RawBuilder<unknown>): Promise<Place[]> =>
  read(
    ctx.db,
    sql<Place>`select po.id, po.name from po join mo on mo.id = po.mo_id where ${condition} order by mo.sort_key, mo.id, po.sort_key, po.id`,
  );

/** ПО of the actor's place; of somebody without a place none. */
const ownPlaces = (ctx: Ctx) => placesBy(ctx, poScope(ctx.actor, 'po'));

/** Counts by ПО with names in the official order; what belongs to none comes last. Lines stay where they were written when a ПО moves. */
async function inOrder(ctx: Ctx, counts: readonly Nameless[], own: readonly Place[]): Promise<LogCount[]> {
  const by = new Map(counts.map((one) => [one.key, one]));
  const known = new Set(own.map(({ id }) => String(id)));
  const ids = [...by.keys()].filter(Boolean);
  const isOwn = ids.every((key) => known.has(key));
  const places = isOwn ? own : await placesBy(ctx, sql`po.id = any(${ids.map(Number)}::int[])`);
  const named = places.flatMap(({ id, name }) => {
    const one = by.get(String(id));
    return one ? [{ ...one, name }] : [];
  });
  const listed = new Set(named.map(({ key }) => key));
  return [...named, ...counts.filter(({ key }) => !listed.has(key)).map((one) => ({ ...one, name: '' }))];
}

/** Names under which people worked last. */
async function userNames(ctx: Ctx, users: readonly Nameless[]): Promise<Map<number, string>> {
  if (!users.length) return new Map();
  const rows = await read(
    ctx.db,
    sql<Place>`select who.id, last.user_name as name from unnest(${users.map(({ key }) => Number(key))}::int[]) as who(id)
      cross join lateral (select l.user_name from action_log l where l.user_id = who.id order by l.id desc limit 1) as last`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many lines another period holds: together, by ПО, action and point of the chart. */
export async function otherCounts(ctx: Ctx, filter: LogFilter, grain: Grain): Promise<Nameless[]> {
  const cuts = await cutsOf(ctx, filter, grain, false);
  return cuts.map((cut) => ({ what: cut.what, key: keyOf(cut), n: cut.n }));
}
