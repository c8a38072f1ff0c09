// SQL of questions to the support.
import { sql, type RawBuilder } from 'kysely';
import { foldText } from '../../contract/kernel/words.ts';
import { SUPPORT, type Actor } from '../../contract/kernel/scope.ts';
import type { QueueRow } from '../../contract/support.ts';
import type { Counter } from '../kernel/counters.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import { likeText } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { DUTY_MS, isWorkingTime, type Status } from './rules.ts';
import { limitTo } from '../db/planned.ts';

const shortName = (table: string): RawBuilder<string> => {
  const [last, first, father] = ['last_name', 'first_name', 'father_name'].map((name) => sql.ref(`${table}.${name}`));
  return sql<string>`trim(${last} || ' ' || left(${first}, 1) || case when ${first} <> '' then '.' else '' end
    || case when ${father} <> '' then ' ' || left(${father}, 1) || '.' else '' end)`;
};
const fullName = sql<string>`trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`;
const placeName = sql<string>`coalesce((select name from po where id = t.po_id), (select name from mo where id = t.mo_id),
  (select name from region where id = t.region_id), '')`;

export interface ThreadRecord {
  id: number;
  user_id: number;
  role: string;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  status: Status;
  assignee_id: number | null;
  assignee: string | null;
  title: string;
  last_seq: number;
  asker_seq: number;
  staff_seq: number;
  /** Messages of the support that the asker has not read, and the other way round. */
  asker_unread: number;
  staff_unread: number;
  opened_at: string;
  consent_until: string | null;
  context: unknown;
}

const threads = (where: RawBuilder<unknown>) => sql<ThreadRecord>`
  select t.*, (select ${shortName('a')} from app_user a where a.id = t.assignee_id) as assignee,
    (select count(*)::int from support_event e where e.thread_id = t.id and e.seq > t.asker_seq and e.is_staff and e.kind = 'message') as asker_unread,
    (select count(*)::int from support_event e where e.thread_id = t.id and e.seq > t.staff_seq and not e.is_staff) as staff_unread
  from support_thread t where ${where}`;

/** A question; its own asker sees it, and the support. Null otherwise. */
export async function findThread({ actor }: Pick<Ctx, 'actor'>, db: ReadDb, id: number): Promise<ThreadRecord | null> {
  const mine = actor.isSuperuser >= SUPPORT ? sql`true` : sql`t.user_id = ${actor.userId}`;
  const [row] = await read(db, threads(sql`t.id = ${id} and ${mine}`));
  return row ?? null;
}

/** The question the person has open, or the last one that was solved. */
export async function threadOfAsker(db: ReadDb, userId: number): Promise<ThreadRecord | null> {
  const [row] = await read(
    db,
    threads(sql`t.id = (select id from support_thread where user_id = ${userId} order by id desc limit 1)`),
  );
  return row ?? null;
}

export const earlierOf = (db: ReadDb, userId: number, except: number) =>
  read(
    db,
    sql<{ id: number; title: string; opened_at: string }>`
      select id, title, opened_at from support_thread where user_id = ${userId} and id <> ${except} order by id desc limit 20`,
  );

export interface EventRecord {
  seq: number;
  kind: 'message' | 'note' | 'state';
  author_id: number;
  author: string;
  is_staff: boolean;
  text: string;
  file: { id: number; name: string; mime: string; size_bytes: number } | null;
  client_key: string;
  at: string;
}

const MOST_EVENTS = 200;

/** Events after a number, in order; notes only for the support. */
export const eventsAfter = (db: ReadDb, thread: number, after: number, withNotes: boolean) =>
  read(
    db,
    sql<EventRecord>`select e.seq, e.kind, e.author_id, ${shortName('u')} as author, e.is_staff, e.text, e.client_key, e.at,
      (select json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size_bytes', f.size_bytes) from stored_file f where f.id = e.file_id) as file
      from support_event e join app_user u on u.id = e.author_id
      where e.thread_id = ${thread} and e.seq > ${after} ${withNotes ? sql`` : sql`and e.kind <> 'note'`}
      order by e.seq ${limitTo(MOST_EVENTS)}`,
  );

/** The event a client has sent under a key; null when it was not sent. */
export async function eventByKey(db: ReadDb, authorId: number, key: string) {
  const [row] = await read(
    db,
    sql<{ thread_id: number; seq: number }>`
      select thread_id, seq from support_event where author_id = ${authorId} and client_key = ${key}`,
  );
  return row ?? null;
}

export async function countSince(db: ReadDb, authorId: number, since: Date): Promise<number> {
  const [row] = await read(
    db,
    sql<{ n: number }>`
      select count(*)::int as n from support_event where author_id = ${authorId} and at > ${since.toISOString()}::timestamptz`,
  );
  return row!.n;
}

/** Short names of the support whose sessions are alive in working hours. */
export async function onDuty({ db, now, deps }: Pick<Ctx, 'db' | 'now' | 'deps'>): Promise<string[]> {
  if (!isWorkingTime(deps.settings.SUPPORT_HOURS, now())) return [];
  const since = new Date(now().getTime() - DUTY_MS).toISOString();
  const rows = await read(
    db,
    sql<{
      name: string;
    }>`select ${shortName('u')} as name from app_user u where u.is_active and u.is_superuser >= ${SUPPORT}
      and exists (select 1 from session s where s.user_id = u.id and s.ended_at is null and s.view_as_user_id is null
        and s.last_seen_at > ${since}::timestamptz) order by name limit 20`,
  );
  return rows.map(({ name }) => name);
}

/** Address of an asker who is not at his screen now; null when he is, or can't be written to. */
export async function addressOfAbsent({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: number): Promise<string | null> {
  const since = new Date(now().getTime() - DUTY_MS).toISOString();
  const [row] = await read(
    db,
    sql<{ email: string }>`select u.email from app_user u where u.id = ${userId} and u.is_active
      and not exists (select 1 from session s where s.user_id = u.id and s.ended_at is null and s.view_as_user_id is null
        and s.last_seen_at > ${since}::timestamptz)`,
  );
  return row?.email ?? null;
}

/** The question that a letter of ours was about, and who was written to; null for any other letter. */
export async function letterAnswered(db: ReadDb, outbox: number) {
  const [row] = await read(
    db,
    sql<{ thread: number; asker: number; recipient: string; side: 'asker' | 'desk' }>`
      select t.id as thread, t.user_id as asker, lower(o.recipient) as recipient,
        case split_part(o.what, ':', 1) when 'support_answer' then 'asker' else 'desk' end as side
      from outbox o join support_thread t on t.id::text = split_part(o.what, ':', 2)
      where o.id = ${outbox} and o.channel = 'mail' and split_part(o.what, ':', 1) in ('support', 'support_answer')`,
  );
  return row ?? null;
}

/** Who writes from an address, at work in his first place; null when nobody who may sign in. */
export async function writerOfMail(db: ReadDb, email: string): Promise<Actor | null> {
  const [row] = await read(
    db,
    sql<Actor>`select u.id as "userId", 0 as "sessionId", ${shortName('u')} as name, u.role, u.is_superuser as "isSuperuser",
        u.capabilities, r.region_id as region, r.mo_id as mo, r.po_id as po
      from app_user u left join lateral (select * from user_right x where x.user_id = u.id order by x.is_default desc, x.id limit 1) r on true
      where lower(u.email) = ${email} and u.is_active`,
  );
  return row ?? null;
}

/** Messages of the support in a question since a moment: each may have been a letter. */
export async function answersSince(db: ReadDb, thread: number, since: Date): Promise<number> {
  const [row] = await read(
    db,
    sql<{ n: number }>`select count(*)::int as n from support_event where thread_id = ${thread} and is_staff
      and kind = 'message' and at > ${since.toISOString()}::timestamptz`,
  );
  return row!.n;
}

/** Messages of the asker after the last answer, and since when; none when he has one. */
export async function unanswered(db: ReadDb, thread: number): Promise<{ count: number; since: string | null }> {
  const [row] = await read(
    db,
    sql<{
      count: number;
      since: string | null;
    }>`select count(*)::int as count, min(e.at) as since from support_event e where e.thread_id = ${thread} and not e.is_staff
      and e.kind = 'message' and e.seq > coalesce((select max(a.seq) from support_event a where a.thread_id = ${thread}
        and a.is_staff and a.kind = 'message'), 0)`,
  );
  return row!;
}

const MOST_ROWS = 200;

/** The queue: those who wait first, the longest wait on top, then the latest. */
export async function listQueue({ db, actor }: Ctx, show: 'mine' | 'waiting' | 'all', q: string): Promise<QueueRow[]> {
  const which = {
    waiting: sql`t.status = 'waiting'`,
    mine: sql`t.status = 'taken' and t.assignee_id = ${actor.userId}`,
    all: sql`true`,
  }[show];
  const like = `%${likeText(foldText(q))}%`;
  const words = q
    ? sql`and (fold(${fullName}) like ${like} or fold(t.title) like ${like} or t.id::text = ${q}
        or exists (select 1 from support_event e where e.thread_id = t.id and fold(e.text) like ${like}))`
    : sql``;
  return read(
    db,
    sql<QueueRow>`select t.id, t.status, ${fullName} as asker, ${placeName} as place, t.role, t.waiting_since,
        (select ${shortName('a')} from app_user a where a.id = t.assignee_id) as assignee,
        coalesce(t.assignee_id = ${actor.userId}, false) as is_mine,
        (select count(*)::int from support_event e where e.thread_id = t.id and e.seq > t.staff_seq and not e.is_staff) as unread,
        last.text, last.at as last_at
      from support_thread t join app_user u on u.id = t.user_id
        cross join lateral (select left(e.text, 120) as text, e.at from support_event e
          where e.thread_id = t.id and e.kind = 'message' order by e.seq desc limit 1) as last
      where ${which} ${words}
      order by case t.status when 'waiting' then 0 when 'taken' then 1 else 2 end,
        case when t.status = 'waiting' then t.waiting_since end, last.at desc, t.id ${limitTo(MOST_ROWS)}`,
  );
}

/** Numbers of the queue and the median minutes to the first answer, of this week and the one before. */
export async function queueNumbers({ db, actor, now }: Ctx) {
  const at = now().toISOString();
  const median = (from: number, to: number) => sql`(select round(percentile_cont(0.5) within group (
      order by extract(epoch from t.answered_at - t.opened_at) / 60))::int from support_thread t
    where t.answered_at > ${at}::timestamptz - make_interval(days => ${from}) and t.answered_at <= ${at}::timestamptz - make_interval(days => ${to}))`;
  const [row] = await read(
    db,
    sql<{ mine: number; waiting: number; all: number; first: number | null; before: number | null }>`
      select count(*) filter (where status = 'taken' and assignee_id = ${actor.userId})::int as mine,
        count(*) filter (where status = 'waiting')::int as waiting, count(*)::int as "all",
        ${median(7, 0)} as first, ${median(14, 7)} as before from support_thread`,
  );
  return row!;
}

/** Who asks, as the desk sees him. */
export async function askerOf(db: ReadDb, thread: ThreadRecord) {
  const [row] = await read(
    db,
    sql<{
      name: string;
      place: string;
      rights: number[];
    }>`select ${fullName} as name, ${placeName} as place, u.capabilities as rights
      from support_thread t join app_user u on u.id = t.user_id where t.id = ${thread.id}`,
  );
  return row!;
}

/** Answers the asker has not read, and for the support questions that wait: the number on the round button. */
export const countUnreadAnswers: Counter = ({ userId }) =>
  sql<number>`select count(*)::int from support_thread t join support_event e on e.thread_id = t.id
    where t.user_id = ${userId} and e.seq > t.asker_seq and e.is_staff and e.kind = 'message'`;
