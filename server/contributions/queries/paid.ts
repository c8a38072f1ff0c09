// SQL of what is paid: what each charge still owes, line by line and by document, as the bill of a garage says it.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { settled } from '../../balance/queries.ts';
import { inScope } from '../../kernel/scope.ts';
import { documentScope } from './documents.ts';

/** A charge that still counts, over `balance_operation o`: not undone, not undoing. */
const stands = sql`o.sign < 0 and o.accrual_type_id is not null and o.payment_type_id is null and o.reversal_of is null and o.origin_id is null
  and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;

/**
 * What is still owed of charges that stand, line by line: `line_id, document, amount_kopecks, owed_kopecks`. `which` is a
 * condition over `balance_operation o` and its document `c`. A part that was moved to another debtor is still owed of the
 * charge it comes from. Only garages in debt are laid out. Relations are put on one another and grouped instead of joined:
 * a planner that expects one row would join thousands in loops.
 */
export function owedLines(actor: Actor, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with charged as materialized (select o.id, o.contribution_id, o.garage_id, o.amount_kopecks from balance_operation o
        join contribution c on c.id = o.contribution_id where ${which} and ${documentScope(actor)} and ${inScope(actor, 'o')} and ${stands}),
      debtors as materialized (select b.garage_id from garage_balance b
        where b.garage_id in (select charged.garage_id from charged) and (b.debt_kopecks > 0 or b.former_debt_kopecks > 0)),
      owing as materialized (select s.line_id, s.kopecks from ${settled(sql`select debtors.garage_id from debtors`)} as s
        where s.kind = 'charge' and s.kopecks > 0),
      moved as (select o.origin_id, owing.kopecks from owing join balance_operation o on o.id = owing.line_id where o.origin_id is not null)
    select id as line_id, max(document) as document, max(amount) as amount_kopecks, coalesce(sum(owed), 0)::bigint as owed_kopecks
    from (select id, contribution_id as document, amount_kopecks as amount, null::bigint as owed from charged
      union all select line_id, null, null, kopecks from owing union all select origin_id, null, null, kopecks from moved) as line
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
