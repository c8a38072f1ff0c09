// SQL of ledger lines: the list of payments with its totals, the card of one line.
import { personOfLine } from '../../kernel/alias.ts';
import { garagesNamed } from '../../garages/queries/finding.ts';
import { ownShare } from '../../balance/queries/share.ts';
import { basisOf, caseOf, commentOf, versionOf } from '../../balance/queries/words.ts';
import { foldText, formatNumber } from '../../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { OperationCard, OperationFilter } from '../../../contract/payments.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import { penaltiesOn } from '../../penalties/queries/undoing.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { likeText, type ListRequest } from '../../kernel/list.ts';
import { byMoOfRegion, inScope, ownMo, ownPo, poScope } from '../../kernel/scope.ts';
import { read } from '../../kernel/read.ts';
import type { LineFacts } from '../rules.ts';
import { levelOf } from '../../../contract/kernel/scope.ts';
import { limitTo, onePlan, pageClause } from '../../db/planned.ts';

type Request = ListRequest<LineFilter>;

/** A filter of which it is known which payments have closed a charge of its types. */
export interface LineFilter extends OperationFilter {
  /** Lines: their money has closed a charge of `accrualTypeFilter`, whatever they name. */
  closing?: readonly number[];
}

/** More garages than this are not walked for one list. */
const MOST_WALKED = 30_000;

/**
 * The filter with the payments that have closed a charge of its types by the books as they are now: what most payers
 * name is nothing. Garages are those of the other conditions that were ever charged under such a type.
 * @throws 422 when they are too many
 */
export async function withClosing(ctx: Ctx, which: Which, filter: OperationFilter): Promise<LineFilter> {
  const types = filter.accrualTypeFilter?.filter((id) => id !== 0);
  if (which !== 'payments' || filter.kind === 'reversal' || !types?.length) return filter;
  const others = { ...filter, accrualTypeFilter: undefined };
  const [found] = await read(
    ctx.db,
    sql<{
      garages: number[];
    }>`select array(select distinct o.garage_id from balance_operation o where ${conditions(ctx.actor, which, others)}
      and exists (select 1 from balance_operation c where c.garage_id = o.garage_id and c.sign < 0 and c.accrual_type_id = any(${types}::int[]))
      ${limitTo(MOST_WALKED + 1)}) as garages`,
  );
  const { garages } = found!;
  if (garages.length > MOST_WALKED) throw tooWide();
  if (!garages.length) return { ...filter, closing: [] };
  const [closed] = await read(
    ctx.db,
    sql<{
      lines: number[];
    }>`select coalesce(json_agg(distinct line_id), '[]') as lines from closings(${garages}::int[]) where type_id = any(${types}::int[])`,
  );
  return { ...filter, closing: closed!.lines };
}

const tooWide = () =>
  invalid({
    accrualTypeFilter: `По виду начисления ищется не больше чем в ${formatNumber(MOST_WALKED)} гаражах сразу: выберите ещё МО, ПО или дни`,
  });

/** What a list keeps: payments and their reversals only, or every line of the ledger. */
export type Which = 'payments' | 'all';

const kinds: Record<string, RawBuilder<unknown>> = {
  payment: sql`o.payment_type_id is not null and o.reversal_of is null`,
  accrual: sql`o.payment_type_id is null and o.reversal_of is null`,
  reversal: sql`o.reversal_of is not null`,
};

function kindCondition(which: Which, kind: OperationFilter['kind']): RawBuilder<unknown>[] {
  if (which === 'all') return kind ? [kinds[kind]!] : [];
  return kind === 'reversal' ? [kinds.reversal!, sql`o.payment_type_id is not null`] : [kinds.payment!];
}

function conditions(actor: Actor, which: Which, filter: LineFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [inScope(actor, 'o'), ...kindCondition(which, filter.kind)];
  const among = (column: string, ids: readonly number[] | undefined, orLines?: readonly number[]) => {
    if (!ids?.length) return;
    const value = sql.ref(`o.${column}`);
    // 0 is «nothing»: a sum over lines without a kind opens them.
    const named = sql`${ids.includes(0) ? sql`coalesce(${value}, 0)` : value} = any(${[...ids]}::int[])`;
    all.push(orLines?.length ? sql`(${named} or o.id = any(${[...orLines]}::int[]))` : named);
  };
  among('payment_type_id', filter.paymentTypeFilter);
  among('accrual_type_id', filter.accrualTypeFilter, filter.closing);
  among('created_by', filter.userFilter);
  among('mo_id', filter.moFilter);
  among('po_id', filter.poFilter);
  if (filter.sourceFilter?.length)
    all.push(
      sql`exists (select 1 from contribution c where c.id = o.contribution_id and c.source = any(${filter.sourceFilter}::text[]))`,
    );
  if (filter.garage) all.push(sql`o.garage_id = ${filter.garage}`);
  if (filter.document) all.push(sql`o.contribution_id = ${filter.document}`);
  if (filter.dateFrom) all.push(sql`o.on_date >= ${filter.dateFrom}::date`);
  if (filter.dateTo) all.push(sql`o.on_date <= ${filter.dateTo}::date`);
  if (filter.amountFrom !== undefined) all.push(sql`o.amount_kopecks >= ${filter.amountFrom}::bigint`);
  if (filter.amountTo !== undefined) all.push(sql`o.amount_kopecks <= ${filter.amountTo}::bigint`);
  if (filter.reversed) all.push(filter.reversed === 'yes' ? undone : sql`not ${undone}`);
  if (filter.side) all.push(sql`o.origin_id is null and ${countedAs(filter.side, 'o')}`);
  const text = filter.nameFilter?.trim();
  if (text) all.push(textCondition(actor, text));
  return sql.join(all, sql` and `);
}

const undone = sql`exists (select 1 from balance_operation r where r.reversal_of = o.id)`;

const textCondition = (actor: Actor, text: string): RawBuilder<unknown> =>
  sql`(o.garage_id in (select g.id from garage g where ${inScope(actor, 'g')} and ${garagesNamed(actor, text)})
    or lower(o.paper_no) = ${text.toLowerCase()})`;

const orders: Record<string, (there: RawBuilder<unknown>, back: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  on_date: (there) => sql`o.on_date ${there}, o.id ${there}`,
  amount_kopecks: (there, back) => sql`o.amount_kopecks ${there}, o.id ${back}`,
  id: (there) => sql`o.id ${there}`,
};
/** Order of the list; the same for the screen and the export. */
export const orderBy = (field: string, direction: 'asc' | 'desc') => {
  const [there, back] = [sql.raw(direction), sql.raw(direction === 'asc' ? 'desc' : 'asc')];
  return (orders[field] ?? orders.on_date!)(there, back);
};

/**
 * Page ids first, details for those rows only. A page of the farther half is counted from the end: no page walks over
 * more than half of the lines. `total` is how many the filter keeps. Without conditions every page has the plan of the first one.
 */
export function lineRows(ctx: Ctx, which: Which, request: Request, total: number) {
  const { filter, field, direction, offset, limit } = request;
  const fromEnd = offset > total / 2;
  const order = orderBy(field, fromEnd ? (direction === 'asc' ? 'desc' : 'asc') : direction);
  const skip = fromEnd ? Math.max(0, total - offset - limit) : offset;
  const take = fromEnd ? Math.max(0, Math.min(limit, total - offset)) : limit;
  const isWhole = Object.values(filter).every((value) => value === undefined);
  const rows = sql`with page as (select o.id from balance_operation o
      where ${conditions(ctx.actor, which, filter)} order by ${order} ${pageClause({ offset: skip, limit: take })})
    select ${rowColumns} from page join balance_operation o on o.id = page.id ${rowTables} ${ownShare(ctx.actor)} order by ${orderBy(field, direction)}`;
  return offset > 0 && isWhole ? onePlan(rows) : rows;
}

/** Ids of everything the filter keeps, in order. */
export const lineIds = (actor: Actor, which: Which, { filter, field, direction }: Request) =>
  sql`select o.id::int as id from balance_operation o where ${conditions(actor, which, filter)} order by ${orderBy(field, direction)}`;

const plate = sql`json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active)`;
const named = (table: string, label = 'name') =>
  sql`case when ${sql.ref(`${table}.id`)} is not null then json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.${label}`)}) end`;
export const userName = sql`coalesce(nullif(trim(u.last_name || ' ' || coalesce(left(nullif(u.first_name, ''), 1) || '. ', '')
  || coalesce(left(nullif(u.father_name, ''), 1) || '.', '')), ''), u.email)`;

const rowColumns = sql`o.id, o.contribution_id as document_id,
  case when o.reversal_of is not null then 'reversal' when o.payment_type_id is not null then 'payment' else 'accrual' end as kind,
  c.source, o.on_date, ${plate} as garage, g.account_no, ${named('po')} as po, mo.name as mo_name, ${named('p', 'full_name')} as payer, o.debtor_id,
  ${named('t')} as accrual_type, case when t.id is not null then o.period_year end as year, ${named('pt')} as payment_type,
  o.sign * o.amount_kopecks as amount_kopecks, o.paper_no, coalesce(o.comment, ${commentOf()}) as comment,
  case when u.id is not null then json_build_object('id', u.id, 'name', ${userName}) end as "user", o.created_at,
  ${undone} as is_reversed, own.garages`;

/** Tables of a line `o`; its own share of the document is beside them where `rowColumns` are read. */
export const rowTables = sql`join contribution c on c.id = o.contribution_id join garage g on g.id = o.garage_id join po on po.id = o.po_id
  join mo on mo.id = o.mo_id left join profile p on p.id = ${personOfLine('o')} left join accrual_type t on t.id = o.accrual_type_id
  left join payment_type pt on pt.id = o.payment_type_id left join app_user u on u.id = o.created_by`;

interface MethodTotals {
  type: number;
  count: number;
  n: number;
  sum: number;
}

/** Filters that the kept sums of payments answer: places and methods. */
const KEPT_BY = ['moFilter', 'poFilter', 'paymentTypeFilter'];

const isKept = (which: Which, filter: OperationFilter) =>
  which === 'payments' &&
  Object.entries(filter).every(
    ([key, value]) =>
      value === undefined ||
      value === '' ||
      (Array.isArray(value) && !value.length) ||
      KEPT_BY.includes(key) ||
      (key === 'kind' && value === 'payment'),
  );

/** Sums of payments by method, as postings keep them for each ПО (`payment_sum`). */
function keptTotals({ actor }: Ctx, { moFilter, poFilter, paymentTypeFilter }: OperationFilter) {
  const all = [poScope(actor, 'p')];
  if (moFilter?.length) all.push(sql`p.mo_id = any(${moFilter}::int[])`);
  if (poFilter?.length) all.push(sql`p.id = any(${poFilter}::int[])`);
  if (paymentTypeFilter?.length) all.push(sql`s.payment_type_id = any(${paymentTypeFilter}::int[])`);
  return sql<MethodTotals>`
    select s.payment_type_id as type, sum(s.lines)::int as count, sum(s.lines - s.undone_lines)::int as n, sum(s.kopecks - s.undone_kopecks)::bigint as sum
    from po p join payment_sum s on s.po_id = p.id where ${sql.join(all, sql` and `)} group by 1 having sum(s.lines) > 0 order by 1`;
}

/**
 * Count of everything the filter keeps; sums by method without what was undone, as `n1`, `sum1`. Where reversals are lines of the list,
 * they take it off themselves.
 */
export async function lineTotals(ctx: Ctx, which: Which, filter: LineFilter): Promise<Record<string, number>> {
  const rows = await read(ctx.db, isKept(which, filter) ? keptTotals(ctx, filter) : countedTotals(ctx, which, filter));
  const totals: Record<string, number> = { count: 0, standing: 0, amount_kopecks: 0 };
  for (const row of rows) {
    totals.count! += row.count;
    totals.standing! += row.n;
    totals.amount_kopecks! += row.sum;
    totals[`n${row.type}`] = row.n;
    totals[`sum${row.type}`] = row.sum;
  }
  return totals;
}

function countedTotals(ctx: Ctx, which: Which, filter: LineFilter) {
  const kept = conditions(ctx.actor, which, filter);
  const off = which === 'all' && !filter.kind ? sql`0` : sql`coalesce(u.sum, 0)`;
  // Undone lines are few: taking them off costs less than asking every line whether it stands.
  return sql<MethodTotals>`
    select a.type, a.n as count, a.n - coalesce(u.n, 0) as n, (a.sum - ${off})::bigint as sum
    from (select coalesce(o.payment_type_id, 0) as type, count(*)::int as n, sum(o.sign * o.amount_kopecks)::bigint as sum
      from balance_operation o where ${kept} group by 1) as a
    left join (select coalesce(o.payment_type_id, 0) as type, count(*)::int as n, sum(o.sign * o.amount_kopecks)::bigint as sum
      from balance_operation r join balance_operation o on o.id = r.reversal_of where r.reversal_of is not null and ${kept} group by 1) as u
    using (type) order by a.type`;
}

/** More lines than this are not told by people: a tip waits for its answer. */
const MOST_TOLD = 100_000;

/** How many lines the filter keeps and of how many people they are; null where they are too many to be counted beside a figure. */
export async function linesAndPeople(
  ctx: Ctx,
  filter: OperationFilter,
): Promise<{ lines: number | null; people: number | null }> {
  const [found] = await read(
    ctx.db,
    sql<{
      lines: number;
      people: number;
    }>`select count(*)::int as lines, count(distinct coalesce(said.profile_id, line.owner_id))::int as people
      from (select o.id, o.owner_id from balance_operation o where ${conditions(ctx.actor, 'all', filter)} and ${byMoOfRegion(ctx.actor, 'o')} ${limitTo(MOST_TOLD + 1)}) as line
      left join line_person said on said.line_id = line.id`,
  );
  return found!.lines > MOST_TOLD ? { lines: null, people: null } : found!;
}

/** A line of the actor's place tied to this one. */
const lineLink = (
  actor: Actor,
  which: RawBuilder<unknown>,
) => sql`(select json_build_object('id', x.id, 'on_date', x.on_date,
    'amount_kopecks', x.sign * x.amount_kopecks, 'comment', coalesce(x.comment, ${commentOf('xc')}))
  from balance_operation x join contribution xc on xc.id = x.contribution_id where ${which} and ${inScope(actor, 'x')} order by x.id desc limit 1)`;

/** What of the card rules add. */
type Ruled = 'edit_refusal' | 'reverse_refusal' | 'needs_reason';
export interface FoundLine extends LineFacts {
  id: number;
  garage_id: number;
  /** The former owner whose payment it is. */
  debtor_id: number | null;
  po_id: number;
  mo_id: number;
  label: string;
  amount: number;
  document_id: number;
  document_po: number | null;
  document_lines: number;
  closed_until: string | null;
  time_zone: string;
  card: Omit<OperationCard, Ruled>;
}

/** One line as its card and as rules see it; null when it is not in the actor's place. */
export async function findLine(db: ReadDb | WriteDb, actor: Actor, id: number): Promise<FoundLine | null> {
  const rows = await read(
    db,
    sql<FoundLine>`
    select o.id, o.garage_id, o.debtor_id, o.po_id, o.mo_id, trim(g.section || ' ' || g.number) as label, o.sign * o.amount_kopecks as amount,
      o.contribution_id as document_id, c.po_id as document_po, o.on_date, o.payment_type_id, pt.sign as payment_sign, o.created_by, c.source,
      (o.created_at at time zone mo.time_zone)::date as created_on, mo.period_closed_until as closed_until, mo.time_zone,
      case when o.reversal_of is not null then 'reversal' when o.payment_type_id is not null then 'payment' else 'accrual' end as kind,
      ${undone} as is_reversed, o.origin_id is not null as is_transfer, ${caseOf()} as case_no, (select count(*)::int from balance_operation s where s.contribution_id = c.id) as document_lines,
      c.source = 'desk' and exists (select 1 from cash_day d where d.po_id = o.po_id and d.on_date = o.on_date and d.reopened_at is null) as day_closed,
      (select to_json(row) from (select ${rowColumns}, ${versionOf()} as version, ${basisOf()} as basis_document, ${commentOf()} as document_comment,
        own.amount as document_amount_kopecks, ${siblings(actor)} as siblings, ${restOf(actor)} as rest, ${lineLink(actor, sql`x.id = o.reversal_of`)} as reversal_of,
        ${lineLink(actor, sql`x.reversal_of = o.id`)} as reversed_by, ${lineLink(actor, sql`x.id = (c.request ->> 'line')::bigint`)} as corrects,
        ${lineLink(actor, sql`xc.corrects = c.id and (xc.request ->> 'line')::bigint = o.id`)} as corrected_by,
        ${penaltiesOn(sql`charge.id = o.id`)} as penalties, o.origin_id is not null as is_transfer, ${caseOf()} as moved_by_case, coalesce(b.balance_kopecks, 0) as balance_kopecks, mo.period_closed_until as period_closed_until) as row) as card
    from balance_operation o ${rowTables} ${ownShare(actor)} left join garage_balance b on b.garage_id = o.garage_id
    where o.id = ${id} and ${inScope(actor, 'o')}`,
  );
  return rows[0] ?? null;
}

const siblings = (actor: Actor) => sql`(select coalesce(json_agg(other order by other.id), '[]') from (select s.id,
    json_build_object('id', sg.id, 'section', sg.section, 'number', sg.number, 'is_active', sg.is_active) as garage,
    s.sign * s.amount_kopecks as amount_kopecks, exists (select 1 from balance_operation r where r.reversal_of = s.id) as is_reversed
  from balance_operation s join garage sg on sg.id = s.garage_id
  where s.contribution_id = c.id and s.id <> o.id and ${inScope(actor, 's')} order by s.id limit 20) as other)`;

const restOf = (
  actor: Actor,
) => sql`(select json_build_object('lines', count(*), 'amount_kopecks', coalesce(sum(s.sign * s.amount_kopecks), 0))
  from balance_operation s where o.payment_type_id is not null and s.contribution_id = c.id and s.id <> o.id and s.reversal_of is null
    and not exists (select 1 from balance_operation r where r.reversal_of = s.id) and ${inScope(actor, 's')})`;

/** People who posted payments of the place. */
export const paymentUsers = (actor: Actor, q: string) => sql<{ value: number; label: string }>`
  select u.id as value, ${userName} as label from app_user u
  where u.id in (select c.created_by from contribution c where c.kind = 'payment' and ${levelOf(actor) === 'po' ? sql`(${inScope(actor, 'c')} or (c.po_id is null and c.mo_id = ${ownMo(actor)} and exists (select 1 from ledger_seal s where s.contribution_id = c.id and s.po_id = ${ownPo(actor)})))` : inScope(actor, 'c')})
    and fold(u.last_name || ' ' || u.first_name) like ${`%${likeText(foldText(q.trim()))}%`}
  order by u.last_name, u.first_name, u.id limit 50`;
