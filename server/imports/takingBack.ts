// SQL of taking a load back: what stands in the way, and everything as it was before.
import { takenBack } from './plainFields.ts';
import { sql } from 'kysely';
import { ownersChanged } from '../garages/queries.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import type { Batch } from './queries.ts';

/** What stands in the way of taking a batch back: later edits of its garages or people, later money. */
export async function laterEdits(tx: WriteDb, batchId: number): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    with made as (select table_name, row_id, max(version_after) as version_after, bool_and(before is null) as is_new
      from import_effect where batch_id = ${batchId} group by table_name, row_id)
    select trim(g.section || ' ' || g.number) as name from made e join garage g on g.id = e.row_id
    where e.table_name = 'garage' and (g.version <> e.version_after
      or exists (select 1 from balance_operation o join contribution k on k.id = o.contribution_id
        where o.garage_id = g.id and k.import_batch_id is distinct from ${batchId} and k.created_at > (select started_at from import_batch where id = ${batchId})))
    union
    select p.full_name from made e join profile p on p.id = e.row_id
    where e.table_name = 'profile' and (p.version <> e.version_after or (e.is_new and exists (
      select 1 from ownership o where o.profile_id = p.id and o.import_batch_id is distinct from ${batchId})))
    limit 20`.execute(tx);
  return rows;
}

/** Takes rows back. Garages with ledger lines can't vanish: they go to the archive as a mistake; people without a place are seen by nobody. */
export async function takeBack(tx: WriteDb, batch: Batch, at: string): Promise<void> {
  const { rows: owned } = await sql<{
    garage_id: number;
  }>`delete from ownership where import_batch_id = ${batch.id} returning garage_id`.execute(tx);
  // The first change of a row in the batch holds it as it was.
  await sql`update garage g set type_id = (e.before ->> 'type_id')::int, size_x = (e.before ->> 'size_x')::numeric, size_y = (e.before ->> 'size_y')::numeric, size_z = (e.before ->> 'size_z')::numeric${takenBack(sql`e.before`)},
      note = e.before ->> 'note', version = g.version + 1, updated_at = ${at}::timestamptz
    from (select distinct on (row_id) row_id, before from import_effect where batch_id = ${batch.id} and table_name = 'garage' and before is not null order by row_id, id) e where g.id = e.row_id`.execute(
    tx,
  );
  await sql`update profile p set birthday = (e.before ->> 'birthday')::date, email = e.before ->> 'email', registration_address = e.before ->> 'registration_address', actual_address = e.before ->> 'actual_address',
      phones = array(select jsonb_array_elements_text(e.before -> 'phones')), phones_key = e.before ->> 'phones_key', pass_cipher = decode(e.before ->> 'pass_cipher', 'hex'), pass_hash = decode(e.before ->> 'pass_hash', 'hex'),
      pass_masked = e.before ->> 'pass_masked', version = p.version + 1, updated_at = ${at}::timestamptz
    from (select distinct on (row_id) row_id, before from import_effect where batch_id = ${batch.id} and table_name = 'profile' and before is not null order by row_id, id) e where p.id = e.row_id`.execute(
    tx,
  );
  await sql`update garage g set is_active = false, archive_reason = 'mistake', archive_comment = ${`Отмена загрузки № ${batch.id}`}, archived_at = ${at}::timestamptz, owners_key = '', note = null, version = g.version + 1
    from import_effect e where e.batch_id = ${batch.id} and e.table_name = 'garage' and e.before is null and g.id = e.row_id`.execute(
    tx,
  );
  await sql`delete from garage_attention where import_batch_id = ${batch.id}`.execute(tx);
  const isNew = sql`select row_id from import_effect where batch_id = ${batch.id} and table_name = 'profile' and before is null`;
  await sql`delete from profile_place where profile_id in (${isNew})`.execute(tx);
  await sql`delete from profile p where p.id in (${isNew}) and not exists (select 1 from balance_operation o where o.owner_id = p.id)`.execute(
    tx,
  );
  await sql`delete from profile_privilege where profile_id in (${isNew})`.execute(tx);
  // Whom only a reversed line names stays as a number: nothing personal is left of him.
  await sql`update profile set last_name = 'Загрузка отменена', first_name = '', father_name = '', birthday = null, pass_cipher = null, pass_hash = null, pass_masked = null, registration_address = null, actual_address = null,
      email = null, phones = '{}', phones_key = '', ticket_number = null, privilege_id = 0, is_anonymised = true, version = version + 1 where id in (${isNew})`.execute(
    tx,
  );
  await sql`delete from section s where s.id in (select row_id from import_effect where batch_id = ${batch.id} and table_name = 'section')
    and not exists (select 1 from garage g where g.po_id = s.po_id and g.section = s.name and g.is_active)`.execute(tx);
  await sql`update po set garage_count = (select count(*) from garage where po_id = po.id and is_active) where id = ${batch.po_id}`.execute(
    tx,
  );
  const kept = [...new Set(owned.map((row) => row.garage_id))];
  if (kept.length) await ownersChanged(tx, ...kept);
}
