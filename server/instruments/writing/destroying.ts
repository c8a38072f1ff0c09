// Destruction of what is held about a person: money stays, name goes; what the log keeps of him can't be opened any more.
import { sql, type RawBuilder } from 'kysely';
import { BOTH_SIDED, RECEIPT } from '../../documents/rules.ts';
import { withdrawDue } from '../../jobs/due.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { destroyPersonKey } from '../../kernel/personKeys.ts';
import { forgetNameWords } from '../../profiles/writing/nameWords.ts';
import { plainTexts } from '../../imports/rules/masks.ts';
import { FORGOTTEN } from '../../imports/rules/forgotten.ts';
import { cardsOf } from '../queries/grounds.ts';
import { countKept, forgetWords, readTraces } from './traces.ts';
import { forgetter } from '../rules/nameTraces.ts';

export interface Destroyed {
  /** Word → how much of it went. */
  counts: Record<string, number>;
  /** What stays under the law, with the reason. */
  kept: { what: string; reason: string; count: number }[];
  /** Files to be taken from the store once the transaction is kept. */
  storeKeys: string[];
  /** The demand that is carried out by it. */
  demandId: number | null;
  /** Takes the person out of a text that is yet to be written. */
  forget: (text: string) => string;
}

/** What carries out a demand on its day, among moments. */
export const DESTROY_DUE = 'personal.destroy';
export const destroyedName = (id: number) => `Удалено № ${id}`;

/** What tables are called on the act. */
const tableWords: Record<string, string> = {
  action_log: 'имя в записях журнала',
  bank_row: 'имя в строках банка',
  import_row: 'строки загруженного реестра',
  reregistration: 'имя в переоформлениях',
  reregistration_event: 'имя в событиях переоформлений',
  reregistration_representative: 'представители',
};
const OTHER_WORDS = 'имя в прочих записях';

/** Empties the card and everything that names the person. The caller has checked that it may be, and writes the line of the log. */
export async function destroyPerson(
  { tx }: Pick<Write, 'tx'>,
  ctx: Pick<Ctx, 'now' | 'deps'>,
  id: number,
): Promise<Destroyed> {
  const at = ctx.now().toISOString();
  const cards = await cardsOf(tx, id);
  const traces = await readTraces(tx, ctx.deps.secrets, cards);
  const name = destroyedName(id);
  const counts: Record<string, number> = {};
  const gone: Gone = async (word, query) => {
    const { numAffectedRows } = await query.execute(tx);
    if (numAffectedRows) counts[word] = (counts[word] ?? 0) + Number(numAffectedRows);
  };
  const card = await cardWord(tx, cards);
  await keepInitials(tx, cards);
  await emptyCards(tx, cards, id, at);
  const { files, unmade, others } = await dropFiles(tx, cards, id);
  if (files.length) counts['файлы и сканы'] = files.length;
  if (unmade) counts['данные документов, у которых файла не было'] = unmade;
  await dropRows(gone, cards, name);
  await dropMessages(tx, gone, cards, name);
  // Said to the guard of the log: the words of this person alone may be taken out of its lines, by this transaction alone.
  await sql`select set_config('registry.destroyed_person', ${String(id)}, true)`.execute(tx);
  await gone(
    'имя в журнале',
    sql`update action_log set object_name = ${name} where object_type = 'profile' and object_id = any(${cards}::int[])
    and object_name is distinct from ${name}`,
  );
  for (const [table, rows] of Object.entries(await forgetWords(tx, traces, name))) {
    const word = tableWords[table] ?? OTHER_WORDS;
    counts[word] = (counts[word] ?? 0) + rows;
  }
  await sql`select set_config('registry.destroyed_person', '', true)`.execute(tx);
  for (const card of cards) await destroyPersonKey(tx, { kind: 'profile', id: card }, at);
  counts[card] = cards.length;
  const kept = await countKept(tx, traces);
  if (others) kept.push({ what: 'документы, выданные другим людям', reason: 'это их документы', count: others });
  const demandId = await closeDemand(tx, cards);
  return { counts, kept, storeKeys: files, demandId, forget: forgetter(traces, name) };
}

type Gone = (word: string, query: RawBuilder<unknown>) => Promise<void>;
const anyOf = (cards: readonly number[]) => sql`any(${[...cards]}::int[])`;

/** The card with the kinds of data that it held: an act has to name them. */
async function cardWord(tx: WriteDb, cards: readonly number[]): Promise<string> {
  const { rows } = await sql<
    Record<string, boolean>
  >`select bool_or(p.birthday is not null) as "дата рождения", bool_or(p.pass_cipher is not null) as "паспорт",
      bool_or(p.registration_address is not null or p.actual_address is not null) as "адреса", bool_or(p.phones <> '{}') as "телефоны",
      bool_or(p.email is not null) as "e-mail", bool_or(p.ticket_number is not null) as "членский билет",
      bool_or(exists (select 1 from profile_privilege h where h.profile_id = p.id)) as "льготы"
    from profile p where p.id = ${anyOf(cards)}`.execute(tx);
  const kinds = Object.entries(rows[0]!).flatMap(([kind, has]) => (has ? [kind] : []));
  return `карточка: ${['ФИО', ...kinds].join(', ')}`;
}

/** What was demanded is done, whoever did it; answers the demand. */
async function closeDemand(tx: WriteDb, cards: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`update processing_demand set state = 'done', destroy_on = null
    where profile_id = ${anyOf(cards)} and state in ('scheduled', 'restricted') returning id`.execute(tx);
  for (const { id } of rows) await withdrawDue(tx, { what: DESTROY_DUE, object: String(id) });
  return rows[0]?.id ?? null;
}

/** The history of owners keeps initials. */
const keepInitials = (tx: WriteDb, cards: readonly number[]) =>
  sql`update ownership o set owner_initials = (select string_agg(left(part, 1) || '.', ' ' order by nth)
      from unnest(array[p.last_name, p.first_name, p.father_name]) with ordinality as names(part, nth) where part <> '')
    from profile p where p.id = o.profile_id and p.kind = 'person' and o.profile_id = ${anyOf(cards)}`.execute(tx);

async function emptyCards(tx: WriteDb, cards: readonly number[], id: number, at: string): Promise<void> {
  const { rows: words } = await sql<{
    word: string;
  }>`select distinct word from profile, regexp_split_to_table(name_key, '[[:space:]-]+') as word
    where id = ${anyOf(cards)}`.execute(tx);
  // An estate is called by whom it was left.
  await sql`update profile set last_name = case when id = ${anyOf(cards)} then ${destroyedName(id)} else ${`Наследство: ${destroyedName(id)}`} end,
      first_name = '', father_name = '', name_genitive = null, name_dative = null, name_instrumental = null, birthday = null, pass_cipher = null, pass_hash = null,
      pass_masked = null, registration_address = null, actual_address = null, registration_fias = null, actual_fias = null, email = null, phones = '{}', phones_key = '', ticket_number = null,
      ticket_issued_at = null, privilege_id = 0, privilege_end_date = null, confirmed_at = null, inn = null, withdrawn_key = null, bounced_key = null, bounced_at = null, bounce_reason = null, representative_id = null, is_anonymised = true, version = version + 1,
      updated_at = ${at}::timestamptz where id = ${anyOf(cards)} or estate_of = ${anyOf(cards)}`.execute(tx);
  // Hints of the search are made of names: what nobody else is called goes too.
  await forgetNameWords(
    tx,
    words.map(({ word }) => word),
    null,
  );
}

/** Rows of tables that are about the person alone. */
async function dropRows(gone: Gone, cards: readonly number[], name: string): Promise<void> {
  const his = anyOf(cards);
  await gone('удостоверения льгот', sql`delete from profile_privilege where profile_id = ${his}`);
  await gone('просьбы', sql`delete from task where object_type = 'profile' and object_id = ${his}`);
  await gone('заметки', sql`delete from comment where object_type = 'profile' and object_id = ${his}`);
  await gone(
    'основания статусов',
    sql`update profile_voa_status set ground = null where profile_id = ${his} and ground is not null`,
  );
  await gone('адреса разборов', sql`delete from address_card where profile_id = ${his}`);
  await gone(
    'адреса разборов',
    sql`delete from address_variant v where not exists (select 1 from address_card c where c.variant_id = v.id)`,
  );
  await gone(
    'снимки объединений',
    sql`update merge_record set sealed_cards = null where (survivor_id = ${his} or merged_id = ${his}) and sealed_cards is not null`,
  );
  await gone('представительство', sql`update profile set representative_id = null where representative_id = ${his}`);
  await gone(
    'прежние значения из загрузок',
    sql`update import_effect set before = ${FORGOTTEN} where table_name = 'profile' and row_id = ${his} and before is not null and not before ? 'is_forgotten'`,
  );
  // A text that was not read whole may tell of anybody who owned the garage when it was loaded.
  await gone(
    'тексты реестра у гаражей',
    sql`delete from garage_attention a using ownership o where o.garage_id = a.garage_id and o.profile_id = ${his}
      and coalesce(o.started_on, a.created_at::date) <= a.created_at::date and coalesce(o.ended_on, a.created_at::date) >= a.created_at::date
      and a.field <> all(${[...plainTexts]}::text[])`,
  );
  await gone('пары повторов', sql`delete from merge_candidate where one_id = ${his} or other_id = ${his}`);
  // Acts of handing over keep names as they were on their day, maybe not the one he has now.
  const namesHim = sql`(p ->> 'id')::int = ${his}`;
  await gone(
    'имя в актах передачи дел',
    sql`update handover set figures = jsonb_set(figures, '{debts}', (select jsonb_agg(case when d ? 'people' then jsonb_set(d, '{people}',
        (select coalesce(jsonb_agg(case when ${namesHim} then jsonb_set(p, '{name}', to_jsonb(${name}::text)) else p end order by nth), '[]')
          from jsonb_array_elements(d -> 'people') with ordinality as its(p, nth))) else d end order by at)
        from jsonb_array_elements(figures -> 'debts') with ordinality as debts(d, at)))
      where exists (select 1 from jsonb_array_elements(figures -> 'debts') as d, jsonb_array_elements(d -> 'people') as p where ${namesHim})`,
  );
  // Who stood for him, by a power of attorney: known for his sake alone.
  await gone(
    'представители',
    sql`update reregistration_representative a set full_name = ${name}, number = '—', notary = null, powers = null
    where exists (select 1 from reregistration_party p where p.reregistration_id = a.reregistration_id and p.profile_id = ${his} and p.side = a.side)
      and not exists (select 1 from reregistration_party p join profile other on other.id = p.profile_id
        where p.reregistration_id = a.reregistration_id and p.side = a.side and not other.is_anonymised)`,
  );
}

/** Messages of mailings and whatever of them waits or has gone by the outbox. */
async function dropMessages(tx: WriteDb, gone: Gone, cards: readonly number[], name: string): Promise<void> {
  const his = anyOf(cards);
  // Those to who read for him speak of him as well.
  const ofHim = sql`(profile_id = ${his} or ward_ids <> '{}' and ward_ids && array(select unnest(${[...cards]}::int[])))`;
  await sql`delete from mail_bounce where outbox_id in (select outbox_id from notification_message where profile_id = ${his})`.execute(
    tx,
  );
  await sql`update outbox set recipient = '', subject = '', body_text = '', body_html = null, extra = null, failure = null,
      state = case when state in ('queued', 'failed') then 'cancelled' else state end
    where id in (select outbox_id from notification_message where ${ofHim})`.execute(tx);
  await gone(
    'сообщения рассылок',
    sql`update notification_message set person_name = ${name}, address = null, subject = null, body = '', html = null,
      status = case when status = 0 then 9 else status end, reason = case when status = 0 then 'restricted' else reason end where ${ofHim}`,
  );
}

/**
 * Scans, consents and papers: those of the person, and those of his garages while he owned them. Receipts have a term of
 * their own. What was given to somebody else who is in the register is theirs, though it names him: a co-owner's certificate, a
 * buyer's application; but not a paper with the passports of both.
 */
async function dropFiles(
  tx: WriteDb,
  cards: readonly number[],
  id: number,
): Promise<{ files: string[]; unmade: number; others: number }> {
  const his = anyOf(cards);
  const isOthers = sql`exists (select 1 from profile other where other.id = d.profile_id and not other.is_anonymised)`;
  const ofCase = sql`d.reregistration_id in (select reregistration_id from reregistration_party where profile_id = ${his})`;
  const ofGarage = sql`d.type_id not in (select id from document_type where code = ${RECEIPT}) and d.garage_id in (select o.garage_id from ownership o
      where o.profile_id = ${his} and coalesce(o.started_on, d.on_date) <= d.on_date and coalesce(o.ended_on, d.on_date) >= d.on_date)`;
  const ofHis = sql`(d.profile_id = ${his} or (${ofCase} or ${ofGarage}) and not ${isOthers}
    or ${ofCase} and d.type_id in (select id from document_type where code = any(${[...BOTH_SIDED]}::text[])))`;
  const { rows: left } = await sql<{ others: number }>`select count(*)::int as others from document d
    where (${ofCase} or ${ofGarage}) and not ${ofHis} and (d.file_id is not null or d.snapshot is not null)`.execute(
    tx,
  );
  const { rows: bare } = await sql<{ unmade: number }>`select count(*)::int as unmade from document d
    where ${ofHis} and d.snapshot is not null and d.file_id is null and d.scan_file_id is null`.execute(tx);
  const { rows: files } = await sql<{ file_id: number; store_key: string }>`
    with scans as (delete from attachment where object_type = 'profile' and object_id = ${his} returning file_id),
      held as (select d.id, d.file_id, d.scan_file_id from document d where ${ofHis}),
      passports as (update reregistration_paper r set file_id = null from (select id, file_id from reregistration_paper where kind = 'passports' and file_id is not null
        and reregistration_id in (select reregistration_id from reregistration_party where profile_id = ${his})) as was where r.id = was.id returning was.file_id),
      papers as (update document set file_id = null, scan_file_id = null, snapshot = null, destroyed_for = ${id} from held
        where document.id = held.id and (document.file_id is not null or document.scan_file_id is not null or document.snapshot is not null)
        returning array[held.file_id, held.scan_file_id] as files),
      consents as (update consent set file_id = null, doc_no = null where profile_id = ${his} returning (select o.file_id from consent o where o.id = consent.id) as file_id)
    select f.id as file_id, f.store_key from stored_file f, (select file_id from scans union select file_id from passports union select unnest(files) from papers
      union select file_id from consents) as gone
      where f.id = gone.file_id or f.id = (select whole.thumb_file_id from stored_file whole where whole.id = gone.file_id)`.execute(
    tx,
  );
  if (files.length)
    await tx
      .deleteFrom('stored_file')
      .where(
        'id',
        'in',
        files.map(({ file_id }) => file_id),
      )
      .execute();
  return { files: files.map(({ store_key }) => store_key), unmade: bare[0]!.unmade, others: left[0]!.others };
}
