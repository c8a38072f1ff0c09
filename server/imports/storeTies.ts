// What ties people to a load: the codes of the book they came under, and the ПО where they are known from now on.
import { sql } from 'kysely';
import type { Write } from '../kernel/act.ts';
import type { ParsedRow } from './rows.ts';
import type { RowPlan } from './plan.ts';
import type * as q from './queries.ts';

/** Remembers whom each code of the rows stands for, and makes people of other ПО known in this one. */
export async function tiesOf(
  { tx }: Write,
  batch: q.Batch,
  place: q.Place,
  rows: readonly ParsedRow[],
  plans: readonly RowPlan[],
  profileIds: readonly number[][],
): Promise<void> {
  const codes = new Map<string, number>();
  for (const [i, row] of rows.entries())
    for (const [at, { code }] of row.owners.entries()) {
      const id = profileIds[i]![at] ?? (at === 0 ? plans[i]!.person?.id : undefined);
      if (code && id && !codes.has(code)) codes.set(code, id);
    }
  if (!codes.size) return;
  await tx
    .insertInto('import_person')
    .values([...codes].map(([code, profile_id]) => ({ batch_id: batch.id, code, profile_id })))
    .onConflict((on) => on.doNothing())
    .execute();
  const ids = [...new Set(profileIds.flat())];
  const { rows: tied } = await sql<{ profile_id: number }>`
    insert into profile_place (profile_id, po_id, mo_id, region_id)
    select id, ${place.po_id}::int, ${place.mo_id}::int, ${place.region_id}::int from unnest(${ids}::int[]) as id
    on conflict do nothing returning profile_id`.execute(tx);
  if (tied.length)
    await tx
      .insertInto('import_effect')
      .values(tied.map(({ profile_id }) => ({ batch_id: batch.id, table_name: 'profile_place', row_id: profile_id })))
      .execute();
}

/** Takes back what `tiesOf` made: who owns nothing here by other ways is known here no more. */
export async function untie({ tx }: Pick<Write, 'tx'>, batch: q.Batch): Promise<void> {
  await tx.deleteFrom('import_person').where('batch_id', '=', batch.id).execute();
  await sql`delete from profile_place place where place.po_id = ${batch.po_id}
    and place.profile_id in (select row_id from import_effect where batch_id = ${batch.id} and table_name = 'profile_place')
    and not exists (select 1 from ownership o join garage g on g.id = o.garage_id
      where o.profile_id = place.profile_id and g.po_id = place.po_id)`.execute(tx);
}
