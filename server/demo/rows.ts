// Many rows in one statement: the database reads them from JSON, so a thousand rows cost one parameter.
import { sql } from 'kysely';
import type { WriteDb } from '../kernel/ctx.ts';
import type { DB } from '../db/types.ts';

/** Inserts rows that all have the same keys, in their order; answers their ids (null for tables without one). */
export async function insertRows(
  tx: WriteDb,
  table: keyof DB & string,
  rows: readonly Record<string, unknown>[],
  idColumn: 'id' | null = 'id',
): Promise<number[]> {
  if (!rows.length) return [];
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  const source = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, bytes)}::json)`;
  const { rows: made } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns}) select ${columns} from ${source}
    ${idColumn ? sql`returning ${sql.ref(idColumn)} as id` : sql``}`.execute(tx);
  return made.map(({ id }) => id);
}

/** Bytes as the database reads them. A Buffer reaches a replacer already as `{type: 'Buffer', data}`. */
function bytes(_: string, value: unknown) {
  const isBuffer = typeof value === 'object' && value !== null && (value as { type?: string }).type === 'Buffer';
  return isBuffer ? `\\x${Buffer.from((value as { data: number[] }).data).toString('hex')}` : value;
}
