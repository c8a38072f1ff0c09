// Sheets of plain rows, and where their tables are found.
import { findTables, type FoundTable } from '../../server/imports/rules/tables.ts';
import type { Merge, Sheet } from '../../server/imports/workbook.ts';
import { cellOf, type Value } from './columnTable.ts';

/** Merged cells as row, first column, row, last column. */
export function sheetOf(rows: Value[][], merges: [number, number, number, number][] = []): Sheet {
  return {
    name: 'Лист',
    hidden: false,
    hiddenColumns: [],
    merges: merges.map(([startRow, startCol, endRow, endCol]): Merge => ({ startRow, startCol, endRow, endCol })),
    rowCount: rows.length,
    columnCount: Math.max(0, ...rows.map((row) => row.length)),
    row: (index) => rows[index]!.map(cellOf),
    lineOf: (index) => index + 1,
  };
}
export function found(...given: Parameters<typeof sheetOf>): FoundTable[] {
  const finding = findTables(sheetOf(...given));
  for (;;) {
    const { done, value } = finding.next();
    if (done) return value;
  }
}
/** Last row of the header, rows and columns of the data of each table. */
export const places = (...given: Parameters<typeof sheetOf>) =>
  found(...given).map((one) => [one.headerLast, one.firstRow, one.lastRow, one.firstColumn, one.lastColumn]);
/** Titles of the first table: «Долг / 2024». */
export const titles = (...given: Parameters<typeof sheetOf>) =>
  found(...given)[0]!.titles.map(({ own, above }) => [...above, own].join(' / '));

export const HEADER = ['№ гаража', 'ФИО', 'Телефон'];
export const garages = (count: number, from = 1): Value[][] =>
  Array.from({ length: count }, (_, at) => [from + at, 'Иванов Иван', '89001110001']);
