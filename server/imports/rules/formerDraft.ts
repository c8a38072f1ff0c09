// A draft that gets more sheets keeps what a person has done in it. Pure.
import type { ImportLayout, TableLayout } from '../../../contract/importFields.ts';
import type { Proposal } from './layout.ts';

/** The same table of the same sheet, whatever was decided about its columns. */
const isSame = (one: TableLayout, other: TableLayout) =>
  one.sheetIndex === other.sheetIndex && one.headerRow === other.headerRow && one.firstColumn === other.firstColumn;

/**
 * The new layout with the columns, fates and answers of the former one; names of ПО come from the new one. Corrections
 * of rows need nothing: they belong to sheet, line and column.
 */
export function keepFormer(fresh: Proposal, former: ImportLayout): Proposal {
  const moved = new Map<number, number>();
  const tables = fresh.layout.tables.map((table, at) => {
    const was = former.tables.findIndex((one) => isSame(one, table));
    if (was < 0) return table;
    moved.set(was, at);
    const { po: _, ...kept } = former.tables[was]!;
    return { ...kept, ...(table.po ? { po: table.po } : {}) };
  });
  const answers = Object.entries(former.answers).flatMap(([id, value]) => {
    const [kind, table, column] = id.split(':');
    const now = moved.get(Number(table));
    return now === undefined ? [] : [[`${kind}:${now}:${column}`, value]];
  });
  return {
    ...fresh,
    layout: { ...fresh.layout, tables, answers: { ...fresh.layout.answers, ...Object.fromEntries(answers) } },
  };
}
