// SQL of debts by age: since when each garage owes, sums by ПО, the largest debtors, garages of an age.
import { sql, type RawBuilder } from 'kysely';
import { DebtAge, type AgeingReply, type AgeSum, type Debtor, type OwingGarage } from '../../../contract/balance.ts';
import { personOfLine } from '../../kernel/alias.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import { settled } from '../queries.ts';
import { PENALTY } from '../rules.ts';
import { read } from '../../kernel/read.ts';
import { limitTo, pageClause } from '../../db/planned.ts';

const TOP = 20;

/**
 * The rule `debtSince` in SQL for many garages at once, as a query with the columns `garage_id, since, debt_kopecks`: what the
 * present owners owe. `garages` is a query of one column, ids of garages.
 */
export const oldestUnpaid = (garages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.garage_id, coalesce(min(s.since) filter (where s.type_id is distinct from ${PENALTY}), min(s.since)) as since,
    sum(s.kopecks)::bigint as debt_kopecks
  from ${settled(garages)} as s where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null group by 1`;

/** МО and ПО asked about; all of the reader's place where none are named. */
export interface Place {
  mo?: readonly number[] | undefined;
  po?: readonly number[] | undefined;
}

const idsOf = (text: string | undefined) => text?.split(',').map(Number);
export const placeOf = ({ mo, po }: { mo?: string | undefined; po?: string | undefined }) => ({
  mo: idsOf(mo),
  po: idsOf(po),
});

/** Garages in scope that owe, with columns `garage_id, mo_id, po_id, debt_kopecks, since, days, age`. */
function agedDebts(ctx: Ctx, place: Place): RawBuilder<unknown> {
  const which = [inScope(ctx.actor, 'b'), sql`b.debt_kopecks > 0`];
  if (place.mo?.length) which.push(sql`b.mo_id = any(${[...place.mo]}::int[])`);
  if (place.po?.length) which.push(sql`b.po_id = any(${[...place.po]}::int[])`);
  const owing = sql`from garage_balance b where ${sql.join(which, sql` and `)}`;
  const days = sql`greatest(0, ${todayOf(ctx)}::date - debt.since)`;
  // The day stands beside the balance; of those whose years are still to be counted the lines are asked.
  return sql`
    select debt.garage_id, debt.mo_id, debt.po_id, debt.debt_kopecks, debt.since, ${days} as days,
      case when ${days} <= 30 then '0-30' when ${days} <= 90 then '31-90' when ${days} <= 365 then '91-365' else '366+' end as age
    from (select b.garage_id, b.mo_id, b.po_id, b.debt_kopecks, coalesce(b.owed_since, b.penalty_since) as since ${owing} and b.years is not null
      union all select b.garage_id, b.mo_id, b.po_id, b.debt_kopecks, unpaid.since from garage_balance b
        join (${oldestUnpaid(sql`select b.garage_id ${owing} and b.years is null`)}) as unpaid using (garage_id)) as debt`;
}

/** What present owners of the place owe whose day to pay by is over, kopecks. The day is that of `dueDayOf`. */
export async function overdueDebt(ctx: Ctx, day: string): Promise<number> {
  const rows = await read(
    ctx.db,
    sql<{ kopecks: number }>`select coalesce(sum(s.kopecks), 0)::bigint as kopecks
      from ${settled(sql`select b.garage_id from garage_balance b where ${inScope(ctx.actor, 'b')} and b.debt_kopecks > 0`)} as s
      join balance_operation o on o.id = s.line_id left join balance_operation origin on origin.id = o.origin_id
      join contribution c on c.id = coalesce(origin.contribution_id, o.contribution_id)
      join accrual_type t on t.id = s.type_id join po on po.id = o.po_id
      where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null
        and due_day(s.since, o.period_year, c.due_on, t.period = 'year', po.penalty ->> 'due_day_month') < ${day}::date`,
  );
  return rows[0]!.kopecks;
}

/** Present owners of the garage `g`. */
export const presentOwners = sql`(select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by w.is_primary desc, w.id), '[]')
      from ownership w join profile p on p.id = w.profile_id where w.garage_id = g.id and w.ended_on is null)`;

/** The largest debts of the reader's place: those that `ageing` names too, without asking since when they are owed. */
export const largestDebts = (ctx: Ctx): Promise<OwingGarage[]> =>
  read(
    ctx.db,
    sql<OwingGarage>`with page as materialized (select b.garage_id, b.debt_kopecks from garage_balance b
      where ${inScope(ctx.actor, 'b')} and b.debt_kopecks > 0 order by b.debt_kopecks desc, b.garage_id ${limitTo(TOP)})
    select g.id, g.section, g.number, g.is_active, json_build_object('id', po.id, 'name', po.name) as po, ${presentOwners} as owners, page.debt_kopecks
    from page join garage g on g.id = page.garage_id join po on po.id = g.po_id order by page.debt_kopecks desc, g.id`,
  );

/** What of the debts of garages was charged for days without an owner; lines of few garages are walked. */
const unowned = (page: RawBuilder<unknown>) => sql`
  select s.garage_id, sum(s.kopecks) as kopecks
  from ${settled(sql`select page.garage_id from ${page} where exists (select 1 from balance_operation o
    where o.garage_id = page.garage_id and o.sign < 0 and o.debtor_id is null and o.owner_id is null)`)} as s join balance_operation o on o.id = s.line_id
  where s.kind = 'charge' and s.kopecks > 0 and s.type_id is not null and s.debtor_id is null and ${personOfLine('o')} is null group by 1`;

/** What a person reads of garages whose debts come from `page`. */
const debtorColumns = sql`
  select g.id, g.section, g.number, g.is_active, g.account_no, json_build_object('id', po.id, 'name', po.name) as po,
    ${presentOwners} as owners,
    page.debt_kopecks, coalesce(unowned.kopecks, 0)::bigint as unowned_kopecks, page.since, page.days, page.age
  from page left join (${unowned(sql`page`)}) as unowned using (garage_id) join garage g on g.id = page.garage_id join po on po.id = g.po_id
  order by page.debt_kopecks desc, g.id`;

interface PoAge extends AgeSum {
  po_id: number;
  po_name: string;
  mo_id: number;
  mo_name: string;
}

/** The whole picture of a place, in one pass over those who owe. */
export async function ageing(ctx: Ctx, place: Place): Promise<AgeingReply> {
  const rows = await read(
    ctx.db,
    sql<{ sums: PoAge[]; top: Debtor[] }>`
    with aged as materialized (${agedDebts(ctx, place)}),
      page as (select * from aged order by debt_kopecks desc, garage_id ${limitTo(TOP)})
    select
      (select coalesce(json_agg(cell), '[]') from (
        select sum.*, po.name as po_name, mo.id as mo_id, mo.name as mo_name
        from (select po_id, age, count(*)::int as garages, sum(debt_kopecks)::bigint as debt_kopecks from aged group by po_id, age) as sum
          join po on po.id = sum.po_id join mo on mo.id = po.mo_id
        order by mo.sort_key, mo.id, po.sort_key, po.id, sum.age
      ) as cell) as sums,
      (select coalesce(json_agg(debtor), '[]') from (${debtorColumns}) as debtor) as top`,
  );
  const { sums, top } = rows[0]!;
  const byPo = Map.groupBy(sums, (sum) => sum.po_id);
  return {
    on: todayOf(ctx),
    ages: everyAge(sums),
    by_po: [...byPo.values()].map((own) => {
      const { po_id, po_name, mo_id, mo_name } = own[0]!;
      return { po: { id: po_id, name: po_name }, mo: { id: mo_id, name: mo_name }, ages: everyAge(own) };
    }),
    top,
  };
}

/** One page of the garages of an age, and how many there are. */
export async function debtors(
  ctx: Ctx,
  request: Place & { age?: DebtAge | undefined; page: number; per_page: number },
): Promise<{ total: number; debt_kopecks: number; data: Debtor[] }> {
  const { age, page, per_page } = request;
  const rows = await read(
    ctx.db,
    sql<{ total: number; debt_kopecks: number; data: Debtor[] }>`
    with aged as materialized (select * from (${agedDebts(ctx, request)}) as every where ${age ? sql`age = ${age}` : sql`true`}),
      page as (select * from aged order by debt_kopecks desc, garage_id ${pageClause({ offset: (page - 1) * per_page, limit: per_page })})
    select (select count(*)::int from aged) as total, (select coalesce(sum(debt_kopecks), 0)::bigint from aged) as debt_kopecks,
      (select coalesce(json_agg(debtor), '[]') from (${debtorColumns}) as debtor) as data`,
  );
  return rows[0]!;
}

const everyAge = (sums: readonly AgeSum[]): AgeSum[] =>
  DebtAge.options.map((age) => {
    const own = sums.filter((sum) => sum.age === age);
    const total = (key: 'garages' | 'debt_kopecks') => own.reduce((all, sum) => all + sum[key], 0);
    return { age, garages: total('garages'), debt_kopecks: total('debt_kopecks') };
  });
