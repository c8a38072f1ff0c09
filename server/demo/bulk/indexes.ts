// Indexes of tables that are filled at once: built from sorted rows at the end they cost a small part of what row by row would.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

const filled = [
  'profile',
  'profile_place',
  'name_word',
  'place_word',
  'consent',
  'garage',
  'ownership',
  'contribution',
  'balance_operation',
  'garage_balance',
  'ledger_month',
  'ledger_seal',
  'action_log',
];

/** Drops every index of the large tables that no constraint rests on; the answer makes them again, as they were. */
export async function putIndexesAside(tx: WriteDb): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relname = any(${filled}::text[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    order by i.indexrelid`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(tx);
  };
}
