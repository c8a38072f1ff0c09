// SQL of garages: the list with totals, the card, the section map, writing helpers.
import { sql, type RawBuilder } from 'kysely';
import type { GarageFilter } from '../../contract/garages.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { yearMarks } from '../balance/queries.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { inScope } from '../kernel/scope.ts';
import { dateIn } from '../ports/clock.ts';
import { maskedPhone, ownersKey, phoneShown } from '../profiles/queries.ts';
import { isAccountNumber } from './rules.ts';

/** Conditions of the list's filter over `garage as g` and `garage_balance as b`. */
export function garageConditions(actor: Actor, filter: GarageFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [
    inScope(actor, 'g'),
    filter.type === 'archive' ? sql`not g.is_active` : sql`g.is_active`,
  ];
  if (filter.id) all.push(sql`g.id = any(${filter.id}::int[])`);
  if (filter.nameFilter?.trim()) all.push(textCondition(filter.nameFilter.trim()));
  if (filter.moFilter?.length) all.push(sql`g.mo_id = any(${filter.moFilter}::int[])`);
  if (filter.poFilter?.length) all.push(sql`g.po_id = any(${filter.poFilter}::int[])`);
  if (filter.sectionFilter?.length) all.push(sql`g.section = any(${filter.sectionFilter}::text[])`);
  if (filter.garageType?.length) all.push(sql`g.type_id = any(${filter.garageType}::int[])`);
  if (filter.garageDebt === 'debt') all.push(sql`b.balance_kopecks < 0`);
  if (filter.garageDebt === 'no_debt') all.push(sql`coalesce(b.balance_kopecks, 0) >= 0`);
  if (filter.garageDebt === 'advance') all.push(sql`b.balance_kopecks > 0`);
  if (filter.debtFrom !== undefined) all.push(sql`b.balance_kopecks <= ${-filter.debtFrom}`);
  if (filter.debtTo !== undefined) all.push(sql`coalesce(b.balance_kopecks, 0) >= ${-filter.debtTo}`);
  if (filter.pib)
    all.push(
      filter.pib === 'has'
        ? sql`(g.pib_number is not null or g.pib_file_id is not null)`
        : sql`(g.pib_number is null and g.pib_file_id is null)`,
    );
  if (filter.locked !== undefined)
    all.push(filter.locked ? sql`g.locked_by_reregistration is not null` : sql`g.locked_by_reregistration is null`);
  if (filter.profileCounter) {
    const count = sql`(select count(*) from ownership o where o.garage_id = g.id and o.ended_on is null)`;
    all.push(
      { none: sql`g.owners_key = ''`, one: sql`${count} = 1`, several: sql`${count} > 1` }[filter.profileCounter],
    );
  }
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Owner's words, garage number, «А 45», account number or the tail of a phone. */
function textCondition(text: string): RawBuilder<unknown> {
  if (isAccountNumber(text.replace(/\s/g, ''))) return sql`g.account_no = ${text.replace(/\s/g, '')}`;
  const compact = text.toLowerCase().replace(/\s+/g, '');
  const place = /^([а-яёa-z]{1,3})[\s-]*(\d+[а-я]?(?:\/\d+)?)$/i.exec(text);
  const digits = text.replace(/\D/g, '');
  const ways: RawBuilder<unknown>[] = [sql`g.number = ${compact}`];
  if (place) ways.push(sql`(fold(g.section) = fold(${place[1]}) and g.number = ${place[2]!.toLowerCase()})`);
  if (digits.length >= 4 && !/\p{L}/u.test(text))
    ways.push(
      sql`g.id in (select o.garage_id from ownership o join profile p on p.id = o.profile_id where o.ended_on is null and p.phones_key like ${`%${digits.slice(-10)} %`})`,
    );
  const words = text.toLowerCase().replaceAll('ё', 'е').split(/\s+/).slice(0, 6);
  if (/\p{L}{2}/u.test(text))
    ways.push(
      sql`(${sql.join(
        words.map((word) => sql`g.owners_key like ${`%${likeText(word)}%`}`),
        sql` and `,
      )})`,
    );
  return sql`(${sql.join(ways, sql` or `)})`;
}

const orders: Record<string, (direction: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  id: (d) => sql`g.id ${d}`,
  place: (d) => sql`mo.sort_key ${d}, po.sort_key ${d}, g.po_id ${d}, g.section_key ${d}, g.number_key ${d}`,
  number: (d) => sql`g.number_key ${d}, g.section_key`,
  owner: (d) => sql`nullif(g.owners_key, '') ${d} nulls last`,
  balance_kopecks: (d) => sql`coalesce(b.balance_kopecks, 0) ${d}`,
  last_payment_on: (d) => sql`b.last_payment_on ${d} nulls last`,
  date_of_construction: (d) => sql`g.date_of_construction ${d} nulls last`,
};

/** Order of a list; the same for the screen, the export and neighbours. */
export function garageOrder(field: string, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${(orders[field] ?? orders.place!)(sql.raw(direction))}, g.id`;
}

/** Tables of the list: balances and places are joined for filters and order. */
export const garageTables = sql`garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id left join garage_balance b on b.garage_id = g.id`;

/** Page ids first, details for those rows only. */
export function garageRows(ctx: Ctx, request: ListRequest<GarageFilter>): RawBuilder<unknown> {
  const order = garageOrder(request.field, request.direction);
  return sql`
    with page as (
      select g.id, row_number() over (order by ${order}) as nth from ${garageTables}
      where ${garageConditions(ctx.actor, request.filter)} order by ${order} offset ${request.offset} limit ${request.limit}
    )
    ${garageDetails(ctx)} order by page.nth`;
}

/** Columns of a row for garages whose ids and places in order come from `page`. */
export function garageDetails(ctx: Ctx): RawBuilder<unknown> {
  const today = dateIn(ctx.now());
  const name = ctx.actor.capabilities.includes(1)
    ? sql`v.name`
    : sql`case when v.is_health then 'льгота ' || v.discount_percent || ' %' else v.name end`;
  return sql`
    select g.id, g.section, g.number, g.account_no, json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name,
      json_build_object('value', t.id, 'label', t.name) as type, owners.list as owners,
      case when v.id <> 0 then json_build_object('name', ${name}, 'discount_percent', v.discount_percent,
        'is_expired', coalesce(owner.privilege_end_date < ${today}::date, false)) end as privilege,
      case when owner.phones <> '{}' then ${maskedPhone(sql`owner.phones[1]`)} end as phone,
      coalesce(b.balance_kopecks, 0) as balance_kopecks, ${yearMarks(sql`g.id`, Number(today.slice(0, 4)))} as years, b.last_payment_on,
      (g.pib_number is not null or g.pib_file_id is not null) as has_pib, g.locked_by_reregistration is not null as is_locked,
      g.is_active, g.date_of_construction
    from page join garage g on g.id = page.id join po on po.id = g.po_id join mo on mo.id = g.mo_id left join garage_balance b on b.garage_id = g.id
      join garage_type t on t.id = g.type_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by o.is_primary desc, o.id), '[]') as list,
          (array_agg(p.id order by o.is_primary desc, o.id))[1] as first_id
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null
      ) as owners
      left join profile owner on owner.id = owners.first_id left join privilege v on v.id = owner.privilege_id`;
}

export interface GarageTotals {
  count: number;
  debt_kopecks: number;
  advance_kopecks: number;
}

/** Count and sums over everything the condition keeps. */
export async function totalsWhere(db: ReadDb, condition: RawBuilder<unknown>): Promise<GarageTotals> {
  const { rows } = await sql<GarageTotals>`
    select count(*)::int as count, coalesce(sum(-b.balance_kopecks) filter (where b.balance_kopecks < 0), 0)::bigint as debt_kopecks,
      coalesce(sum(b.balance_kopecks) filter (where b.balance_kopecks > 0), 0)::bigint as advance_kopecks
    from garage g left join garage_balance b on b.garage_id = g.id where ${condition}`.execute(db as never);
  return rows[0]!;
}

/** Rows of a selection: a filter with what was added and taken out, or only what was ticked. Always in scope. */
export function selectionCondition(
  actor: Actor,
  selection: { filter: GarageFilter; included: number[]; excluded: number[]; all: boolean },
): RawBuilder<boolean> {
  const ticked = sql`g.id = any(${selection.included}::int[])`;
  const chosen = selection.all
    ? sql`((${garageConditions(actor, selection.filter)}) or ${ticked}) and g.id <> all(${selection.excluded}::int[])`
    : ticked;
  return sql<boolean>`${inScope(actor, 'g')} and (${chosen})`;
}

const ownerLines = (ctx: Ctx, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
  const today = dateIn(ctx.now());
  const name = ctx.actor.capabilities.includes(1)
    ? sql`v.name`
    : sql`case when v.is_health then 'льгота ' || v.discount_percent || ' %' else v.name end`;
  return sql`coalesce((select json_agg(json_build_object('id', o.id, 'profile_id', p.id, 'full_name', p.full_name,
      'share', o.share_num || '/' || o.share_den, 'is_primary', o.is_primary, 'started_on', o.started_on, 'ended_on', o.ended_on,
      'start_reason', o.start_reason, 'end_reason', o.end_reason, 'phone', case when p.phones <> '{}' then ${phoneShown(ctx.actor, sql`p.phones[1]`)} end,
      'isVOAMember', p.is_voa_member, 'voaEntryDate', p.voa_entry_date,
      'privilege', case when v.id <> 0 then json_build_object('name', ${name}, 'discount_percent', v.discount_percent,
        'is_expired', coalesce(p.privilege_end_date < ${today}::date, false)) end) order by ${order})
    from ownership o join profile p on p.id = o.profile_id join privilege v on v.id = p.privilege_id where o.garage_id = g.id and ${condition}), '[]')`;
};

export interface RawCard {
  card: Record<string, unknown> & { id: number; pib_file_id: number | null; type_is_capital: boolean };
}

/** Card of a garage in scope, without what rules and links add; undefined when absent. */
export async function garageCard(ctx: Ctx, id: number, db: ReadDb | WriteDb = ctx.db) {
  const thisYear = Number(dateIn(ctx.now()).slice(0, 4));
  const { rows } = await sql<{
    card: Record<string, unknown>;
    pib_file_id: number | null;
    pib_file_name: string | null;
    is_capital: boolean;
    built: string | null;
  }>`
    select g.pib_file_id, f.name as pib_file_name, t.is_capital, g.date_of_construction as built, json_build_object(
      'id', g.id, 'version', g.version, 'section', g.section, 'number', g.number, 'account_no', g.account_no,
      'po', json_build_object('id', po.id, 'name', po.name), 'mo', json_build_object('id', mo.id, 'name', mo.name), 'region', json_build_object('id', r.id, 'name', r.name),
      'type', json_build_object('value', t.id, 'label', t.name, 'is_capital', t.is_capital, 'has_size', t.has_size),
      'sizeX', g.size_x::float8, 'sizeY', g.size_y::float8, 'sizeZ', g.size_z::float8, 'dateOfConstruction', g.date_of_construction,
      'pibNumber', g.pib_number, 'pibDate', g.pib_date, 'note', g.note, 'isActive', g.is_active,
      'archiveReason', g.archive_reason, 'archivedAt', g.archived_at, 'archiveComment', g.archive_comment, 'reregistration_id', g.locked_by_reregistration,
      'owners', ${ownerLines(ctx, sql`o.ended_on is null`, sql`o.is_primary desc, o.id`)},
      'owner_history', ${ownerLines(ctx, sql`true`, sql`o.ended_on desc nulls first, o.started_on desc nulls last, o.id desc`)},
      'balance_kopecks', coalesce(b.balance_kopecks, 0), 'years', ${yearMarks(sql`g.id`, thisYear)}, 'last_payment_on', b.last_payment_on,
      'neighbours', ${neighbours()}, 'created_at', g.created_at, 'updated_at', g.updated_at) as card
    from garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id join region r on r.id = g.region_id join garage_type t on t.id = g.type_id
      left join garage_balance b on b.garage_id = g.id left join stored_file f on f.id = g.pib_file_id
    where g.id = ${id} and ${inScope(ctx.actor, 'g')}`.execute(db as never);
  return rows[0];
}

/** Three garages of the same row before and three after. */
function neighbours(): RawBuilder<unknown> {
  const side = (
    compare: string,
    direction: string,
  ) => sql`(select n.id, n.section, n.number, n.number_key, n.is_active, coalesce(nb.balance_kopecks, 0) as balance_kopecks
    from garage n left join garage_balance nb on nb.garage_id = n.id
    where n.po_id = g.po_id and n.section_key = g.section_key and n.is_active and (n.number_key, n.id) ${sql.raw(compare)} (g.number_key, g.id)
    order by n.number_key ${sql.raw(direction)}, n.id ${sql.raw(direction)} limit 3)`;
  return sql`coalesce((select json_agg(json_build_object('id', near.id, 'section', near.section, 'number', near.number, 'is_active', near.is_active,
      'balance_kopecks', near.balance_kopecks) order by near.number_key, near.id) from (${side('<', 'desc')} union all ${side('>', 'asc')}) as near), '[]')`;
}

/** What a write needs to know of a garage in scope. */
export const garageForWrite = (ctx: Ctx, db: ReadDb | WriteDb, id: number) =>
  (db as ReadDb)
    .selectFrom('garage as g')
    .where('g.id', '=', id)
    .where(inScope(ctx.actor, 'g'))
    .selectAll('g')
    .executeTakeFirst();

export const ownersOf = (db: ReadDb | WriteDb, garageId: number) =>
  (db as ReadDb)
    .selectFrom('ownership as o')
    .innerJoin('profile as p', 'p.id', 'o.profile_id')
    .where('o.garage_id', '=', garageId)
    .where('o.ended_on', 'is', null)
    .orderBy('o.is_primary', 'desc')
    .orderBy('o.id')
    .select(['o.id', 'o.profile_id', 'o.share_num', 'o.share_den', 'o.is_primary', 'o.started_on', 'p.full_name'])
    .execute();

export const typeById = (db: ReadDb, id: number) =>
  db.selectFrom('garage_type').where('id', '=', id).where('is_active', '=', true).selectAll().executeTakeFirst();
export const balanceOf = async (db: ReadDb | WriteDb, id: number) =>
  (
    await (db as ReadDb)
      .selectFrom('garage_balance')
      .where('garage_id', '=', id)
      .select('balance_kopecks')
      .executeTakeFirst()
  )?.balance_kopecks ?? 0;

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

/** Remembers a section of a ПО that was typed for the first time. */
export async function rememberSection(tx: WriteDb, poId: number, section: string) {
  if (!section) return;
  await sql`insert into section (po_id, name, sort) select ${poId}, ${section}, coalesce(max(sort), -1) + 1 from section where po_id = ${poId} on conflict do nothing`.execute(
    tx,
  );
}

/** Brings what is kept beside owners up to date: names on the garage, places of the people. */
export async function ownersChanged(tx: WriteDb, garageId: number) {
  await sql`update garage set owners_key = ${ownersKey} where id = ${garageId}`.execute(tx);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select distinct o.profile_id, g.po_id, g.mo_id, g.region_id from ownership o join garage g on g.id = o.garage_id where g.id = ${garageId} on conflict do nothing`.execute(
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

/** Every active garage of a ПО for the section map, as JSON text. */
export async function mapCells(ctx: Ctx, poId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'balance_kopecks', coalesce(b.balance_kopecks, 0),
      'owner', p.full_name, 'owners_count', coalesce(o.n, 0), 'isVOAMember', coalesce(p.is_voa_member, false), 'is_locked', g.locked_by_reregistration is not null,
      'missing', array_remove(array[case when p.id is null then 'владелец' end, case when p.phones = '{}' then 'телефон' end, case when p.birthday is null and p.id is not null then 'дата рождения' end,
        case when p.pass_hash is null and p.id is not null then 'паспорт' end, case when t.has_size and g.size_x is null then 'размеры' end], null))
      order by s.sort nulls last, g.section_key, g.number_key, g.id), '[]')::text as json
    from garage g join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id
      left join section s on s.po_id = g.po_id and s.name = g.section
      left join lateral (select count(*)::int as n, (array_agg(profile_id order by is_primary desc, id))[1] as first_id from ownership where garage_id = g.id and ended_on is null) o on true
      left join profile p on p.id = o.first_id
    where g.po_id = ${poId} and g.is_active and ${inScope(ctx.actor, 'g')}`.execute(ctx.db as never);
  return rows[0]!.json;
}

/** ПО of the actor's scope. */
export const poInScope = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('po as p')
    .where('p.id', '=', id)
    .where(
      sql<boolean>`${ctx.actor.po ? sql`p.id = ${ctx.actor.po}` : ctx.actor.mo ? sql`p.mo_id = ${ctx.actor.mo}` : sql`p.region_id = ${ctx.actor.region}`}`,
    )
    .select(['p.id', 'p.name', 'p.region_id', 'p.mo_id'])
    .executeTakeFirst();

/** Log and ownership lines of a garage, newest first. */
export async function historyOf(ctx: Ctx, id: number) {
  const { rows } = await sql<{ id: string; at: string; who: string | null; text: string; basis: string | null }>`
    select * from (
      select 'o' || o.id as id, o.started_on::text as at, null as who, p.full_name || ' — владелец' || coalesce(', доля ' || o.share_num || '/' || o.share_den, '') as text, o.start_reason as basis
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = ${id} and o.started_on is not null
      union all
      select 'e' || o.id, o.ended_on::text, null, p.full_name || ' больше не владелец', o.end_reason
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = ${id} and o.ended_on is not null
      union all
      select 'l' || l.id, to_char(l.at at time zone 'Europe/Moscow', 'YYYY-MM-DD'), l.user_name, l.text, null
      from action_log l where l.object_type = 'garage' and l.object_id = ${id}
    ) as lines order by at desc, id desc limit 200`.execute(ctx.db as never);
  return rows;
}

/** Ledger lines of a garage, newest first, with the balance after each; `before` is the id of the last line seen. */
export async function ledgerOf(ctx: Ctx, id: number, before: number | null, limit: number) {
  const { rows } = await sql<{
    id: number;
    on_date: string;
    kind: string;
    name: string;
    year: number;
    amount_kopecks: number;
    balance_kopecks: number;
    comment: string | null;
    owner: string | null;
    is_reversed: boolean;
  }>`
    select * from (
      select o.id, o.on_date, case when o.reversal_of is not null then 'reversal' when o.payment_type_id is not null then 'payment' else 'accrual' end as kind,
        coalesce(pt.name, t.name) as name, o.period_year as year, o.sign * o.amount_kopecks as amount_kopecks,
        sum(o.sign * o.amount_kopecks) over (order by o.on_date, o.id)::bigint as balance_kopecks, o.comment, p.full_name as owner,
        exists (select 1 from balance_operation r where r.reversal_of = o.id) as is_reversed
      from balance_operation o left join accrual_type t on t.id = o.accrual_type_id left join payment_type pt on pt.id = o.payment_type_id left join profile p on p.id = o.owner_id
      where o.garage_id = ${id}
    ) as lines
    where ${before}::bigint is null or (on_date, id) < (select on_date, id from balance_operation where id = ${before}::bigint)
    order by on_date desc, id desc limit ${limit}`.execute(ctx.db as never);
  return rows;
}
