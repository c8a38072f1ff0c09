// The objects of the register on the server's side: in which table each is kept, where its rows stand, what a row is called.
import { sql, type RawBuilder } from 'kysely';
import type { ObjectType, TypeWith } from '../../contract/kernel/objects.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { DB } from '../db/types.ts';
import type { Write } from './act.ts';
import { todayOf, type Ctx, type ReadDb } from './ctx.ts';
import { forbidden, notFound } from './errors.ts';
import { read } from './read.ts';
import { inScope, personInScope, personPresent, tieLives } from './scope.ts';

interface KeptObject {
  table: keyof DB;
  /**
   * Where its rows stand. `row`: at the place in their own region_id, mo_id, po_id; `person`: wherever the person is known;
   * `admin`: nowhere, superusers look after them; `everybody`: nowhere, all who are signed in see them.
   */
  place: 'row' | 'person' | 'admin' | 'everybody';
  /** Name of a row, as the log calls it; `o` is the row. */
  name: RawBuilder<string>;
}

const named = sql<string>`o.name`;
const titled = sql<string>`o.title`;

export const keptObjects: Record<ObjectType, KeptObject> = {
  garage: { table: 'garage', place: 'row', name: sql`trim(o.section || ' ' || o.number)` },
  profile: { table: 'profile', place: 'person', name: sql`o.full_name` },
  reregistration: { table: 'reregistration', place: 'row', name: sql`'№ ' || o.id` },
  reregistration_tariff: { table: 'reregistration_tariff', place: 'admin', name: sql`o.tariff_group` },
  contribution: {
    table: 'contribution',
    place: 'row',
    name: sql`coalesce((select name from accrual_type where id = o.accrual_type_id), '')`,
  },
  balance_operation: { table: 'balance_operation', place: 'row', name: sql`'№ ' || o.id` },
  document: { table: 'document', place: 'row', name: sql`'№ ' || o.number` },
  bank_statement: { table: 'bank_statement', place: 'row', name: sql`o.file_name` },
  log_line: { table: 'action_log', place: 'row', name: sql`o.text` },
  notification: { table: 'notification', place: 'row', name: titled },
  user: {
    table: 'app_user',
    place: 'admin',
    name: sql`trim(o.last_name || ' ' || o.first_name || ' ' || o.father_name)`,
  },
  region: { table: 'region', place: 'admin', name: named },
  mo: { table: 'mo', place: 'admin', name: named },
  po: { table: 'po', place: 'admin', name: named },
  garage_type: { table: 'garage_type', place: 'admin', name: named },
  accrual_type: { table: 'accrual_type', place: 'admin', name: named },
  payment_type: { table: 'payment_type', place: 'admin', name: named },
  privilege: { table: 'privilege', place: 'admin', name: named },
  key_rate: { table: 'key_rate', place: 'admin', name: sql`o.since::text` },
  sms_price: { table: 'sms_price', place: 'admin', name: sql`o.prefix` },
  document_type: { table: 'document_type', place: 'admin', name: named },
  news: { table: 'news', place: 'admin', name: titled },
  tutorial: { table: 'tutorial', place: 'everybody', name: titled },
  gallery_item: { table: 'gallery_item', place: 'admin', name: titled },
};

/** Condition over `o`, a row of the object's table: the actor may see it. */
export function maySeeObject(actor: Actor, type: ObjectType): RawBuilder<boolean> {
  const { place } = keptObjects[type];
  if (type === 'garage') return sql<boolean>`${inScope(actor, 'o')} and not o.is_withdrawn`;
  // A draft is its author's alone: nobody else comments on it, files it or is seen beside it.
  if (type === 'reregistration')
    return sql<boolean>`${inScope(actor, 'o')} and (o.status <> 0 or o.author_id = ${actor.userId})`;
  if (place === 'row') return inScope(actor, 'o');
  if (place === 'person') return personInScope(actor, 'o');
  return place === 'everybody' || actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : sql<boolean>`false`;
}

/** Name of an object, when the actor may see it; null when it is not there or not his. */
export async function findObject(db: ReadDb, actor: Actor, type: ObjectType, id: number): Promise<string | null> {
  const { table, name } = keptObjects[type];
  const [row] = await read(
    db,
    sql<{
      name: string;
    }>`select ${name} as name from ${sql.table(table)} as o where o.id = ${id} and ${maySeeObject(actor, type)}`,
  );
  return row ? row.name : null;
}

/** Types that have something hanging on their cards. */
export type CardType = TypeWith<'comments' | 'files'>;

/** Said of a person whose tie to the place is over. */
export const FORMER = 'Связь человека с вашей организацией прекращена: остались имя и своя история';

export interface PlaceIds {
  region_id: number;
  mo_id: number;
  po_id: number;
}
export interface ObjectPlace extends PlaceIds {
  name: string;
}

/**
 * Where a card stands and what it is called.
 * @throws 404 when the object is not the actor's to see, 403 for a person who is former there
 */
export async function requireObjectPlace(ctx: Ctx, type: CardType, id: number): Promise<ObjectPlace> {
  const { table, name, place } = keptObjects[type];
  const isPresent = place === 'person' ? personPresent(ctx.actor, 'o', todayOf(ctx)) : sql<boolean>`true`;
  const [row] = await read(
    ctx.db,
    sql<
      ObjectPlace & { is_present: boolean }
    >`select o.region_id, o.mo_id, o.po_id, ${name} as name, ${isPresent} as is_present
      from ${sql.table(table)} as o where o.id = ${id} and ${maySeeObject(ctx.actor, type)}`,
  );
  if (!row) throw notFound();
  const { is_present: present, ...found } = row;
  if (!present) throw forbidden(FORMER);
  return found;
}

export const placeIdsOf = ({ region_id, mo_id, po_id }: PlaceIds): PlaceIds => ({ region_id, mo_id, po_id });

/** ПО where the tie of a person lives: what is done with his data is told there. */
export const presentPlaces = (ctx: Ctx, personId: number): Promise<PlaceIds[]> =>
  read(
    ctx.db,
    sql<PlaceIds>`select tie.region_id, tie.mo_id, tie.po_id from profile_place as tie join profile p on p.id = tie.profile_id
      where p.id = ${personId} and ${tieLives('p', todayOf(ctx))} order by tie.po_id`,
  );

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
