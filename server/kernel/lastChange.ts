// Somebody saved an object since it was read: who and when, as the one may know who reads of it.
import { sql } from 'kysely';
import type { Ctx, ReadDb } from './ctx.ts';
import { stale, type Refused } from './errors.ts';
import { read } from './read.ts';
import { inScope } from './scope.ts';
import { HOME_ZONE } from '../ports/clock.ts';

/** Tabs of the log that tell of changes of an object; of others, those of the administrator. */
const OWN_TABS = new Set(['garage', 'profile', 'reregistration', 'user']);
/** Deeds about an object that leave it as it is: looks, papers hung beside it, words of its person. */
const LOOKS = [
  'open',
  'reveal',
  'search_passport',
  'search_phone',
  'pair_open',
  'open_file',
  'held',
  'attention_reveal',
];
const UNTOUCHING = [...LOOKS, 'attach', 'detach', 'consent', 'demand', 'different'];
/** Of those about a news, which stand among the mailings. */
const OF_NEWS = ['news_create', 'news_update', 'news_publish', 'news_withdraw'];
/** Of the many deeds about a user those that change his card. */
const OF_USER = ['update', 'rights', 'disable', 'enable'];

/** Words of a document change by correcting alone; what is undone is another document. */
const OF_DOCUMENT = ['correction'];
const OTHER_TABS: Record<string, string> = { news: 'notification', contribution: 'balance_operation' };

const tabOf = (type: string) => (OWN_TABS.has(type) ? type : (OTHER_TABS[type] ?? 'admin'));

const ONLY: Record<string, readonly string[]> = { user: OF_USER, news: OF_NEWS, contribution: OF_DOCUMENT };

/** The refusal of a form that was read before somebody else saved `current`; an official of another place is not named. */
export async function staleBy(
  ctx: Ctx,
  db: ReadDb,
  { type, id }: { type: string; id: number },
  current: unknown,
): Promise<Refused> {
  const isHere = ctx.actor.isSuperuser ? sql<boolean>`true` : sql<boolean>`coalesce(${inScope(ctx.actor, 'l')}, false)`;
  const only = ONLY[type];
  // A write is told in every place that knows the object, at one moment: the line of the reader's own place names who it was.
  const [last] = await read(
    db,
    sql<{ user_id: number | null; user_name: string | null; at: string; is_here: boolean }>`
    select l.user_id, l.user_name, l.at, ${isHere} as is_here from action_log l
    where l.object_type = ${type} and l.object_id = ${id} and split_part(l.verb, '.', 1) = ${tabOf(type)}
      and ${only ? sql`split_part(l.verb, '.', 2) = any(${only}::text[])` : sql`split_part(l.verb, '.', 2) <> all(${UNTOUCHING}::text[])`}
    order by l.at desc, is_here desc, l.id desc limit 1`,
  );
  if (!last) return stale('другой сотрудник', '', current);
  const timeZone = ctx.timeZone ?? HOME_ZONE;
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  const isOwn = last.user_id === ctx.actor.userId;
  const name = isOwn || last.is_here ? (last.user_name ?? 'другой сотрудник') : 'сотрудник другой организации';
  return stale(name, time.format(new Date(last.at)), current, isOwn);
}
