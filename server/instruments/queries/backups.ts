// SQL of the copies of the installation.
import { sql } from 'kysely';
import type { BackupRow } from '../../../contract/instruments/backups.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

const MOST = 100;

/** Copies that were made, the newest first. */
export const listBackups = (db: ReadDb) =>
  read(
    db,
    sql<
      Omit<BackupRow, 'isHere'>
    >`select b.id, b.name, b.at, b.state, b.failure, b.bytes, b.rows_count as rows, b.files_count as files,
      jsonb_array_length(b.missing) as missing, b.has_key, b.made_ms, b.proved_ms, b.origin,
      coalesce(trim(u.last_name || ' ' || u.first_name), '') as who
    from backup b left join app_user u on u.id = b.made_by order by b.at desc, b.id desc ${limitTo(MOST)}`,
  );

export async function countDestroyed(db: ReadDb): Promise<number> {
  const [row] = await read(db, sql<{ n: number }>`select count(*)::int as n from destruction`);
  return row!.n;
}
