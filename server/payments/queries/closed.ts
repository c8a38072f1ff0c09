// What payments pay by the books as they are now: the rule of the ledger over the lines of their garages.
import { sql } from 'kysely';
import type { ClosedByPayment } from '../../../contract/payments.ts';
import { closedBy, type LedgerFact } from '../../balance/rules.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';

type Fact = LedgerFact & { garage_id: number; type_name: string | null; wanted: boolean };

/** Payments among `ids` that the actor may see, in no order. */
export async function closedByPayments(ctx: Ctx, ids: readonly number[]): Promise<ClosedByPayment[]> {
  const facts = await read(
    ctx.db,
    sql<Fact>`
    with asked as materialized (select o.id, o.garage_id from balance_operation o where o.id = any(${[...ids]}::int[]) and ${inScope(ctx.actor, 'o')}
      and o.payment_type_id is not null and o.reversal_of is null)
    select o.garage_id, o.id, o.on_date, o.sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id, o.period_year, o.reversal_of, o.debtor_id, o.origin_id,
      t.name as type_name, o.id in (select id from asked) as wanted
    from balance_operation o left join accrual_type t on t.id = o.accrual_type_id where o.garage_id in (select garage_id from asked)`,
  );
  const names = new Map(facts.map((fact) => [fact.accrual_type_id, fact.type_name]));
  const closed = [...Map.groupBy(facts, (fact) => fact.garage_id).values()].flatMap((lines) => [...closedBy(lines)]);
  const wanted = new Set(facts.filter((fact) => fact.wanted).map((fact) => fact.id));
  return closed
    .filter(([id]) => wanted.has(id))
    .map(([id, { parts, left }]) => ({
      id,
      parts: parts.map(({ typeId, year, kopecks }) => ({
        accrual_type: typeId === null ? null : { id: typeId, name: names.get(typeId) ?? '' },
        year,
        kopecks,
      })),
      left_kopecks: left,
    }));
}
