// SQL of documents: the list, the card, lines, what of a charge is paid.
import { foldText } from '../../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ContributionFilter } from '../../../contract/contributions.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { likeText, type ListRequest } from '../../kernel/list.ts';
import { inScope, ownMo, ownPo } from '../../kernel/scope.ts';
import { read } from '../../kernel/read.ts';
import { penaltiesOn } from '../../penalties/queries/undoing.ts';
import { isShareUndone, ownShare } from '../../balance/queries/share.ts';
import { basisOf, caseOf, commentOf, undoneBy, versionOf } from '../../balance/queries/words.ts';
import type { DocumentFacts } from '../rules.ts';
import { levelOf } from '../../../contract/kernel/scope.ts';
import { pageClause } from '../../db/planned.ts';

/** Documents of the actor's place; a ПО also sees those of its МО that charged its garages. */
export function documentScope(actor: Actor, c = 'c'): RawBuilder<boolean> {
  if (levelOf(actor) !== 'po') return inScope(actor, c);
  const column = (name: string) => sql.ref(`${c}.${name}`);
  return sql<boolean>`${column('mo_id')} = ${ownMo(actor)} and (${column('po_id')} = ${ownPo(actor)} or (${column('po_id')} is null
    and exists (select 1 from ledger_seal s where s.contribution_id = ${column('id')} and s.po_id = ${ownPo(actor)})))`;
}

function conditions(actor: Actor, filter: ContributionFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [documentScope(actor), sql`c.kind <> 'payment'`];
  all.push(sql`c.kind = ${filter.kind ?? 'accrual'} and c.accrual_type_id is not null`);
  if (filter.kind === 'reversal')
    all[all.length - 1] = sql`c.kind = 'reversal' and exists (select 1 from contribution undone
      where undone.id = c.reversal_of and undone.kind = 'accrual')`;
  if (filter.userFilter?.length) all.push(sql`c.created_by = any(${filter.userFilter}::int[])`);
  if (filter.accrualTypeFilter?.length) all.push(sql`c.accrual_type_id = any(${filter.accrualTypeFilter}::int[])`);
  if (filter.paymentTypeFilter?.length) all.push(sql`c.payment_type_id = any(${filter.paymentTypeFilter}::int[])`);
  if (filter.yearFilter?.length) all.push(sql`c.period_year = any(${filter.yearFilter}::int[])`);
  if (filter.moFilter?.length) all.push(sql`c.mo_id = any(${filter.moFilter}::int[])`);
  if (filter.poFilter?.length)
    all.push(
      sql`exists (select 1 from ledger_seal s where s.contribution_id = c.id and s.po_id = any(${filter.poFilter}::int[]))`,
    );
  if (filter.dateFrom) all.push(sql`c.on_date >= ${filter.dateFrom}::date`);
  if (filter.dateTo) all.push(sql`c.on_date <= ${filter.dateTo}::date`);
  if (filter.reversed) {
    const undone = isShareUndone(actor);
    all.push(filter.reversed === 'yes' ? undone : sql`not ${undone}`);
  }
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

const orders: Record<string, (direction: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  on_date: (d) => sql`c.on_date ${d}, c.id ${d}`,
  amount_kopecks: (d) => sql`own.amount ${d}, c.id`,
  garages: (d) => sql`own.garages ${d}, c.id`,
  year: (d) => sql`c.period_year ${d} nulls last, c.id desc`,
  id: (d) => sql`c.id ${d}`,
};
/** Order of the list over `ownShare`; the same for the screen and the export. */
export const documentOrder = (field: string, direction: 'asc' | 'desc') =>
  (orders[field] ?? orders.on_date!)(sql.raw(direction));

/** Ids of everything the filter keeps, in order. */
export const documentIds = (actor: Actor, { filter, field, direction }: ListRequest<ContributionFilter>) =>
  sql`select c.id from contribution c ${ownShare(actor)} where ${conditions(actor, filter)} order by ${documentOrder(field, direction)}`;

/** Page ids first, details for those rows only. */
export function documentRows(ctx: Ctx, { filter, field, direction, offset, limit }: ListRequest<ContributionFilter>) {
  const order = documentOrder(field, direction);
  return sql`with page as (select c.id, row_number() over (order by ${order}) as nth from contribution c ${ownShare(ctx.actor)}
      where ${conditions(ctx.actor, filter)} order by ${order} ${pageClause({ offset, limit })})
    select ${rowColumns(ctx.actor)} from page join contribution c on c.id = page.id ${rowTables(ctx.actor)} order by page.nth`;
}

/** «Соколова М. И.» over `app_user u`; null without a name. */
export const userName = sql`nullif(trim(u.last_name || ' ' || coalesce(left(nullif(u.first_name, ''), 1) || '. ', '') || coalesce(left(nullif(u.father_name, ''), 1) || '.', '')), '')`;

const rowColumns = (actor: Actor) => sql`c.id, c.kind, c.source, c.on_date,
  case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as accrual_type,
  case when pt.id is not null then json_build_object('id', pt.id, 'name', pt.name) end as payment_type,
  c.period_year as year, mo.name as mo_name, case when po.id is not null then json_build_object('id', po.id, 'name', po.name) end as po,
  own.garages, own.amount as amount_kopecks, case when u.id is not null then json_build_object('id', u.id, 'name', coalesce(${userName}, u.email)) end as "user",
  ${isShareUndone(actor)} as is_reversed, ${basisOf()} as basis_document, ${commentOf()} as comment,
  case when own.garages = 1 then (select json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', gp.name, 'is_active', g.is_active)
    from balance_operation o join garage g on g.id = o.garage_id join po gp on gp.id = g.po_id
      where o.contribution_id = c.id and ${inScope(actor, 'o')} limit 1) end as garage`;

/** What `rowColumns` and exports read, over `contribution c`. */
export const rowTables = (
  actor: Actor,
) => sql`join mo on mo.id = c.mo_id left join po on po.id = c.po_id left join accrual_type t on t.id = c.accrual_type_id
  left join payment_type pt on pt.id = c.payment_type_id left join app_user u on u.id = c.created_by ${ownShare(actor)}`;

export interface DocumentTotals {
  count: number;
  garages: number;
  amount_kopecks: number;
}
/** Count of everything the filter keeps; sums without what was undone, whole or line by line. */
export async function documentTotals(ctx: Ctx, filter: ContributionFilter): Promise<DocumentTotals> {
  const stands = sql`not ${isShareUndone(ctx.actor)}`;
  const rows = await read(
    ctx.db,
    sql<DocumentTotals>`
    with kept as materialized (select c.id, own.garages, own.amount, ${stands} as stands
      from contribution c ${ownShare(ctx.actor)} where ${conditions(ctx.actor, filter)}
    ), undone as (select kept.id, line.garage_id, sum(line.amount_kopecks) as amount
      from kept join contribution u on u.reversal_of = kept.id and not u.undoes_whole join balance_operation line on line.contribution_id = u.id
      where kept.stands and line.reversal_of is not null and line.origin_id is null and ${inScope(ctx.actor, 'line')} group by 1, 2
    ), gone as (select count(*) as garages from undone where not exists (select 1 from balance_operation s
      where s.contribution_id = undone.id and s.garage_id = undone.garage_id and not exists (select 1 from balance_operation r where r.reversal_of = s.id)))
    select count(*)::int as count, (coalesce(sum(garages) filter (where stands), 0) - (select garages from gone))::int as garages,
      (coalesce(sum(amount) filter (where stands), 0) - (select coalesce(sum(amount), 0) from undone))::bigint as amount_kopecks
    from kept`,
  );
  return rows[0]!;
}

/** A document as its card, without what rules add; null when it is not in the actor's place. */
export async function documentCard(db: ReadDb | WriteDb, actor: Actor, id: number) {
  const rows = await read(
    db,
    sql<DocumentFacts & { card: Record<string, unknown>; closed_until: string | null; mo_id: number }>`
    select c.kind, c.source, c.on_date, c.po_id, c.mo_id, c.created_by, ${undoneBy()} as reversed_by, mo.period_closed_until as closed_until, counts.open as open_lines, ${caseOf()} as case_no,
      (select to_json(row) from (select ${rowColumns(actor)}, ${versionOf()} as version, c.created_at, counts.lines, counts.undone as reversed_lines,
        ${linked(actor, sql`d.id = c.reversal_of`)} as reversal_of, ${linked(actor, undoing(actor))} as reversed_by,
        ${linked(actor, sql`d.id = c.corrects`)} as corrects, ${linked(actor, sql`d.corrects = c.id`)} as corrected_by,
        ${penaltiesOn(sql`charge.contribution_id = c.id and ${inScope(actor, 'charge')}`)} as penalties,
        (c.request ->> 'contributionAmount')::bigint as unit_kopecks, t.unit, mo.period_closed_until as period_closed_until,
        exists (select 1 from balance_operation o join balance_operation p on p.garage_id = o.garage_id and p.id > o.id
          where o.contribution_id = c.id and ${inScope(actor, 'o')} and p.payment_type_id is not null and p.sign > 0) as has_payments) as row) as card
    from contribution c ${rowTables(actor)}
    cross join lateral (select count(*)::int as lines, count(*) filter (where r.id is not null)::int as undone,
      count(*) filter (where r.id is null and o.reversal_of is null)::int as open
      from balance_operation o left join balance_operation r on r.reversal_of = o.id where o.contribution_id = c.id and ${inScope(actor, 'o')}) as counts
    where c.id = ${id} and ${documentScope(actor)}`,
  );
  return rows[0] ?? null;
}

/** A document of the actor's place tied to this one. */
const linked = (
  actor: Actor,
  which: RawBuilder<unknown>,
) => sql`(select json_build_object('id', d.id, 'on_date', d.on_date, 'amount_kopecks', own.amount,
  'comment', ${commentOf('d')}) from contribution d ${ownShare(actor, 'd')} where ${which} and ${documentScope(actor, 'd')} order by d.id desc limit 1)`;

/** The reversal `d` after which nothing of the reader's part of `c` stands. */
const undoing = (actor: Actor) =>
  levelOf(actor) === 'po'
    ? sql`d.reversal_of = c.id and ${isShareUndone(actor)}`
    : sql`d.reversal_of = c.id and d.undoes_whole`;

/** People who posted documents of the place. */
export const documentUsers = (actor: Actor, q: string) => sql<{ value: number; label: string }>`
  select u.id as value, coalesce(${userName}, u.email) as label from app_user u
  where u.id in (select c.created_by from contribution c where ${documentScope(actor)} and c.kind <> 'payment')
    and fold(u.last_name || ' ' || u.first_name) like ${`%${likeText(foldText(q.trim()))}%`}
  order by u.last_name, u.first_name, u.id limit 50`;

/** What a document is now, for changing it. */
export const documentForWrite = (tx: WriteDb, id: number) =>
  tx
    .selectFrom('contribution as c')
    .where('id', '=', id)
    .select([
      'id',
      'source',
      'on_date',
      'po_id',
      'accrual_type_id',
      'payment_type_id',
      'period_year',
      'due_on',
      versionOf().as('version'),
      basisOf().as('basis_document'),
      commentOf().as('comment'),
    ])
    .forUpdate()
    .executeTakeFirst();
