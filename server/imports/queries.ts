// SQL of registry imports: batches, what is already on record, writing rows, taking them back.
import { sql } from 'kysely';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { noPassport, sealPassport } from '../profiles/writing.ts';
import { phonesKey } from '../profiles/rules.ts';
import type { ParsedOwner } from './readRow.ts';

export type Batch = NonNullable<Awaited<ReturnType<typeof batchById>>>;
export const batchById = (db: ReadDb | WriteDb, id: number) =>
  (db as ReadDb).selectFrom('import_batch').where('id', '=', id).selectAll().executeTakeFirst();
export const batchesOf = (db: ReadDb, poId: number) =>
  db
    .selectFrom('import_batch')
    .where('po_id', '=', poId)
    .orderBy('id', 'desc')
    .limit(20)
    .select(['id', 'file_name', 'status', 'rows_done', 'created_at'])
    .execute();
export const poById = (db: ReadDb, id: number) =>
  db.selectFrom('po').where('id', '=', id).select(['id', 'name', 'region_id', 'mo_id']).executeTakeFirst();
export const fileOf = (db: ReadDb, id: number) =>
  db.selectFrom('stored_file').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** Columns are remembered by their titles: the next file of the same kind needs no mapping. */
export const rememberedLayout = async (db: ReadDb, poId: number, signature: string) =>
  (
    await db
      .selectFrom('import_layout')
      .where('po_id', '=', poId)
      .where('signature', '=', signature)
      .select('layout')
      .executeTakeFirst()
  )?.layout;
export const rememberLayout = (tx: WriteDb, poId: number, signature: string, layout: string, at: string) =>
  tx
    .insertInto('import_layout')
    .values({ po_id: poId, signature, layout, used_at: at })
    .onConflict((on) => on.columns(['po_id', 'signature']).doUpdateSet({ layout, used_at: at }))
    .execute();

/** How a key of a person begins when it is his passport's. */
export const PASSPORT_KEY = 'pass:';

export interface KnownGarage {
  id: number;
  version: number;
  section: string;
  number: string;
  owners: { profile_id: number; key: string; birthday: string | null }[];
  type_id: number;
  size_x: string | null;
  size_y: string | null;
  size_z: string | null;
  date_of_construction: string | null;
  pib_number: string | null;
  note: string | null;
}

/** Active garages of a ПО with their owners, by «section|number»: all of them, or those at the given places. */
export async function knownGarages(
  db: ReadDb | WriteDb,
  poId: number,
  at?: readonly { section: string; number: string }[],
): Promise<Map<string, KnownGarage>> {
  const there = at
    ? sql`(g.section, g.number) in (select * from unnest(${at.map((place) => place.section)}::text[], ${at.map((place) => place.number)}::text[]))`
    : sql`true`;
  const { rows } = await sql<KnownGarage>`
    select g.id, g.version, g.section, g.number, g.type_id, g.size_x, g.size_y, g.size_z, g.date_of_construction, g.pib_number, g.note,
      coalesce((select json_agg(json_build_object('profile_id', p.id, 'key', p.name_key, 'birthday', p.birthday) order by o.is_primary desc, o.id)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '[]') as owners
    from garage g where g.po_id = ${poId} and g.is_active and ${there}`.execute(db as never);
  return new Map(rows.map((row) => [`${row.section}|${row.number}`, row]));
}

/** People of a ПО by folded name and birthday, and by passport: those who answer to one of the keys. */
export async function knownPeople(
  db: ReadDb | WriteDb,
  poId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const passports = keys.filter((key) => key.startsWith(PASSPORT_KEY)).map((key) => key.slice(PASSPORT_KEY.length));
  const names = keys.filter((key) => !key.startsWith(PASSPORT_KEY)).map((key) => key.slice(0, key.lastIndexOf('|')));
  const { rows } = await sql<{ id: number; name_key: string; birthday: string | null; pass: string | null }>`
    select p.id, p.name_key, p.birthday, encode(p.pass_hash, 'hex') as pass from profile p where p.merged_into is null and p.id = any(array(
      select place.profile_id from profile_place place where place.po_id = ${poId} and place.name_key = any(${names}::text[])
      union all
      select place.profile_id from profile_place place where place.po_id = ${poId} and place.profile_id = any(array(
        select k.id from profile k where k.pass_hash is not null and k.pass_hash = any(array(select decode(hash, 'hex') from unnest(${passports}::text[]) as hash))))))`.execute(
    db as never,
  );
  const known = new Map<string, number>();
  for (const row of rows) {
    if (row.birthday) known.set(`${row.name_key}|${row.birthday}`, row.id);
    if (row.pass) known.set(PASSPORT_KEY + row.pass, row.id);
  }
  return known;
}

/** Which of the digests are of rows already in the register through earlier loads that were not taken back. */
export async function loadedHashes(
  db: ReadDb | WriteDb,
  poId: number,
  exceptBatch: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ row_hash: string }>`
    select distinct r.row_hash from import_row r join import_batch b on b.id = r.batch_id join garage g on g.id = r.garage_id
    where b.po_id = ${poId} and b.status <> 'rolled_back' and b.id <> ${exceptBatch} and r.result in ('created', 'updated', 'same') and g.is_active and r.row_hash = any(${hashes}::text[])`.execute(
    db as never,
  );
  return new Set(rows.map((row) => row.row_hash));
}

/** Inserts people of a chunk in one statement; answers their ids in order. */
export async function insertPeople(
  tx: WriteDb,
  ctx: Ctx,
  place: Place,
  owners: readonly ParsedOwner[],
  batchId: number,
): Promise<number[]> {
  if (!owners.length) return [];
  const rows = owners.map((owner) => {
    const passport = owner.passport
      ? sealPassport(ctx.deps.secrets, {
          seria: owner.passport.series,
          num: owner.passport.number,
          text: owner.passportIssued ?? '',
          foreign: false,
        })
      : noPassport;
    return {
      ...place,
      last_name: owner.lastName,
      first_name: owner.firstName ?? '',
      father_name: owner.fatherName ?? '',
      birthday: owner.birthday,
      ...passport,
      registration_address: owner.registrationAddress,
      actual_address: owner.actualAddress,
      email: owner.email,
      phones: owner.phones,
      phones_key: phonesKey(owner.phones),
      is_voa_member: owner.isVoaMember,
      voa_status_id: owner.isVoaMember ? 3 : 1,
      voa_entry_date: owner.voaEntryDate,
      ticket_number: owner.ticketNumber,
      privilege_id: owner.privilegeId,
      import_batch_id: batchId,
      created_by: ctx.actor.userId || null,
      created_at: ctx.now().toISOString(),
    };
  });
  const inserted = await tx.insertInto('profile').values(rows).returning('id').execute();
  const ids = inserted.map((row) => row.id);
  await tx
    .insertInto('profile_place')
    .values(ids.map((profile_id) => ({ profile_id, ...place })))
    .execute();
  const today = ctx.now().toISOString().slice(0, 10);
  await tx
    .insertInto('profile_voa_status')
    .values(
      owners.map((owner, index) => ({
        profile_id: ids[index]!,
        status_id: owner.isVoaMember ? 3 : 1,
        on_date: owner.voaEntryDate ?? today,
        ground: 'Загружено из реестра',
      })),
    )
    .execute();
  const entitled = owners.flatMap((owner, index) =>
    owner.privilegeId
      ? [{ profile_id: ids[index]!, privilege_id: owner.privilegeId, number: owner.privilegeCertificate }]
      : [],
  );
  if (entitled.length) await tx.insertInto('profile_privilege').values(entitled).execute();
  return ids;
}

export interface Place {
  region_id: number;
  mo_id: number;
  po_id: number;
}

/** What stands in the way of taking a batch back: later edits of its garages or people, later money. */
export async function laterEdits(tx: WriteDb, batchId: number): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select trim(g.section || ' ' || g.number) as name from import_effect e join garage g on g.id = e.row_id
    where e.batch_id = ${batchId} and e.table_name = 'garage' and (g.version <> e.version_after
      or exists (select 1 from balance_operation o join contribution k on k.id = o.contribution_id where o.garage_id = g.id and k.import_batch_id is distinct from ${batchId}))
    union
    select p.full_name from import_effect e join profile p on p.id = e.row_id
    where e.batch_id = ${batchId} and e.table_name = 'profile' and (p.version <> 1 or exists (
      select 1 from ownership o where o.profile_id = p.id and o.import_batch_id is distinct from ${batchId}))
    limit 20`.execute(tx);
  return rows;
}

/** Takes rows back. Garages with ledger lines can't vanish: they go to the archive as a mistake; people without a place are seen by nobody. */
export async function takeBack(tx: WriteDb, batch: Batch, at: string) {
  await sql`delete from ownership where import_batch_id = ${batch.id}`.execute(tx);
  await sql`update garage g set type_id = (e.before ->> 'type_id')::int, size_x = (e.before ->> 'size_x')::numeric, size_y = (e.before ->> 'size_y')::numeric, size_z = (e.before ->> 'size_z')::numeric,
      date_of_construction = (e.before ->> 'date_of_construction')::date, pib_number = e.before ->> 'pib_number', note = e.before ->> 'note', version = g.version + 1, updated_at = ${at}::timestamptz
    from import_effect e where e.batch_id = ${batch.id} and e.table_name = 'garage' and e.before is not null and g.id = e.row_id`.execute(
    tx,
  );
  await sql`update garage g set is_active = false, archive_reason = 'mistake', archive_comment = ${`Отмена загрузки № ${batch.id}`}, archived_at = ${at}::timestamptz, owners_key = '', version = g.version + 1
    from import_effect e where e.batch_id = ${batch.id} and e.table_name = 'garage' and e.before is null and g.id = e.row_id`.execute(
    tx,
  );
  await sql`delete from profile_place where profile_id in (select row_id from import_effect where batch_id = ${batch.id} and table_name = 'profile')`.execute(
    tx,
  );
  await sql`delete from profile p where p.id in (select row_id from import_effect where batch_id = ${batch.id} and table_name = 'profile')
    and not exists (select 1 from balance_operation o where o.owner_id = p.id)`.execute(tx);
  await sql`update po set garage_count = (select count(*) from garage where po_id = po.id and is_active) where id = ${batch.po_id}`.execute(
    tx,
  );
}

export const postingsOf = (tx: WriteDb, batchId: number) =>
  tx
    .selectFrom('contribution')
    .where('import_batch_id', '=', batchId)
    .where('reversed_by', 'is', null)
    .where('kind', '<>', 'reversal')
    .select('id')
    .execute();
export const resultsOf = (db: ReadDb, batchId: number) =>
  db.selectFrom('import_row').where('batch_id', '=', batchId).select(['row_no', 'result', 'result_text']).execute();

/** The day up to which the books of a МО are closed. */
export async function closedUntil(db: ReadDb, mo: number): Promise<string | null> {
  const row = await db.selectFrom('mo').where('id', '=', mo).select('period_closed_until').executeTakeFirst();
  return row?.period_closed_until ?? null;
}
