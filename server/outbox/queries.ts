// SQL of the outbox.
import type { ReadDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { sql, type RawBuilder } from 'kysely';

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
