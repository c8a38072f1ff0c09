// What a copy of the database needs to know of its tables: their order, columns, sums, the next numbers.
import type { Connection } from './engine.ts';

type Asks = Pick<Connection, 'query'>;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Tables so ordered that those which are referred to come first. */
export async function tablesInOrder({ query }: Asks): Promise<string[]> {
  const { rows } = await query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration' order by 1",
  );
  const { rows: references } = await query(
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

/** Columns that hold something of their own. */
export async function columnsOf({ query }: Asks, table: string): Promise<string[]> {
  const { rows } = await query(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  return rows.map((row) => String(row.name));
}

/** The next number of a table goes on after the largest one that was moved. */
export async function setSequence({ query }: Asks, table: string): Promise<void> {
  const { rows } = await query(
    "select pg_get_serial_sequence($1, 'id') as sequence from information_schema.columns where table_schema = 'public' and table_name = $2 and column_name = 'id'",
    [quoted(table), table],
  );
  const sequence = rows[0]?.sequence;
  if (sequence)
    await query(`select setval('${String(sequence)}', coalesce((select max(id) from ${quoted(table)}), 0) + 1, false)`);
}

/** Number of rows and sum of their digests; the same rows give the same on every engine. */
export async function digestOf({ query }: Asks, table: string): Promise<{ rows: number; digest: string }> {
  const columns = (await columnsOf({ query }, table)).map(quoted).join(', ');
  const { rows } = await query(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(row::text, 0)), 0)::text as digest from (select ${columns} from ${quoted(table)}) as row`,
  );
  return rows[0] as { rows: number; digest: string };
}
