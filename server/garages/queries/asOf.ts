// SQL of the register as it stood on a day: owners by their dates, debts by lines dated till then, types and numbers from the log.
import { nameWords } from '../../../contract/kernel/words.ts';
import { allWords } from './finding.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { AsOfChange, type AsOfQuery, type AsOfRow, type AsOfSums as Sums } from '../../../contract/garages/asOf.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { CORRECTED, OPENING, WRITTEN_OFF } from '../../balance/queries/counted.ts';
import { becameOf, cameOf } from './links.ts';
import { shareOn } from './shares.ts';
import { mayAskNames } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { pageClause } from '../../db/planned.ts';

type AsOfSums = z.infer<typeof Sums>;
export type AsOf = Omit<AsOfQuery, 'to' | 'q' | 'kinds' | 'heads'> &
  Partial<Pick<AsOfQuery, 'to' | 'q' | 'kinds' | 'heads'>>;

/** Rows of the place that is asked about; lines of the ledger carry the place of their garage. */
function ofPlace({ actor }: Ctx, { mo, po, garage }: AsOf, table: 'g' | 'b'): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [inScope(actor, table)];
  if (mo) all.push(sql`${sql.ref(`${table}.mo_id`)} = ${mo}`);
  if (po) all.push(sql`${sql.ref(`${table}.po_id`)} = ${po}`);
  if (garage) all.push(sql`${sql.ref(table === 'g' ? 'g.id' : 'b.garage_id')} = ${garage}`);
  return sql.join(all, sql` and `);
}

/** An ownership `o` of a day: from its first day, the last one belongs to who comes. */
const ownsOn = (day: string) =>
  sql`((o.started_on is null or o.started_on <= ${day}::date) and (o.ended_on is null or o.ended_on > ${day}::date))`;

/** The share of `o` on a day; of whole places the few that ever changed are found first, the others are not looked up one by one. */
const changedShare = (day: string) => sql`case when o.id in (select ever.ownership_id from share_period ever)
  then ${shareOn(day)} else o.share_num || '/' || o.share_den end`;

/** Who owned and with which share, as one text to compare. */
const ownersKey = (day: string, withShares: boolean) =>
  sql`coalesce(string_agg(o.profile_id || ${withShares ? sql`':' || coalesce(${changedShare(day)}, '')` : sql`''`}, ',' order by o.profile_id) filter (where ${ownsOn(day)}), '')`;

/**
 * What the present owners of garages owed at the end of a day, from the side where fewer lines lie: those till the day, or
 * those after it taken off what stands now. Sums of whole kopecks are exact in a double far beyond any ledger, and several
 * times faster than in a decimal.
 */
function balanceOn(ctx: Ctx, asked: AsOf, side: 'on' | 'to', day: string): RawBuilder<unknown> {
  const early = sql`(select is_early from ${sql.ref(`half_${side}`)})`;
  const lines = sql`from balance_operation b where ${ofPlace(ctx, asked, 'b')} and b.debtor_id is null`;
  const sum = sql`sum(b.sign * b.amount_kopecks::float8)`;
  return sql`${sql.ref(`half_${side}`)} as materialized (
      select coalesce(sum(b.lines) filter (where b.month <= ${day}::date) < sum(b.lines) filter (where b.month > ${day}::date), false) as is_early
      from ledger_month b where ${ofPlace(ctx, { ...asked, garage: undefined }, 'b')}
    ), ${sql.ref(`moved_${side}`)} as (
      select b.garage_id, ${sum} as kopecks ${lines} and b.on_date <= ${day}::date and ${early} group by 1
      union all select b.garage_id, -${sum} ${lines} and b.on_date > ${day}::date and not ${early} group by 1
    )`;
}
/** The balance tells the debt, but where money waits for a charge both may stand: such garages are settled. Less than nothing: an advance. */
function owedOf(side: 'on' | 'to') {
  const stood = sql`-(coalesce(${sql.ref(`m_${side}.kopecks`)}, 0) + case when (select is_early from ${sql.ref(`half_${side}`)}) then 0 else coalesce(b.balance_kopecks, 0) end)::bigint`;
  return sql`case when b.was_ahead then coalesce(${sql.ref(`a_${side}.kopecks`)}, least(0, ${stood})) else ${stood} end`;
}
const settledOn = (side: 'on' | 'to', day: string) => sql`${sql.ref(`ahead_${side}`)} as materialized (
      select s.garage_id, sum(s.kopecks)::bigint as kopecks from settle(array(select b.garage_id from garage_balance b
        where b.was_ahead and b.garage_id in (select id from place)), ${day}::date) as s
      where s.kind = 'charge' and s.debtor_id is null and s.kopecks > 0 group by 1)`;

/**
 * Every garage of the place with what of it stood on both days: `of_on`, `of_to` say whether it was in the register,
 * `*_debt` what was owed. One day is asked as two equal ones; what only tells two days apart is not gathered then.
 */
function facts(ctx: Ctx, asked: AsOf): RawBuilder<unknown> {
  const [on, to] = [asked.on, asked.to ?? asked.on];
  const isOne = on === to;
  const keys = isOne
    ? sql`'' as on_key, '' as to_key, '' as on_shares, '' as to_shares`
    : sql`${ownersKey(on, false)} as on_key, ${ownersKey(to, false)} as to_key, ${ownersKey(on, true)} as on_shares, ${ownersKey(to, true)} as to_shares`;
  return sql`place as materialized (
      select g.id, g.po_id, g.section, g.number, g.type_id, g.section_key, g.number_key, g.is_active, g.archive_reason, mo.time_zone,
        (g.created_at at time zone mo.time_zone)::date as entered, (g.archived_at at time zone mo.time_zone)::date as archived
      from garage g join mo on mo.id = g.mo_id where ${ofPlace(ctx, asked, 'g')} and not g.is_withdrawn
    ), owned as (
      select o.garage_id, min(o.started_on) as first, ${keys}
      from ownership o where o.garage_id in (select id from place) group by 1
    ), ${balanceOn(ctx, asked, 'on', on)}, ${settledOn('on', on)}${isOne ? sql`` : sql`, ${balanceOn(ctx, asked, 'to', to)}, ${settledOn('to', to)}`},
    ${isOne ? sql`` : sql`changed as (${firstChanges(sql`place`, on, to)}),`}
    fact as (
      select p.*, coalesce(w.on_key, '') as on_key, coalesce(w.to_key, '') as to_key, coalesce(w.on_shares, '') as on_shares,
        coalesce(w.to_shares, '') as to_shares, ${on}::date < p.entered as is_guessed,
        least(p.entered, w.first) <= ${on}::date and (p.archived is null or p.archived > ${on}::date) as of_on,
        least(p.entered, w.first) <= ${to}::date and (p.archived is null or p.archived > ${to}::date) as of_to,
        ${owedOf('on')} as on_debt, ${owedOf(isOne ? 'on' : 'to')} as to_debt
      from place p left join owned w on w.garage_id = p.id left join moved_on as m_on on m_on.garage_id = p.id
        left join ahead_on as a_on on a_on.garage_id = p.id
        ${isOne ? sql`` : sql`left join moved_to as m_to on m_to.garage_id = p.id left join ahead_to as a_to on a_to.garage_id = p.id`}
        left join garage_balance b on b.garage_id = p.id
    ), compared as materialized (
      select fact.*, ${differences(isOne)}
      from fact ${isOne ? sql`` : sql`left join changed x on x.garage_id = fact.id`} where of_on or of_to
    )`;
}

/** What the log tells of a garage beside its lines: the keys of its three words. */
const LOGGED = ['type_id', 'number', 'section'] as const;
type Logged = (typeof LOGGED)[number];
/** «type_on»: the line of the log that changed it first after that day. */
const lineOf = (key: Logged, side: 'on' | 'to') => sql.ref(`x.${key}_${side}`);
/** The value before that line, as a text; nothing where no line came after the day. */
const wasIn = (key: Logged, side: 'on' | 'to') =>
  sql`(select l.before ->> ${key}::text from action_log l where l.id = ${lineOf(key, side)})`;

/** Of garages of a table the first line of the log after each day that changed type, number or section. */
function firstChanges(garages: RawBuilder<unknown>, on: string, to: string): RawBuilder<unknown> {
  const first = LOGGED.flatMap((key) =>
    (['on', 'to'] as const).map(
      (side) =>
        sql`min(id) filter (where before ? ${key}::text and day > ${side === 'on' ? on : to}::date) as ${sql.ref(`${key}_${side}`)}`,
    ),
  );
  return sql`select garage_id, ${sql.join(first)} from (
      select l.object_id as garage_id, l.id, l.before, (l.at at time zone p.time_zone)::date as day
      from ${garages} as p join action_log l on l.object_id = p.id and l.object_type = 'garage'
      where l.before is not null and l.at > ${on}::date - 1 and (l.before ? 'type_id' or l.before ? 'number' or l.before ? 'section')
    ) as line group by 1`;
}

/** Whether a word of the log differs: only where another line came first, so that nothing else is looked up. */
const differs = (key: Logged, now: RawBuilder<unknown>) =>
  sql`case when ${lineOf(key, 'on')} is distinct from ${lineOf(key, 'to')} then coalesce(${wasIn(key, 'on')}, ${now}) <> coalesce(${wasIn(key, 'to')}, ${now}) else false end`;

/** What differs between the two days; one day does not differ from itself. */
const differences = (isOne: boolean) =>
  isOne
    ? sql`false as d_owner, false as d_share, false as d_type, false as d_number, false as d_debt`
    : sql`of_on and of_to and on_key <> to_key as d_owner, of_on and of_to and on_key = to_key and on_shares <> to_shares as d_share,
        of_on and of_to and ${differs('type_id', sql`type_id::text`)} as d_type,
        of_on and of_to and (${differs('number', sql`number`)} or ${differs('section', sql`section`)}) as d_number,
        of_on and of_to and on_debt <> to_debt as d_debt`;

const shown: Record<AsOfQuery['show'], RawBuilder<unknown>> = {
  all: sql`true`,
  came: sql`not of_on`,
  went: sql`not of_to`,
  changed: sql`of_on and of_to`,
};

/** Whether a garage of both days differs in what counts. */
const counts = ({ kinds = AsOfChange.options }: AsOf): RawBuilder<unknown> =>
  kinds.length
    ? sql`(${sql.join(
        kinds.map((kind) => sql.ref(`d_${kind}`)),
        sql` or `,
      )})`
    : sql`false`;

/**
 * Sums of what was entered with a date after the first day till the second: of whole months from their sums, of the months at the
 * ends, and of one garage, line by line. A line that was undone and its reversal take each other off.
 */
function between(ctx: Ctx, asked: AsOf): RawBuilder<unknown> {
  const [on, to] = [asked.on, asked.to ?? asked.on];
  const whole = { ...asked, garage: undefined };
  const month = (day: string) => sql`date_trunc('month', ${day}::date)::date`;
  const lines = (days: RawBuilder<unknown>) => sql`
    select coalesce(b.payment_type_id, 0) as paid_by, coalesce(b.accrual_type_id, 0) as named, b.sign * b.amount_kopecks as kopecks from balance_operation b
    where ${ofPlace(ctx, asked, 'b')} and b.on_date > ${on}::date and b.on_date <= ${to}::date and ${days}`;
  const moved = asked.garage
    ? lines(sql`true`)
    : sql`${lines(sql`b.on_date < ${month(on)} + interval '1 month'`)}
      union all ${lines(sql`b.on_date >= ${month(to)} and ${month(on)} <> ${month(to)}`)}
      union all select b.payment_type_id, b.accrual_type_id, b.sign * b.amount_kopecks from ledger_month b
        where ${ofPlace(ctx, whole, 'b')} and b.month > ${month(on)} and b.month < ${month(to)}`;
  const sum = (which: RawBuilder<unknown>) => sql`coalesce(sum(kopecks) filter (where ${which}), 0)::bigint`;
  const isOpening = sql`(paid_by = 0 and named = ${OPENING})`;
  return sql`select -${sum(sql`paid_by = 0 and not ${isOpening}`)} as charged, -${sum(sql`${isOpening} or paid_by = 9`)} as opening, ${sum(sql`paid_by <> all(${[0, WRITTEN_OFF, ...CORRECTED]}::int[])`)} as paid,
    ${sum(sql`paid_by = ${WRITTEN_OFF}`)} as written_off, ${sum(sql`paid_by = 6`)} as corrected from (${moved}) as line`;
}

/** Rows of the page in the official order; of a difference only what differs, came first, then went, then changed. */
export async function asOfRows(ctx: Ctx, asked: AsOf): Promise<{ data: AsOfRow[]; total: number; sums: AsOfSums }> {
  const [on, to] = [asked.on, asked.to ?? asked.on];
  const differs = asked.to ? sql`(not of_on or not of_to or ${counts(asked)})` : sql`of_on`;
  const rows = await read(
    ctx.db,
    sql<{ data: AsOfRow[]; total: number; sums: AsOfSums }>`
    with ${facts(ctx, asked)}, chosen as (
      select compared.*, row_number() over (order by ${group}, ${order}) as nth,
        ${asked.heads ? sql`row_number() over (partition by ${group} order by ${order})` : sql`0`} as in_group,
        po.name as po_name, mo.name as mo_name
      from compared join po on po.id = compared.po_id join mo on mo.id = po.mo_id where ${differs} and ${shown[asked.show]} and ${wordsOf(ctx, asked)}
    ), page as materialized (select * from chosen where in_group <= ${asked.heads ?? 0} order by nth ${pageClause(asked)}),
    between_days as (${asked.to ? between(ctx, asked) : sql`select 0 as charged, 0 as opening, 0 as paid, 0 as written_off, 0 as corrected`}),
    shown as (${firstChanges(sql`page`, on, to)}),
    owed_on as (${owedOn(on)}), owed_to as (${on === to ? sql`select * from owed_on` : owedOn(to)})
    select (select count(*)::int from chosen) as total, (select ${sumsOf(asked)} from compared) as sums,
      coalesce((select json_agg(json_build_object('id', p.id, 'section', p.section, 'number', p.number, 'is_active', p.is_active,
        'po_name', p.po_name, 'mo_name', p.mo_name, 'on', ${sideOf('on', on)}, 'to', ${sideOf('to', to)}, 'is_guessed', p.is_guessed,
        'archive_reason', case when not p.of_to then p.archive_reason end, 'archived_on', case when not p.of_to then p.archived end,
        'became', case when not p.of_to then ${becameOf(sql`p.id`)} else '[]' end, 'came_of', case when not p.of_on then ${cameOf(sql`p.id`, sql`p.time_zone`)} else '[]' end,
        'ground', ${asked.to ? groundOf(to) : sql`null`},
        'changes', array_remove(array[case when d_owner then 'owner' end, case when d_share then 'share' end, case when d_type then 'type' end,
          case when d_number then 'number' end, case when d_debt then 'debt' end], null)) order by p.nth) from page p
        left join owed_on on owed_on.garage_id = p.id left join owed_to on owed_to.garage_id = p.id left join shown as x on x.garage_id = p.id), '[]') as data`,
  );
  return rows[0]!;
}

/** What the page's garages owed at the end of a day by the settlement rule: the one figure of every screen. */
const owedOn = (day: string) => sql`select s.garage_id, sum(s.kopecks)::bigint as kopecks
  from settle(array(select id from page), ${day}::date) as s where s.kind = 'charge' and s.debtor_id is null group by 1`;

const group = sql`case when not of_on then 0 when not of_to then 1 else 2 end`;
const order = sql`mo.sort_key, po.sort_key, po.id, section_key, number_key, compared.id`;

/** By what the last of those who own on a day came, or shares changed since; nothing where nobody came between the days. */
const groundOf = (day: string) => sql`case when not p.of_on or p.d_owner or p.d_share then (
    select json_build_object('text', came.text, 'on', came.day, 'reregistration_id', came.case_id)
    from (select o.start_reason as text, o.started_on as day, o.reregistration_id as case_id, o.id
        from ownership o where o.garage_id = p.id and o.started_on is not null and ${ownsOn(day)}
      union all select 'Изменение долей', h.until, h.reregistration_id, 0 from share_period h where h.garage_id = p.id and h.until <= ${day}::date) as came
    order by came.day desc, came.id desc limit 1) end`;

const sumsOf = (asked: AsOf) => sql`json_build_object(
  'changed', count(*) filter (where of_on and of_to and ${counts(asked)}),
  'charged_kopecks', (select charged from between_days), 'opening_kopecks', (select opening from between_days), 'paid_kopecks', (select paid from between_days),
  'written_off_kopecks', (select written_off from between_days), 'corrected_kopecks', (select corrected from between_days),
  'on', count(*) filter (where of_on), 'to', count(*) filter (where of_to),
  'came', count(*) filter (where not of_on), 'went', count(*) filter (where not of_to), 'owner', count(*) filter (where d_owner),
  'share', count(*) filter (where d_share), 'type', count(*) filter (where d_type), 'number', count(*) filter (where d_number),
  'debt', count(*) filter (where d_debt), 'guessed', count(*) filter (where is_guessed),
  'on_debt_kopecks', coalesce(sum(greatest(on_debt, 0)) filter (where of_on), 0), 'to_debt_kopecks', coalesce(sum(greatest(to_debt, 0)) filter (where of_to), 0))`;

/** A garage as it stood on one of the days; null while it was not there. */
function sideOf(side: 'on' | 'to', day: string): RawBuilder<unknown> {
  return sql`case when ${sql.ref(`p.of_${side}`)} then json_build_object(
    'number', coalesce(${wasIn('number', side)}, p.number), 'section', coalesce(${wasIn('section', side)}, p.section),
    'type', (select t.name from garage_type t where t.id = coalesce(${wasIn('type_id', side)}::int, p.type_id)),
    'debt_kopecks', case when ${sql.ref(`owed_${side}.kopecks`)} > 0 then ${sql.ref(`owed_${side}.kopecks`)} else least(0, ${sql.ref(`p.${side}_debt`)}) end,
    'owners', coalesce((select json_agg(json_build_object('full_name', f.full_name, 'share', ${shareOn(day)}) order by o.is_primary desc, o.id)
      from ownership o join profile f on f.id = o.profile_id where o.garage_id = p.id and ${ownsOn(day)}), '[]')) end`;
}

/** Number of the garage or words of the names of those who owned it on either day. */
function wordsOf({ actor }: Ctx, { q, on, to }: AsOf): RawBuilder<unknown> {
  if (!q) return sql`true`;
  const words = nameWords(q);
  const named =
    words.length && mayAskNames(actor, words)
      ? allWords(
          sql`f.name_key`,
          words.map((word) => [word]),
        )
      : sql`false`;
  return sql`(compared.number = ${q.toLowerCase().replace(/[\s№]+/g, '')} or exists (select 1 from ownership o join profile f on f.id = o.profile_id
    where o.garage_id = compared.id and (${ownsOn(on)} or ${ownsOn(to ?? on)}) and ${named}))`;
}
