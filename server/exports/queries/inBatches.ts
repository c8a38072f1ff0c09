// A list read by its ids: which rows and in what order is found once, the rows come in batches as they are written.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';

/** Rows in memory at a time: more of them would outlive the young space and be thrown away late. */
const BATCH = 1000;

/** Ids of `ids`, a select of a column `id` in the order of the list. */
export async function idsOf(db: ReadDb, ids: RawBuilder<unknown>): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ ids: number[] }>`select coalesce(array_agg(id), '{}') as ids from (${ids}) as ordered`,
  );
  return rows[0]!.ids;
}

/** `page(id, nth)`: ids of one batch and their places in it; `page(id, beside, nth)` when something stands beside each. */
export type Page = RawBuilder<unknown>;

/**
 * Rows of `select` for the ids, in their order, `size` ids at a time, several of one id as `within` says; the first are asked for at once, the next ones while these
 * are written.
 */
export function rowsOf<Row>(
  db: ReadDb,
  ids: readonly number[],
  select: (page: Page) => RawBuilder<Row>,
  { size = BATCH, within, beside }: { size?: number; within?: RawBuilder<unknown>; beside?: readonly number[] } = {},
): AsyncGenerator<Row[]> {
  const batchAt = (from: number): Promise<Row[]> | null => {
    if (from >= ids.length) return null;
    const some = (all: readonly number[]) => sql`${`{${all.slice(from, from + size).join(',')}}`}::int[]`;
    const page = beside
      ? sql`unnest(${some(ids)}, ${some(beside)}) with ordinality as page(id, beside, nth)`
      : sql`unnest(${some(ids)}) with ordinality as page(id, nth)`;
    const batch = read(db, sql<Row>`${select(page)} order by page.nth${within ? sql`, ${within}` : sql``}`);
    // Whoever stops reading early leaves it unasked: its failure is nobody's.
    batch.catch(() => undefined);
    return batch;
  };
  const first = batchAt(0);
  return (async function* () {
    let next = first;
    for (let from = size; next; from += size) {
      const batch = await next;
      next = batchAt(from);
      yield batch;
    }
  })();
}
