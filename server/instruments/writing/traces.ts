// Words about a person in texts of others: found in every column of the database and taken out, except where the law keeps them.
import { sql, type RawBuilder } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { openPassport } from '../../profiles/queries.ts';
import { isKept, keptWords } from '../rules/keptWords.ts';
import { findingPattern, forgetIn, forgetter, isOwnWord, stemOf, type PersonTraces } from '../rules/nameTraces.ts';

export interface TracedPerson extends PersonTraces {
  /** All cards of the person: the one that stays and those merged into it. */
  cards: readonly number[];
  /** Somebody else has the same name: texts that no row ties to the person are left alone. */
  hasNamesake: boolean;
}

interface CardRow {
  last_name: string;
  first_name: string;
  father_name: string;
  phones: string[];
  email: string | null;
  registration_address: string | null;
  actual_address: string | null;
  pass_cipher: Uint8Array | null;
  ticket_number: string | null;
  inn: string | null;
}

/** What tells of a person, read before his cards are emptied. */
export async function readTraces(tx: WriteDb, secrets: Secrets, cards: readonly number[]): Promise<TracedPerson> {
  const { rows } =
    await sql<CardRow>`select last_name, first_name, father_name, phones, email, registration_address, actual_address,
      pass_cipher, ticket_number, inn from profile where id = any(${[...cards]}::int[]) order by id`.execute(tx);
  const certificates = await sql<{ number: string }>`select number from profile_privilege
    where profile_id = any(${[...cards]}::int[]) and number is not null`.execute(tx);
  const names = rows.map((row) => ({
    lastName: row.last_name,
    firstName: row.first_name,
    fatherName: row.father_name,
  }));
  const passports = rows.flatMap(({ pass_cipher }) => {
    const passport = openPassport(secrets, pass_cipher);
    return passport ? [`${passport.seria} ${passport.num}`, `${passport.seria}${passport.num}`] : [];
  });
  const phones = [...new Set(rows.flatMap((row) => row.phones))];
  const [isOnly, hasNamesake] = [await isOnlyOne(tx, cards, names), await namesakeOf(tx, cards)];
  return {
    cards,
    names,
    isOnly,
    hasNamesake,
    // A phone of two people is the other's too.
    phones: await ownPhones(tx, cards, phones),
    others: await ownTexts(
      tx,
      cards,
      [
        ...rows.flatMap(({ email, registration_address, actual_address }) => [
          email,
          registration_address,
          actual_address,
        ]),
        ...passports,
        ...certificates.rows.map(({ number }) => number),
      ].filter((text): text is string => Boolean(text)),
    ),
  };
}

async function ownPhones(tx: WriteDb, cards: readonly number[], phones: readonly string[]): Promise<string[]> {
  if (!phones.length) return [];
  const { rows } = await sql<{ phone: string }>`select phone from unnest(${[...phones]}::text[]) as phone
    where not exists (select 1 from profile p where p.id <> all(${[...cards]}::int[]) and p.phones @> array[phone] and not p.is_anonymised)`.execute(
    tx,
  );
  return rows.map(({ phone }) => phone);
}

/** A family has one address, a couple one mailbox. */
async function ownTexts(tx: WriteDb, cards: readonly number[], texts: readonly string[]): Promise<string[]> {
  if (!texts.length) return [];
  const { rows } = await sql<{ text: string }>`select text from unnest(${[...new Set(texts)]}::text[]) as text
    where not exists (select 1 from profile p where p.id <> all(${[...cards]}::int[]) and not p.is_anonymised
      and fold(text) in (fold(p.registration_address), fold(p.actual_address), fold(p.email)))`.execute(tx);
  return rows.map(({ text }) => text);
}

/** Nobody else, and nothing that the registry names, is called so: the surname alone tells of the person. */
async function isOnlyOne(tx: WriteDb, cards: readonly number[], names: TracedPerson['names']): Promise<boolean> {
  if (names.some(({ lastName }) => isOwnWord(lastName))) return false;
  const stems = names.map(({ lastName }) => stemOf(lastName));
  const { rows } = await sql<{ is: boolean }>`select not exists (select 1 from unnest(${stems}::text[]) as stem
    where exists (select 1 from profile p where p.id <> all(${[...cards]}::int[]) and not p.is_anonymised
        and p.name_key like fold(stem) || '%' and length(split_part(p.name_key, ' ', 1)) <= length(stem) + 3)
      or exists (select 1 from app_user u where fold(u.last_name) like fold(stem) || '%' and length(u.last_name) <= length(stem) + 3)
      or exists (select 1 from (select name from accrual_type union all select name from payment_type union all select name from garage_type
          union all select name from privilege union all select name from voa_status union all select name from document_type
          union all select name from po union all select name from mo union all select name from region union all select sms_text from message_template) as told
        where fold(told.name) ~ ('(^|[^а-я])' || regexp_replace(fold(stem), '[^а-яa-z]', '.', 'g') || '[а-я]{0,3}($|[^а-я])'))) as is`.execute(
    tx,
  );
  return rows[0]!.is;
}

async function namesakeOf(tx: WriteDb, cards: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean;
  }>`select exists (select 1 from profile mine join profile p on p.name_key = mine.name_key
    where mine.id = any(${[...cards]}::int[]) and p.id <> all(${[...cards]}::int[]) and not p.is_anonymised and p.merged_into is null) as is`.execute(
    tx,
  );
  return rows[0]!.is;
}

interface TextColumn {
  table: string;
  column: string;
  kind: 'text' | 'array' | 'json' | 'jsonb';
}

/** Every column that holds words; made columns and those of views are not told. */
export async function textColumns(tx: WriteDb): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`select c.table_name as table, c.column_name as column,
      case when c.data_type = 'ARRAY' then 'array' when c.data_type in ('json', 'jsonb') then c.data_type else 'text' end as kind
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.data_type = 'ARRAY' and c.udt_name in ('_text', '_varchar'))
    order by 1, 2`.execute(tx);
  return rows;
}

/** How rows of a table are tied to the person where his name alone does not tell him from a namesake. */
const tied = (cards: readonly number[]): Record<string, RawBuilder<unknown>> => {
  const his = sql`any(${[...cards]}::int[])`;
  const cases = sql`(select reregistration_id from reregistration_party where profile_id = ${his})`;
  const lines = sql`(select contribution_id from balance_operation where owner_id = ${his} or debtor_id = ${his})`;
  return {
    reregistration: sql`x.id in ${cases}`,
    reregistration_event: sql`x.reregistration_id in ${cases}`,
    reregistration_paper: sql`x.reregistration_id in ${cases}`,
    reregistration_party: sql`x.profile_id = ${his}`,
    bank_row: sql`(x.contribution_id in ${lines} or x.id in (select row_id from bank_row_document where contribution_id in ${lines}))`,
    action_log: sql`(x.object_type = 'profile' and x.object_id = ${his} or x.object_type = 'reregistration' and x.object_id in ${cases})`,
    profile_voa_status: sql`x.profile_id = ${his}`,
    consent: sql`x.profile_id = ${his}`,
  };
};

/** Tables of what people typed to find somebody. */
const TYPED: ReadonlySet<string> = new Set(['saved_view']);
/** Rows that are rewritten at once. */
const CHUNK = 500;

/** Takes the words out of every column but those that are kept; answers table → how many rows. */
export async function forgetWords(tx: WriteDb, person: TracedPerson, name: string): Promise<Record<string, number>> {
  const pattern = findingPattern(person);
  if (!pattern) return {};
  const [forget, forgetTyped] = [forgetter(person, name), forgetter(person, name, true)];
  const ties = tied(person.cards);
  const gone: Record<string, number> = {};
  const columns = (await textColumns(tx)).filter(({ table, column }) => !isKept(table, column));
  for (const [table, its] of Map.groupBy(columns, (one) => one.table)) {
    const only = person.hasNamesake ? ties[table] : sql`true`;
    // A table is read once: most of them have nothing of him.
    if (!only || !(await hasWords(tx, its, pattern))) continue;
    for (const one of its) {
      const changed = await forgetInColumn(tx, one, { pattern, only, forget: TYPED.has(table) ? forgetTyped : forget });
      if (changed) gone[table] = Math.max(gone[table] ?? 0, changed);
    }
  }
  return gone;
}

/** Words of a column of `x` as one text. */
const textOf = ({ column, kind }: TextColumn) =>
  kind === 'array' ? sql`array_to_string(${sql.ref(`x.${column}`)}, ' ')` : sql`${sql.ref(`x.${column}`)}::text`;

async function hasWords(tx: WriteDb, columns: readonly TextColumn[], pattern: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from ${sql.table(columns[0]!.table)} x
    where ${sql.join(
      columns.map((one) => sql`${textOf(one)} ~ ${pattern}`),
      sql` or `,
    )}) as is`.execute(tx);
  return rows[0]!.is;
}

interface Forgetting {
  pattern: string;
  only: RawBuilder<unknown>;
  forget: (text: string) => string;
}

async function forgetInColumn(tx: WriteDb, one: TextColumn, { pattern, only, forget }: Forgetting): Promise<number> {
  const column = sql.ref(`x.${one.column}`);
  const table = sql.table(one.table);
  const { rows } = await sql<{ at: string; was: string }>`select x.ctid::text as at,
      ${one.kind === 'array' ? sql`to_json(${column})::text` : sql`${column}::text`} as was
    from ${table} x where ${textOf(one)} ~ ${pattern} and ${only} for update`.execute(tx);
  const changed = rows.flatMap(({ at, was }) => {
    const now = one.kind === 'text' ? forget(was) : JSON.stringify(forgetIn(JSON.parse(was), forget));
    const isSame = one.kind === 'text' ? now === was : now === JSON.stringify(JSON.parse(was));
    return isSame ? [] : [{ at, now }];
  });
  const value = {
    text: sql`v.now`,
    array: sql`array(select json_array_elements_text(v.now::json))`,
    json: sql`v.now::json`,
    jsonb: sql`v.now::jsonb`,
  }[one.kind];
  for (let from = 0; from < changed.length; from += CHUNK) {
    const some = changed.slice(from, from + CHUNK);
    await sql`update ${table} x set ${sql.id(one.column)} = ${value}
      from unnest(${some.map(({ at }) => at)}::text[], ${some.map(({ now }) => now)}::text[]) as v(at, now) where x.ctid = v.at::tid`.execute(
      tx,
    );
  }
  return changed.length;
}

/** Words about the person that stay, by what they are: counted for the act. */
export async function countKept(
  tx: WriteDb,
  person: TracedPerson,
): Promise<{ what: string; reason: string; count: number }[]> {
  const pattern = findingPattern(person);
  if (!pattern) return [];
  const forget = forgetter(person, '');
  const columns = await textColumns(tx);
  const kept = new Map<string, { what: string; reason: string; count: number }>();
  for (const { table, columns: named, what, reason, isOthers } of keptWords) {
    if (isOthers) continue;
    for (const one of columns.filter((each) => each.table === table && (!named || named.includes(each.column)))) {
      const { rows } = await sql<{
        was: string;
      }>`select ${sql.ref(`x.${one.column}`)}::text as was from ${sql.table(table)} x
        where ${sql.ref(`x.${one.column}`)}::text ~ ${pattern}`.execute(tx);
      const count = rows.filter(({ was }) => forget(was) !== was).length;
      const known = kept.get(what);
      if (count) kept.set(what, { what, reason, count: count + (known?.count ?? 0) });
    }
  }
  return [...kept.values()];
}
