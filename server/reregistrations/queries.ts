// SQL of the list of re-registrations: its filter, order, rows, counts.
import { nameWords } from '../../contract/kernel/words.ts';
import { allWords } from '../garages/queries/finding.ts';
import { sql, type RawBuilder } from 'kysely';
import { read } from '../kernel/read.ts';
import type { ReregistrationFilter } from '../../contract/reregistrations.ts';
import { reasonNames } from '../../contract/reregistrations/reasons.ts';
import type { SearchAnswer } from '../../contract/search.ts';
import { isAccountNumber } from '../garages/rules.ts';
import { levelOf, type Actor } from '../../contract/kernel/scope.ts';
import { cardThere, personOfLine } from '../kernel/alias.ts';
import type { Counter } from '../kernel/counters.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import type { ListRequest } from '../kernel/list.ts';
import { mayAskNames } from '../kernel/masking.ts';
import { inScope } from '../kernel/scope.ts';
import { hasLeaver, hasNewcomer } from './queries/card.ts';
import { GUARDIAN, MINOR_CONSENT, OLD_GUARDIAN, OLD_MINOR_CONSENT, papersOf, reasons } from './rules/reasons.ts';
import { limitTo, onePlanOfWords, pageClause } from '../db/planned.ts';

/** What a notice of an event is called among moments; its object is the event. */
export const NOTICE_DUE = 'reregistration.notice';

const IDLE_DAYS = 7;

/** Conditions over `reregistration r` and `garage g`. Drafts are their author's alone. */
export function caseConditions(ctx: Ctx, filter: ReregistrationFilter): RawBuilder<boolean> {
  const { actor } = ctx;
  const all: RawBuilder<unknown>[] = [inScope(actor, 'r'), sql`(r.status <> 0 or r.author_id = ${actor.userId})`];
  if (filter.id) all.push(sql`r.id = any(${filter.id}::int[])`);
  else if (!filter.any && !filter.garage) {
    const status = filter.status ?? 2;
    all.push(sql`r.status = any(${Array.isArray(status) ? status : [status]}::int[])`);
  }
  if (filter.garage) all.push(sql`r.garage_id = ${filter.garage}`);
  if (filter.moFilter?.length) all.push(sql`r.mo_id = any(${filter.moFilter}::int[])`);
  if (filter.poList?.length) all.push(sql`r.po_id = any(${filter.poList}::int[])`);
  if (filter.sectionList?.length) all.push(sql`g.section = any(${filter.sectionList}::text[])`);
  if (filter.poFilter?.length) all.push(sql`r.po_id = any(${filter.poFilter}::int[])`);
  if (filter.sectionFilter?.length) all.push(sql`g.section = any(${filter.sectionFilter}::text[])`);
  if (filter.reason?.length) all.push(sql`r.reason_id = any(${filter.reason}::int[])`);
  if (filter.dateFrom) all.push(sql`r.date_request >= ${filter.dateFrom}::date`);
  if (filter.dateTo) all.push(sql`r.date_request <= ${filter.dateTo}::date`);
  if (filter.idle) all.push(sql`r.status in (1, 2, 6) and r.last_event_at < ${idleSince(ctx)}::timestamptz`);
  if (filter.q?.trim()) all.push(textCondition(actor, filter.q.trim()));
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

const idleSince = (ctx: Ctx) => new Date(ctx.now().getTime() - IDLE_DAYS * 86_400_000).toISOString();

/** № of the case, of the garage, its account, words of a name; each way is found by an index of its own. */
function textCondition(actor: Actor, text: string): RawBuilder<unknown> {
  const compact = text.toLowerCase().replace(/[\s№]+/g, '');
  const ofGarages = (condition: RawBuilder<unknown>) =>
    sql`r.garage_id = any(array(select x.id from garage x where ${inScope(actor, 'x')} and ${condition}))`;
  if (isAccountNumber(compact)) return ofGarages(sql`x.account_no = ${compact}`);
  const ways: RawBuilder<unknown>[] = [ofGarages(sql`x.number = ${compact}`)];
  if (/^\d{1,9}$/.test(compact)) ways.push(sql`r.id = ${Number(compact)}`);
  const place = /^(\p{L}{1,3})[\s-]*(\d+\p{L}?(?:\/\d+)?)$/u.exec(text.toLowerCase());
  if (place) ways.push(ofGarages(sql`x.number = ${place[2]!} and fold(x.section) = fold(${place[1]!})`));
  if (/\p{L}{2}/u.test(text) && mayAskNames(actor, [text]))
    ways.push(sql`r.id = any(array(${namedCases(actor, text)}))`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * Cases in which somebody of this name takes part whom the place knows: its own bearers of the name are read, not all. Arrays
 * keep the planner to the indexes, however many bearers it guesses.
 */
const namedCases = (actor: Actor, text: string) => sql`select y.reregistration_id from reregistration_party y
  where y.profile_id = any(array(select place.profile_id from profile_place place where ${inScope(actor, 'place')} and ${allWords(
    sql`place.name_key`,
    nameWords(text).map((word) => [word]),
  )}))`;

/** Reasons whose end no debt stops. */
const debtless = reasons.flatMap(({ id, ignoresDebt, leaves }) => (ignoresDebt || leaves === 'nobody' ? [id] : []));

/** Papers that a reason requires, as rows for SQL. */
const required = JSON.stringify(
  reasons.flatMap((reason) =>
    [
      ...papersOf(reason, null).filter((paper) => paper.required),
      ...papersOf(reason, 'moves_new', { child: true, teen: true, oldChild: true, oldTeen: true }).slice(
        reason.papers.length,
      ),
    ].map((paper, nth) => ({ reason: reason.id, kind: paper.kind, title: paper.title, nth })),
  ),
);
const missingPaper = sql`(select need.title from json_to_recordset(${sql.lit(required)}::json) as need(reason int, kind text, title text, nth int)
  where need.reason = r.reason_id and (need.kind <> 'debt_consent' or r.debt_answer = 'moves_new')
    and (need.kind <> ${sql.lit(GUARDIAN.kind)} or ${hasNewcomer('child')}) and (need.kind <> ${sql.lit(MINOR_CONSENT.kind)} or ${hasNewcomer('teen')})
    and (need.kind <> ${sql.lit(OLD_GUARDIAN.kind)} or ${hasLeaver('child')}) and (need.kind <> ${sql.lit(OLD_MINOR_CONSENT.kind)} or ${hasLeaver('teen')})
    and not exists (select 1 from reregistration_paper y where y.reregistration_id in (r.id, r.pair_id) and y.kind = need.kind and y.received_at is not null)
  order by need.nth limit 1)`;
/** Kinds that a reason requires, as a constant of SQL: told for every case of a list, not only for those of the page. */
const requiredKinds = sql.raw(
  `case r.reason_id ${reasons
    .map((reason) => {
      const kinds = papersOf(reason, null).flatMap(({ kind, required: isRequired }) => (isRequired ? [kind] : []));
      return `when ${reason.id} then '{${kinds.join(',')}}'::text[]`;
    })
    .join(' ')} end`,
);
const hasAllPapers = sql`(select ${requiredKinds} <@ coalesce(array_agg(y.kind), '{}')
    and (r.debt_answer is distinct from 'moves_new' or coalesce(bool_or(y.kind = 'debt_consent'), false))
    and (coalesce(bool_or(y.kind = ${sql.lit(GUARDIAN.kind)}), false) or not ${hasNewcomer('child')})
    and (coalesce(bool_or(y.kind = ${sql.lit(MINOR_CONSENT.kind)}), false) or not ${hasNewcomer('teen')})
    and (coalesce(bool_or(y.kind = ${sql.lit(OLD_GUARDIAN.kind)}), false) or not ${hasLeaver('child')})
    and (coalesce(bool_or(y.kind = ${sql.lit(OLD_MINOR_CONSENT.kind)}), false) or not ${hasLeaver('teen')})
  from reregistration_paper y where y.reregistration_id in (r.id, r.pair_id) and y.received_at is not null)`;
const turn = sql`case r.status when 1 then 'mo' when 6 then 'po' when 0 then 'applicant'
  when 2 then case when ${hasAllPapers} then 'mo' else 'applicant' end else 'nobody' end`;

/** Whose move a person of this level makes. */
const ownTurn = (actor: Actor) => levelOf(actor) ?? '';

const orders: Record<string, (d: RawBuilder<unknown>, actor: Actor) => RawBuilder<unknown>> = {
  id: (d) => sql`r.id ${d}`,
  turn: (_, actor) => sql`${turn} = ${ownTurn(actor)} desc, least(r.id, r.pair_id) nulls last, r.date_request, r.id`,
  date_request: (d) => sql`r.date_request ${d}`,
  on_date: (d) => sql`r.on_date ${d}`,
  days: (d) => sql`-(r.date_request - date '2000-01-01') ${d}`,
  idle_days: (d) => sql`-extract(epoch from r.last_event_at) ${d}`,
  place: (d) => sql`g.po_id ${d}, g.section_key ${d}, g.number_key ${d}`,
};
const orderOf = (ctx: Ctx, field: string, direction: 'asc' | 'desc') =>
  sql`${(orders[field] ?? orders.turn!)(sql.raw(direction), ctx.actor)}, r.id`;

export const caseIds = (
  ctx: Ctx,
  { field, direction, filter }: Pick<ListRequest<ReregistrationFilter>, 'field' | 'direction' | 'filter'>,
) =>
  sql`select r.id, row_number() over (order by ${orderOf(ctx, field, direction)}) as nth from reregistration r join garage g on g.id = r.garage_id
    where ${caseConditions(ctx, filter)}`;

const names = (
  side: string,
) => sql`coalesce((select json_agg(p.full_name order by y.nth) from reregistration_party y join profile p on p.id = y.profile_id
  where y.reregistration_id = r.id and y.side = ${sql.lit(side)}), '[]')`;
export const reasonName = sql`(${sql.lit(JSON.stringify(reasonNames))}::json ->> r.reason_id::text)`;

/** Days since the application. */
export const caseDays = (ctx: Ctx) => sql<number>`greatest(0, ${todayOf(ctx)}::date - r.date_request)`;
/** Days since anything happened. */
export const idleDays = (ctx: Ctx) =>
  sql<number>`greatest(0, floor(extract(epoch from ${ctx.now().toISOString()}::timestamptz - r.last_event_at) / 86400))::int`;

/**
 * Open charges of the garages of `cases` (a query of the columns `id, garage_id`), walked once for all of them, with whose they
 * are: `garage_id, since, kopecks, owner`.
 */
const openCharges = (
  cases: RawBuilder<unknown>,
) => sql`select s.garage_id, s.since, s.kopecks, ${cardThere(personOfLine('o'))} as owner
  from settle(array(select distinct b.garage_id from (${cases}) as r join garage_balance b using (garage_id) where b.debt_kopecks > 0)) as s
    join balance_operation o on o.id = s.line_id where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null`;
/** A case that has a debt to decide about: it is not over, and its reason asks for one. */
const meansDebt = (table: string) =>
  sql`${sql.ref(`${table}.status`)} in (0, 1, 2, 6) and ${sql.ref(`${table}.reason_id`)} not in (${sql.raw(debtless.join(', '))})`;
/** An owner `o` of the garage of the case who leaves it. */
const leaves = sql`exists (select 1 from reregistration_party y where y.reregistration_id = r.id and y.side = 'old' and y.ownership_id = o.id)`;
/**
 * The debt that stops a case: what is open before its day, where somebody stays only of the lines of those who leave. `charges`:
 * a relation like that of `openCharges`.
 */
const meantDebt = (charges: RawBuilder<unknown>) => sql`(select coalesce(sum(d.kopecks), 0)::bigint from ${charges} as d
  where d.garage_id = r.garage_id and d.since < coalesce(r.on_date, 'infinity')
    and (not exists (select 1 from ownership o where o.garage_id = r.garage_id and o.ended_on is null and not ${leaves})
      or d.owner in (select o.profile_id from ownership o where o.garage_id = r.garage_id and ${leaves})))`;

/** What stops an open case, in words; of a closed one how it was closed, else null. */
export const leftWords = sql<string | null>`case r.status when 1 then 'взять в работу' when 6 then 'исправить'
  when 4 then case r.closing when 'withdrawn' then 'отозвано заявителем' when 'lapsed' then 'истёк срок' end
  when 2 then case when r.reason_id not in (${sql.raw(debtless.join(', '))}) and coalesce(r.debt_answer, '') not in ('stays_old', 'moves_new')
      and exists (select 1 from garage_balance b where b.garage_id = r.garage_id and b.debt_kopecks > 0)
      and ${meantDebt(sql`(${openCharges(sql`select r.garage_id`)})`)} > 0 then 'решить долг'
    else coalesce('нет бумаги: ' || ${missingPaper}, 'можно завершать') end end`;

/** Rows of a page. */
export function caseRows(ctx: Ctx, request: ListRequest<ReregistrationFilter>): RawBuilder<unknown> {
  const today = todayOf(ctx);
  const open = sql`select r.garage_id from page join reregistration r using (id) where ${meansDebt('r')}`;
  return sql`with page as (select * from (${caseIds(ctx, request)}) as every order by nth ${pageClause(request)}),
    charges as materialized (${openCharges(open)})
    select r.id, r.status, r.closing, json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active) as garage,
      json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name, r.reason_id as reason, ${reasonName} as reason_name,
      r.date_request, r.on_date, ${names('old')} as old_owners, ${names('new')} as new_owners,
      (select count(*)::int from reregistration_party y where y.reregistration_id = r.id and y.side = 'transit') as transit,
      r.pair_id, ${caseDays(ctx)} as days, ${idleDays(ctx)} as idle_days,
      case when r.status in (1, 2, 6) then r.date_request + t.days - ${today}::date end as days_left,
      ${turn} as turn, case when r.status in (1, 2, 6) then ${missingPaper} end as missing_paper,
      case when ${meansDebt('r')} then ${meantDebt(sql`charges`)} else 0 end as debt_kopecks, r.debt_answer, r.version
    from page join reregistration r on r.id = page.id join garage g on g.id = r.garage_id join po on po.id = r.po_id join mo on mo.id = r.mo_id
      join reregistration_term t on t.reason_id = r.reason_id order by page.nth`;
}

/** How many cases the filter keeps, and the debt that they mean: the sum of what their rows say. */
export async function countCases(ctx: Ctx, filter: ReregistrationFilter) {
  const rows = await read(
    ctx.db,
    sql<{ count: number; own_turn: number; debt_kopecks: number }>`
    with kept as materialized (select r.id, r.garage_id, r.status, r.reason_id, ${turn} as turn from reregistration r join garage g on g.id = r.garage_id
      where ${caseConditions(ctx, filter)}),
    charges as materialized (${openCharges(sql`select id, garage_id from kept where ${meansDebt('kept')}`)})
    select count(*)::int as count, count(*) filter (where turn = ${ownTurn(ctx.actor)})::int as own_turn,
      (select coalesce(sum(${meantDebt(sql`charges`)}), 0)::bigint from kept k join reregistration r on r.id = k.id
        where ${meansDebt('r')} and r.garage_id in (select garage_id from charges)) as debt_kopecks
    from kept`,
  );
  return rows[0]!;
}

export async function countsByStatus(ctx: Ctx) {
  const rows = await read(
    ctx.db,
    sql<{ by_status: Record<string, number>; idle: number; usual_days: number | null }>`
    with seen as (select r.status, r.last_event_at, r.applied_at, r.completed_at from reregistration r
      where ${inScope(ctx.actor, 'r')} and (r.status <> 0 or r.author_id = ${ctx.actor.userId}))
    select coalesce((select json_object_agg(status, n) from (select status, count(*)::int as n from seen group by 1) as s), '{}') as by_status,
      (select count(*)::int from seen where status in (1, 2, 6) and last_event_at < ${idleSince(ctx)}::timestamptz) as idle,
      (select percentile_cont(0.5) within group (order by extract(epoch from completed_at - applied_at) / 86400)::int from seen
        where completed_at is not null and applied_at is not null and completed_at > ${ctx.now().toISOString()}::timestamptz - interval '1 year') as usual_days`,
  );
  return rows[0]!;
}

/** Cases of the global search: the newest first. */
export async function searchCases(ctx: Ctx, text: string, limit: number) {
  const rows = await read(
    ctx.db,
    onePlanOfWords(
      text.trim().split(/\s+/),
      sql<{ total: number; items: FoundCase[] }>`
    with found as materialized (
      select r.id from reregistration r join garage g on g.id = r.garage_id
      where ${caseConditions(ctx, { any: true, q: text })} order by r.id desc limit 1000
    )
    select (select count(*)::int from found) as total, coalesce((select json_agg(shown order by shown.id desc) from (
      select r.id, r.status, r.closing, ${reasonName} as reason_name, r.date_request,
        json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active, 'po_name', po.name) as garage,
        ${names('old')} as old_owners, ${names('new')} as new_owners
      from reregistration r join garage g on g.id = r.garage_id join po on po.id = r.po_id
      where r.id in (select id from found order by id desc ${limitTo(limit)})) as shown), '[]') as items`,
    ),
  );
  return rows[0]!;
}
export type FoundCase = SearchAnswer['reregistrations']['items'][number];

/** The status of the cases that wait for a level: applications for the МО, returned ones for the ПО. */
const waitsFor = { region: -1, mo: 1, po: 6 };

/** Cases that wait for the place where the actor works. */
export const countWaitingCases: Counter = (actor) =>
  sql<number>`select count(*)::int from reregistration r
    where ${inScope(actor, 'r')} and r.status = ${waitsFor[levelOf(actor) ?? 'region']}`;
