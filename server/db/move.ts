// Moves an embedded database to a server: table by table through COPY, then counts and digests of both sides are compared.
import type { Engine } from './engine.ts';

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
    if (bytes.length) await target.copyIn(`${quoted(table)} (${columns})`, bytes);
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

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Tables so ordered that those which are referred to come first. */
async function tablesInOrder(engine: Engine): Promise<string[]> {
  const { rows } = await engine.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration' order by 1",
  );
  const { rows: references } = await engine.query(
    "select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and conrelid <> confrelid",
  );
  const left = new Set(rows.map((row) => String(row.name)));
  const ordered: string[] = [];
  while (left.size) {
    const ready = [...left].filter(
      (name) => !references.some((one) => String(one.child) === name && left.has(String(one.parent))),
    );
    if (!ready.length) throw new Error(`tables refer to each other: ${[...left].join(', ')}`);
    for (const name of ready) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

async function columnsOf(engine: Engine, table: string): Promise<string[]> {
  const { rows } = await engine.query(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  return rows.map((row) => String(row.name));
}

/** The next number of a table goes on after the largest one that was moved. */
async function setSequence(engine: Engine, table: string) {
  const { rows } = await engine.query(
    "select pg_get_serial_sequence($1, 'id') as sequence from information_schema.columns where table_schema = 'public' and table_name = $2 and column_name = 'id'",
    [quoted(table), table],
  );
  const sequence = rows[0]?.sequence;
  if (sequence)
    await engine.query(
      `select setval('${String(sequence)}', coalesce((select max(id) from ${quoted(table)}), 0) + 1, false)`,
    );
}

async function digestOf(engine: Engine, table: string): Promise<{ rows: number; digest: string }> {
  const columns = (await columnsOf(engine, table)).map(quoted).join(', ');
  const { rows } = await engine.query(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(row::text, 0)::numeric), 0)::text as digest from (select ${columns} from ${quoted(table)}) as row`,
  );
  return rows[0] as { rows: number; digest: string };
}
