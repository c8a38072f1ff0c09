// What of a document is the reader's: a ПО knows its own part of what its МО did, by sums, counts and order alike.
import { sql, type RawBuilder } from 'kysely';
import { levelOf, type Actor } from '../../../contract/kernel/scope.ts';
import { ownPo } from '../../kernel/scope.ts';
import { isUndone } from './words.ts';

/** Garages and sum of a document inside the actor's place, as `own`; `c` is an alias of `contribution`. */
export function ownShare(actor: Actor, c = 'c'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${c}.${name}`);
  if (levelOf(actor) !== 'po')
    return sql`cross join lateral (select ${column('garage_count')} as garages, ${column('amount_kopecks')} as amount) as own`;
  const lines = sql`from balance_operation s where s.contribution_id = ${column('id')} and s.po_id = ${ownPo(actor)}`;
  const isWhole = sql`${column('po_id')} = ${ownPo(actor)}`;
  return sql`cross join lateral (select
    case when ${isWhole} then ${column('garage_count')} else (select count(distinct s.garage_id)::int ${lines}) end as garages,
    case when ${isWhole} then ${column('amount_kopecks')} else (select coalesce(sum(s.amount_kopecks), 0)::bigint ${lines}) end as amount) as own`;
}

/**
 * Whether nothing of the reader's part of a document stands: of what its МО did over several ПО, a ПО is told by its own lines,
 * not by those of another one. `c` is an alias of `contribution`.
 */
export function isShareUndone(actor: Actor, c = 'c'): RawBuilder<boolean> {
  if (levelOf(actor) !== 'po') return isUndone(c);
  const column = (name: string) => sql.ref(`${c}.${name}`);
  const line = sql`select 1 from balance_operation s where s.contribution_id = ${column('id')} and s.po_id = ${ownPo(actor)}`;
  return sql<boolean>`case when ${column('po_id')} = ${ownPo(actor)} then ${isUndone(c)}
    else exists (${line}) and not exists (${line} and not exists (select 1 from balance_operation r where r.reversal_of = s.id)) end`;
}
