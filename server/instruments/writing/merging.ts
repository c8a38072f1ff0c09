// The merge of two cards: rows are re-pointed, each with what it was; money, seals, papers and the log stay as they are.
import { sql, type RawBuilder } from 'kysely';
import { mergeFields, UNDO_DAYS, type MergeField } from '../../../contract/instruments/merging.ts';
import type { Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { staleBy } from '../../kernel/lastChange.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { JOINED } from '../../kernel/scope.ts';
import { ownersChanged } from '../../garages/queries.ts';
import { phonesKey } from '../../profiles/rules.ts';
import { daysAfter } from '../../ports/clock.ts';
import {
  cardFacts,
  countWidened,
  mailingUnderWay,
  openCaseBetween,
  rowsOf,
  sharedGarages,
  wholeCard,
  type SharedGarage,
} from '../queries/cards.ts';
import { numberedTables } from '../queries/later.ts';
import { addShares, choicesOf, mailingText, pairProblem, type CardFacts } from '../rules/choices.ts';
import { cardColumns, caseColumns, fieldColumns, movedTables, type MovedTable } from '../rules/tables.ts';

export interface MergeWish {
  stays: number;
  goes: number;
  versions: { stays: number; goes: number };
  choices: Partial<Record<MergeField, 'stays' | 'goes'>>;
  isWideningKnown: boolean;
}
export type Sides = Record<MergeField, 'stays' | 'goes'>;
export interface CardPlace {
  region_id: number;
  mo_id: number;
  po_id: number;
  name: string;
}

/**
 * Locks what two people own and then both cards, in the order of their numbers: opposite merges wait for one another, and
 * who changes the owners of a garage is not met crosswise.
 */
export async function lockPair(tx: WriteDb, one: number, other: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from garage
    where id in (select garage_id from ownership where profile_id in (${one}, ${other})) order by id for update`.execute(
    tx,
  );
  await sql`select id from profile where id in (${one}, ${other}) order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Merges `goes` into `stays` in the caller's transaction; answers the number of the merge. @throws 404, 409, 422 */
export async function mergeCards(write: Write, ctx: Ctx, wish: MergeWish) {
  const { tx } = write;
  const { stays: to, goes: from } = wish;
  if (to === from) throw invalid({ form: 'Это одна и та же карточка' });
  const garages = await lockPair(tx, to, from);
  const [stays, goes] = await lockedCards(ctx, tx, wish);
  const sides = sidesOf(stays, goes, wish, todayOf(ctx));
  const before = await wholeCard(tx, to);
  const shared = await sharedGarages(tx, to, from);
  const until = daysAfter(ctx.now(), UNDO_DAYS);
  const { id } = await tx
    .insertInto('merge_record')
    .values({
      survivor_id: to,
      merged_id: from,
      choices: JSON.stringify(sides),
      had: JSON.stringify(await rowsHad(tx, to)),
      last: JSON.stringify(await lastNumbers(tx)),
      merged_by: ctx.actor.userId || null,
      merged_at: ctx.now().toISOString(),
      until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await settlePrivileges(tx, id, sides.privilege === 'stays' ? from : to, todayOf(ctx));
  for (const one of shared) await joinShares(tx, id, one, { to, from });
  for (const table of movedTables) await moveRows(tx, id, { ...table, from, to });
  await failPoint('rows moved');
  for (const column of ['estate_of', 'merged_into', 'representative_id'] as const)
    await moveAliases(tx, id, column, { from, to });
  await addPlaces(tx, id, { from, to });
  await writeCard(tx, ctx, { to, from, sides });
  const after = await wholeCard(tx, to);
  await tx
    .updateTable('merge_record')
    .set({ sealed_cards: ctx.deps.secrets.seal(JSON.stringify({ before, after })) })
    .where('id', '=', id)
    .execute();
  await ownersChanged(tx, ...garages);
  return { id, until, garages, before, after, from: await placeOfCard(tx, from), to: await placeOfCard(tx, to) };
}

async function lockedCards(ctx: Ctx, tx: WriteDb, { stays: to, goes: from, versions, isWideningKnown }: MergeWish) {
  const cards = await cardFacts(tx, [to, from]);
  const [stays, goes] = [cards.find(({ id }) => id === to), cards.find(({ id }) => id === from)];
  if (!stays || !goes) throw notFound();
  const problem = pairProblem(stays, goes);
  if (problem) throw invalid({ form: problem });
  const open = await openCaseBetween(tx, to, from);
  if (open) throw invalid({ form: `Между этими людьми идёт переоформление № ${open}` });
  const mailing = await mailingUnderWay(tx, to, from);
  if (mailing) throw invalid({ form: mailingText(mailing) });
  const changed = stays.version !== versions.stays ? to : goes.version !== versions.goes ? from : null;
  if (changed) throw await staleBy(ctx, tx, { type: 'profile', id: changed }, null);
  if (!isWideningKnown && (await countWidened(tx, to, from)) > 0)
    throw invalid({ isWideningKnown: 'Подтвердите: карточку увидят больше людей' });
  return [stays, goes] as const;
}

/** The side of every field: as chosen, else by its rule. */
function sidesOf(stays: CardFacts, goes: CardFacts, { choices }: MergeWish, today: string): Sides {
  const ruled = choicesOf(stays, goes, today);
  return Object.fromEntries(
    mergeFields.map((field) => {
      const { taken } = ruled.find((one) => one.field === field)!;
      return [field, choices[field] ?? (taken === 'other' ? 'goes' : 'stays')];
    }),
  ) as Sides;
}

const placeOfCard = (tx: WriteDb, id: number): Promise<CardPlace> =>
  tx
    .selectFrom('profile')
    .where('id', '=', id)
    .select(['region_id', 'mo_id', 'po_id', sql<string>`full_name`.as('name')])
    .executeTakeFirstOrThrow();

/** Numbers of the rows that a person has, by table. */
export async function rowsHad(tx: WriteDb, person: number): Promise<Record<string, number[]>> {
  const had: Record<string, number[]> = {};
  for (const one of movedTables) {
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(one.table)} where ${rowsOf(one, sql`${person}`)}`.execute(tx);
    had[one.table] = rows.map(({ id }) => id);
  }
  return had;
}

/** The highest numbers of what is never moved: higher ones come later. */
async function lastNumbers(tx: WriteDb): Promise<Record<string, number>> {
  const each = numberedTables.map(
    (table) => sql`${table}::text, coalesce((select max(id) from ${sql.table(table)}), 0)`,
  );
  const { rows } = await sql<{
    last: Record<string, number>;
  }>`select jsonb_build_object(${sql.join(each)}) as last`.execute(tx);
  return rows[0]!.last;
}

interface Ends {
  from: number;
  to: number;
}
const nextNth = (mergeId: number) => sql`coalesce((select max(nth) from merge_moved where merge_id = ${mergeId}), 0)`;

/** Writes down and re-points every row of a table. */
async function moveRows(tx: WriteDb, mergeId: number, { from, to, ...table }: MovedTable & Ends) {
  const rows = rowsOf(table, sql`${from}`);
  await sql`insert into merge_moved (merge_id, nth, table_name, row_key, before, after)
    select ${mergeId}::int, ${nextNth(mergeId)} + row_number() over (order by id), ${table.table}, id,
      jsonb_build_object(${table.column}::text, ${from}::int), jsonb_build_object(${table.column}::text, ${to}::int)
    from ${sql.table(table.table)} where ${rows}`.execute(tx);
  await sql`update ${sql.table(table.table)} set ${sql.ref(table.column)} = ${to} where ${rows}`.execute(tx);
}

/** Estates of the person, those he represents and cards that were merged into his follow: one step leads from any old link to the card that is there. */
async function moveAliases(
  tx: WriteDb,
  mergeId: number,
  column: 'estate_of' | 'merged_into' | 'representative_id',
  { from, to }: Ends,
) {
  await sql`insert into merge_moved (merge_id, nth, table_name, row_key, before, after)
    select ${mergeId}::int, ${nextNth(mergeId)} + row_number() over (order by id), 'profile', id,
      jsonb_build_object(${column}::text, ${from}::int), jsonb_build_object(${column}::text, ${to}::int)
    from profile where ${sql.ref(column)} = ${from} and id <> ${to}`.execute(tx);
  await sql`update profile set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from} and id <> ${to}`.execute(
    tx,
  );
}

async function change(tx: WriteDb, mergeId: number, table: string, id: number, now: Record<string, unknown>) {
  const keys = Object.keys(now);
  await sql`insert into merge_moved (merge_id, nth, table_name, row_key, before, after)
    select ${mergeId}::int, ${nextNth(mergeId)} + 1, ${table}, id,
      (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(r)) where key = any(${keys}::text[])), ${JSON.stringify(now)}::jsonb
    from ${sql.table(table)} r where id = ${id}`.execute(tx);
  const set = keys.map((key) => sql`${sql.ref(key)} = n.${sql.ref(key)}`);
  await sql`update ${sql.table(table)} r set ${sql.join(set)}
    from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(now)}::jsonb) n where r.id = ${id}`.execute(
    tx,
  );
}

/** Of two privileges in force one stays current: that of the chosen side; the other is history. */
async function settlePrivileges(tx: WriteDb, mergeId: number, losing: number, today: string) {
  const { rows } = await sql<{
    id: number;
  }>`select id from profile_privilege where profile_id = ${losing} and is_current`.execute(tx);
  for (const { id } of rows)
    await change(tx, mergeId, 'profile_privilege', id, { is_current: false, replaced_on: today });
}

/** Owned by both: the survivor's row takes both shares and the earlier beginning, the other row is closed on its own first day. */
async function joinShares(tx: WriteDb, mergeId: number, { one, other }: SharedGarage, { to }: Ends) {
  const day = other.started_on ?? '1900-01-01';
  // The other row first: there is one main owner at a time.
  await change(tx, mergeId, 'ownership', other.id, {
    profile_id: to,
    ended_on: day,
    end_reason: JOINED,
    is_primary: false,
  });
  await change(tx, mergeId, 'ownership', one.id, {
    ...addShares(one, other),
    is_primary: one.is_primary || other.is_primary,
    primary_since: (one.is_primary ? one : other).primary_since,
    started_on: earlier(one.started_on, other.started_on),
  });
}
const earlier = (one: string | null, other: string | null) => (one && other ? (one < other ? one : other) : null);

/** The survivor is known wherever the other was. */
async function addPlaces(tx: WriteDb, mergeId: number, { from, to }: Ends) {
  const missing = sql`from profile_place place where place.profile_id = ${from}
    and not exists (select 1 from profile_place own where own.profile_id = ${to} and own.po_id = place.po_id)`;
  await sql`insert into merge_moved (merge_id, nth, table_name, row_key, before, after)
    select ${mergeId}::int, ${nextNth(mergeId)} + row_number() over (order by po_id), 'profile_place', po_id, null, to_jsonb(place) ${missing}`.execute(
    tx,
  );
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select ${to}, place.po_id, place.mo_id, place.region_id ${missing}`.execute(tx);
}

/** Cases were written of a whole name: of the name that is taken they are kept, of one made of two cards none is. */
function casesTaken({ lastName, otherNames }: Sides, column: string): RawBuilder<unknown> {
  const [stays, goes] = [sql`s.${sql.ref(column)}`, sql`l.${sql.ref(column)}`];
  const own = [lastName === 'goes' ? 'l' : 's', otherNames === 'goes' ? 'l' : 's'];
  const isNameOf = (card: 's' | 'l') => sql`(${sql.ref(`${own[0]}.last_name`)} = ${sql.ref(`${card}.last_name`)}
    and ${sql.ref(`${own[1]}.first_name`)} = ${sql.ref(`${card}.first_name`)} and ${sql.ref(`${own[1]}.father_name`)} = ${sql.ref(`${card}.father_name`)})`;
  return sql`coalesce(case when ${isNameOf('s')} then ${stays} end, case when ${isNameOf('l')} then ${goes} end)`;
}

/** Writes the chosen fields on the survivor and makes the other card its alias. */
async function writeCard(tx: WriteDb, ctx: Ctx, { to, from, sides }: Ends & { sides: Sides }) {
  const at = ctx.now().toISOString();
  const phones = await sql<{
    phones: string[];
  }>`select phones from profile where id in (${to}, ${from}) order by id <> ${to}`.execute(tx);
  const united = [...new Set(phones.rows.flatMap((row) => row.phones))];
  const taken = mergeFields.filter((field) => sides[field] === 'goes').flatMap((field) => fieldColumns[field]);
  const set: RawBuilder<unknown>[] = taken.map((column) => sql`${sql.ref(column)} = l.${sql.ref(column)}`);
  await sql`update profile s set ${sql.join([
    ...set,
    ...caseColumns.map((column) => sql`${sql.ref(column)} = ${casesTaken(sides, column)}`),
    sql`phones = ${united}::text[]`,
    sql`phones_key = ${phonesKey(united)}`,
    sql`confirmed_at = greatest(s.confirmed_at, l.confirmed_at)`,
    sql`inn = coalesce(s.inn, l.inn)`,
    sql`representative_id = coalesce(s.representative_id, nullif(l.representative_id, s.id))`,
    sql`version = s.version + 1`,
    sql`updated_at = ${at}::timestamptz`,
  ])} from profile l where s.id = ${to} and l.id = ${from}`.execute(tx);
  await sql`update profile set merged_into = ${to}, version = version + 1, updated_at = ${at}::timestamptz where id = ${from}`.execute(
    tx,
  );
}

/** Both sides of the fields that a change of a card touched, for the log. */
export function changedSides(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = cardColumns.filter(
    (column) =>
      !/^(pass_cipher|pass_hash|phones_key|representative_id)$/.test(column) &&
      JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  const side = (card: Record<string, unknown>) => Object.fromEntries(changed.map((column) => [column, card[column]]));
  return { before: side(before), after: side(after) };
}
