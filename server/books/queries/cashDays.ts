// SQL of cash days: those on which a desk took money and was not closed. One rule for the closing, its readiness and the tasks.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { inScope } from '../../kernel/scope.ts';

/**
 * Open cash days of the actor's place as a query with the columns `po_id, on_date`. Cash that came with an import or a hand-over
 * was taken at no desk of ours. `days` is a condition over `balance_operation o`.
 */
export const openCash = (actor: Actor, days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select day.po_id, day.on_date from (
    select distinct o.po_id, o.on_date from balance_operation o join contribution c on c.id = o.contribution_id
    where ${inScope(actor, 'o')} and o.payment_type_id = 1 and o.reversal_of is null and c.source = 'desk' and ${days}) as day
  where not exists (select 1 from cash_day d where d.po_id = day.po_id and d.on_date = day.on_date and d.reopened_at is null)`;
