// Columns of a list as its fields declare them; what a column shows is the list's own affair.
import type { ReactNode } from 'react';
import { fieldsWith, listKeyOf, shortOf, valueText, type Fields } from '../../contract/kernel/fields.ts';
import type { Column } from './columns.ts';

/**
 * Columns in the order of the fields. `draw` gives the cells by the keys of the columns; a plain field is drawn by its
 * kind, any other that is not drawn is left out.
 */
export function fieldColumns<Row>(fields: Fields, draw: Record<string, (row: Row) => ReactNode>): Column<Row>[] {
  return fieldsWith(fields, (field) => field.listed).flatMap(([field, { listed, ...entry }]): Column<Row>[] => {
    const key = listKeyOf(field, { listed, ...entry } as Fields[string]);
    const plain = (row: Row) => valueText(entry, (row as Record<string, unknown>)[entry.column ?? field]);
    const render = draw[key] ?? (entry.plain ? plain : null);
    return render ? [{ ...listed, key, label: shortOf(entry), render }] : [];
  });
}
