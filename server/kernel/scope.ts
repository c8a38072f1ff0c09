// The only statement of who may see: one SQL condition for every list, read, update and mass insert.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';

/**
 * Condition that keeps rows of the actor's place; `table` is the alias that carries region_id, mo_id, po_id.
 * An actor without a place sees nothing.
 */
export function inScope(actor: Actor, table: string): RawBuilder<boolean> {
  if (actor.po) return sql<boolean>`${sql.ref(`${table}.po_id`)} = ${actor.po}`;
  if (actor.mo) return sql<boolean>`${sql.ref(`${table}.mo_id`)} = ${actor.mo}`;
  if (actor.region) return sql<boolean>`${sql.ref(`${table}.region_id`)} = ${actor.region}`;
  return sql<boolean>`false`;
}

/**
 * `personInScope` for whole lists: the people of the place are found first, as an array, so that those of all other
 * places are not read however many there are.
 */
export function personOfPlace(actor: Actor, table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.id`)} = any(array(select place.profile_id from profile_place as place where ${inScope(actor, 'place')}))`;
}

/** People are seen where they are known: at home and wherever they own or owned a garage. */
export function personInScope(actor: Actor, table: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from profile_place as place
    where place.profile_id = ${sql.ref(`${table}.id`)} and ${inScope(actor, 'place')})`;
}
