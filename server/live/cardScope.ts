// Which cards a person may see: asked before it is told who else has one open.
import type { CardResource } from '../../contract/kernel/live.ts';
import { typeOfResource } from '../../contract/kernel/objects.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { Deps } from '../kernel/ctx.ts';
import { findObject } from '../kernel/objects.ts';

/** True when the card exists inside the actor's scope. */
export async function maySeeCard(deps: Deps, actor: Actor, resource: CardResource, id: number): Promise<boolean> {
  return (await findObject(deps.db, actor, typeOfResource(resource), id)) !== null;
}
