// Where the log begins: months older than five years may have left it for the archive, and who reads older lines says so.
import { sql } from 'kysely';
import type { ReadDb } from './ctx.ts';
import { read } from './read.ts';

/** The first day (Moscow's) whose lines are in the log; null while no month has left it. */
export async function logKeptFrom(db: ReadDb): Promise<string | null> {
  const [row] = await read(db, sql<{ kept: string | null }>`select log_kept_from() as kept`);
  return row!.kept;
}

/** The same where a period that begins on a day, or never began, reaches before it; null where the log has all of the period. */
export async function logGoneBefore(db: ReadDb, from: string | undefined): Promise<string | null> {
  const kept = await logKeptFrom(db);
  return kept !== null && (from === undefined || from < kept) ? kept : null;
}
