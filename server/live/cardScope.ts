// Which cards a person may see: asked before it is told who else has one open.
import { sql, type RawBuilder } from 'kysely';
import type { CardResource } from '../../contract/kernel/live.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { Deps } from '../kernel/ctx.ts';
import { inScope, personInScope } from '../kernel/scope.ts';

/** Tables of cards that stand at a place. */
const placed = { garages: 'garage', contributions: 'contribution' } as const;
/** Cards of superusers. */
const administered = { regions: 'region', moes: 'mo', poes: 'po', users: 'app_user' } as const;

/** True when the card exists inside the actor's scope. */
export async function maySeeCard(deps: Deps, actor: Actor, resource: CardResource, id: number): Promise<boolean> {
  if (resource in administered && actor.isSuperuser !== SUPERUSER) return false;
  const { rows } = await sql`select 1 from ${conditionOf(actor, resource)} and c.id = ${id}`.execute(deps.db);
  return rows.length > 0;
}

function conditionOf(actor: Actor, resource: CardResource): RawBuilder<unknown> {
  if (resource === 'profiles') return sql`profile as c where ${personInScope(actor, 'c')}`;
  if (resource in placed)
    return sql`${sql.table(placed[resource as keyof typeof placed])} as c where ${inScope(actor, 'c')}`;
  return sql`${sql.table(administered[resource as keyof typeof administered])} as c where true`;
}
