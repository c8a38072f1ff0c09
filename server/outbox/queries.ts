// SQL of the outbox, of what waits behind the gate and of what is late.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { pageClause } from '../db/planned.ts';

type Filter = { q?: string | undefined; state?: string | undefined };

const isAsked = ({ q, state }: Filter): RawBuilder<unknown> => {
  const text = q?.trim() && `%${likeText(q.trim().toLowerCase())}%`;
  return sql`${text ? sql`(lower(recipient) like ${text} or lower(subject) like ${text})` : sql`true`}
    and ${state ? sql`state = ${state}` : sql`true`}`;
};

const columns = sql`id, channel, recipient, subject, ${withoutSecrets()} as body_text, state, attempts, created_at, sent_at, failure,
  case when is_bulk then split_part(what, ':', 2)::int end as mailing`;

/** Letters of before the seal carry the secrets of their links in the text. */
function withoutSecrets() {
  return sql`regexp_replace(body_text, '(#[a-z_]+=)[A-Za-z0-9_-]{43}', '\\1•••', 'g')`;
}

export const letterRows = (request: ListRequest<Filter>): RawBuilder<unknown> =>
  sql`select ${columns} from outbox where ${isAsked(request.filter)}
    order by ${sql.ref(request.field)} ${sql.raw(request.direction)}, id desc ${pageClause(request)}`;

export async function countLetters(db: ReadDb, filter: Filter): Promise<number> {
  const rows = await read(db, sql<{ n: number }>`select count(*)::int as n from outbox where ${isAsked(filter)}`);
  return rows[0]!.n;
}

export interface OutboxRow {
  id: number;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  body_text: string;
  sealed: Uint8Array | null;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  attempts: number;
  created_at: string;
  sent_at: string | null;
  failure: string | null;
  mailing: number | null;
}

export async function letterById(db: ReadDb, id: number): Promise<OutboxRow | undefined> {
  const rows = await read(db, sql<OutboxRow>`select ${columns}, sealed from outbox where id = ${id}`);
  return rows[0];
}

/** How much waits behind each channel but the schedule, of which its kinds tell. */
export async function waitingByChannel(db: ReadDb, now: Date): Promise<Record<string, number>> {
  const rows = await read(
    db,
    sql<{ channel: string; n: number }>`
    select channel, count(*)::int as n from outbox where state = 'queued' group by channel
    union all select 'reports', count(*)::int from due_moment where state = 'waiting' and due_at <= ${now.toISOString()} and what = 'report.send'`,
  );
  return Object.fromEntries(rows.map(({ channel, n }) => [channel, n]));
}

/** What is late and asks, or failed at every attempt. */
export const lateMoments = (db: ReadDb) =>
  db
    .selectFrom('due_moment')
    .where('state', 'in', ['asks', 'failed'])
    .orderBy('due_at')
    .limit(100)
    .select(['id', 'what', 'object', 'due_at', 'failure'])
    .execute();

/** Work that comes back by itself and did not succeed at its last turn. */
export const workFaults = (db: ReadDb) => db.selectFrom('work_fault').orderBy('since').selectAll().execute();
