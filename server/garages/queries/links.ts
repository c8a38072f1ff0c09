// SQL of the links old → new that mergers and splits leave. Both ends lie in one ПО, so that who sees one sees the other.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';

const plate = sql`'id', n.id, 'section', n.section, 'number', n.number, 'is_active', n.is_active`;

/** The garages that stand in the place of one, as JSON `PlateRef[]`. */
export const becameOf = (garage: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object(${plate}) order by n.section_key, n.number_key, n.id)
    from garage_link k join garage n on n.id = k.new_id where k.old_id = ${garage} and not n.is_withdrawn), '[]'::json)`;

/** The merged and split garages in whose place one stands, with reason and day of the archive. `zone` is the МО's time zone. */
export const cameOf = (garage: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object(${plate}, 'reason', n.archive_reason, 'archived_on', (n.archived_at at time zone ${zone})::date)
      order by n.archived_at, n.section_key, n.number_key, n.id)
    from garage_link k join garage n on n.id = k.old_id where k.new_id = ${garage} and not n.is_withdrawn), '[]'::json)`;

export interface Linked {
  id: number;
  section: string;
  number: string;
  is_active: boolean;
}

/** Garages of a ПО by their ids, in the order of the site. */
export const garagesOfPo = (tx: WriteDb, poId: number, ids: readonly number[]): Promise<Linked[]> =>
  ids.length
    ? tx
        .selectFrom('garage')
        .where('po_id', '=', poId)
        .where('id', 'in', ids)
        .where('is_withdrawn', '=', false)
        .orderBy('section_key')
        .orderBy('number_key')
        .orderBy('id')
        .select(['id', 'section', 'number', 'is_active'])
        .execute()
    : Promise.resolve([]);

/** The garages that a link of this one leads to. */
export const linkedOf = (db: ReadDb, oldId: number): Promise<Linked[]> =>
  db
    .selectFrom('garage_link as k')
    .innerJoin('garage as n', 'n.id', 'k.new_id')
    .where('k.old_id', '=', oldId)
    .orderBy('n.section_key')
    .orderBy('n.number_key')
    .select(['n.id', 'n.section', 'n.number', 'n.is_active'])
    .execute();
