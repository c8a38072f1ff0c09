// SQL of saved views, background jobs and the outbox.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';

export const viewsOf = (db: ReadDb, userId: number, resource: string) =>
  db
    .selectFrom('saved_view')
    .where('user_id', '=', userId)
    .where('resource', '=', resource)
    .orderBy('name')
    .select(['id', 'resource', 'name', 'state'])
    .execute();

/** Habits of a person by key. */
export async function habitsOf(db: ReadDb, userId: number): Promise<Record<string, Record<string, boolean>>> {
  const rows = await db
    .selectFrom('user_setting')
    .where('user_id', '=', userId)
    .where('key', 'like', '%.columns')
    .select(['key', 'value'])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value as Record<string, boolean>]));
}

/** So many habits a person may keep: a list has one. */
export const MOST_HABITS = 100;

export const jobsOf = (db: ReadDb, userId: number) =>
  db
    .selectFrom('background_job')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(100)
    .select([
      'id',
      'kind',
      'title',
      'status',
      'stage',
      'done',
      'total',
      'errors',
      'failure',
      sql<string | null>`result ->> 'link'`.as('link'),
      'created_at',
      'finished_at',
    ])
    .execute();

const letterCondition = (q: string | undefined): RawBuilder<unknown> =>
  q?.trim()
    ? sql`(lower(recipient) like ${`%${likeText(q.trim().toLowerCase())}%`} or lower(subject) like ${`%${likeText(q.trim().toLowerCase())}%`})`
    : sql`true`;

export const letterRows = (request: ListRequest<{ q?: string | undefined }>): RawBuilder<unknown> =>
  sql`select id, recipient, subject, body_text, created_at, sent_at, failure from mail_outbox where ${letterCondition(request.filter.q)}
    order by ${sql.ref(request.field)} ${sql.raw(request.direction)}, id desc offset ${request.offset} limit ${request.limit}`;

export async function countLetters(db: ReadDb, q: string | undefined): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mail_outbox where ${letterCondition(q)}`.execute(db as never);
  return rows[0]!.n;
}
export const letterById = (db: ReadDb, id: number) =>
  db
    .selectFrom('mail_outbox')
    .where('id', '=', id)
    .select(['id', 'recipient', 'subject', 'body_text', 'created_at', 'sent_at', 'failure'])
    .executeTakeFirst();
