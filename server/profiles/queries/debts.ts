// SQL of what garages owe by the types of charges.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { inScope } from '../../kernel/scope.ts';

/** Garages of the actor's place whose present owners owe by one of these types of charges, as an array; read once for a whole list. */
export const owingBy = (actor: Actor, types: readonly number[]): RawBuilder<unknown> =>
  sql`array(select s.garage_id from settle(array(select d.garage_id from garage_balance d where d.debt_kopecks > 0 and ${inScope(actor, 'd')})) as s
    where s.kind = 'charge' and s.debtor_id is null and s.kopecks > 0 and s.type_id = any(${types}::int[]))`;
