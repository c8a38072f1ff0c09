// Which cards a person may see: asked before it is told who else has one open.
import { sql } from 'kysely';
import type { CardResource } from '../../contract/kernel/live.ts';
import { typeOfResource } from '../../contract/kernel/objects.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { todayOf, type Deps } from '../kernel/ctx.ts';
import { findObject } from '../kernel/objects.ts';
import { read } from '../kernel/read.ts';
import { ownMo, ownPo, personPresent, placeScope } from '../kernel/scope.ts';
import { timeZoneOfActor } from '../kernel/timeZones.ts';
import type { Standing } from './presence.ts';

/** True when the card exists inside the actor's scope; of a person whose tie is over he reads a name alone, nothing of the present. */
export async function maySeeCard(deps: Deps, actor: Actor, resource: CardResource, id: number): Promise<boolean> {
  const type = typeOfResource(resource);
  if ((await findObject(deps.db, actor, type, id)) === null) return false;
  if (type !== 'profile') return true;
  const today = todayOf({ now: () => deps.clock.now(), timeZone: await timeZoneOfActor(deps.db, actor) });
  const [row] = await read(
    deps.db,
    sql<{ is: boolean }>`select ${personPresent(actor, 'o', today)} as is from profile o where o.id = ${id}`,
  );
  return row?.is === true;
}

/** Where the actor works, with what stands above it. */
export async function standingOf(deps: Deps, actor: Actor): Promise<Standing> {
  const [row] = await read(
    deps.db,
    sql<{
      region: number;
      mo: number | null;
      po: number | null;
    }>`select r.id as region, mo.id as mo, po.id as po from region r
      left join po on po.id = ${ownPo(actor)} left join mo on mo.id = ${ownMo(actor)}
      where r.id = mo.region_id or ${placeScope(actor, { region: 'r.id' })}`,
  );
  return row ? [row.region, row.mo, row.po] : [null, null, null];
}
