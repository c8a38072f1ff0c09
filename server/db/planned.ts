// How a statement is planned. First numbers of rows written into a statement and not given as values. A plan that PostgreSQL makes once for all values takes an
// unknown limit for a tenth of the table and an unknown series for a thousand rows; it looks dearer than planning anew, and
// the statement is planned at every call. Measured on data set M: a page of payments 15 ms so, 1.4 ms with its limit known.
import { sql, type RawBuilder } from 'kysely';

/** `limit n`. @param rows whole, from a checked request or a constant @throws when it is not a number of rows */
export const limitTo = (rows: number): RawBuilder<unknown> => sql`limit ${inText(rows)}`;

/**
 * `offset … limit …` of a page; no limit: all that is left. Only the first page is planned once: each further offset would be
 * a statement of its own.
 */
export function pageClause({ offset, limit }: { offset: number; limit: number | null }): RawBuilder<unknown> {
  const rows = limit === null ? sql`` : limitTo(limit);
  return offset === 0 ? rows : sql`offset ${offset} ${rows}`;
}

/** A whole number as text of the statement: for a bound of which few are ever met. @throws when it is none */
export function inText(value: number): RawBuilder<unknown> {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`);
  return sql.lit(value);
}

/** Marks a statement, or a part of it, whose plan is made once whatever its values. */
export const ONE_PLAN = '/* one plan */';

/**
 * A statement for which planning costs as much as running: dozens of tables and parts, and a plan that is the same for all values.
 * PostgreSQL counts planning as next to nothing and would plan it at every call. Measured on data set M: the money page of a region
 * spends a quarter of its time so, the last page of payments twelve times what it takes to run.
 */
export const onePlan = <Row>(query: RawBuilder<Row>): RawBuilder<Row> => sql<Row>`${sql.raw(ONE_PLAN)} ${query}`;

/** Letters that the trigram index of names needs. */
const INDEXED = 3;

/**
 * `onePlan` of a search by words that all are long enough for the index; a shorter one is planned as it comes, by how many rows it keeps.
 * Measured on data set M: two words 14 → 8 ms, two letters 70 → 105 ms.
 */
export const onePlanOfWords = <Row>(words: readonly string[], query: RawBuilder<Row>): RawBuilder<Row> =>
  words.length > 0 && words.every((word) => word.length >= INDEXED) ? onePlan(query) : query;
