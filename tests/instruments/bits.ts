// Rows as they lie, to be compared bit for bit, and chance that is the same each time.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../server/db/types.ts';

/** Every row of what a merge may touch, but for the counters of the two cards, which never go back. */
export async function snapshot(db: Kysely<DB>): Promise<Record<string, string[]>> {
  const tables = [
    'profile',
    'profile_place',
    'ownership',
    'garage',
    'comment',
    'attachment',
    'consent',
    'profile_privilege',
    'profile_voa_status',
    'reregistration',
    'reregistration_party',
    'balance_operation',
    'garage_balance',
    'ledger_seal',
    'contribution',
  ];
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select (to_jsonb(r) - 'version' - 'updated_at')::text as row from ${sql.table(table)} r order by 1`.execute(db);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** Numbers that look like chance and are the same each time. */
export function dice(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}
