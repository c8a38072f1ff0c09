// The primary owner of a garage: who gets the receipts and pays. Who had it before keeps the days on which he did.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

/**
 * From a day on one of the present owners is the primary one; null: nobody is.
 * @param day `YYYY-MM-DD`; days before it stay with whoever was primary then
 */
export async function choosePrimary(tx: WriteDb, garageId: number, ownershipId: number | null, day: string) {
  await sql`insert into primary_period (ownership_id, garage_id, since, until)
    select id, garage_id, had.since, ${day}::date from ownership
      cross join lateral (select coalesce(primary_since, started_on, '1900-01-01'::date) as since) as had
    where garage_id = ${garageId} and ended_on is null and is_primary and id is distinct from ${ownershipId}::int and had.since < ${day}::date
    on conflict (ownership_id, since) do update set until = greatest(primary_period.until, excluded.until)`.execute(tx);
  await sql`update ownership set is_primary = id is not distinct from ${ownershipId}::int,
      primary_since = case when id is distinct from ${ownershipId}::int then null when is_primary then primary_since else ${day}::date end
    where garage_id = ${garageId} and ended_on is null`.execute(tx);
}

/** A change of owners is undone: days since it are nobody's but those whom it had found. */
export async function forgetPrimariesSince(tx: WriteDb, garageId: number, day: string) {
  await sql`update ownership o set primary_since = p.since from primary_period p
    where p.ownership_id = o.id and o.garage_id = ${garageId} and o.is_primary and p.since < ${day}::date and p.until > ${day}::date`.execute(
    tx,
  );
  await sql`delete from primary_period where garage_id = ${garageId} and until > ${day}::date`.execute(tx);
}
