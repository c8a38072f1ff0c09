// Tables as the rules of columns see them, and what they make of each column.
import { readColumns } from '../../server/imports/rules/columns.ts';
import type { TableFacts } from '../../server/imports/rules/tableFacts.ts';
import { emptyCell, type Cell } from '../../server/imports/workbook.ts';

export type Value = string | number;
export const cellOf = (value: Value): Cell =>
  typeof value === 'number'
    ? { kind: 'number', value, text: String(value) }
    : value
      ? { kind: 'text', value, text: value }
      : emptyCell;
export const factsOf = (
  titles: readonly string[],
  rows: readonly Value[][],
  more: Partial<TableFacts> = {},
): TableFacts => ({
  table: 1,
  titles: titles.map((title) => {
    const parts = title.split(' / ');
    return { own: parts.at(-1)!, above: parts.slice(0, -1) };
  }),
  hidden: [],
  firstColumn: 0,
  lastColumn: titles.length - 1,
  rows: rows.map((row, at) => ({ line: at + 2, cells: row.map(cellOf) })),
  ...more,
});
export const read = (titles: string[], rows: Value[][] = [], more: Partial<TableFacts> = {}) =>
  readColumns(factsOf(titles, rows, more), true);
export const fieldsOf = (...given: Parameters<typeof read>) => read(...given).columns.map(({ field }) => field);
export const askedOf = (...given: Parameters<typeof read>) => read(...given).questions.map(({ text }) => text);
/** Rows of a table whose columns repeat these values with a figure of their own in place of «#». */
export const rowsOf = (count: number, ...values: string[]) =>
  Array.from({ length: count }, (_, at) => values.map((value) => value.replace('#', String(at + 1))));
