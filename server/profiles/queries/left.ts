// Debts that were left to people who sold.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { inScope } from '../../kernel/scope.ts';

/** What of a garage's debts was left to a person and is still open, kopecks. */
export const leftTo = (garageId: RawBuilder<unknown>, profileId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select sum(s.kopecks) from settle(array[${garageId}]) as s join profile debtor on debtor.id = s.debtor_id
    where s.kind = 'charge' and coalesce(debtor.merged_into, debtor.id) = ${profileId}), 0)`;

type AmongFew = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Debts left to people at the actor's place, as a select of `garage_id, profile_id, left_kopecks`: each by who is liable, merged cards as one. */
export const leftDebts = (actor: Actor, amongFew: AmongFew = () => sql``): RawBuilder<unknown> =>
  sql`select line.garage_id, coalesce(a.merged_into, a.id) as profile_id, -sum(line.sign * line.amount_kopecks)::bigint as left_kopecks
    from balance_operation line join profile a on a.id = line.debtor_id
    where line.debtor_id is not null and ${inScope(actor, 'line')} ${amongFew(sql`coalesce(a.merged_into, a.id)`)}
    group by 1, 2 having sum(line.sign * line.amount_kopecks) < 0`;
