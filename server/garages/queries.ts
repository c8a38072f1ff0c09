// SQL of garages: the list with its filters and totals, and what every writer of garages must keep.
import { sql, type RawBuilder } from 'kysely';
import { garageFields } from '../../contract/fields/garages.ts';
import type { GarageFilter } from '../../contract/garages.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { shownBalance, yearMarks } from '../balance/queries.ts';
import type { Counter } from '../kernel/counters.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import type { ListRequest } from '../kernel/list.ts';
import { plainRowColumns } from '../kernel/plainFields.ts';
import { inScope, poScope, wasMistake } from '../kernel/scope.ts';
import { owingBy } from '../profiles/queries/debts.ts';
import { ownerConditions } from '../profiles/queries/ownerConditions.ts';
import { maskedPhone, ownersKey, OWNERS_SEPARATOR, phoneCondition } from '../profiles/queries.ts';
import { garagesNamed } from './queries/finding.ts';
import { read } from '../kernel/read.ts';
import { limitTo, pageClause } from '../db/planned.ts';

/** Who asks and when: days of a filter are those of each МО by the program's clock. */
export type Asker = Pick<Ctx, 'actor' | 'now'>;

/** Conditions of the list's filter over `garage as g` and `garage_balance as b`. */
export function garageConditions({ actor, now }: Asker, filter: GarageFilter): RawBuilder<boolean> {
  // Each by the day of its own МО.
  const day = sql`(${now().toISOString()}::timestamptz at time zone m.time_zone)`;
  const all: RawBuilder<unknown>[] = [
    inScope(actor, 'g'),
    filter.type === 'archive' ? sql`not g.is_active and not g.is_withdrawn` : sql`g.is_active`,
  ];
  if (filter.id) all.push(sql`g.id = any(${filter.id}::int[])`);
  if (filter.nameFilter?.trim()) all.push(textCondition(actor, filter.nameFilter.trim()));
  if (filter.moFilter?.length) all.push(sql`g.mo_id = any(${filter.moFilter}::int[])`);
  if (filter.poFilter?.length) all.push(sql`g.po_id = any(${filter.poFilter}::int[])`);
  if (filter.sectionFilter?.length) all.push(sql`g.section = any(${filter.sectionFilter}::text[])`);
  if (filter.garageType?.length) all.push(sql`g.type_id = any(${filter.garageType}::int[])`);
  if (filter.garageDebt === 'debt') all.push(sql`b.debt_kopecks > 0`);
  if (filter.garageDebt === 'no_debt') all.push(sql`coalesce(b.debt_kopecks, 0) = 0`);
  if (filter.garageDebt === 'advance') all.push(sql`b.advance_kopecks > 0`);
  if (filter.garageDebt === 'former') all.push(sql`b.former_debt_kopecks > 0`);
  if (filter.debtFrom !== undefined) all.push(sql`coalesce(b.debt_kopecks, 0) >= ${filter.debtFrom}`);
  if (filter.debtTo !== undefined) all.push(sql`coalesce(b.debt_kopecks, 0) <= ${filter.debtTo}`);
  if (filter.accrualTypeFilter?.length) all.push(sql`g.id = any(${owingBy(actor, filter.accrualTypeFilter)})`);
  if (filter.pib)
    all.push(
      filter.pib === 'has'
        ? sql`(g.pib_number is not null or g.pib_file_id is not null)`
        : sql`(g.pib_number is null and g.pib_file_id is null)`,
    );
  if (filter.locked !== undefined)
    all.push(filter.locked ? sql`g.locked_by_reregistration is not null` : sql`g.locked_by_reregistration is null`);
  if (filter.restricted !== undefined) {
    const restricted = sql`g.id in (select r.garage_id from garage_restriction r join garage held on held.id = r.garage_id
      join mo m on m.id = held.mo_id where ${inForce(day)})`;
    all.push(filter.restricted ? restricted : sql`not ${restricted}`);
  }
  const ofOwner = ownerConditions(actor, filter, day);
  if (ofOwner.length) all.push(ownedBy(actor, ofOwner));
  if (filter.profileCounter) all.push(ownersCount[filter.profileCounter]);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Garages of the actor's place that a present owner `p` has who answers all conditions; read once for a whole list. `m` is the garage's МО. */
const ownedBy = (actor: Actor, conditions: readonly RawBuilder<unknown>[]) =>
  sql`g.id = any(array(select held.id from garage held join mo m on m.id = held.mo_id join ownership o on o.garage_id = held.id and o.ended_on is null
    join profile p on p.id = o.profile_id where ${inScope(actor, 'held')} and ${sql.join([...conditions], sql` and `)}))`;

/** Restrictions `r` in force on a day: not lifted, begun, not run out. */
const inForce = (day: string | RawBuilder<unknown>) =>
  sql`r.lifted_at is null and r.since <= ${day}::date and (r.until is null or r.until >= ${day}::date)`;

/** Kinds of the restrictions of a garage in force on a day, as a list of SQL. */
export const restrictionKinds = (garage: RawBuilder<unknown>, day: string) =>
  sql`coalesce((select json_agg(distinct r.kind) from garage_restriction r where r.garage_id = ${garage} and ${inForce(day)}), '[]')`;

/** Names of the present owners stand in `owners_key`, so that their number needs no count. */
const ownersCount = {
  none: sql`g.owners_key = ''`,
  one: sql`(g.owners_key <> '' and position(${OWNERS_SEPARATOR} in g.owners_key) = 0)`,
  several: sql`position(${OWNERS_SEPARATOR} in g.owners_key) > 0`,
} as const;

/**
 * What the search box finds, or the tail of an owner's phone. People are found first, as an array, so that the ways stay
 * alternatives of one bitmap scan.
 */
function textCondition(actor: Actor, text: string): RawBuilder<unknown> {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 4 || /\p{L}/u.test(text)) return garagesNamed(actor, text);
  return sql`(${garagesNamed(actor, text)} or g.id = any(array(select o.garage_id from ownership o join profile p on p.id = o.profile_id
    where o.ended_on is null and ${phoneCondition(actor, digits)})))`;
}

const orders: Record<string, (direction: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  id: (d) => sql`g.id ${d}`,
  place: (d) => sql`mo.sort_key ${d}, po.sort_key ${d}, g.po_id ${d}, g.section_key ${d}, g.number_key ${d}`,
  number: (d) => sql`g.number_key ${d}, g.section_key`,
  owner: (d) => sql`nullif(g.owners_key, '') ${d} nulls last`,
  balance_kopecks: (d) => sql`${shownBalance('b')} ${d}`,
  last_payment_on: (d) => sql`b.last_payment_on ${d} nulls last`,
  date_of_construction: (d) => sql`g.date_of_construction ${d} nulls last`,
};

/** Order of a list; the same for the screen, the export and neighbours. */
export function garageOrder(field: string, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${(orders[field] ?? orders.place!)(sql.raw(direction))}, g.id`;
}

/** Balances of the actor's garages `g`. They are read by the place, not garage by garage nor all there are: a large register costs a region no more. */
const balances = (actor: Actor) => sql`left join garage_balance b on b.garage_id = g.id and ${inScope(actor, 'b')}`;

/** Tables of the list: balances and places are joined for filters and order. */
export const garageTables = (actor: Actor) =>
  sql`garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id ${balances(actor)}`;

/** Page ids first, details for those rows only. */
export function garageRows(ctx: Ctx, request: ListRequest<GarageFilter>): RawBuilder<unknown> {
  const page =
    request.field === 'place' && !isNarrow(request.filter) ? walkedPage(ctx, request) : sortedPage(ctx, request);
  return sql`with page as (${page}) ${garageDetails(ctx)} order by page.nth`;
}

/** True for filters that keep a handful of garages: these are found by their own index and sorted. */
const isNarrow = (filter: GarageFilter) =>
  Boolean(filter.id || filter.nameFilter?.trim() || filter.type === 'archive' || filter.locked);

function sortedPage(ctx: Ctx, { field, direction, filter, offset, limit }: ListRequest<GarageFilter>) {
  const order = garageOrder(field, direction);
  return sql`select g.id, row_number() over (order by ${order}) as nth from ${garageTables(ctx.actor)}
    where ${garageConditions(ctx, filter)} order by ${order} ${pageClause({ offset, limit })}`;
}

/**
 * The official order without sorting the whole region: the ПО come in their order, each gives its garages from an index
 * that holds them in natural order, and the walk ends with the page. Without a filter the ПО before the page are passed
 * by the number of their garages. «offset 0» keeps the ПО sorted below the join.
 */
function walkedPage(ctx: Ctx, { direction, filter, offset, limit }: ListRequest<GarageFilter>) {
  const { actor } = ctx;
  const d = sql.raw(direction);
  const order = sql`mo_key ${d}, po_key ${d}, po_id ${d}`;
  const before = isWhole(filter)
    ? sql`sum(po.garage_count) over (order by mo.sort_key ${d}, po.sort_key ${d}, po.id ${d}) - po.garage_count`
    : sql`0`;
  const onPage = isWhole(filter) ? sql`before + garage_count > ${offset} and before < ${offset + limit}` : sql`true`;
  return sql`select id, row_number() over (order by ${order}, section_key ${d}, number_key ${d}, id) as nth from (
      with place as (
        select * from (
          select mo.sort_key as mo_key, po.sort_key as po_key, po.id as po_id, po.garage_count, ${before} as before
          from po join mo on mo.id = po.mo_id where ${placesKept(actor, filter, 'po')}
        ) as every where ${onPage} order by ${order} offset 0
      )
      select found.*, place.* from place cross join lateral (
        select g.id, g.section_key, g.number_key from garage g
          left join garage_balance b on b.garage_id = g.id and b.po_id = place.po_id
        where g.po_id = place.po_id and ${garageConditions(ctx, filter)}
        order by g.section_key ${d}, g.number_key ${d}, g.id limit ${offset + limit} - place.before
      ) as found
      order by ${order}, section_key ${d}, number_key ${d}, id
      offset ${offset} - (select coalesce(min(before), 0) from place) ${limitTo(limit)}
    ) as walked`;
}

/** True when a list holds every active garage of its places, so that `po.garage_count` tells where each ПО begins. */
const isWhole = (filter: GarageFilter) =>
  Object.entries(filter).every(
    ([key, value]) =>
      value === undefined ||
      (key !== 'id' && Array.isArray(value) && !value.length) ||
      ['moFilter', 'poFilter'].includes(key) ||
      (key === 'type' && value !== 'archive'),
  );

/** Columns of a row for garages whose ids and places in order come from `page`. */
export function garageDetails(ctx: Ctx): RawBuilder<unknown> {
  const today = todayOf(ctx);
  const name = privilegeName(ctx.actor);
  return sql`
    select g.id, g.section, g.number, g.account_no, json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name,
      json_build_object('value', t.id, 'label', t.name) as type, owners.list as owners,
      case when v.id <> 0 then json_build_object('name', ${name}, 'discount_percent', v.discount_percent,
        'is_expired', coalesce(owner.privilege_end_date < ${today}::date, false)) end as privilege,
      case when owner.phones <> '{}' then ${maskedPhone(sql`owner.phones[1]`)} end as phone,
      coalesce(b.balance_kopecks, 0) as balance_kopecks, coalesce(b.aside_kopecks, 0) as aside_kopecks,
      coalesce(b.former_debt_kopecks, 0) as former_kopecks, ${yearMarks('b', sql`g.id`, Number(today.slice(0, 4)))} as years, b.last_payment_on,
      (g.pib_number is not null or g.pib_file_id is not null) as has_pib, g.locked_by_reregistration is not null as is_locked,
      ${restrictionKinds(sql`g.id`, today)} as restrictions,
      g.is_active${plainRowColumns(garageFields, 'g')}
    from page join garage g on g.id = page.id join po on po.id = g.po_id join mo on mo.id = g.mo_id left join garage_balance b on b.garage_id = g.id
      join garage_type t on t.id = g.type_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by o.is_primary desc, o.id), '[]') as list,
          (array_agg(p.id order by o.is_primary desc, o.id))[1] as first_id
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null
      ) as owners
      left join profile owner on owner.id = owners.first_id left join privilege v on v.id = owner.privilege_id`;
}

/** Name of a privilege `v`; health is named only to those who keep the register. */
export const privilegeName = (actor: Actor) =>
  actor.capabilities.includes(1)
    ? sql`v.name`
    : sql`case when v.is_health then 'льгота ' || v.discount_percent || ' %' else v.name end`;

export interface GarageTotals {
  count: number;
  debtors: number;
  debt_kopecks: number;
  advance_kopecks: number;
}

/** Count and sums over the list of a filter: kept by ПО for all garages in use, counted for anything narrower. */
export function garageTotals(db: ReadDb, asker: Asker, filter: GarageFilter): Promise<GarageTotals> {
  const { actor } = asker;
  return isWhole(filter) ? keptTotals(db, actor, filter) : totalsWhere(db, actor, garageConditions(asker, filter));
}

/** ПО of the actor's place that a filter of places keeps; `p` is the ПО. */
function placesKept(actor: Actor, { poFilter, moFilter }: GarageFilter, p: string): RawBuilder<boolean> {
  const all = [poScope(actor, p)];
  if (poFilter?.length) all.push(sql`${sql.ref(`${p}.id`)} = any(${poFilter}::int[])`);
  if (moFilter?.length) all.push(sql`${sql.ref(`${p}.mo_id`)} = any(${moFilter}::int[])`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Sums that the database keeps for each ПО (`po_sum`). */
async function keptTotals(db: ReadDb, actor: Actor, places: GarageFilter): Promise<GarageTotals> {
  const rows = await read(
    db,
    sql<GarageTotals>`
    select coalesce(sum(s.garages), 0)::int as count, coalesce(sum(s.debtors), 0)::int as debtors,
      coalesce(sum(s.debt_kopecks), 0)::bigint as debt_kopecks, coalesce(sum(s.advance_kopecks), 0)::bigint as advance_kopecks
    from po p join po_sum s on s.po_id = p.id where ${placesKept(actor, places, 'p')}`,
  );
  return rows[0]!;
}

/** Count and sums over the actor's garages that the condition keeps. */
export async function totalsWhere(db: ReadDb, actor: Actor, condition: RawBuilder<unknown>): Promise<GarageTotals> {
  const rows = await read(
    db,
    sql<GarageTotals>`
    select count(*)::int as count, count(*) filter (where b.debt_kopecks > 0)::int as debtors,
      coalesce(sum(b.debt_kopecks), 0)::bigint as debt_kopecks, coalesce(sum(b.advance_kopecks), 0)::bigint as advance_kopecks
    from garage g ${balances(actor)} where ${condition}`,
  );
  return rows[0]!;
}

interface Selection {
  filter: GarageFilter;
  included: number[];
  excluded: number[];
  all: boolean;
}

/** Count and sums of a selection. */
export function selectionTotals(db: ReadDb, asker: Asker, selection: Selection): Promise<GarageTotals> {
  const { all, filter, included, excluded } = selection;
  if (all && !included.length && !excluded.length) return garageTotals(db, asker, filter);
  return totalsWhere(db, asker.actor, selectionCondition(asker, selection));
}

/** Rows of a selection: a filter with what was added and taken out, or only what was ticked. Always in scope. */
export function selectionCondition(asker: Asker, selection: Selection): RawBuilder<boolean> {
  const ticked = sql`g.id = any(${selection.included}::int[])`;
  const chosen = selection.all
    ? sql`((${garageConditions(asker, selection.filter)}) or ${ticked}) and g.id <> all(${selection.excluded}::int[])`
    : ticked;
  return sql<boolean>`${inScope(asker.actor, 'g')} and (${chosen})`;
}

/** ПО of the actor's scope. */
export const poInScope = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('po as p')
    .where('p.id', '=', id)
    .where(poScope(ctx.actor, 'p'))
    .select(['p.id', 'p.name', 'p.region_id', 'p.mo_id'])
    .executeTakeFirst();

/** Next account sequence of a ПО; locked until commit, so that two clerks never get one number. */
export async function takeSequence(tx: WriteDb, poId: number, count = 1): Promise<{ code: number; first: number }> {
  const row = await tx
    .updateTable('po')
    .set((e) => ({ next_garage_seq: e('next_garage_seq', '+', count) }))
    .where('id', '=', poId)
    .returning(['code', 'next_garage_seq'])
    .executeTakeFirstOrThrow();
  return { code: row.code, first: row.next_garage_seq - count };
}

/**
 * Holds the ПО of a garage until commit: by whoever writes both the garage and what the ПО keeps of its garages (their count, the next
 * account number, sections). Asked for after the books of the МО and before any garage, as by the one who renames sections.
 */
export const holdPo = (tx: WriteDb, poId: number) =>
  sql`select 1 from po where id = ${poId} for no key update`.execute(tx);

/** Remembers a section of a ПО that was typed for the first time. */
export async function rememberSection(tx: WriteDb, poId: number, section: string) {
  if (!section) return;
  await sql`insert into section (po_id, name, sort) select ${poId}, ${section}, coalesce(max(sort), -1) + 1 from section where po_id = ${poId} on conflict do nothing`.execute(
    tx,
  );
}

/** Brings what is kept beside owners up to date: names on the garage, places of the people. */
export async function ownersChanged(tx: WriteDb, ...garageIds: number[]) {
  await sql`update garage set owners_key = ${ownersKey} where id = any(${garageIds}::int[])`.execute(tx);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select distinct o.profile_id, g.po_id, g.mo_id, g.region_id from ownership o join garage g on g.id = o.garage_id
    where g.id = any(${garageIds}::int[]) and not ${wasMistake('o')} on conflict do nothing`.execute(tx);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select distinct p.representative_id, g.po_id, g.mo_id, g.region_id from ownership o join garage g on g.id = o.garage_id
      join profile p on p.id = o.profile_id
    where g.id = any(${garageIds}::int[]) and o.ended_on is null and p.representative_id is not null on conflict do nothing`.execute(
    tx,
  );
  // Who was entered by mistake is known there no more, unless something else ties him.
  await sql`delete from profile_place place using ownership o join garage g on g.id = o.garage_id
    where g.id = any(${garageIds}::int[]) and place.profile_id = o.profile_id and place.po_id = g.po_id and ${wasMistake('o')}
      and not exists (select 1 from profile p where p.id = place.profile_id and p.po_id = place.po_id)
      and not exists (select 1 from ownership own join garage at on at.id = own.garage_id
        where own.profile_id = place.profile_id and at.po_id = place.po_id and not ${wasMistake('own')})
      and not exists (select 1 from balance_operation d where d.po_id = place.po_id and d.debtor_id = place.profile_id)
      and not exists (select 1 from reregistration_party y join reregistration r on r.id = y.reregistration_id
        where y.profile_id = place.profile_id and r.po_id = place.po_id and r.id is distinct from o.ended_by_reregistration)`.execute(
    tx,
  );
}

/** Keeps the number of active garages of a ПО. */
export const countChanged = (tx: WriteDb, poId: number, by: number) =>
  tx
    .updateTable('po')
    .set((e) => ({ garage_count: e('garage_count', '+', by) }))
    .where('id', '=', poId)
    .execute();

/** Garages in use at the actor's place, as the ПО keep count of them. */
export const countGarages: Counter = (actor) =>
  sql<number>`select coalesce(sum(p.garage_count), 0)::int from po p where ${poScope(actor, 'p')}`;
