// SQL of the action log: pages by key within one tab and one place, names of what the lines are about.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import { subjectTitles, type LogFilter } from '../../contract/actionLog.ts';
import { foldText } from '../../contract/kernel/words.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import { ofAnyCard } from '../kernel/alias.ts';
import { deviceOfLine } from '../kernel/deviceName.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { inScope, placeScope } from '../kernel/scope.ts';
import { zoneOfPlace } from '../kernel/timeZones.ts';
import { fieldsOfObject } from '../../contract/fields/index.ts';
import type { ReferenceNames, ReferenceTable } from '../../contract/kernel/fields.ts';
import { referenceOf } from './rules.ts';
import { read } from '../kernel/read.ts';
import { limitTo, pageClause } from '../db/planned.ts';
import { foundBy } from './queries/searching.ts';
import { subjectOf, type FoundSubject } from './queries/subjects.ts';

/** Midnight of a calendar day, Moscow time. */
const midnight = (day: string) => sql`(${day}::date::timestamp at time zone 'Europe/Moscow')`;

const moscow = sql`(l.at at time zone 'Europe/Moscow')`;

/** Lines that the filter keeps; what a console does by itself (a refreshed token, a kept habit) is no action. */
export function logConditions(actor: Actor, filter: LogFilter): RawBuilder<boolean> {
  const everywhere = filter.everywhere === true && actor.isSuperuser === SUPERUSER;
  const all: RawBuilder<unknown>[] = [
    everywhere ? sql`true` : inScope(actor, 'l'),
    ...(filter.tab === 'all' ? [] : [ofTab(filter)]),
    sql`l.verb <> 'sign.refresh'`,
    sql`l.verb <> 'user.habit_save'`,
  ];
  if (filter.from) all.push(sql`l.at >= ${midnight(filter.from)}`);
  if (filter.to) all.push(sql`l.at < ${midnight(filter.to)} + interval '1 day'`);
  if (filter.mo?.length) all.push(among('l.mo_id', filter.mo));
  if (filter.po?.length) all.push(among('l.po_id', filter.po));
  if (filter.noPo) all.push(sql`l.po_id is null`);
  if (filter.user?.length) all.push(among('l.user_id', filter.user));
  if (filter.object) {
    const [type, id] = filter.object.split(':');
    const isIt =
      type === 'profile' ? ofAnyCard(sql`l.object_id`, sql`${Number(id)}::int`) : sql`l.object_id = ${Number(id)}`;
    all.push(sql`l.object_type = ${type} and ${isIt}`);
  }
  if (filter.q)
    all.push(foundBy(actor, filter.q, (alias) => (everywhere ? sql<boolean>`true` : inScope(actor, alias))));
  if (filter.weekday) all.push(sql`extract(isodow from ${moscow}) = ${filter.weekday}::int`);
  if (filter.hour !== undefined) all.push(sql`extract(hour from ${moscow}) = ${filter.hour}::int`);
  if (filter.verb?.length) all.push(sql`l.verb = any(${filter.verb}::text[])`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Hours are looked for in an index of sign-ins alone: a plan for all tabs can't know that it holds them. */
const ofTab = ({ tab, weekday, hour }: LogFilter) =>
  tab === 'sign' && (weekday !== undefined || hour !== undefined) ? sql`l.tab = 'sign'` : sql`l.tab = ${tab}`;

/** One of these; a single one so that its lines come from the index in their order. */
const among = (column: string, ids: readonly number[]) =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}::int` : sql`${sql.ref(column)} = any(${ids}::int[])`;

export const logOrder = (direction: 'asc' | 'desc') => sql`l.at ${sql.raw(direction)}, l.id ${sql.raw(direction)}`;

export interface LogLine {
  id: number;
  at: string;
  zone: string;
  user_id: number | null;
  user_name: string;
  verb: string;
  text: string;
  object_type: string | null;
  object_id: number | null;
  object_name: string | null;
  region: string | null;
  mo: string | null;
  po: string | null;
  before: unknown;
  after: unknown;
  ip: string | null;
  device: string | null;
  subject: FoundSubject | null;
}

/** Zone of the place of a line `l`. */
export const zoneOfLine = zoneOfPlace({ po: sql`l.po_id`, mo: sql`l.mo_id`, region: sql`l.region_id` });

const lineColumns = sql`l.id::int as id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${zoneOfLine} as zone, l.user_id, l.user_name,
  l.verb, l.text, l.object_type, l.object_id::int as object_id, l.object_name, l.before, l.after, l.ip, ${deviceOfLine} as device,
  (select name from region where id = l.region_id) as region, (select name from mo where id = l.mo_id) as mo,
  (select name from po where id = l.po_id) as po`;

/** Lines after this one in the asked order. */
const beyond = (after: number | undefined, direction: 'asc' | 'desc') =>
  after
    ? sql`and (l.at, l.id) ${direction === 'asc' ? sql`>` : sql`<`} (select k.at, k.id from action_log k where k.id = ${after})`
    : sql``;

/** Numbers of the next lines of a walk over everything that the conditions keep; `after` is the last one of the page before. */
export async function logIdsAfter(
  db: ReadDb,
  actor: Actor,
  { filter, direction }: Pick<ListRequest<LogFilter>, 'filter' | 'direction'>,
  after: number | undefined,
  limit: number,
): Promise<number[]> {
  const rows = await read(
    db,
    sql<{
      id: number;
    }>`select l.id::int as id from action_log l where ${logConditions(actor, filter)} ${beyond(after, direction)}
      order by ${logOrder(direction)} ${limitTo(limit)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Keys of one page. Chosen actions are walked each by itself and their pages merged: a rare one is not looked for among all
 * others.
 */
function pageOf(actor: Actor, { filter, direction, offset, limit }: ListRequest<LogFilter>): RawBuilder<unknown> {
  const order = logOrder(direction);
  const rest = beyond(filter.after, direction);
  const { verb, ...others } = filter;
  if (!verb?.length || filter.object)
    return sql`select l.id, l.at from action_log l where ${logConditions(actor, filter)} ${rest}
      order by ${order} ${pageClause({ offset, limit })}`;
  return sql`select l.id, l.at from unnest(${[...new Set(verb)]}::text[]) as wanted(verb)
      cross join lateral (select l.id, l.at from action_log l
        where ${logConditions(actor, others)} and l.verb = wanted.verb ${rest} order by ${order} ${limitTo(offset + limit)}) as l
    order by ${order} ${pageClause({ offset, limit })}`;
}

/** One page. `after` is the row before it: the page is found by key, however deep it is. */
export async function logLines(ctx: Ctx, request: ListRequest<LogFilter>): Promise<LogLine[]> {
  const subject = request.filter.tab in subjectTitles ? subjectOf(ctx) : sql`null`;
  const rows = await read(
    ctx.db,
    sql<LogLine>`
    with page as materialized (${pageOf(ctx.actor, request)})
    select ${lineColumns}, ${subject} as subject
    from page join action_log l on l.id = page.id order by ${logOrder(request.direction)}`,
  );
  return rows;
}

/** One line by its number, inside the scope. */
export async function logLine(ctx: Ctx, id: number): Promise<LogLine | undefined> {
  const { db, actor } = ctx;
  const scope = actor.isSuperuser === SUPERUSER ? sql`true` : inScope(actor, 'l');
  const rows = await read(
    db,
    sql<LogLine>`
    select ${lineColumns}, ${subjectOf(ctx)} as subject
    from action_log l where l.id = ${id} and ${scope}`,
  );
  return rows[0];
}

/** Names of the reference lists that these lines speak of by number. */
export async function referenceNames(
  db: ReadDb,
  lines: readonly Pick<LogLine, 'object_type' | 'before' | 'after'>[],
): Promise<ReferenceNames> {
  const wanted = new Map<ReferenceTable, Set<number>>();
  for (const { object_type, before, after } of lines) {
    const own = fieldsOfObject(object_type);
    for (const [key, value] of [before, after].flatMap((side) => (isObject(side) ? Object.entries(side) : []))) {
      const table = referenceOf(key, own);
      if (table && Number.isSafeInteger(value)) wanted.set(table, (wanted.get(table) ?? new Set()).add(Number(value)));
    }
  }
  const names: ReferenceNames = {};
  for (const [table, ids] of wanted) {
    const rows = await db
      .selectFrom(table)
      .where('id', 'in', [...ids])
      .select(['id', 'name'])
      .execute();
    names[table] = new Map(rows.map((row) => [row.id, row.name]));
  }
  return names;
}

const isObject = (side: unknown): side is Record<string, unknown> => typeof side === 'object' && side !== null;

/** People with a right inside the scope, by name; `ids` answers those of a filter. */
export async function scopeUsers(db: ReadDb, actor: Actor, query: { q: string; ids: readonly number[] }) {
  const right = placeScope(actor, {
    po: 'r.po_id',
    mo: sql`coalesce(p.mo_id, r.mo_id)`,
    region: sql`coalesce(p.region_id, m.region_id, r.region_id)`,
  });
  const scope = actor.isSuperuser === SUPERUSER ? sql`true` : right;
  const name = sql`trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`;
  const wanted = foldText(query.q.trim());
  const rows = await read(
    db,
    sql<{ id: number; name: string }>`
    select u.id, ${name} as name from app_user u
    where ${name} <> ''
      and exists (select 1 from user_right r left join mo m on m.id = r.mo_id left join po p on p.id = r.po_id
        where r.user_id = u.id and ${scope})
      and ${query.ids.length ? sql`u.id = any(${query.ids}::int[])` : sql`true`}
      and ${wanted ? sql`fold(${name}) like ${`%${likeText(wanted)}%`}` : sql`true`}
    order by fold(${name}), u.id limit 50`,
  );
  return rows;
}
