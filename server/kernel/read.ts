// The only way to run SQL that is written out: a database for reading takes selects and nothing else.
import type { Kysely, RawBuilder } from 'kysely';
import type { DB } from '../db/types.ts';
import type { ReadDb } from './ctx.ts';

/** Words by which a statement changes something, takes a lock or speaks to other processes. */
const changing =
  /\b(?:insert\s+into|update\s+[\w."]+\s+(?:(?:as\s+)?\w+\s+)?set|delete\s+from|merge\s+into|truncate|create|alter|drop|grant|copy|lock\s+table|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|pg_notify|pg_advisory\w*|nextval|setval)\b/i;
/** Texts that were looked at; values travel apart, so there are as many texts as shapes of questions. */
const known = new Set<string>();
const MOST_KNOWN = 5000;

/**
 * Rows of a select. Columns are as the text names them; money of `bigint` comes as a number.
 * @throws when the text would change anything: writes go through `act`, whose `tx` runs them by `execute`
 */
export async function read<Row>(db: ReadDb, query: RawBuilder<Row>): Promise<Row[]> {
  // What a handler holds has no `getExecutor`, so that no statement can be run on it but here.
  const connection = db as Kysely<DB>;
  const compiled = query.compile(connection);
  if (!known.has(compiled.sql)) {
    if (changing.test(compiled.sql)) throw new Error(`a read that changes something: ${compiled.sql.slice(0, 200)}`);
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(compiled.sql);
  }
  return (await connection.executeQuery(compiled)).rows;
}
