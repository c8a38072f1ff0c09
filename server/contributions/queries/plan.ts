// SQL of a run: which garages are chosen, who is left out and why, what each one is charged.
import { garagesNamed } from '../../garages/queries/finding.ts';
import { sql, type RawBuilder } from 'kysely';
import type { AccrualTerms, PlanRow } from '../../../contract/contributions/charging.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { garageConditions, privilegeName, type Asker } from '../../garages/queries.ts';
import { settled } from '../../balance/queries.ts';
import { ownedThen, ownersOf, payerFirst } from '../../balance/queries/payer.ts';
import { inScope } from '../../kernel/scope.ts';
import { lastReadings, readingsOf } from '../../readings/queries.ts';
import { pageClause } from '../../db/planned.ts';
import { movedGarages } from './moved.ts';

/** Facts about the type that a plan needs beside the terms. */
export interface PlanType {
  id: number;
  unit: string;
  /** `month`: charged once in a month, not once for a year. */
  period: string;
  privilege_applies: boolean;
}

export type Selection = Pick<
  AccrualTerms,
  'isAllGaragSelected' | 'selectedGarageFilters' | 'includedGarages' | 'corrects'
>;

/**
 * The garages of the terms over `garage g` and `garage_balance b`: what the filter keeps, archived ones too (they are shown
 * as left out), and those named one by one; a correction takes what stands of its document.
 */
export function chosenCondition(asker: Asker, terms: Selection): RawBuilder<boolean> {
  const { actor } = asker;
  const named = sql`g.id = any(${terms.includedGarages}::int[])`;
  if (terms.corrects !== null && !terms.includedGarages.length)
    return sql<boolean>`${inScope(actor, 'g')} and g.id in (${standingGarages(terms.corrects)})`;
  if (!terms.isAllGaragSelected) return sql<boolean>`${inScope(actor, 'g')} and ${named}`;
  const { type: _state, ...filter } = terms.selectedGarageFilters;
  const active = garageConditions(asker, { ...filter, type: 'active' });
  const archived = garageConditions(asker, { ...filter, type: 'archive' });
  return sql<boolean>`${inScope(actor, 'g')} and ((${active}) or (${archived}) or ${named})`;
}

/** Garages whose charges of a document stand: what was undone one by one is not charged again by a correction. */
export const standingGarages = (document: number) => sql<{
  garage_id: number;
}>`select o.garage_id from balance_operation o
  where o.contribution_id = ${document} and ${isCharge('o')} and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;

const isCharge = (line: string) => {
  const o = sql.raw(line);
  return sql`${o}.accrual_type_id is not null and ${o}.payment_type_id is null and ${o}.reversal_of is null`;
};

/**
 * One row for every garage (for every owner, where the unit is a person): base, discount, sum and, when it is left out, why.
 * A fee is the primary owner's; one discount applies, that of his privilege of that day, unless its term is over.
 */
export function planRows(asker: Asker, moId: number, terms: AccrualTerms, type: PlanType): RawBuilder<unknown> {
  const each = terms.contributionAmount;
  const hand = terms.excludedGarages.length ? sql`c.id = any(${terms.excludedGarages}::int[])` : sql`false`;
  const before = terms.repeated === 'skip' ? sql`k.garage_id is not null` : sql`false`;
  const isKwh = type.unit === 'kwh';
  const quantity = {
    m2: sql`c.area`,
    kwh: sql`coalesce(w.current - w.previous, w.quantity)`,
    garage: sql`1::numeric`,
    person: sql`1::numeric`,
  }[type.unit as 'm2'];
  const meter = isKwh
    ? sql`w.previous as meter_from, w.current as meter_to, w.current is not null and last.current <> w.previous as is_meter_broken`
    : sql`null::numeric as meter_from, null::numeric as meter_to, false as is_meter_broken`;
  return sql`
    select c.id as garage_id, c.region_id, c.mo_id, c.po_id, c.section, c.number, c.section_key, c.number_key, c.is_active, c.account_no,
      c.owners_key, payer.profile_id as owner_id, p.full_name as owner, had.privilege_id, had.end_date as privilege_end_date, q.quantity, k.garage_id is not null as charged_before,
      base.sum as base, d.percent, d.amount as off, final.sum, ${meter}, d.is_expired,
      coalesce(d.percent, d.amount) is not null and had.is_unproven as is_unproven, d.is_refused, case when had.privilege_id is null then later.issued_on end as privilege_from,
      case when ${hand} then 'excluded' when ${terms.corrects === null} and not c.is_active then 'archived' when ${before} then 'charged'
        when ${!terms.chargeVacant || type.unit === 'person'} and payer.profile_id is null then 'no_owner'
        when q.quantity is null then ${isKwh ? 'no_reading' : 'no_size'}
        when base.sum = 0 then ${isKwh ? 'no_use' : 'no_size'}
        when final.sum = 0 then 'free' end as skipped
    from (select g.id, g.region_id, g.mo_id, g.po_id, g.section, g.number, g.section_key, g.number_key, g.is_active, g.account_no, g.owners_key,
        g.size_x * g.size_y as area from garage g left join garage_balance b on b.garage_id = g.id where ${chosenCondition(asker, terms)}) as c
      left join (${payers(type, terms)}) as payer on payer.garage_id = c.id
      left join profile p on p.id = payer.profile_id
      left join (${chargedBefore(moId, terms, type)}) as k on k.garage_id = c.id
      ${isKwh ? sql`left join (${readingsOf(terms.readings)}) as w on w.garage = c.id left join (${lastReadings(type.id, terms.corrects)}) as last on last.garage_id = c.id` : sql``}
      left join lateral (${privilegeOn(terms.contributionDate)}) as had on true
      left join (${discounts(type)}) as disc on disc.privilege_id = had.privilege_id
      left join (select h.profile_id, h.issued_on from profile_privilege h join (${discounts(type)}) as its using (privilege_id)
        where h.is_current and h.issued_on > ${terms.contributionDate}::date) as later on later.profile_id = p.id
      cross join lateral (select coalesce(had.end_date < ${terms.contributionDate}::date, false) as is_over, coalesce(had.is_refused, false) as is_refused) as term
      cross join lateral (select ${quantity} as quantity) as q
      cross join lateral (select coalesce(round(${each}::bigint * q.quantity), 0)::bigint as sum) as base
      cross join lateral (select case when not term.is_over and not term.is_refused then disc.percent end as percent,
        case when not term.is_over and not term.is_refused then disc.amount end as amount,
        term.is_over and disc.privilege_id is not null as is_expired, term.is_refused and not term.is_over and disc.privilege_id is not null as is_refused) as d
      cross join lateral (select greatest(0, case when d.percent is not null then round(base.sum * (100 - d.percent) / 100.0)::bigint
        else base.sum - coalesce(d.amount, 0) end) as sum) as final`;
}

/**
 * Who pays: the payer of the day of the charge, or each owner of that day for himself. A correction charges everybody who was
 * charged: each person whose line stands, and where nobody owned the garage on the day, whom the document named.
 */
function payers(type: PlanType, { corrects, contributionDate: date }: AccrualTerms) {
  if (corrects === null) return payersOf(type, date);
  // At the posting the old lines are undone already, all of them by one document.
  const charged = sql`select o.garage_id, o.owner_id as profile_id from balance_operation o join contribution doc on doc.id = o.contribution_id
    join accrual_type was on was.id = doc.accrual_type_id
    where doc.id = ${corrects} and ${isCharge('o')} and o.owner_id is not null and not exists (select 1 from balance_operation r
      join contribution u on u.id = r.contribution_id where r.reversal_of = o.id and not (u.undoes_whole and u.reversal_of = doc.id))`;
  if (type.unit !== 'person')
    return sql`select distinct on (garage_id) garage_id, profile_id from (select garage_id, profile_id, 1 as nth from (${payersOf(type, date)}) as day
      union all select garage_id, profile_id, 2 from (${charged}) as was) as either order by garage_id, nth, profile_id`;
  const persons = sql`${charged} and was.unit = 'person'`;
  return sql`${persons} union select day.garage_id, day.profile_id from (${payersOf(type, date)}) as day
    where day.garage_id not in (select garage_id from (${persons}) as named)
    union select was.garage_id, was.profile_id from (${charged} and was.unit <> 'person') as was
    where was.garage_id not in (select garage_id from (${payersOf(type, date)}) as day)`;
}

function payersOf(type: PlanType, date: string) {
  if (type.unit !== 'person')
    return sql`select distinct on (o.garage_id) o.garage_id, o.profile_id from ownership o where ${ownersOf(date)}
      order by o.garage_id, ${payerFirst(date)}`;
  return sql`select owner.garage_id, owner.profile_id from (
    select o.garage_id, o.profile_id, ${ownedThen(date)} as was, bool_or(${ownedThen(date)}) over (partition by o.garage_id) as any_was
    from ownership o where ${ownersOf(date)}) as owner
    where owner.was or not owner.any_was`;
}

/**
 * Privilege of person `p` on a day: of the papers given by then that nothing had taken the place of, the newest. One that tells of
 * health stands on a consent where its bearer is no member: from the day it is revoked the discount is not given.
 */
const privilegeOn = (date: string) => sql`
  select h.privilege_id, h.end_date, v.needs_certificate and coalesce(h.number, '') = '' as is_unproven,
    v.is_health and not p.is_voa_member and not exists (select 1 from consent k
      where k.profile_id = p.id and k.kind = 'health' and (k.revoked_at is null or k.revoked_at > ${date}::date)) as is_refused
  from profile_privilege h join privilege v on v.id = h.privilege_id
  where h.profile_id = p.id and coalesce(h.issued_on, '-infinity') <= ${date}::date and (h.is_current or h.replaced_on > ${date}::date)
  order by h.issued_on desc nulls last, h.id desc limit 1`;

/** Discount of every privilege for the type: its own, else the general percent where privileges apply. */
const discounts = (type: PlanType) => sql`
  select v.id as privilege_id, case when a.privilege_id is null then v.discount_percent else a.percent end as percent, a.amount_kopecks as amount
  from privilege v left join accrual_discount a on a.privilege_id = v.id and a.accrual_type_id = ${type.id}
  where coalesce(a.percent, case when a.privilege_id is null and ${type.privilege_applies} then v.discount_percent end, 0) > 0 or a.amount_kopecks is not null`;

/**
 * Garages of the МО that stand charged for the type and year, where the type is a monthly one by a document of the same month;
 * documents are looked at first, so that one index is enough.
 */
const chargedBefore = (moId: number, terms: AccrualTerms, type: PlanType) => sql`
  select distinct o.garage_id from contribution doc join balance_operation o on o.contribution_id = doc.id
  where doc.mo_id = ${moId} and doc.kind = 'accrual' and coalesce(doc.accrual_type_id, ${type.id}) = ${type.id} and doc.id <> ${terms.corrects ?? 0}
    and coalesce(doc.period_year, ${terms.contributionPeriod}) = ${terms.contributionPeriod}
    ${type.period === 'month' ? sql`and date_trunc('month', o.on_date) = date_trunc('month', ${terms.contributionDate}::date)` : sql``}
    and o.accrual_type_id = ${type.id} and o.period_year = ${terms.contributionPeriod} and ${isCharge('o')} and o.sign < 0
    and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;

/** «Показания 1234 → 1300,5: 66,5 кВт·ч», what a line of a garage says of its meter. */
const usedWords = sql`replace(coalesce('Показания ' || trim_scale(plan.meter_from) || ' → ' || trim_scale(plan.meter_to) || ': ', 'Расход: ')
  || trim_scale(plan.quantity) || ' кВт·ч', '.', ',')`;

/** The line with the largest sum that the terms make. */
export const largestLine = (asker: Asker, moId: number, terms: AccrualTerms, type: PlanType) => sql<{
  place: string;
  kopecks: number;
}>`select trim(plan.section || ' ' || plan.number) as place, plan.sum as kopecks
  from (${planRows(asker, moId, terms, type)}) as plan where plan.skipped is null order by plan.sum desc limit 1`;

/** Lines of the ledger for `post`. */
export const planLines = (asker: Asker, moId: number, terms: AccrualTerms, type: PlanType) => sql`
  select plan.garage_id, plan.owner_id, (-1)::smallint as sign, plan.sum as amount_kopecks, ${type.id}::int as accrual_type_id,
    null::int as payment_type_id, ${terms.contributionPeriod}::int as period_year, ${terms.contributionDate}::date as on_date,
    null::text as paper_no, ${type.unit === 'kwh' ? usedWords : sql`null::text`} as comment, null::bigint as reversal_of, null::int as debtor_id, null::bigint as origin_id
  from (${planRows(asker, moId, terms, type)}) as plan where plan.skipped is null`;

/** Privilege of a plan's row as JSON; health is named only to those who keep the register. */
const privilegeJson = (actor: Actor) => sql`case
  when plan.privilege_id <> 0 and (plan.is_expired or plan.percent is not null or plan.off is not null) then json_build_object(
    'name', ${privilegeName(actor)}, 'percent', plan.percent, 'amount_kopecks', plan.off,
    'expired_on', case when plan.is_expired then plan.privilege_end_date end) end`;

/**
 * What is unusual: a reading that does not go on from the last one, a second charge, nobody to pay, a sum far from the usual
 * one, a privilege that does not count any more or does not count yet, a discount without its paper.
 */
const attention = (type: PlanType) => sql`case when plan.skipped is not null then null
  when plan.is_meter_broken then 'прежнее показание не то, что было в прошлый раз'
  when plan.charged_before then ${type.period === 'month' ? 'уже начислено за этот месяц' : 'уже начислено за этот год'}
  when plan.owner_id is null then 'нет владельца'
  when plan.base > usual.sum * 3 then 'сумма в три раза больше обычной'
  when plan.base * 3 < usual.sum then 'сумма в три раза меньше обычной'
  when plan.is_expired then 'льгота истекла ' || to_char(plan.privilege_end_date, 'DD.MM.YYYY')
  when plan.privilege_from is not null then 'льгота действует с ' || to_char(plan.privilege_from, 'DD.MM.YYYY')
  when plan.is_refused then 'льгота не применена: проверьте карточку человека'
  when plan.is_unproven then 'льгота без номера удостоверения' end`;

export const tabs = {
  charge: sql`skipped is null`,
  privilege: sql`skipped is null and sum < base`,
  attention: sql`attention is not null`,
  skipped: sql`skipped is not null`,
} as const;

/** The plan with its marks, ready to be counted and shown. */
const marked = (asker: Asker, moId: number, terms: AccrualTerms, type: PlanType) => sql`
  plan as materialized (${planRows(asker, moId, terms, type)}),
  usual as (select coalesce(percentile_disc(0.5) within group (order by base), 0) as sum from plan where skipped is null),
  shown as materialized (select plan.*, ${attention(type)} as attention from plan cross join usual)`;

/** The sum is a price times something measured. */
const isMeasured = (type: PlanType) => type.unit === 'm2' || type.unit === 'kwh';

/** Row of the preview as JSON columns; over `shown as plan`. */
const rowColumns = (actor: Actor, type: PlanType) => sql`
  json_build_object('id', plan.garage_id, 'section', plan.section, 'number', plan.number, 'po_name', po.name, 'is_active', plan.is_active) as garage,
  plan.owner, ${privilegeJson(actor)} as privilege, ${isMeasured(type) ? sql`plan.quantity::float8` : sql`null::float8`} as quantity,
  plan.base as base_kopecks, plan.sum as sum_kopecks, plan.skipped, plan.attention`;

/** Garages of a corrected document whose debt a case moved: the new charge follows it there. */
const movedJson = (corrects: number | null) =>
  corrects === null
    ? sql`json_build_object('garages', 0, 'formers', null)`
    : sql`(select json_build_object('garages', count(*), 'formers', string_agg(distinct formers, ', ')) from (${movedGarages(corrects)}) as moved)`;

export interface PreviewPage {
  tab: keyof typeof tabs;
  q: string;
  offset: number;
  limit: number;
  /** Payments that the charge would re-lay. */
  relaid: number;
}

/** Who pays in every garage, as a short text to compare. */
export const payersMark = sql`md5(coalesce(string_agg(garage_id || ':' || coalesce(owner_id, 0), ',' order by garage_id, owner_id), ''))`;

/** Standing charges of the document that is corrected, by garage. */
const replacedOf = (corrects: number | null) =>
  corrects === null
    ? sql`select null::int as garage_id, 0::bigint as sum where false`
    : sql`select o.garage_id, sum(o.amount_kopecks)::bigint as sum from balance_operation o where o.contribution_id = ${corrects} and ${isCharge('o')}
        and o.debtor_id is null and not exists (select 1 from balance_operation r where r.reversal_of = o.id) group by 1`;

/** Counts, groups, ПО and one page of rows as one JSON text. */
export function previewJson(asker: Asker, moId: number, terms: AccrualTerms, type: PlanType, page: PreviewPage) {
  return sql<{ json: string }>`
    with ${marked(asker, moId, terms, type)},
    charge as (select * from shown where skipped is null),
    groups as (select count(*)::int as lines, sum as each_kopecks, sum(sum)::bigint as sum_kopecks, sum < base as privilege
      from charge group by sum, sum < base order by count(*) desc, sum desc),
    top as (select * from groups limit 5),
    wanted as (select shown.* from shown where ${tabs[page.tab]} and ${page.q.trim() ? garagesNamed(asker.actor, page.q, 'shown') : sql`true`}),
    pos as (select po_id, count(distinct garage_id)::int as garages, count(*) filter (where sum < base)::int as privileged, sum(sum)::bigint as sum
      from charge group by po_id),
    added as (select garage_id, sum(sum)::bigint as sum from charge group by garage_id),
    -- Money set aside for something else pays nothing of it.
    aside as (select s.garage_id, sum(s.kopecks)::bigint as sum from ${settled(sql`select b.garage_id from garage_balance b
        where b.aside_kopecks > 0 and b.po_id in (select po_id from pos)`)} as s
      where s.kind = 'aside' and s.debtor_id is null and (s.type_id, s.year) <> (${type.id}::int, ${terms.contributionPeriod}::int) group by 1),
    -- What a correction takes the place of is owed no more.
    replaced as (${replacedOf(terms.corrects)}),
    debts as (select b.po_id, sum(greatest(0, coalesce(added.sum, 0) + coalesce(aside.sum, 0) - coalesce(replaced.sum, 0) - b.balance_kopecks))::bigint as debt
      from garage_balance b left join added using (garage_id) left join aside using (garage_id) left join replaced using (garage_id)
      where b.po_id in (select po_id from pos) group by b.po_id),
    page as (select wanted.*, row_number() over (order by po.sort_key, wanted.po_id, section_key, number_key, garage_id, owner_id) as nth
      from wanted join po on po.id = wanted.po_id order by nth ${pageClause(page)})
    select json_build_object(
      'unit', ${type.unit}::text,
      'found', (select count(distinct garage_id) from plan),
      'skipped', (select coalesce(json_agg(json_build_object('reason', skipped, 'garages', garages)), '[]') from
        (select skipped, count(distinct garage_id) as garages from plan where skipped is not null group by skipped order by 1) as s),
      'vacant', (select count(*) from plan where ${type.unit !== 'person'} and owner_id is null and coalesce(skipped, 'no_owner') = 'no_owner'),
      'charged_before', (select count(distinct garage_id) from plan where charged_before and is_active),
      'garages', (select count(distinct garage_id) from charge), 'lines', (select count(*) from charge),
      'sum_kopecks', (select coalesce(sum(sum), 0) from charge), 'base_kopecks', (select coalesce(sum(base), 0) from charge),
      'quantity', ${isMeasured(type) ? sql`(select coalesce(sum(quantity), 0)::float8 from charge)` : sql`null`},
      'relaid', ${page.relaid}::int, 'moved', ${movedJson(terms.corrects)}, 'payers', (select ${payersMark} from charge),
      'groups', (select coalesce(json_agg(top), '[]') from top),
      'others', (select json_build_object('lines', coalesce(sum(lines), 0), 'sum_kopecks', coalesce(sum(sum_kopecks), 0))
        from (select * from groups offset 5) as rest),
      'pos', (select coalesce(json_agg(json_build_object('po', json_build_object('id', po.id, 'name', po.name), 'garages', pos.garages,
        'privileged', pos.privileged, 'sum_kopecks', pos.sum, 'debt_after_kopecks', coalesce(debts.debt, 0)) order by po.sort_key), '[]')
        from pos join po on po.id = pos.po_id left join debts on debts.po_id = pos.po_id),
      'debt_after_kopecks', (select coalesce(sum(debt), 0) from debts),
      'tabs', (select json_build_object('charge', count(*) filter (where ${tabs.charge}), 'privilege', count(*) filter (where ${tabs.privilege}),
        'attention', count(*) filter (where ${tabs.attention}), 'skipped', count(*) filter (where ${tabs.skipped})) from shown),
      'rows_total', (select count(*) from wanted),
      'rows', (select coalesce(json_agg(row), '[]') from (
        select ${rowColumns(asker.actor, type)} from page as plan join po on po.id = plan.po_id left join privilege v on v.id = plan.privilege_id order by plan.nth) as row)
    )::text as json`;
}

/** All rows of a plan in order, for the file. */
export const planFileRows = (asker: Asker, moId: number, terms: AccrualTerms, type: PlanType) => sql<PlanRow>`
  with ${marked(asker, moId, terms, type)}
  select ${rowColumns(asker.actor, type)} from shown as plan join po on po.id = plan.po_id left join privilege v on v.id = plan.privilege_id
  order by po.sort_key, plan.po_id, plan.section_key, plan.number_key, plan.garage_id, plan.owner_id`;

/** How many of the named garages the person may charge at all. */
export const reachable = (actor: Actor, ids: readonly number[]) =>
  sql<{
    n: number;
  }>`select count(*)::int as n from garage g where g.id = any(${ids}::int[]) and ${inScope(actor, 'g')}`;
