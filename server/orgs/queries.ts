// SQL of regions, МО and ПО: one shape for three tables.
import { documentsUsing, garagesUsing } from '../kernel/usedBy.ts';
import { foldText } from '../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { ownMo, placeScope, poScope } from '../kernel/scope.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { pageClause } from '../db/planned.ts';

export type OrgTable = 'region' | 'mo' | 'po';
export interface OrgFilter {
  id?: number[] | undefined;
  q?: string | undefined;
  is_active?: boolean | undefined;
  region_id?: number | undefined;
  mo_id?: number | undefined;
}

const garagesOf: Record<OrgTable, RawBuilder<unknown>> = {
  region: sql`(select coalesce(sum(garage_count), 0)::int from po where po.region_id = o.id)`,
  mo: sql`(select coalesce(sum(garage_count), 0)::int from po where po.mo_id = o.id)`,
  po: sql`o.garage_count`,
};
const named = (table: 'region' | 'mo', id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', up.id, 'name', up.name) from ${sql.table(table)} up where up.id = ${id})`;
const poCount = (column: string) => sql`(select count(*)::int from po where ${sql.ref(`po.${column}`)} = o.id)`;

const extras: Record<OrgTable, RawBuilder<unknown>> = {
  region: sql`(select count(*)::int from mo where mo.region_id = o.id) as mo_count, ${poCount('region_id')} as po_count`,
  mo: sql`${named('region', sql`o.region_id`)} as region, ${poCount('mo_id')} as po_count`,
  po: sql`${named('mo', sql`o.mo_id`)} as mo, ${named('region', sql`o.region_id`)} as region, o.code`,
};

function conditions(table: OrgTable, filter: OrgFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (filter.id) all.push(sql`o.id = any(${filter.id}::int[])`);
  if (filter.q?.trim()) all.push(sql`fold(o.name) like ${`%${likeText(foldText(filter.q.trim()))}%`}`);
  if (filter.is_active !== undefined) all.push(sql`o.is_active = ${filter.is_active}`);
  if (filter.region_id && table !== 'region') all.push(sql`o.region_id = ${filter.region_id}`);
  if (filter.mo_id && table === 'po') all.push(sql`o.mo_id = ${filter.mo_id}`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Expressions of an order, each in the asked direction. */
const sorts: Record<string, (table: OrgTable) => RawBuilder<unknown>[]> = {
  // Names are grouped by МО, then in the official order.
  order: (table) =>
    table === 'po' ? [sql`(select sort_key from mo where mo.id = o.mo_id)`, sql`o.sort_key`] : [sql`o.sort_key`],
  name: () => [sql`fold(o.name)`],
  garage_count: (table) => [garagesOf[table]],
  code: () => [sql`o.code`],
  id: () => [sql`o.id`],
};

const rowColumns = (table: OrgTable) =>
  sql`o.id, o.name, o.chairman_name, o.phone, o.is_active, o.sort_pinned, ${garagesOf[table]} as garage_count, ${extras[table]}`;

/** The row of one organisation, as the list shows it. */
export const orgDetails = (table: OrgTable, id: RawBuilder<unknown>) =>
  sql`select ${rowColumns(table)} from ${sql.table(table)} o where o.id = ${id}`;

export const orgRows = (table: OrgTable, request: ListRequest<OrgFilter>): RawBuilder<unknown> => {
  const order = (sorts[request.field] ?? sorts.order!)(table);
  const directed = sql.join(order.map((expression) => sql`${expression} ${sql.raw(request.direction)}`));
  return sql`select ${rowColumns(table)} from ${sql.table(table)} o where ${conditions(table, request.filter)} order by ${directed}, o.id ${pageClause(request)}`;
};

export async function countOrgs(db: ReadDb, table: OrgTable, filter: OrgFilter): Promise<number> {
  const rows = await read(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} o where ${conditions(table, filter)}`,
  );
  return rows[0]!.n;
}

const cardExtras: Record<OrgTable, RawBuilder<unknown>> = {
  region: extras.region,
  mo: extras.mo,
  po: sql`${extras.po}, coalesce((select json_agg(json_build_object('name', s.name, 'garages', (select count(*)::int from garage g where g.po_id = o.id and g.section = s.name and not g.is_withdrawn)) order by s.sort, s.name_key)
      from section s where s.po_id = o.id), '[]') as sections,
    (select count(*)::int from profile_place where po_id = o.id) as people_count`,
};

/** Card with everything the form edits; undefined when absent. */
export async function orgCard(
  db: ReadDb | WriteDb,
  table: OrgTable,
  id: number,
): Promise<Record<string, unknown> | undefined> {
  const rows = await read(
    db,
    sql<
      Record<string, unknown>
    >`select o.*, ${cardExtras[table]}, ${garagesOf[table]} as garage_count from ${sql.table(table)} o where o.id = ${id}`,
  );
  return rows[0];
}

/** The smallest code from 1001 that no ПО has, null when all are taken; locked, so that two creations never meet. */
export async function freeCode(tx: WriteDb): Promise<number | null> {
  await sql`lock table po in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ code: number | null }>`
    select min(code) as code from (
      select 1001 as code where not exists (select 1 from po where code = 1001)
      union all select p.code + 1 from po p where not exists (select 1 from po n where n.code = p.code + 1) and p.code < 9999
    ) free`.execute(tx);
  return rows[0]!.code;
}

/**
 * Holds the organisation until commit: two people who save it do it in turn. No key of it changes, so rows that name it (a line of money,
 * a person's place) are written meanwhile: whoever holds a garage and writes such a row would wait for the one who renames its section.
 */
export async function lockOrg(tx: WriteDb, table: OrgTable, id: number): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
}

export async function insertOrg(tx: WriteDb, table: OrgTable, columns: Record<string, unknown>): Promise<number> {
  const { id } = await tx
    .insertInto(table)
    .values(columns as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveOrg(tx: WriteDb, table: OrgTable, id: number, columns: Record<string, unknown>) {
  await tx
    .updateTable(table)
    .set(columns as never)
    .where('id' as never, '=', id as never)
    .execute();
}

/** A name as people hear it: letters and numbers alone, look-alike letters are one; «12-3» is not «123». */
const heard = (name: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(look_alike_key(fold(${name})), '([0-9])[^[:alnum:]]+(?=[0-9])', '\\1-', 'g'), '[^[:alnum:]-]|-(?![0-9])|(?<![0-9])-', '', 'g')`;

/** The name of another organisation of the same parent that is this one, however it is typed. */
export async function twinName(tx: WriteDb, table: OrgTable, columns: Record<string, unknown>, except: number) {
  const parent = { region: null, mo: 'region_id', po: 'mo_id' }[table];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id <> ${except}
    and (name = ${columns.name} or ${heard(sql.ref('name'))} = ${heard(sql`${columns.name}::text`)} and ${heard(sql.ref('name'))} <> '')
    and ${parent ? sql`${sql.ref(parent)} = ${columns[parent] ?? 0}` : sql`true`} order by name = ${columns.name} desc limit 1`.execute(
    tx,
  );
  return rows[0]?.name;
}

/** Where an organisation stands, for the log and for who may hear of it. */
export async function placeOf(tx: WriteDb, table: OrgTable, id: number) {
  const above = {
    region: sql`id, null::int, null::int`,
    mo: sql`region_id, id, null::int`,
    po: sql`region_id, mo_id, id`,
  };
  const { rows } = await sql<{ region_id: number; mo_id: number | null; po_id: number | null }>`
    select * from (select ${above[table]} from ${sql.table(table)} where id = ${id}) as place(region_id, mo_id, po_id)`.execute(
    tx,
  );
  return rows[0]!;
}

/** Sections of a ПО with the number of all their garages, archived too. */
export async function sectionsInUse(tx: WriteDb, poId: number) {
  const { rows } = await sql<{ name: string; garages: number; numbers: string[] }>`
    select g.section as name, count(*)::int as garages, (array_agg(g.number order by g.number_key, g.id))[1:3] as numbers from garage g where g.po_id = ${poId} and g.section <> '' and not g.is_withdrawn group by g.section`.execute(
    tx,
  );
  return rows;
}

/** Garages of sections whose plates stand in the papers of open cases; all of them are held until the end of the transaction. */
export async function heldByCases(tx: WriteDb, poId: number, sections: readonly string[]) {
  const { rows } = await sql<{ section: string; number: string; by: number | null }>`
    select g.section, g.number, g.locked_by_reregistration as by from garage g
    where g.po_id = ${poId} and g.section = any(${[...sections]}::text[]) order by g.id for update`.execute(tx);
  return rows.filter((row) => row.by !== null);
}

export interface RenamedGarage {
  id: number;
  number: string;
  was: string;
  section: string;
}

/** Gives garages the new names of their sections, through names nobody has: «А» and «Б» may change places. */
export async function renameSections(
  tx: WriteDb,
  poId: number,
  moves: readonly { was: string; name: string }[],
): Promise<RenamedGarage[]> {
  const list = JSON.stringify(moves.map(({ was, name }, index) => ({ was, between: `\u0001${index}`, name })));
  const move = sql`json_to_recordset(${list}::json) as move(was text, between text, name text)`;
  await sql`update garage g set section = move.between from ${move} where g.po_id = ${poId} and g.section = move.was`.execute(
    tx,
  );
  const { rows } =
    await sql<RenamedGarage>`update garage g set section = move.name, version = g.version + 1, updated_at = now() from ${move}
    where g.po_id = ${poId} and g.section = move.between returning g.id, g.number, move.was, g.section`.execute(tx);
  return rows;
}

/** Writes the sections of a ПО in their order. */
export async function writeSections(tx: WriteDb, poId: number, sections: readonly { name: string }[]): Promise<void> {
  await tx.deleteFrom('section').where('po_id', '=', poId).execute();
  if (sections.length)
    await tx
      .insertInto('section')
      .values(sections.map(({ name }, sort) => ({ po_id: poId, name, sort })))
      .execute();
}

export const hasLedger = async (db: ReadDb | WriteDb, poId: number) =>
  Boolean(await db.selectFrom('balance_operation').where('po_id', '=', poId).select('id').limit(1).executeTakeFirst());
export const moById = (db: ReadDb | WriteDb, id: number) =>
  db.selectFrom('mo').where('id', '=', id).select(['id', 'region_id', 'name']).executeTakeFirst();
export const regionExists = async (db: ReadDb | WriteDb, id: number) =>
  Boolean(await db.selectFrom('region').where('id', '=', id).select('id').executeTakeFirst());
/** Active garages of an organisation, by name. */
export const activeGarages = (table: OrgTable, id: number) =>
  garagesUsing(sql`g.is_active and ${sql.ref(`g.${table}_id`)} = ${id}`);
/** Documents of money of a ПО, the last first. */
export const ledgerOfPo = (id: number) =>
  documentsUsing(
    sql`(c.po_id = ${id} or c.po_id is null and exists (select 1 from balance_operation o where o.contribution_id = c.id and o.po_id = ${id}))`,
  );

/** МО or ПО that the actor works with, for selects. */
const optionScope = (actor: Actor, table: 'mo' | 'po'): RawBuilder<boolean> =>
  table === 'po'
    ? poScope(actor, 'o')
    : levelOf(actor) === 'region'
      ? placeScope(actor, { region: 'o.region_id' })
      : sql<boolean>`o.id = ${ownMo(actor)}`;

export interface OptionQuery {
  q?: string | undefined;
  mo?: number | undefined;
  region?: number | undefined;
}
const wordFilter = (query: OptionQuery) =>
  query.q?.trim() ? sql`fold(o.name) like ${`%${likeText(foldText(query.q.trim()))}%`}` : sql`true`;

/** `all`: a superuser choosing on admin pages sees everything. */
export async function moOptions(db: ReadDb, actor: Actor, query: OptionQuery, all: boolean) {
  const rows = await read(
    db,
    sql<{ value: number; label: string }>`select o.id as value, o.name as label from mo o
    where ${all ? sql`true` : optionScope(actor, 'mo')} and ${query.region ? sql`o.region_id = ${query.region}` : sql`true`} and ${wordFilter(query)} order by o.sort_key limit 500`,
  );
  return rows;
}
export async function poOptions(db: ReadDb, actor: Actor, query: OptionQuery) {
  const rows = await read(
    db,
    sql<{
      value: number;
      label: string;
      mo_id: number;
      mo_name: string;
    }>`select o.id as value, o.name as label, o.mo_id, m.name as mo_name
    from po o join mo m on m.id = o.mo_id where ${optionScope(actor, 'po')} and ${query.mo ? sql`o.mo_id = ${query.mo}` : sql`true`} and ${wordFilter(query)}
    order by m.sort_key, o.sort_key limit 500`,
  );
  return rows;
}
export async function sectionOptions(db: ReadDb, actor: Actor, poIds: number[]) {
  const rows = await read(
    db,
    sql<{
      value: string;
      label: string;
    }>`select s.name as value, s.name as label from section s join po o on o.id = s.po_id
    where ${optionScope(actor, 'po')} and ${poIds.length ? sql`o.id = any(${poIds}::int[])` : sql`true`} group by s.name, s.name_key order by min(s.sort), s.name_key limit 500`,
  );
  return rows;
}

/** Whether the actor's МО may take a copy of its register away. */
export const mayTakeBackup = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select backup_allowed from mo where ${placeScope(actor, { mo: 'mo.id' })}), false)`;
