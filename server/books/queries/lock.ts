// The books of a МО: whoever writes money, or what money depends on, holds them first.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

/**
 * Holds the books of a МО until the end of the transaction and answers the last closed day as it is now. Writers go in
 * turn: two of them never charge the same garages, no garage goes to the archive under a charge, nobody closes the period
 * meanwhile. Taken before any row is locked, so that nobody waits in a ring.
 */
export async function lockBooks(tx: WriteDb, moId: number, why: 'write' | 'close' = 'write'): Promise<string | null> {
  // One question: a row that is locked is read as it is after the waiting, whatever it was when the waiting began.
  const { rows } = await sql<{ closed: string | null }>`
    with held as materialized (select pg_advisory_xact_lock(23, ${moId}))
    select mo.period_closed_until as closed from held, mo where mo.id = ${moId} ${why === 'close' ? sql`for update` : sql`for share`} of mo`.execute(
    tx,
  );
  return rows[0]?.closed ?? null;
}
