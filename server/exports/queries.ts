// SQL of exports: the order is taken once as a list of ids, the values come batch by batch.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../kernel/ctx.ts';
import type { ListRequest } from '../kernel/list.ts';
import { garageConditions, garageOrder, garageTables } from '../garages/queries.ts';
import type { GarageFilter } from '../../contract/garages.ts';
import { profileConditions, profileOrder, type ProfileFilter } from '../profiles/queries.ts';
import type { ExportColumn } from './columns.ts';

const BATCH = 2000;

export interface ExportSource {
  ids: RawBuilder<unknown>;
  /** Tables of the values; `page` carries `id` and `nth`. */
  tables: RawBuilder<unknown>;
}

export const garageSource = (ctx: Ctx, request: ListRequest<GarageFilter>): ExportSource => ({
  ids: sql`select g.id from ${garageTables} where ${garageConditions(ctx.actor, request.filter)} order by ${garageOrder(request.field, request.direction)}`,
  tables: sql`join garage g on g.id = page.id join po on po.id = g.po_id join mo on mo.id = g.mo_id left join garage_balance b on b.garage_id = g.id`,
});

export const profileSource = (ctx: Ctx, request: ListRequest<ProfileFilter>): ExportSource => ({
  ids: sql`select p.id from profile p where ${profileConditions(ctx, request.filter)} order by ${profileOrder(request.field, request.direction)}`,
  tables: sql`join profile p on p.id = page.id`,
});

/** Ids of everything that is exported, in order. */
export async function exportIds(ctx: Ctx, source: ExportSource): Promise<number[]> {
  const { rows } = await sql<{
    ids: number[];
  }>`select coalesce(array_agg(id), '{}') as ids from (${source.ids}) as ordered`.execute(ctx.db as never);
  return rows[0]!.ids;
}

/** Values of the chosen columns in batches: at any time one batch is in memory. */
export async function* exportRows(
  ctx: Ctx,
  source: ExportSource,
  ids: number[],
  columns: readonly ExportColumn[],
): AsyncGenerator<unknown[][]> {
  const values = sql.join(columns.map((column, index) => sql`${column.value} as ${sql.ref(`c${index}`)}`));
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${values} from unnest(${batch}::int[]) with ordinality as page(id, nth) ${source.tables} order by page.nth`.execute(
      ctx.db as never,
    );
    yield rows.map((row) => columns.map((_, index) => row[`c${index}`]));
  }
}
