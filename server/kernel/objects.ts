// Where a card that carries comments and files stands.
import type { Write } from './act.ts';
import { notFound } from './errors.ts';
import type { Ctx } from './ctx.ts';
import { inScope, personInScope } from './scope.ts';
import { sql } from 'kysely';

export type ObjectType = 'garage' | 'profile';

export interface ObjectPlace {
  region_id: number;
  mo_id: number;
  po_id: number;
  name: string;
}

/** Where an object stands, when the actor may see it. */
export async function placeOfObject(ctx: Ctx, type: ObjectType, id: number): Promise<ObjectPlace | undefined> {
  if (type === 'garage')
    return ctx.db
      .selectFrom('garage as g')
      .where('g.id', '=', id)
      .where(inScope(ctx.actor, 'g'))
      .select(['g.region_id', 'g.mo_id', 'g.po_id', sql<string>`trim(g.section || ' ' || g.number)`.as('name')])
      .executeTakeFirst();
  return ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', id)
    .where(personInScope(ctx.actor, 'p'))
    .select(['p.region_id', 'p.mo_id', 'p.po_id', sql<string>`p.full_name`.as('name')])
    .executeTakeFirst();
}

/** @throws 404 when the object is not the actor's to see */
export async function requireObjectPlace(ctx: Ctx, type: ObjectType, id: number): Promise<ObjectPlace> {
  const place = await placeOfObject(ctx, type, id);
  if (!place) throw notFound();
  return place;
}

type PlaceIds = Omit<ObjectPlace, 'name'>;

export const placeIdsOf = ({ region_id, mo_id, po_id }: PlaceIds): PlaceIds => ({ region_id, mo_id, po_id });

/** Those who have the card open read its comments or files again. */
export const emitCardChanged = (
  emit: Write['emit'],
  resource: 'comments' | 'attachments',
  objectId: number,
  at: PlaceIds,
) =>
  emit(
    { region: at.region_id, mo: at.mo_id, po: at.po_id },
    { type: 'records_changed', message: { resource, ids: [objectId] } },
  );
