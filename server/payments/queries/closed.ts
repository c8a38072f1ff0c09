// What payments pay by the books as they are now: the rule of the ledger over the lines of their garages.
import { sql, type RawBuilder } from 'kysely';
import type { ClosedByPayment } from '../../../contract/payments.ts';
import { closedBy, PENALTY, type LedgerFact } from '../../balance/rules.ts';
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

/**
 * `with closed (line_id, words)`: what those of the lines that name nothing have closed, «Членский годовой взнос 2025,
 * Целевой 2026, аванс», in the order in which the card of the garage says it.
 */
export const closedWords = (lines: readonly number[]): RawBuilder<unknown> => sql`with part as (
    select p.line_id, case when p.charge_id is null then 'аванс' else coalesce(t.name || ' ' || p.year, 'Корректировка ' || p.year) end as word,
      p.charge_id is null as is_left, p.type_id is not distinct from ${PENALTY} as is_penalty, min(p.since) as since, min(p.charge_id) as charge
    from closings(array(select distinct garage_id from balance_operation where id = any(${[...lines]}::int[]) and accrual_type_id is null)) as p
    left join accrual_type t on t.id = p.type_id group by 1, 2, 3, 4
  ), closed as materialized (select line_id, string_agg(word, ', ' order by is_left, is_penalty, since, charge) as words from part group by 1)`;
