// What the page of the log's archive shows: months in files, months that are due.
import { sql } from 'kysely';
import type { ArchivedMonth } from '../../../contract/instruments/logArchive.ts';
import { linesOfMonths, nextMonth } from '../../actionLog/queries/archive.ts';
import { dueMonths, leavesOn, plusMonths } from '../../actionLog/rules/archive.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';

const nameOf = (user: 'm' | 'd') =>
  sql`coalesce(trim(${sql.ref(`${user}.last_name`)} || ' ' || ${sql.ref(`${user}.first_name`)}), '')`;

/** Archived months, the last first. */
export const archivedMonths = (db: ReadDb) =>
  read(
    db,
    sql<ArchivedMonth>`select a.id, a.month, a.lines, a.bytes, a.seal, a.sha256, a.made_at, ${nameOf('m')} as made_by, a.dropped_at,
      case when a.dropped_at is not null then ${nameOf('d')} end as dropped_by
    from log_archive a left join app_user m on m.id = a.made_by left join app_user d on d.id = a.dropped_by order by a.month desc`,
  );

export interface DueLog {
  due: { month: string; lines: number }[];
  next: { month: string; on: string } | null;
}

/** Months that may leave on a day of Moscow, and the first that may not yet. */
export async function dueLog(db: ReadDb, today: string): Promise<DueLog> {
  const first = await nextMonth(db);
  if (!first) return { due: [], next: null };
  const months = dueMonths(first, today);
  const lines = await linesOfMonths(db, months);
  const next = plusMonths(first, months.length);
  return {
    due: months.map((month) => ({ month, lines: lines.get(month) ?? 0 })),
    next: { month: next, on: leavesOn(next) },
  };
}

/** When a month left the log last; null while none has. */
export async function lastDropped(db: ReadDb): Promise<string | null> {
  const [row] = await read(db, sql<{ last: string | null }>`select max(dropped_at) as last from log_archive`);
  return row!.last;
}

/** Of an archived month what its file is. */
export const archivedFile = (db: ReadDb, id: number) =>
  db
    .selectFrom('log_archive as a')
    .innerJoin('stored_file as f', 'f.id', 'a.file_id')
    .where('a.id', '=', id)
    .select(['a.month', 'a.lines', 'f.name', 'f.mime', 'f.store_key'])
    .executeTakeFirst();
