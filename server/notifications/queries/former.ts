// Former owners: they are written to about the debt that was left to them and about nothing else.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { leftDebts } from '../../profiles/queries/left.ts';
import { inScope, isGarageHere, isWard, wasMistake } from '../../kernel/scope.ts';
import { idsOf, ownershipsOf, type Wards } from './wards.ts';

type AmongFew = (column: RawBuilder<unknown>) => RawBuilder<unknown>;
const everybody: AmongFew = () => sql``;

/** Who owns something at the actor's place now, as a select of numbers of people. */
const ownersOf = (actor: Actor, amongFew: AmongFew) =>
  sql`select own.profile_id from ownership own
    where own.ended_on is null and ${isGarageHere(actor, sql`own.garage_id`)} ${amongFew(sql`own.profile_id`)}`;

/**
 * The person `id` owned at the actor's place and owns nothing there any more; neither does he stand in an open case there, nor
 * represent an owner. How lately it ended does not matter. Both sides are read once, not for each person.
 */
export function isFormerOwner(
  actor: Actor,
  id: RawBuilder<unknown>,
  today: string,
  amongFew = everybody,
): RawBuilder<boolean> {
  // «is true» keeps the planner from joining: it would read the place again for each person.
  return sql<boolean>`(${id} in (
    select was.profile_id from ownership was
      where was.ended_on is not null and not ${wasMistake('was')} and ${isGarageHere(actor, sql`was.garage_id`)} ${amongFew(sql`was.profile_id`)}
    except (${ownersOf(actor, amongFew)})
    except select side.profile_id from reregistration_party side join reregistration matter on matter.id = side.reregistration_id
      where matter.status in (1, 2, 6) and ${inScope(actor, 'matter')} ${amongFew(sql`side.profile_id`)}
    except select ward.representative_id from profile ward join ownership held on held.profile_id = ward.id
      where ward.representative_id is not null and held.ended_on is null and ${isWard('ward', today)} and ${isGarageHere(actor, sql`held.garage_id`)}
        ${amongFew(sql`ward.representative_id`)})) is true`;
}

/** Garages that people are written about, as rows `own`, with what is owed for each by its reader. */
export interface Held {
  rows: RawBuilder<unknown>;
  /** Kopecks. */
  debt: RawBuilder<unknown>;
  isLeft: RawBuilder<boolean>;
}

/**
 * What people own; of a mailing about debts `withLeft` also what was left to those who own nothing any more. Whom a representative reads for is
 * asked by what he owns alone.
 */
export function heldBy(actor: Actor, wards: Wards, withLeft: boolean, amongFew = everybody): Held {
  if (!withLeft) return { rows: ownershipsOf(wards), debt: sql`b.debt_kopecks`, isLeft: sql<boolean>`false` };
  const unasked = [...idsOf(wards), ...wards.onlyReaders];
  return {
    rows: sql`(select present.garage_id, present.profile_id, present.ended_on, null::bigint as left_kopecks from ${ownershipsOf(wards)} present
      union all select l.garage_id, l.profile_id, null::date, l.left_kopecks from (${leftDebts(actor, amongFew)}) as l
        where not l.profile_id = any(${unasked}::int[]) and l.profile_id not in (${ownersOf(actor, amongFew)}))`,
    debt: sql`coalesce(own.left_kopecks, b.debt_kopecks)`,
    isLeft: sql<boolean>`own.left_kopecks is not null`,
  };
}
