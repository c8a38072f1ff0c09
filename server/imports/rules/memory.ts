// What is remembered of a table: what its titles were taken for. The file itself says where they stand.
import { createHash } from 'node:crypto';
import { ImportField, type ImportLayout, type TableLayout } from '../../../contract/importFields.ts';
import { fold } from './text.ts';

/** The same titles in the same order. */
export const signatureOf = (table: TableLayout): string =>
  createHash('sha256')
    .update(table.columns.map((column) => fold(column.title)).join('|'))
    .digest('hex');

/** Field of each title of a table; titles that stand twice are not remembered. */
export function fieldsOf(table: TableLayout): Record<string, string | null> {
  const counts = Map.groupBy(table.columns, (column) => fold(column.title));
  return Object.fromEntries(
    [...counts].flatMap(([title, columns]) => (title && columns.length === 1 ? [[title, columns[0]!.field]] : [])),
  );
}

/** Lays what is remembered over a fresh reading of the file: fields only, never rows or sheets. */
export function applyMemory(
  layout: ImportLayout,
  remembered: ReadonlyMap<string, { fields: Record<string, string | null> }>,
): { layout: ImportLayout; used: boolean } {
  let used = false;
  const tables = layout.tables.map((table) => {
    const memory = remembered.get(signatureOf(table));
    if (!memory) return table;
    used = true;
    const columns = table.columns.map((column) => {
      const known = memory.fields[fold(column.title)];
      const field = known === null ? null : ImportField.safeParse(known).data;
      return field === undefined ? column : { ...column, field };
    });
    return { ...table, columns };
  });
  return { layout: { ...layout, tables }, used };
}
