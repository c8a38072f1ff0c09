// Moves an embedded database to a server: table by table through COPY, then counts and digests of both sides are compared.
import type { Engine } from './engine.ts';
import { columnsOf, digestOf, quoted, setSequence, tablesInOrder } from './tables.ts';

export interface MovedTable {
  table: string;
  rows: number;
  /** Number of rows and sum of row digests, equal on both sides. */
  digest: string;
  isEqual: boolean;
}

/**
 * Copies every table of `source` into the migrated, empty `target`.
 * @throws in Russian when the target is not empty
 */
export async function moveDatabase(source: Engine, target: Engine): Promise<MovedTable[]> {
  const filled = await target.query('select 1 from app_user limit 1');
  if (filled.rows.length) throw new Error('База на сервере не пуста: перенос возможен только в пустую');
  const tables = await tablesInOrder(source);
  // Reference lists came with the migrations; the source's own rows take their place.
  for (const table of tables.toReversed()) await target.query(`delete from ${quoted(table)}`);
  for (const table of tables) {
    const columns = (await columnsOf(source, table)).map(quoted).join(', ');
    const bytes = await source.copyOut(`select ${columns} from ${quoted(table)}`);
    // What a trigger would change has been changed already when the row was written.
    await target.query(`alter table ${quoted(table)} disable trigger user`);
    if (bytes.length) await target.copyIn(`${quoted(table)} (${columns})`, bytes);
    await target.query(`alter table ${quoted(table)} enable trigger user`);
    await setSequence(target, table);
  }
  await target.script('analyze');
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const [before, after] = [await digestOf(source, table), await digestOf(target, table)];
    moved.push({
      table,
      rows: before.rows,
      digest: after.digest,
      isEqual: before.rows === after.rows && before.digest === after.digest,
    });
  }
  return moved;
}
