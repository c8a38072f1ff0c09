// SQL of news: who sees which, how many are unread, who has read.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor, type Level } from '../../contract/kernel/scope.ts';
import type { Audience, NewsReaders, NewsRow } from '../../contract/news.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import type { Counter } from '../kernel/counters.ts';
import { jsonRows, likeText } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { coversActor, poScope, placeScope } from '../kernel/scope.ts';
import { foldText } from '../../contract/kernel/words.ts';
import { LEAD_LENGTH } from './rules.ts';
import { limitTo, pageClause } from '../db/planned.ts';

/** What publishes a news at its moment, as its row says. */
export const PUBLISH_DUE = 'news.publish';
/** Over `n`: its moment has not been dealt with: whether its author may still write there is asked first. */
const waits = sql<boolean>`n.id::text in (select d.object from due_moment d where d.what = ${sql.lit(PUBLISH_DUE)} and d.state = 'waiting')`;

/** Condition over `n`: it is published and the actor is of its audience. */
const told = (actor: Actor, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(n.withdrawn_at is null and n.published_at <= ${now.toISOString()}::timestamptz and not ${waits}
    and (n.roles = '{}' or ${actor.role} = any(n.roles))
    and (n.for_all or exists (select 1 from news_place np where np.news_id = n.id and ${coversActor(actor, 'np')})))`;
const own = (actor: Actor): RawBuilder<boolean> => sql<boolean>`n.author_id = ${actor.userId}`;
/** Not read, and published since the person has an account; a draft is nobody's to read. */
const unread = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(n.author_id <> ${actor.userId}
    and coalesce(n.published_at >= (select me.created_at from app_user me where me.id = ${actor.userId}), false)
    and not exists (select 1 from news_read r where r.news_id = n.id and r.user_id = ${actor.userId}))`;
/** The actor may open it: of the audience, his own, or anything for a superuser. */
const seen = (actor: Actor, now: Date) =>
  actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : sql<boolean>`(${told(actor, now)} or ${own(actor)})`;

const sourceOf = sql<string>`coalesce((select name from region where id = n.region_id), (select name from mo where id = n.mo_id),
  (select name from po where id = n.po_id), 'Общество')`;
const stateNow = (now: Date) => sql<NewsRow['state']>`case when n.withdrawn_at is not null then 'withdrawn'
  when n.published_at is null then 'draft' when n.published_at > ${now.toISOString()}::timestamptz or ${waits} then 'planned' else 'published' end`;

const rowColumns = (actor: Actor, now: Date) => sql`n.id, n.title, left(n.plain, ${LEAD_LENGTH}::int) as lead,
  ${sourceOf} as source, ${stateNow(now)} as state, n.published_at, n.is_pinned, n.asks_ack,
  ${own(actor)} as is_mine, not ${unread(actor)} as is_read`;

export type Shown = 'all' | 'unread' | 'mine' | 'everything';

/** One page of the list: pinned first, then the newest. `everything` is for superusers. */
export async function listNews(
  { db, actor, now }: Ctx,
  { show, q, offset, limit }: { show: Shown; q: string; offset: number; limit: number },
) {
  const at = now();
  const which = {
    all: told(actor, at),
    unread: sql<boolean>`(${told(actor, at)} and ${unread(actor)})`,
    mine: own(actor),
    everything: seen(actor, at),
  }[show];
  const words = q ? sql`and fold(n.title || ' ' || n.plain) like ${`%${likeText(foldText(q))}%`}` : sql``;
  const [json, [counted]] = await Promise.all([
    jsonRows(
      db,
      sql`select ${rowColumns(actor, at)} from news n where ${which} ${words}
        order by n.is_pinned desc, n.published_at desc nulls first, n.id desc ${pageClause({ offset, limit })}`,
    ),
    read(
      db,
      sql<{ found: number; all: number; unread: number; mine: number }>`
        select (select count(*)::int from news n where ${which} ${words}) as found,
          count(*) filter (where ${told(actor, at)})::int as "all",
          count(*) filter (where ${told(actor, at)} and ${unread(actor)})::int as unread,
          count(*) filter (where ${own(actor)})::int as mine from news n`,
    ),
  ]);
  const { found, ...totals } = counted!;
  return { json, total: found, totals };
}

/** How many the person has not read: the badge of the menu. */
export const countUnreadNews: Counter = (actor, now) =>
  sql<number>`select count(*)::int from news n where ${told(actor, now)} and ${unread(actor)}`;

/** Ids among `ids` that are told to the actor. */
export async function toldAmong({ db, actor, now }: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ id: number }>`select n.id from news n where n.id = any(${[...ids]}::int[]) and ${told(actor, now())}`,
  );
  return rows.map(({ id }) => id);
}

export interface NewsRecord extends Omit<NewsRow, 'lead'> {
  lead: string;
  body: unknown;
  author: string;
  author_id: number;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  for_all: boolean;
  roles: string[];
  places: { level: Level; id: number; name: string }[];
  files: { id: number; file_id: number; name: string; mime: string; size_bytes: number }[];
  ack_at: string | null;
  withdrawn_at: string | null;
  version: number;
}

/** The whole news; null when it is not there or not the actor's to see. */
export async function findNews({ actor, now }: Ctx, db: ReadDb, id: number): Promise<NewsRecord | null> {
  const at = now();
  const [row] = await read(
    db,
    sql<NewsRecord>`select ${rowColumns(actor, at)}, n.body, n.author_id, n.region_id, n.mo_id, n.po_id, n.for_all, n.roles, n.withdrawn_at, n.version,
      (select trim(u.last_name || ' ' || left(u.first_name, 1) || '. ' || left(u.father_name, 1) || '.') from app_user u where u.id = n.author_id) as author,
      (select r.ack_at from news_read r where r.news_id = n.id and r.user_id = ${actor.userId}) as ack_at,
      coalesce((select json_agg(json_build_object(
        'level', case when np.po_id is not null then 'po' when np.mo_id is not null then 'mo' else 'region' end,
        'id', coalesce(np.po_id, np.mo_id, np.region_id),
        'name', coalesce((select name from po where id = np.po_id), (select name from mo where id = np.mo_id), (select name from region where id = np.region_id))))
        from news_place np where np.news_id = n.id), '[]') as places,
      coalesce((select json_agg(json_build_object('id', nf.id, 'file_id', f.id, 'name', f.name, 'mime', f.mime, 'size_bytes', f.size_bytes) order by nf.id)
        from news_file nf join stored_file f on f.id = nf.file_id where nf.news_id = n.id), '[]') as files
      from news n where n.id = ${id} and ${seen(actor, at)}`,
  );
  return row ?? null;
}

/** Places the actor may write to: his own and those under it; every place for a superuser. */
export async function placesOf({ db, actor }: Pick<Ctx, 'db' | 'actor'>) {
  const isRoot = actor.isSuperuser === SUPERUSER;
  const may = (scope: RawBuilder<boolean>) => (isRoot ? sql<boolean>`true` : scope);
  return read(
    db,
    sql<{ level: Level; id: number; name: string; above: string | null }>`
      select * from (
        select 'region' as level, r.id, r.name, null::text as above, 0 as depth, r.name as key, '' as key2 from region r
          where ${may(placeScope(actor, { region: 'r.id' }))}
        union all select 'mo', m.id, m.name, r.name, 1, m.sort_key, '' from mo m join region r on r.id = m.region_id
          where ${may(placeScope(actor, { mo: 'm.id', region: 'm.region_id' }))}
        union all select 'po', p.id, p.name, m.name, 2, m.sort_key, p.sort_key from po p join mo m on m.id = p.mo_id
          where p.is_active and ${may(poScope(actor, 'p'))}
      ) as place order by depth, key, key2, id`,
  ).then((rows) => rows.map(({ level, id, name, above }) => ({ level, id, name, above })));
}

/** People of an audience: `user_id`, and the right by which each is reached first. */
function reached({ all, places, roles }: Audience): RawBuilder<unknown> {
  const ids = (level: Level) => places.filter((place) => place.level === level).map(({ id }) => id);
  const where = all
    ? sql`true`
    : sql`(ur.region_id = any(${ids('region')}::int[]) or m.region_id = any(${ids('region')}::int[]) or p.region_id = any(${ids('region')}::int[])
        or ur.mo_id = any(${ids('mo')}::int[]) or p.mo_id = any(${ids('mo')}::int[]) or ur.po_id = any(${ids('po')}::int[]))`;
  return sql`select distinct on (u.id) u.id as user_id, coalesce(ur.role, u.role) as role, coalesce(p.name, m.name, r.name) as place,
      trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) as name
    from app_user u join user_right ur on ur.user_id = u.id
      left join po p on p.id = ur.po_id left join mo m on m.id = ur.mo_id left join region r on r.id = ur.region_id
    where u.is_active and ${where} and (${roles} = '{}'::text[] or coalesce(ur.role, u.role) = any(${roles}))
    order by u.id, ur.is_default desc, ur.id`;
}

/** How many working people an audience is. */
export async function countAudience(db: ReadDb, audience: Audience): Promise<number> {
  const [row] = await read(db, sql<{ n: number }>`select count(*)::int as n from (${reached(audience)}) as people`);
  return row!.n;
}

const MOST_WAITING = 500;

/** Who of the audience has read; the author is not counted. */
export async function readersOf(db: ReadDb, news: NewsRecord): Promise<NewsReaders> {
  const audience = { all: news.for_all, places: news.places, roles: news.roles } as Audience;
  const people = sql`select people.*, nr.read_at, nr.ack_at from (${reached(audience)}) as people
    left join news_read nr on nr.news_id = ${news.id} and nr.user_id = people.user_id where people.user_id <> ${news.author_id}`;
  const done = news.asks_ack ? sql`ack_at` : sql`read_at`;
  const [row] = await read(
    db,
    sql<NewsReaders>`with people as materialized (${people})
      select (select count(*)::int from people) as people, (select count(read_at)::int from people) as read,
        (select count(ack_at)::int from people) as acknowledged,
        coalesce((select json_agg(one order by one.name) from (
          select place as name, count(*)::int as people, count(read_at)::int as read from people group by place) as one), '[]') as places,
        coalesce((select json_agg(one order by one.place, one.name) from (
          select user_id as id, name, place, role from people where ${done} is null order by place, name ${limitTo(MOST_WAITING)}) as one), '[]') as waiting`,
  );
  return row!;
}
