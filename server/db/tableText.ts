// A table as text, slice by slice: the same rows give the same bytes on every engine, however they are sliced.
import { createHash } from 'node:crypto';
import type { Connection } from './engine.ts';
import { quoted, tablesInOrder } from './tables.ts';

/** What a copy knows of a table before it reads it. */
export interface TableShape {
  table: string;
  /** Columns that hold something of their own. */
  columns: string[];
  hasId: boolean;
  /** No more rows than these can lie in it. */
  mostRows: number;
  /** Columns that refer to the table itself. */
  own: string[];
  /** Columns of its key in their order, those of letters with the collation that is one on every engine. */
  key: string[];
}

/** A row takes this much at the least, bytes: its head, its place in the page, one column. */
const LEAST_ROW = 32;

/** All tables, those that are referred to first: asked once for all, not anew for each. */
export async function shapesOf(connection: Connection): Promise<TableShape[]> {
  const names = await tablesInOrder(connection);
  const { rows } = await connection.query(`
    select c.relname as table, pg_relation_size(c.oid)::float8 as bytes,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.atttypid in ('int4'::regtype, 'int8'::regtype)) as has_id,
      coalesce((select json_agg(distinct a.attname) from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = c.oid), '[]') as own,
      coalesce((select json_agg(json_build_object('name', a.attname, 'is_text', a.attcollation <> 0) order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indisprimary and i.indrelid = c.oid), '[]') as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const shapes = new Map(rows.map((row) => [String(row.table), shapeOf(row as unknown as FoundTable)]));
  return names.map((name) => shapes.get(name)!);
}

interface FoundTable {
  table: string;
  bytes: number;
  columns: string[];
  has_id: boolean;
  own: string[];
  key: { name: string; is_text: boolean }[];
}

const shapeOf = ({ table, bytes, columns, has_id, own, key }: FoundTable): TableShape => ({
  table,
  columns,
  hasId: has_id,
  mostRows: bytes / LEAST_ROW,
  own,
  key: key.map(({ name, is_text }) => quoted(name) + (is_text ? ' collate "C"' : '')),
});

/** @param pieceRows rows of one piece at most, where the table has ids to be cut by */
export async function* textOf(
  connection: Connection,
  shape: TableShape,
  columns: readonly string[],
  pieceRows: number,
): AsyncGenerator<Uint8Array> {
  for await (const where of slicesOf(connection, shape, pieceRows)) {
    const bytes = await connection.copyOut(
      `select ${columns.map(quoted).join(', ')} from ${quoted(shape.table)} ${where}`,
    );
    if (bytes.length) yield bytes;
  }
}

/** Conditions that together are the whole table, in the order in which rows may refer to earlier ones. */
async function* slicesOf(connection: Connection, shape: TableShape, pieceRows: number): AsyncGenerator<string> {
  const { table, hasId, key, mostRows } = shape;
  if (mostRows <= pieceRows || !hasId || (await refersForward(connection, shape))) {
    const whole = key.length ? key.join(', ') : `${quoted(table)}::text collate "C"`;
    yield `order by ${hasId ? 'id' : whole}`;
    return;
  }
  const { rows } = await connection.query(
    `select min(id)::float8 as first, max(id)::float8 as last from ${quoted(table)}`,
  );
  const { first, last } = rows[0] as { first: number | null; last: number };
  if (first === null) return;
  // Ids stand close together nearly always: a range of them holds no more rows than it has numbers.
  if ((last - first) / pieceRows > (mostRows / pieceRows) * FAR_APART)
    return yield* countedSlices(connection, table, pieceRows);
  for (let from = first; from <= last; from += pieceRows)
    yield `where id >= ${from} and id < ${from + pieceRows} order by id`;
}

/** More ranges than this for each piece that the size of the table speaks of: then the rows are counted. */
const FAR_APART = 4;

/** Slices of exactly so many rows, whatever lies between their ids. */
async function* countedSlices(connection: Connection, table: string, pieceRows: number): AsyncGenerator<string> {
  for (let from: unknown = null; ;) {
    const after = from === null ? '' : `where id > ${String(from)}`;
    const { rows: found } = await connection.query(
      `select max(id) as last from (select id from ${quoted(table)} ${after} order by id limit ${pieceRows}) as slice`,
    );
    const last = found[0]?.last ?? null;
    if (last === null) return;
    yield `where id <= ${String(last)}${from === null ? '' : ` and id > ${String(from)}`} order by id`;
    from = last;
  }
}

/** Whether a row refers to a later one of the same table: then it is loaded by one command. Few rows refer at all. */
async function refersForward(connection: Connection, { table, own }: TableShape): Promise<boolean> {
  if (!own.length) return false;
  const { rows } = await connection.query(
    `select ${own.map((name) => `(select bool_or(${quoted(name)} > id) from ${quoted(table)} where ${quoted(name)} is not null)`).join(' or ')} as later`,
  );
  return rows[0]!.later === true;
}

export interface TableSum {
  rows: number;
  /** SHA-256 over the text, hex. */
  digest: string;
}

const LINE_END = 10;

/** Rows and the sum of a text that comes in pieces: each row ends with the only line break it has. */
export class TextSum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) this.#rows += 1;
  }

  /** Of everything that was added; nothing can be added after it. */
  told(): TableSum {
    return { rows: this.#rows, digest: this.#hash.digest('hex') };
  }
}
