// Destruction of what is held about a person: money stays, name goes; what the log keeps of him can't be opened any more.
import { sql } from 'kysely';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { destroyPersonKey } from '../../kernel/personKeys.ts';
import { forgetNameWords } from '../../profiles/writing/nameWords.ts';

export interface Destroyed {
  /** Word → how much of it went. */
  counts: Record<string, number>;
  /** Files to be taken from the store once the transaction is kept. */
  storeKeys: string[];
}

/** Condition over `document d`: a paper about somebody else that carries this person's passport, address or phone. */
const namesPerson = (id: number) => sql`exists (select 1 from document_type t where t.id = d.type_id and t.is_personal)
  and (d.reregistration_id in (select reregistration_id from reregistration_party where profile_id = ${id})
    or d.garage_id in (select o.garage_id from ownership o where o.profile_id = ${id}
      and coalesce(o.started_on, d.on_date) <= d.on_date and coalesce(o.ended_on, d.on_date) >= d.on_date))`;

export const destroyedName = (id: number) => `Удалено № ${id}`;

/** Empties the card and everything that names the person. The caller has checked that it may be, and writes the line of the log. */
export async function destroyPerson({ tx }: Pick<Write, 'tx'>, ctx: Pick<Ctx, 'now'>, id: number): Promise<Destroyed> {
  const at = ctx.now().toISOString();
  const { rows: words } = await sql<{
    word: string;
  }>`select distinct word from profile, regexp_split_to_table(name_key, '[[:space:]-]+') as word
    where id = ${id}`.execute(tx);
  await sql`update profile set last_name = ${destroyedName(id)}, first_name = '', father_name = '', birthday = null, pass_cipher = null, pass_hash = null,
      pass_masked = null, registration_address = null, actual_address = null, email = null, phones = '{}', phones_key = '', ticket_number = null,
      ticket_issued_at = null, privilege_id = 0, privilege_end_date = null, confirmed_at = null, inn = null, withdrawn_key = null, bounced_key = null, bounced_at = null, bounce_reason = null, representative_id = null, is_anonymised = true, version = version + 1,
      updated_at = ${at}::timestamptz where id = ${id}`.execute(tx);
  // Hints of the search are made of names: what nobody else is called goes too.
  await forgetNameWords(
    tx,
    words.map(({ word }) => word),
    null,
  );
  const counts: Record<string, number> = {};
  const gone = async (word: string, query: ReturnType<typeof sql>) => {
    const { numAffectedRows } = await query.execute(tx);
    if (numAffectedRows) counts[word] = (counts[word] ?? 0) + Number(numAffectedRows);
  };
  await gone('удостоверения льгот', sql`delete from profile_privilege where profile_id = ${id}`);
  await gone('заметки', sql`delete from comment where object_type = 'profile' and object_id = ${id}`);
  const { rows: files } = await sql<{ file_id: number; store_key: string }>`
    with scans as (delete from attachment where object_type = 'profile' and object_id = ${id} returning file_id),
      held as (select d.id, d.file_id, d.scan_file_id from document d where d.profile_id = ${id} or ${namesPerson(id)}),
      papers as (update document set file_id = null, scan_file_id = null, snapshot = null from held
        where document.id = held.id and (document.file_id is not null or document.scan_file_id is not null or document.snapshot is not null)
        returning array[held.file_id, held.scan_file_id] as files),
      consents as (update consent set file_id = null, doc_no = null where profile_id = ${id} returning (select o.file_id from consent o where o.id = consent.id) as file_id)
    select f.id as file_id, f.store_key from stored_file f, (select file_id from scans union select unnest(files) from papers
      union select file_id from consents) as gone
      where f.id = gone.file_id or f.id = (select whole.thumb_file_id from stored_file whole where whole.id = gone.file_id)`.execute(
    tx,
  );
  if (files.length) {
    counts['файлы и сканы'] = files.length;
    await tx
      .deleteFrom('stored_file')
      .where(
        'id',
        'in',
        files.map(({ file_id }) => file_id),
      )
      .execute();
  }
  await gone(
    'сообщения рассылок',
    sql`update notification_message set person_name = ${destroyedName(id)}, address = null, subject = null, body = '', html = null
    where profile_id = ${id} or ward_ids <> '{}' and ward_ids @> array[${id}]::int[]`,
  );
  await gone('представительство', sql`update profile set representative_id = null where representative_id = ${id}`);
  await gone('адреса разборов', sql`delete from address_card where profile_id = ${id}`);
  await sql`delete from address_variant v where not exists (select 1 from address_card c where c.variant_id = v.id)`.execute(
    tx,
  );
  await gone(
    'снимки объединений',
    sql`update merge_record set sealed_cards = null where ${id} in (survivor_id, merged_id) and sealed_cards is not null`,
  );
  await sql`delete from merge_candidate where ${id} in (one_id, other_id)`.execute(tx);
  await gone(
    'имя в журнале',
    sql`update action_log set object_name = ${destroyedName(id)} where object_type = 'profile' and object_id = ${id}
    and object_name is distinct from ${destroyedName(id)}`,
  );
  await destroyPersonKey(tx, { kind: 'profile', id }, at);
  counts['карточка'] = 1;
  return { counts, storeKeys: files.map(({ store_key }) => store_key) };
}
