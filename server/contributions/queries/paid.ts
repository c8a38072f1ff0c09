// SQL of what is paid: what each charge still owes, line by line and by document, as the bill of a garage says it.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { owedEntries } from '../../balance/queries.ts';
import { inScope } from '../../kernel/scope.ts';
import { documentScope } from './documents.ts';

/** A charge that still counts, over `balance_operation o`: not undone, not undoing. */
const stands = sql`o.sign < 0 and o.accrual_type_id is not null and o.payment_type_id is null and o.reversal_of is null
  and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;

/**
 * What is still owed of charges that stand, line by line: `line_id, document, amount_kopecks, owed_kopecks`. `which` is a
 * condition over `balance_operation o` and its document `c`. Each line gets its part of what its entry (type and year) owes by
 * the rule of «Почему такой долг?»; payments close the oldest charge of an entry first. Only garages in debt are laid out.
 * Relations are put on one another and grouped instead of joined: a planner that expects one row would join thousands in loops.
 */
export function owedLines(actor: Actor, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with charged as materialized (select o.id, o.contribution_id, o.garage_id, o.amount_kopecks from balance_operation o
        join contribution c on c.id = o.contribution_id where ${which} and ${documentScope(actor)} and ${inScope(actor, 'o')} and ${stands}),
      debtors as materialized (select b.garage_id from garage_balance b
        where b.garage_id in (select charged.garage_id from charged) and b.balance_kopecks < 0),
      here as materialized (select o.id, o.garage_id, o.accrual_type_id, o.payment_type_id, o.period_year, o.on_date, o.sign, o.amount_kopecks,
        o.reversal_of from balance_operation o where o.garage_id in (select debtors.garage_id from debtors)),
      laid as (
        select o.garage_id, o.accrual_type_id as type_id, o.period_year as year, o.id, o.amount_kopecks as amount, null::bigint as owed,
          sum(o.amount_kopecks) over (partition by o.garage_id, o.accrual_type_id, o.period_year order by o.on_date desc, o.id desc) as upto
        from here o where ${stands}
        union all
        select garage_id, type_id, year, null, null, owed, null from (${owedEntries(sql`true`, sql`here`)}) as entry where owed > 0),
      part as (select id, greatest(0, least(amount, amount + coalesce(max(owed) over (partition by garage_id, type_id, year), 0) - upto))::bigint as owed from laid)
    select id as line_id, max(document) as document, max(amount) as amount_kopecks, coalesce(max(owed), 0) as owed_kopecks
    from (select id, contribution_id as document, amount_kopecks as amount, null::bigint as owed from charged
      union all select id, null, null, owed from part where owed > 0) as line
    group by id having max(document) is not null`;
}

/** What of documents is paid by now. */
export const paidRows = (actor: Actor, ids: readonly number[]) => paidOf(actor, sql`any(${ids}::int[])`);

/** `which` completes «document =»: several of them, or the one of an outer row. */
export const paidOf = (actor: Actor, which: RawBuilder<unknown>) => sql<{
  id: number;
  amount_kopecks: number;
  paid_kopecks: number;
}>`select owed.document as id, sum(owed.amount_kopecks)::bigint as amount_kopecks,
    sum(owed.amount_kopecks - owed.owed_kopecks)::bigint as paid_kopecks
  from (${owedLines(actor, sql`o.contribution_id = ${which}`)}) as owed group by 1 order by 1`;
