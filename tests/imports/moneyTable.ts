// Tables of money as the rules of columns see them, and in short what is decided about them.
import type { ImportField } from '../../contract/importFields.ts';
import { decideMoney } from '../../server/imports/rules/moneyColumns.ts';
import type { TableFacts } from '../../server/imports/rules/tableFacts.ts';
import { emptyCell, type Cell } from '../../server/imports/workbook.ts';

export type Value = number | string | null | Date;
function cell(value: Value): Cell {
  if (value === null) return emptyCell;
  if (value instanceof Date) return { kind: 'date', value: '2024-02-01', text: '01.02.2024' };
  if (typeof value === 'number') return { kind: 'number', value, text: String(value).replace('.', ',') };
  return { kind: 'text', value, text: value };
}
/** A table of these titles («Долг / 2024») over these rows. */
const factsOf = (titles: string[], rows: Value[][], more: Partial<TableFacts> = {}): TableFacts => ({
  table: 3,
  titles: titles.map((title) => {
    const parts = title.split(' / ');
    return { own: parts.at(-1)!, above: parts.slice(0, -1) };
  }),
  hidden: titles.map(() => false),
  firstColumn: 0,
  lastColumn: titles.length - 1,
  rows: rows.map((row, at) => ({ line: at + 2, cells: row.map(cell) })),
  ...more,
});
/** The fields from left to right (a column left alone is missing) and the decision itself. */
export function decided(titles: string[], rows: Value[][], more: Partial<TableFacts> = {}, taken: number[] = []) {
  const { fields, question, check } = decideMoney(factsOf(titles, rows, more), new Set(taken));
  return { fields: Object.fromEntries(fields), question, check };
}
/** Fields, and the question in short. */
export function asked(titles: string[], rows: Value[][]): [fields: (ImportField | null)[], question: string | null] {
  const { fields, question } = decided(titles, rows);
  const short = question && `${question.kind}: ${question.prepared}${question.sure ? ', sure' : ''}`;
  return [titles.map((_, at) => fields[at] ?? null), short];
}
export const column = (...values: Value[]) => values.map((value) => [value]);
