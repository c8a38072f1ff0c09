// Names of ПО in a column of a table: which row belongs to whom.
import type { TableLayout } from '../../../contract/importFields.ts';
import type { Sheet } from '../workbook.ts';
import { looksLikeNumber } from './place.ts';
import { tidy } from './text.ts';

/** Below this share of named rows a name stands once at the top of its block and goes on below it. */
const NAMED_ONCE = 0.6;

const read = new WeakMap<Sheet, Map<string, readonly string[]>>();

/** The name of a ПО for every row of the sheet, '' where there is none; null when the table has no such column. */
export function poNamesOf(sheet: Sheet, table: TableLayout): readonly string[] | null {
  const column = table.columns.find((one) => one.field === 'po')?.index;
  if (column === undefined) return null;
  const known = read.get(sheet) ?? new Map<string, readonly string[]>();
  read.set(sheet, known);
  const key = `${column}:${table.firstRow}:${table.headerRow}:${table.lastRow}`;
  const done = known.get(key);
  if (done) return done;
  const number = table.columns.find((one) => ['number', 'place', 'numberAndOwner'].includes(one.field ?? ''))?.index;
  const names = Array.from({ length: sheet.rowCount }, () => '');
  let [garages, named] = [0, 0];
  for (let at = 0; at < sheet.rowCount; at += 1) {
    const line = sheet.lineOf(at);
    if (line < table.firstRow || line <= table.headerRow || (table.lastRow !== null && line > table.lastRow)) continue;
    const cells = sheet.row(at);
    names[at] = tidy(cells[column]?.text ?? '');
    if (number === undefined || !cells[number] || !looksLikeNumber(cells[number])) continue;
    garages += 1;
    if (names[at]) named += 1;
  }
  if (named < garages * NAMED_ONCE) names.forEach((name, at) => (names[at] = name || (names[at - 1] ?? '')));
  known.set(key, names);
  return names;
}

/** How many garages, or people of a table of people, each name has in the column of ПО; '' are those without a name. */
export function countNames(sheet: Sheet, table: TableLayout): Map<string, number> {
  const counts = new Map<string, number>();
  const number = table.columns.find((one) => ['number', 'place', 'numberAndOwner'].includes(one.field ?? ''))?.index;
  const people =
    table.fate === 'people'
      ? table.columns.find((one) => one.field === 'owner' || one.field === 'lastName')?.index
      : undefined;
  const names = poNamesOf(sheet, table);
  for (const [at, name] of names?.entries() ?? []) {
    const line = sheet.lineOf(at);
    if (line < table.firstRow || line <= table.headerRow || (table.lastRow !== null && line > table.lastRow)) continue;
    const cells = sheet.row(at);
    const cell = cells[number ?? -1];
    if (people === undefined ? cell && looksLikeNumber(cell) : cells[people]?.text.trim())
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
