// How many lines of the log there are: kept counts of days and months, and the lines that came since, together in one statement.
import { sql, type RawBuilder } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import { levelOf, SUPERUSER, type Actor } from '../../../contract/kernel/scope.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { EVER, wholeMonths, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { inScope, placeScope } from '../../kernel/scope.ts';
import { inText } from '../../db/planned.ts';
import { logConditions } from '../queries.ts';
import { logGoneBefore } from '../../kernel/logKept.ts';

/** Counts know neither objects, nor words, nor the hours of other work than sign-ins: such lines are few, or never asked by a page. */
export const isKept = ({ object, q, tab, weekday, hour }: LogFilter) =>
  !object && !q && (tab === 'sign' || (weekday === undefined && hour === undefined));

/**
 * A select of the lines that a filter keeps, with columns `po_id, verb, user_id` (0 of none), `day` (Moscow's; the first of its month
 * where `byMonths` allows whole months), `slot` (24 × weekday + hour of a sign-in, else −1) and `lines`.
 */
export function countedLines(actor: Actor, filter: LogFilter, byMonths: boolean): RawBuilder<unknown> {
  if (!isKept(filter)) return ownLines(logConditions(actor, filter));
  const days = { from: filter.from ?? EVER.from, to: filter.to ?? EVER.to };
  const { months, edges } = byMonths ? wholeMonths(days) : { months: null, edges: [days] };
  const parts: RawBuilder<unknown>[] = [];
  if (months)
    parts.push(sql`select c.po_id, c.verb, c.user_id, c.month as day, c.slot, c.lines from log_month c
      where ${keptConditions(actor, filter)} and c.month between ${months.from}::date and ${months.to}::date`);
  for (const { from, to } of edges)
    parts.push(sql`select c.po_id, c.verb, c.user_id, c.day, c.slot, c.lines from log_day c
      where ${keptConditions(actor, filter)} and c.day between ${from}::date and ${to}::date`);
  parts.push(sql`select c.po_id, c.verb, c.user_id, c.day, c.slot, c.lines from log_tail() c
    where ${keptConditions(actor, filter)} and c.day between ${days.from}::date and ${days.to}::date`);
  return sql.join(parts, sql` union all `);
}

/** A select of the same lines with the columns `day` (Moscow's) and `lines` alone: those of whole places are few rows. */
export function linesByDay(actor: Actor, filter: LogFilter): RawBuilder<unknown> {
  const places = isKept(filter) ? summedPlaces(actor, filter) : null;
  return places ? summedLines(places, actor, filter, false) : countedLines(actor, filter, false);
}

const ownLines = (conditions: RawBuilder<boolean>) =>
  sql`select coalesce(l.po_id, 0) as po_id, l.verb, coalesce(l.user_id, 0) as user_id, (l.at at time zone 'Europe/Moscow')::date as day,
    case when l.tab = 'sign' then (24 * extract(isodow from l.at at time zone 'Europe/Moscow') + extract(hour from l.at at time zone 'Europe/Moscow'))::int
      else -1 end as slot, 1 as lines
  from action_log l where ${conditions}`;

/** What `logConditions` says of lines, said of their counts. */
function keptConditions(actor: Actor, filter: LogFilter): RawBuilder<boolean> {
  const everywhere = filter.everywhere === true && actor.isSuperuser === SUPERUSER;
  const all: RawBuilder<unknown>[] = [everywhere ? sql`true` : inScope(actor, 'c')];
  if (filter.tab !== 'all') all.push(sql`c.tab = ${filter.tab}`);
  if (filter.mo?.length) all.push(sql`c.mo_id = any(${filter.mo}::int[])`);
  if (filter.po?.length) all.push(sql`c.po_id = any(${filter.po}::int[])`);
  if (filter.noPo) all.push(sql`c.po_id = 0`);
  if (filter.user?.length) all.push(sql`c.user_id = any(${filter.user}::int[])`);
  if (filter.verb?.length) all.push(sql`c.verb = any(${filter.verb}::text[])`);
  const slots = slotsOf(filter);
  // Written out: a plan for any hours takes them for a tenth of all, and does not know that the index of hours holds them.
  if (slots) all.push(sql`c.slot in (${sql.join(slots.map(inText))})`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Hours of the week (24 × weekday + hour) that a filter keeps; null for all. */
function slotsOf({ weekday, hour }: LogFilter): number[] | null {
  if (!weekday && hour === undefined) return null;
  const days = weekday ? [weekday] : [1, 2, 3, 4, 5, 6, 7];
  const hours = hour === undefined ? Array.from({ length: 24 }, (_, nth) => nth) : [hour];
  return days.flatMap((day) => hours.map((one) => 24 * day + one));
}

/** Levels of `log_sum`. */
const levels = { region: 0, mo: 1, po: 2 };
const EVERYTHING = 3;

/** Which places of `log_sum` hold the lines of a filter; null when people, ПО or hours are asked for: whole places don't know them. */
function summedPlaces(actor: Actor, filter: LogFilter): RawBuilder<unknown> | null {
  const { user, po, noPo, object, q, weekday, hour, mo } = filter;
  if (q || user?.length || po?.length || noPo || object || weekday !== undefined || hour !== undefined) return null;
  const isWhole = filter.everywhere === true && actor.isSuperuser === SUPERUSER;
  const level = levelOf(actor);
  if (mo?.length)
    // What a ПО reads of its МО is its own alone.
    return isWhole || level === 'po'
      ? null
      : sql`c.level = ${levels.mo} and c.place_id = any(array(select own.id from mo own where own.id = any(${mo}::int[])
          and ${placeScope(actor, { region: 'own.region_id', mo: 'own.id' })}))`;
  if (isWhole) return sql`c.level = ${EVERYTHING} and c.place_id = 0`;
  const here = placeScope(actor, { region: 'c.place_id', mo: 'c.place_id', po: 'c.place_id' });
  return level && sql`c.level = ${levels[level]} and ${here}`;
}

/** The lines of whole places, with the columns `day` (of whole months their first) and `lines`; those that are not counted yet too. */
function summedLines(
  places: RawBuilder<unknown>,
  actor: Actor,
  filter: LogFilter,
  byMonths: boolean,
): RawBuilder<unknown> {
  const days = { from: filter.from ?? EVER.from, to: filter.to ?? EVER.to };
  const { months, edges } = byMonths ? wholeMonths(days) : { months: null, edges: [days] };
  const ofWork = [
    ...(filter.tab === 'all' ? [] : [sql`c.tab = ${filter.tab}`]),
    ...(filter.verb?.length ? [sql`c.verb = any(${filter.verb}::text[])`] : []),
  ];
  const within = (span: 'd' | 'm', { from, to }: Days) =>
    sql`select c.day, c.lines from log_sum c where ${sql.join([places, ...ofWork], sql` and `)} and c.span = ${span} and c.day between ${from}::date and ${to}::date`;
  return sql.join(
    [
      ...(months ? [within('m', months)] : []),
      ...edges.map((edge) => within('d', edge)),
      sql`select c.day, c.lines from log_tail() c where ${keptConditions(actor, filter)} and c.day between ${days.from}::date and ${days.to}::date`,
    ],
    sql` union all `,
  );
}

/** How many lines of the log a filter keeps: those of months that left it are counted still, and are no lines of a page. */
export async function countLog(db: ReadDb, actor: Actor, asked: LogFilter): Promise<number> {
  const kept = await logGoneBefore(db, asked.from);
  const filter = kept ? { ...asked, from: kept } : asked;
  if (kept && asked.to && asked.to < kept) return 0;
  const places = summedPlaces(actor, filter);
  const lines = places ? summedLines(places, actor, filter, true) : countedLines(actor, filter, true);
  const [row] = await read(db, sql<{ n: number }>`select coalesce(sum(lines), 0)::int as n from (${lines}) as line`);
  return row!.n;
}
