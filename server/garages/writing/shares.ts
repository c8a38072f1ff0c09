// Shares of owners as they change: an ownership has the share of now, what it had before keeps its days.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { shareColumns } from '../writing.ts';

/** A share of before with its days; `share` is «1/2» or null. */
export interface SharePeriod {
  ownership_id: number;
  since: string;
  until: string;
  share: string | null;
  reregistration_id: number | null;
}

/** Shares of before of a garage, as they are kept to be put back. */
export const sharePeriodsOf = (tx: WriteDb, garageId: number): Promise<SharePeriod[]> =>
  tx
    .selectFrom('share_period')
    .where('garage_id', '=', garageId)
    .orderBy('ownership_id')
    .orderBy('since')
    .select([
      'ownership_id',
      'since',
      'until',
      sql<string | null>`share_num || '/' || share_den`.as('share'),
      'reregistration_id',
    ])
    .execute();

/**
 * From a day on an owner has another share; days before it stay with the former one. Where he came on that day or later, he has
 * had it all along.
 */
export async function changeShare(
  tx: WriteDb,
  ownershipId: number,
  change: { share: string | null; day: string; by: number },
): Promise<void> {
  const { share, day, by } = change;
  // A change that is dated before others is said of their days too.
  const [cut] = (
    await sql<{ share_num: number | null; share_den: number | null; since: string }>`
    select share_num, share_den, since from share_period where ownership_id = ${ownershipId} and until > ${day}::date
    order by since limit 1`.execute(tx)
  ).rows;
  await tx.deleteFrom('share_period').where('ownership_id', '=', ownershipId).where('until', '>', day).execute();
  await sql`insert into share_period (ownership_id, garage_id, since, until, share_num, share_den, reregistration_id)
    select o.id, o.garage_id, had.since, ${day}::date, ${cut ? cut.share_num : sql`o.share_num`}, ${cut ? cut.share_den : sql`o.share_den`}, ${by}
    from ownership o cross join lateral (select greatest(coalesce(o.started_on, '1900-01-01'),
      coalesce((select max(p.until) from share_period p where p.ownership_id = o.id), '1900-01-01')) as since) as had
    where o.id = ${ownershipId} and had.since < ${day}::date`.execute(tx);
  await tx.updateTable('ownership').set(shareColumns(share)).where('id', '=', ownershipId).execute();
}

/**
 * A change of shares is undone: their days are again as it had found them.
 * @param kept what stood before it; undefined of a case that kept nothing but the shares
 */
export async function restoreSharePeriods(
  tx: WriteDb,
  garageId: number,
  by: number,
  kept: readonly SharePeriod[] | undefined,
): Promise<void> {
  if (!kept) {
    await tx.deleteFrom('share_period').where('reregistration_id', '=', by).execute();
    return;
  }
  await tx.deleteFrom('share_period').where('garage_id', '=', garageId).execute();
  const rows = kept.map(({ share, ...period }) => ({ ...period, garage_id: garageId, ...shareColumns(share) }));
  if (rows.length) await tx.insertInto('share_period').values(rows).execute();
}
