// The objects of the register on the server's side: in which table each is kept, where its rows stand, what a row is called.
import { sql, type RawBuilder } from 'kysely';
import type { ObjectType, TypeWith } from '../../contract/kernel/objects.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { DB } from '../db/types.ts';
import type { Write } from './act.ts';
import { todayOf, type Ctx, type ReadDb } from './ctx.ts';
import { forbidden, notFound } from './errors.ts';
import { read } from './read.ts';
import { inScope, personInScope, tieLives } from './scope.ts';
import { limitTo } from '../db/planned.ts';

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

/** The tie `own` by which the actor works with the person `o`: that of the home where it is his. None of who is former there. */
const ownTie = (ctx: Ctx) => sql`left join lateral (select tie.region_id, tie.mo_id, tie.po_id from profile_place tie
  where tie.profile_id = o.id and ${inScope(ctx.actor, 'tie')} and ${tieLives('o', todayOf(ctx))}
  order by tie.po_id = o.po_id desc, tie.po_id ${limitTo(1)}) as own on true`;

/**
 * Where a card stands and what it is called; of a person, where the actor works with him.
 * @throws 404 when the object is not the actor's to see, 403 for a person who is former there
 */
export async function requireObjectPlace(ctx: Ctx, type: CardType, id: number): Promise<ObjectPlace> {
  const { table, name, place } = keptObjects[type];
  const [at, tie] = place === 'person' ? (['own', ownTie(ctx)] as const) : (['o', sql``] as const);
  const [row] = await read(
    ctx.db,
    sql<
      ObjectPlace & { is_present: boolean }
    >`select ${sql.ref(`${at}.region_id`)}, ${sql.ref(`${at}.mo_id`)}, ${sql.ref(`${at}.po_id`)}, ${name} as name,
        ${sql.ref(`${at}.po_id`)} is not null as is_present
      from ${sql.table(table)} as o ${tie} where o.id = ${id} and ${maySeeObject(ctx.actor, type)}`,
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

/** Places where a card that stands `at` one of them may be open: a person's, wherever he is present. */
export const placesOfCard = (ctx: Ctx, type: CardType, id: number, at: PlaceIds): Promise<PlaceIds[]> =>
  keptObjects[type].place === 'person' ? presentPlaces(ctx, id) : Promise.resolve([at]);

/** Those who have the card open read its comments or files again. */
export async function emitCardChanged(
  emit: Write['emit'],
  resource: 'comments' | 'attachments',
  objectId: number,
  places: readonly PlaceIds[],
): Promise<void> {
  for (const { region_id: region, mo_id: mo, po_id: po } of places)
    await emit({ region, mo, po }, { type: 'records_changed', message: { resource, ids: [objectId] } });
}
