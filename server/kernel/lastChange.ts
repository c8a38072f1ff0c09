// Somebody saved an object since it was read: who and when, as the one may know who reads of it.
import { sql } from 'kysely';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
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
const UNTOUCHING = [
  ...LOOKS,
  'attach',
  'detach',
  'consent',
  'demand',
  'different',
  'confirm',
  'representative',
  'restriction_add',
  'restriction_lift',
  'attention_settle',
];
/** Of those about a news, which stand among the mailings. */
const OF_NEWS = ['news_create', 'news_update', 'news_publish', 'news_withdraw'];
/** Of the many deeds about a user those that change his card. */
const OF_USER = ['update', 'rights', 'disable', 'enable', 'invite_accepted', 'email_changed', 'password_changed'];

/** Words of a document change by correcting alone; what is undone is another document. */
const OF_DOCUMENT = ['correction'];
/**
 * The card of an МО is moved on by its books too, that of a ПО by a handover that is confirmed: only then a line tells both sides. Pictures
 * of papers stand beside it.
 */
const OF_MO = ['org_create', 'org_update', 'period_close', 'period_open'];
const HANDOVER = 'user.handover';
const OF_PO = ['org_create', 'org_update', 'handover'];
const OTHER_TABS: Record<string, readonly string[]> = {
  news: ['notification'],
  contribution: ['balance_operation'],
  mo: ['admin', 'balance_operation'],
  po: ['admin', 'user'],
};

const tabsOf = (type: string) => (OWN_TABS.has(type) ? [type] : (OTHER_TABS[type] ?? ['admin']));

const ONLY: Record<string, readonly string[]> = {
  user: OF_USER,
  news: OF_NEWS,
  contribution: OF_DOCUMENT,
  mo: OF_MO,
  po: OF_PO,
};

/** The refusal of a form that was read before somebody else saved `current`; an official of another place is not named. */
export async function staleBy(
  ctx: Ctx,
  db: ReadDb,
  { type, id }: { type: string; id: number },
  current: unknown,
): Promise<Refused> {
  const isHere =
    ctx.actor.isSuperuser === SUPERUSER
      ? sql<boolean>`true`
      : sql<boolean>`coalesce(${inScope(ctx.actor, 'l')}, false)`;
  const only = ONLY[type];
  // A write is told in every place that knows the object, at one moment: the line of the reader's own place names who it was.
  const [last] = await read(
    db,
    sql<{ user_id: number | null; user_name: string | null; at: string; is_here: boolean }>`
    select l.user_id, l.user_name, l.at, ${isHere} as is_here from action_log l
    where l.object_type = ${type} and l.object_id = ${id} and split_part(l.verb, '.', 1) = any(${[...tabsOf(type)]}::text[])
      and ${only ? sql`split_part(l.verb, '.', 2) = any(${only}::text[])` : sql`split_part(l.verb, '.', 2) <> all(${UNTOUCHING}::text[])`}
      and (l.verb <> ${HANDOVER} or l.after is not null)
    order by l.at desc, is_here desc, l.id desc limit 1`,
  );
  if (!last) return stale('другой сотрудник', '', current);
  const timeZone = ctx.timeZone ?? HOME_ZONE;
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  const isOwn = last.user_id === ctx.actor.userId;
  const name = isOwn || last.is_here ? (last.user_name ?? 'другой сотрудник') : 'сотрудник другой организации';
  return stale(name, time.format(new Date(last.at)), current, isOwn);
}
