// SQL of registry imports: batches, what is already on record, writing rows, taking them back.
import { consentFields } from '../../contract/importFields.ts';
import { isUndone } from '../balance/queries/words.ts';
import { importedColumns, type ImportedColumns } from './plainFields.ts';
import { sql, type Insertable } from 'kysely';
import type { ProfileTable } from '../db/types.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { noPassport, sealPassport } from '../profiles/writing.ts';
import { phonesKey } from '../profiles/rules.ts';
import { byPlace, numbered } from './knownPlaces.ts';
import type { ParsedOwner } from './readRow.ts';
import type { NamedConsent } from './rules/consents.ts';
import { read } from '../kernel/read.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { idOfCode } from '../kernel/personCode.ts';

export type Batch = NonNullable<Awaited<ReturnType<typeof batchById>>>;
export const batchById = (db: ReadDb, id: number) =>
  db.selectFrom('import_batch').where('id', '=', id).selectAll().executeTakeFirst();
/** The batch, held until the end of the transaction. */
export const holdBatch = (tx: WriteDb, id: number) =>
  tx.selectFrom('import_batch').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
/** Loads that a list tells of: nobody makes more for one place. */
export const MOST_LOADS = 1000;
export const batchesOf = (db: ReadDb, poId: number) =>
  db
    .selectFrom('import_batch')
    .where('po_id', '=', poId)
    .orderBy('id', 'desc')
    .limit(MOST_LOADS)
    .select(['id', 'file_name', 'status', 'rows_done', 'created_at'])
    .execute();
export const poById = (db: ReadDb, id: number) =>
  db.selectFrom('po').where('id', '=', id).select(['id', 'name', 'region_id', 'mo_id']).executeTakeFirst();
export const poesOf = (db: ReadDb, moId: number) =>
  db.selectFrom('po').where('mo_id', '=', moId).orderBy('id').select(['id', 'name', 'region_id', 'mo_id']).execute();
export const fileOf = (db: ReadDb, id: number) =>
  db.selectFrom('stored_file').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** What a table with these titles was taken for: fields by title, answers; the file itself says the rest. */
export interface Remembered {
  fields: Record<string, string | null>;
}
export const rememberedFields = async (db: ReadDb, poId: number, signatures: readonly string[]) =>
  signatures.length
    ? new Map(
        (
          await db
            .selectFrom('import_layout')
            .where('po_id', '=', poId)
            .where('signature', 'in', [...signatures])
            .select(['signature', 'layout'])
            .execute()
        ).map((row) => [row.signature, row.layout as unknown as Remembered]),
      )
    : new Map<string, Remembered>();
export const rememberFields = (tx: WriteDb, poId: number, signature: string, layout: string, at: string) =>
  tx
    .insertInto('import_layout')
    .values({ po_id: poId, signature, layout, used_at: at })
    .onConflict((on) => on.columns(['po_id', 'signature']).doUpdateSet({ layout, used_at: at }))
    .execute();
export const forgetFields = (tx: WriteDb, poId: number, signatures: readonly string[]) =>
  signatures.length
    ? tx
        .deleteFrom('import_layout')
        .where('po_id', '=', poId)
        .where('signature', 'in', [...signatures])
        .execute()
    : Promise.resolve([]);

/** How a key of a person begins when it is his passport's. */
export const PASSPORT_KEY = 'pass:';

/** How a key of a person begins when it is the code of a full register. */
export const CODE_KEY = 'code:';

/** How a key of an organisation begins when it is its ИНН. */
export const INN_KEY = 'inn:';

/** How the key of an organisation ends. */
export const ORGANISATION_KEY = '|organisation';

/** A person of the register as far as a registry can say otherwise. `pass` is the keyed hash, hex. */
export interface KnownPerson {
  id: number;
  version: number;
  kind: string;
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  birthday: string | null;
  phones: string[];
  email: string | null;
  registration_address: string | null;
  actual_address: string | null;
  pass: string | null;
  pass_masked: string | null;
  /** The sealed passport, hex: only whom and when it was given by is read out of it. */
  pass_cipher: string | null;
  privilege_id: number;
  privilege: string | null;
  certificate: string | null;
  is_voa_member: boolean;
  voa_status_id: number;
  voa_entry_date: string | null;
  ticket_number: string | null;
  /** The newest first. */
  consents: { kind: string; signed_at: string; revoked_at: string | null; doc_no: string | null }[];
  organisation?: { inn: string | null } | null;
  /** He is known in the ПО of the load; absent for owners of its garages. */
  is_here?: boolean;
  /** Codes under which this load has met him. */
  codes?: string[];
}

export interface KnownGarage extends ImportedColumns {
  id: number;
  version: number;
  section: string;
  number: string;
  owners: (KnownPerson & { key: string; share?: string | null })[];
  /** By what each of them owns it. */
  grounds: string[];
  /** A case of re-registration is open: its owners stay. */
  is_locked: boolean;
  type_id: number;
  type_name: string | null;
  size_x: string | null;
  size_y: string | null;
  size_z: string | null;
  note: string | null;
  updated_at: string;
  balance_kopecks: number;
  /** Something was ever charged or paid. */
  has_money: boolean;
}

const personPairs = sql`'id', p.id, 'kind', p.kind, 'organisation', case when p.kind = 'organisation' then json_build_object('inn', p.inn) end, 'version', p.version, 'key', p.name_key, 'lastName', p.last_name, 'firstName', nullif(p.first_name, ''),
  'fatherName', nullif(p.father_name, ''), 'birthday', p.birthday, 'phones', p.phones, 'email', p.email, 'registration_address', p.registration_address,
  'actual_address', p.actual_address, 'pass', encode(p.pass_hash, 'hex'), 'pass_masked', p.pass_masked,
  'pass_cipher', encode(p.pass_cipher, 'hex'), 'privilege_id', p.privilege_id, 'privilege', (select v.name from privilege v where v.id = p.privilege_id and v.id <> 0),
  'certificate', (select h.number from profile_privilege h where h.profile_id = p.id and h.is_current), 'is_voa_member', p.is_voa_member,
  'voa_status_id', p.voa_status_id, 'voa_entry_date', p.voa_entry_date, 'ticket_number', p.ticket_number,
  'consents', coalesce((select json_agg(json_build_object('kind', k.kind, 'signed_at', k.signed_at, 'revoked_at', k.revoked_at, 'doc_no', k.doc_no) order by k.id desc)
    from consent k where k.profile_id = p.id), '[]')`;
const ownerJson = sql`json_build_object(${personPairs}, 'share', o.share_num || '/' || o.share_den)`;

/** Active garages of a ПО with their owners, by «section|number»: all of them, or those at the given places. */
export async function knownGarages(
  db: ReadDb,
  poId: number,
  at?: readonly { section: string; number: string }[],
): Promise<Map<string, KnownGarage>> {
  const there = at ? numbered(at.map((place) => place.number)) : sql`true`;
  const rows = await read(
    db,
    sql<KnownGarage & { balance_kopecks: number | string }>`
    select g.id, g.version, g.section, g.number, g.type_id, t.name as type_name, g.size_x, g.size_y, g.size_z${importedColumns('g')}, g.note, g.updated_at::text as updated_at, g.locked_by_reregistration is not null as is_locked,
      coalesce(b.balance_kopecks, 0) as balance_kopecks, exists (select 1 from balance_operation l where l.garage_id = g.id) as has_money,
      coalesce((select json_agg(${ownerJson} order by o.is_primary desc, o.id)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '[]') as owners,
      array(select coalesce(o.start_reason, '') from ownership o where o.garage_id = g.id and o.ended_on is null) as grounds
    from garage g left join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id
    where g.po_id = ${poId} and g.is_active and ${there}`,
  );
  return byPlace(rows.map((row) => ({ ...row, balance_kopecks: Number(row.balance_kopecks) })));
}

/**
 * People of a ПО by folded name and birthday, and by passport, and people of its МО by the code of a full register: those who
 * answer to one of the keys.
 */
export async function knownPeople(
  db: ReadDb,
  secrets: Secrets,
  batch: Batch,
  keys: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const after = (start: string) => keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  const [passports, codes, inns] = [after(PASSPORT_KEY), after(CODE_KEY), after(INN_KEY)];
  const names = keys
    .filter((key) => ![PASSPORT_KEY, CODE_KEY, INN_KEY].some((start) => key.startsWith(start)))
    .map((key) => key.slice(0, key.lastIndexOf('|')));
  const coded = codes.length ? await codedPeople(db, secrets, batch, codes) : new Map<string, number>();
  const isHere = sql`exists (select 1 from profile_place at where at.profile_id = p.id and at.po_id = ${batch.po_id})`;
  const given = sql`coalesce((select json_agg(i.code) from import_person i where i.profile_id = p.id and ${ofThisLoad('i', batch)}), '[]')`;
  const rows = await read(
    db,
    sql<{ person: KnownPerson & { key: string } }>`
    select json_build_object(${personPairs}, 'is_here', ${isHere}, 'codes', ${given}) as person from profile p where p.merged_into is null and p.id = any(array(
      select place.profile_id from profile_place place where place.po_id = ${batch.po_id} and place.name_key = any(${names}::text[])
      union all
      select unnest(${[...new Set(coded.values())]}::int[])
      union all
      ${inns.length ? sql`select place.profile_id from profile_place place join profile k on k.id = place.profile_id where place.po_id = ${batch.po_id} and k.kind = 'organisation' and k.inn = any(${inns}::text[]) union all` : sql``}
      select place.profile_id from profile_place place where place.po_id = ${batch.po_id} and place.profile_id = any(array(
        select k.id from profile k where k.pass_hash is not null and k.pass_hash = any(array(select decode(hash, 'hex') from unnest(${passports}::text[]) as hash))))))`,
  );
  const known = new Map<string, KnownPerson>();
  for (const { person } of rows) {
    // Whoever is known by his code alone lives at another ПО: his name and passport prove nothing here.
    if (!person.is_here) continue;
    if (person.birthday) known.set(`${person.key}|${person.birthday}`, person);
    if (person.kind === 'organisation') known.set(person.key + ORGANISATION_KEY, person);
    if (person.organisation?.inn) known.set(INN_KEY + person.organisation.inn, person);
    if (person.pass) known.set(PASSPORT_KEY + person.pass, person);
  }
  const byId = new Map(rows.map(({ person }) => [person.id, person]));
  for (const [code, id] of coded) {
    const person = byId.get(id);
    if (person) known.set(CODE_KEY + code, person);
  }
  return known;
}

const ofThisLoad = (codes: string, { id, book_id }: Batch) =>
  sql`${sql.ref(`${codes}.batch_id`)} in (select b.id from import_batch b where (b.id = ${id} or b.book_id = ${book_id}) and b.status <> 'rolled_back')`;

/** Ids by code: of this installation's own codes the cards themselves, of others whom a load has entered for them; all in the МО. */
async function codedPeople(
  db: ReadDb,
  secrets: Secrets,
  batch: Batch,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const own = new Map(
    codes.flatMap((code) => [[code, idOfCode(secrets, code)] as const]).filter(([, id]) => id !== null),
  );
  const isOfMo = sql`exists (select 1 from profile_place at where at.profile_id = coalesce(p.merged_into, p.id) and at.mo_id = ${batch.mo_id})`;
  const loaded = await read(
    db,
    sql<{ code: string; id: number }>`
    select distinct on (i.code) i.code, coalesce(p.merged_into, p.id) as id
    from import_person i join import_batch b on b.id = i.batch_id join profile p on p.id = i.profile_id
    where i.code = any(${codes}::text[]) and b.mo_id = ${batch.mo_id} and b.status <> 'rolled_back' and ${isOfMo}
    order by i.code, ${ofThisLoad('i', batch)} desc, i.batch_id desc`,
  );
  const cards = await read(
    db,
    sql<{ was: number; id: number }>`
    select p.id as was, coalesce(p.merged_into, p.id) as id from profile p where p.id = any(${[...own.values()]}::int[]) and ${isOfMo}`,
  );
  const found = new Map(loaded.map(({ code, id }) => [code, id]));
  const now = new Map(cards.map(({ was, id }) => [was, id]));
  for (const [code, id] of own) if (now.has(id!)) found.set(code, now.get(id!)!);
  return found;
}

/** Which of the digests are of rows already in the register through earlier loads that were not taken back. */
export async function loadedHashes(
  db: ReadDb,
  poId: number,
  exceptBatch: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await read(
    db,
    sql<{ row_hash: string }>`
    select distinct r.row_hash from import_row r join import_batch b on b.id = r.batch_id left join garage g on g.id = r.garage_id
    where b.po_id = ${poId} and b.status <> 'rolled_back' and b.id <> ${exceptBatch} and r.result in ('created', 'updated', 'same') and coalesce(g.is_active, r.garage_id is null) and r.row_hash = any(${hashes}::text[])`,
  );
  return new Set(rows.map((row) => row.row_hash));
}

/** Enters people of a chunk; answers their ids and versions in order. `withdrawn` are rows to be taken again. */
export async function insertPeople(
  tx: WriteDb,
  ctx: Ctx,
  place: Place,
  owners: readonly ParsedOwner[],
  batchId: number,
  withdrawn: readonly (Entered | undefined)[],
): Promise<Entered[]> {
  if (!owners.length) return [];
  const rows = owners.map((owner) => profileRow(ctx, place, owner, batchId));
  const fresh = rows.filter((_, at) => !withdrawn[at]);
  const inserted = fresh.length ? await tx.insertInto('profile').values(fresh).returning('id').execute() : [];
  const entered: Entered[] = [];
  for (const [at, row] of rows.entries()) {
    const known = withdrawn[at];
    if (known) entered.push(await takeAgain(tx, known, row));
    else entered.push({ id: inserted.shift()!.id, version: 1 });
  }
  const ids = entered.map((row) => row.id);
  await tx
    .insertInto('profile_place')
    .values(ids.map((profile_id) => ({ profile_id, ...place })))
    .execute();
  const today = todayOf(ctx);
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
  await storeConsents(
    tx,
    ctx,
    batchId,
    owners.flatMap((owner, index) =>
      (owner.consents ?? []).map((consent) => ({ profileId: ids[index]!, consent, rowNo: null })),
    ),
  );
  const entitled = owners.flatMap((owner, index) =>
    owner.privilegeId
      ? [{ profile_id: ids[index]!, privilege_id: owner.privilegeId, number: owner.privilegeCertificate }]
      : [],
  );
  if (entitled.length) await tx.insertInto('profile_privilege').values(entitled).execute();
  return entered;
}

/** A card of `profile` as the registry tells of its person. */
function profileRow(ctx: Ctx, place: Place, owner: ParsedOwner, batchId: number) {
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
    kind: owner.organisation ? 'organisation' : 'person',
    inn: owner.organisation?.inn ?? null,
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
}

/** Consents a registry names; one without a day is written on the day of the load. */
export async function storeConsents(
  tx: WriteDb,
  ctx: Ctx,
  batchId: number,
  given: readonly { profileId: number; consent: NamedConsent; rowNo: number | null }[],
): Promise<void> {
  const stored = given.filter(({ consent }) => consent.given);
  if (!stored.length) return;
  const papers = await tx
    .insertInto('consent')
    .values(
      stored.map(({ profileId, consent }) => ({
        profile_id: profileId,
        kind: consentFields[consent.field],
        signed_at: consent.signedAt ?? todayOf(ctx),
        doc_no: consent.docNo,
        import_batch_id: batchId,
        created_by: ctx.actor.userId || null,
      })),
    )
    .returning('id')
    .execute();
  await tx
    .insertInto('import_effect')
    .values(
      papers.map(({ id }, at) => ({
        batch_id: batchId,
        row_no: stored[at]!.rowNo,
        table_name: 'consent',
        row_id: id,
      })),
    )
    .execute();
}

/** Fills a withdrawn row anew: the ledger goes on naming the same person. */
async function takeAgain(tx: WriteDb, { id, version }: Entered, row: Insertable<ProfileTable>): Promise<Entered> {
  await tx
    .updateTable('profile')
    .set({ ...row, withdrawn_key: null, is_anonymised: false, version: version + 1, updated_at: row.created_at! })
    .where('id', '=', id)
    .execute();
  return { id, version: version + 1 };
}

/** A row that a load has entered. */
export interface Entered {
  id: number;
  version: number;
}

export interface Place {
  region_id: number;
  mo_id: number;
  po_id: number;
}

export const postingsOf = (tx: WriteDb, batchId: number) =>
  tx
    .selectFrom('contribution as c')
    .where('import_batch_id', '=', batchId)
    .where((e) => e.not(isUndone()))
    .where('kind', '<>', 'reversal')
    .select('id')
    .execute();
