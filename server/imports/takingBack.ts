// SQL of taking a load back: what stands in the way, and everything as it was before.
import { takenBack } from './plainFields.ts';
import { sql, type RawBuilder } from 'kysely';
import { ownersChanged } from '../garages/queries.ts';
import type { LogEntry, Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { forgetNameWords } from '../profiles/writing/nameWords.ts';
import type { Batch, Place } from './queries.ts';
import { untie } from './storeTies.ts';
import { garageLines, personLines, typeNames } from './telling.ts';
import { withdrawnKey } from './withdrawn.ts';

/** What hangs on garages and people and was put there by somebody: a load under it is not taken back. */
const hangsOnGarage = (garage: RawBuilder<unknown>) => sql`(
  exists (select 1 from reregistration x where x.garage_id = ${garage})
  or exists (select 1 from garage_restriction x where x.garage_id = ${garage})
  or exists (select 1 from document x where x.garage_id = ${garage})
  or exists (select 1 from meter_reading x where x.garage_id = ${garage})
  or exists (select 1 from penalty_part x where x.garage_id = ${garage})
  or ${hangsOnObject('garage', garage)})`;
const hangsOnPerson = (person: RawBuilder<unknown>) => sql`(
  exists (select 1 from reregistration_party x where x.profile_id = ${person})
  or exists (select 1 from document x where x.profile_id = ${person})
  or exists (select 1 from notification_message x where x.profile_id = ${person})
  or exists (select 1 from consent x where x.profile_id = ${person} and not exists (select 1 from import_effect e
    where e.table_name = 'consent' and e.row_id = x.id))
  or exists (select 1 from profile x where x.merged_into = ${person} or x.estate_of = ${person} or x.representative_id = ${person})
  or ${hangsOnObject('profile', person)})`;
const hangsOnObject = (type: string, id: RawBuilder<unknown>) =>
  sql`exists (select 1 from comment x where x.object_type = ${type} and x.object_id = ${id})
  or exists (select 1 from attachment x where x.object_type = ${type} and x.object_id = ${id})`;

/** Whether a card that the load has changed can't be made what it was any more. */
export async function isForgotten(tx: WriteDb, batchId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from import_effect where batch_id = ${batchId} and before ? 'is_forgotten' limit 1`.execute(tx);
  return rows.length > 0;
}

/** What stands in the way of taking a batch back: later edits of its garages or people, later money, papers and words. */
export async function laterEdits(tx: WriteDb, batchId: number): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    with made as (select table_name, row_id, max(version_after) as version_after, bool_or(before is null) as is_new
      from import_effect where batch_id = ${batchId} group by table_name, row_id)
    select trim(g.section || ' ' || g.number) as name from made e join garage g on g.id = e.row_id
    where e.table_name = 'garage' and (g.version <> e.version_after
      or (e.is_new and ${hangsOnGarage(sql`g.id`)})
      or exists (select 1 from balance_operation o join contribution k on k.id = o.contribution_id
        where o.garage_id = g.id and k.import_batch_id is distinct from ${batchId} and k.created_at > (select started_at from import_batch where id = ${batchId})))
    union
    select p.full_name from made e join profile p on p.id = e.row_id
    where e.table_name = 'profile' and (p.version <> e.version_after or (e.is_new and (${hangsOnPerson(sql`p.id`)} or exists (
      select 1 from ownership o where o.profile_id = p.id and o.import_batch_id is distinct from ${batchId}))))
    union
    select trim(g.section || ' ' || g.number) from ownership o join garage g on g.id = o.garage_id
    where o.import_batch_id = ${batchId} and exists (select 1 from reregistration_party x where x.ownership_id = o.id)
    limit 20`.execute(tx);
  return rows;
}

/**
 * Takes rows back. What the ledger names only by reversed lines stays, withdrawn: it is seen nowhere, nothing personal is
 * left of it, and the same file takes it again. Everything else that was made is gone, what was changed is as before.
 */
export async function takeBack({ tx, logAll }: Pick<Write, 'tx' | 'logAll'>, ctx: Ctx, batch: Batch): Promise<void> {
  const at = ctx.now().toISOString();
  const { rows: owned } = await sql<{
    garage_id: number;
  }>`delete from ownership where import_batch_id = ${batch.id} returning garage_id`.execute(tx);
  await sql`delete from garage_attention where import_batch_id = ${batch.id}`.execute(tx);
  const were = await changedRows(tx, batch.id);
  await formerValues(tx, batch.id);
  await logAll(await linesBack(tx, batch, were));
  await untie({ tx }, batch);
  await withdrawPeople(tx, ctx, batch, at);
  await withdrawGarages(tx, batch, at);
  await sql`delete from section s where s.id in (select row_id from import_effect where batch_id = ${batch.id} and table_name = 'section')
    and not exists (select 1 from garage g where g.po_id = s.po_id and g.section = s.name and not g.is_withdrawn)`.execute(
    tx,
  );
  await sql`update po set garage_count = (select count(*) from garage where po_id = po.id and is_active) where id = ${batch.po_id}`.execute(
    tx,
  );
  const kept = [...new Set(owned.map((row) => row.garage_id))];
  if (kept.length) await ownersChanged(tx, ...kept);
}

/** The first change of a row in the batch holds it as it was. Versions go on: a stale form must not be saved over it. */
const firstOf = (batchId: number, table: string) =>
  sql`(select distinct on (row_id) row_id, before from import_effect where batch_id = ${batchId} and table_name = ${table} order by row_id, id)`;

interface Were {
  garages: (Row & { id: number; section: string; number: string })[];
  people: (Row & Place & { id: number; full_name: string })[];
}
type Row = Record<string, unknown>;

/** Garages and people that the batch has changed, as they are now. */
async function changedRows(tx: WriteDb, batchId: number): Promise<Were> {
  const isChanged = (table: string) =>
    sql`in (select e.row_id from ${firstOf(batchId, table)} e where e.before is not null)`;
  const garages = await sql<
    Were['garages'][number]
  >`select * from garage where id ${isChanged('garage')} order by id`.execute(tx);
  const people = await sql<
    Were['people'][number]
  >`select * from profile where id ${isChanged('profile')} order by id`.execute(tx);
  return { garages: garages.rows, people: people.rows };
}

/** What is told of each of them once it is as before. */
async function linesBack(tx: WriteDb, batch: Batch, were: Were): Promise<LogEntry[]> {
  const now = await changedRows(tx, batch.id);
  const after = (rows: readonly (Row & { id: number })[]) => new Map(rows.map((row) => [row.id, row]));
  const [garages, people] = [after(now.garages), after(now.people)];
  return [
    ...garageLines(
      batch,
      were.garages.map((row) => ({
        id: row.id,
        name: `${row.section} ${row.number}`.trim(),
        before: row,
        after: garages.get(row.id)!,
      })),
      await typeNames(tx),
      true,
    ),
    ...personLines(
      batch,
      were.people.map((row) => ({
        id: row.id,
        name: row.full_name,
        home: row,
        before: row,
        after: people.get(row.id)!,
      })),
      true,
    ),
  ];
}

async function formerValues(tx: WriteDb, batchId: number): Promise<void> {
  await sql`update garage g set type_id = (e.before ->> 'type_id')::int, size_x = (e.before ->> 'size_x')::numeric, size_y = (e.before ->> 'size_y')::numeric, size_z = (e.before ->> 'size_z')::numeric${takenBack(sql`e.before`)},
      note = e.before ->> 'note', version = g.version + 1, updated_at = coalesce((e.before ->> 'updated_at')::timestamptz, g.updated_at)
    from ${firstOf(batchId, 'garage')} e where g.id = e.row_id and e.before is not null`.execute(tx);
  await sql`delete from consent where id in (select row_id from import_effect where batch_id = ${batchId} and table_name = 'consent')`.execute(
    tx,
  );
  await sql`delete from profile_voa_status where id in (select row_id from import_effect where batch_id = ${batchId} and table_name = 'profile_voa_status')`.execute(
    tx,
  );
  await sql`delete from profile_privilege where id in (select row_id from import_effect where batch_id = ${batchId} and table_name = 'profile_privilege' and before is null)`.execute(
    tx,
  );
  await sql`update profile_privilege h set is_current = true, replaced_on = null from ${firstOf(batchId, 'profile_privilege')} e
    where h.id = e.row_id and e.before is not null`.execute(tx);
  await sql`update profile p set birthday = f.birthday, email = f.email, registration_address = f.registration_address, actual_address = f.actual_address,
      registration_fias = f.registration_fias, actual_fias = f.actual_fias,
      phones = f.phones, phones_key = f.phones_key, is_voa_member = f.is_voa_member, voa_status_id = f.voa_status_id, voa_entry_date = f.voa_entry_date,
      ticket_number = f.ticket_number, privilege_id = f.privilege_id, privilege_end_date = f.privilege_end_date, pass_masked = f.pass_masked,
      pass_cipher = decode(e.before ->> 'pass_cipher', 'hex'), pass_hash = decode(e.before ->> 'pass_hash', 'hex'),
      version = p.version + 1, updated_at = f.updated_at
    from ${firstOf(batchId, 'profile')} e join profile now on now.id = e.row_id
      cross join lateral jsonb_populate_record(now, e.before - 'pass_cipher' - 'pass_hash') as f
    where p.id = e.row_id and e.before is not null`.execute(tx);
}

const madeBy = (batch: Batch, table: string) =>
  sql`select row_id from import_effect where batch_id = ${batch.id} and table_name = ${table} and before is null`;

async function withdrawPeople(tx: WriteDb, ctx: Ctx, batch: Batch, at: string): Promise<void> {
  const isMade = sql`p.id in (${madeBy(batch, 'profile')})`;
  // Words of these names alone help nobody to search any more.
  const { rows: words } = await sql<{
    word: string;
  }>`select distinct word from profile p, regexp_split_to_table(p.name_key, '[\\s-]+') as word where ${isMade} and length(word) > 2`.execute(
    tx,
  );
  const { rows: named } = await sql<{
    id: number;
    name: string;
    birthday: string | null;
    pass: string | null;
    place: string;
  }>`select distinct on (p.id) p.id, p.name_key as name, p.birthday, encode(p.pass_hash, 'hex') as pass, g.section || '|' || g.number as place
    from profile p join balance_operation o on o.owner_id = p.id join garage g on g.id = o.garage_id where ${isMade} order by p.id, o.id`.execute(
    tx,
  );
  await sql`delete from profile_place where profile_id in (${madeBy(batch, 'profile')})`.execute(tx);
  await sql`delete from profile p where ${isMade} and not exists (select 1 from balance_operation o where o.owner_id = p.id or o.debtor_id = p.id)`.execute(
    tx,
  );
  for (const table of ['profile_privilege', 'profile_voa_status', 'consent'])
    await sql`delete from ${sql.table(table)} where profile_id in (${madeBy(batch, 'profile')})`.execute(tx);
  const keys = named.map((one) => withdrawnKey(ctx, batch.po_id, one));
  await sql`update profile p set last_name = '—', first_name = '', father_name = '', name_genitive = null, name_dative = null, name_instrumental = null, birthday = null, pass_cipher = null, pass_hash = null, pass_masked = null, registration_address = null, actual_address = null,
      email = null, phones = '{}', phones_key = '', is_voa_member = false, voa_status_id = 1, voa_entry_date = null, ticket_number = null, privilege_id = 0, inn = null, kind = 'person',
      is_anonymised = true, withdrawn_key = (select keys.key from unnest(${named.map((one) => one.id)}::int[], ${keys}::text[]) as keys(id, key) where keys.id = p.id), version = p.version + 1, updated_at = ${at}::timestamptz
    where ${isMade}`.execute(tx);
  await forgetNameWords(
    tx,
    words.map(({ word }) => word),
    batch.po_id,
  );
}

async function withdrawGarages(tx: WriteDb, batch: Batch, at: string): Promise<void> {
  const isMade = sql`g.id in (${madeBy(batch, 'garage')})`;
  await sql`delete from garage g where ${isMade} and not exists (select 1 from balance_operation o where o.garage_id = g.id)`.execute(
    tx,
  );
  await sql`update garage g set is_active = false, is_withdrawn = true, archive_reason = 'mistake', archive_comment = ${`Отмена загрузки № ${batch.id}`}, archived_at = ${at}::timestamptz,
      type_id = 99, size_x = null, size_y = null, size_z = null${takenBack(sql`'{}'::jsonb`)}, owners_key = '', note = null, version = g.version + 1, updated_at = ${at}::timestamptz
    where ${isMade}`.execute(tx);
}
