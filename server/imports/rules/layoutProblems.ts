// What of a layout that a person has sent cannot be loaded, by field of the form. Pure.
import type { ImportField, ImportLayout } from '../../../contract/importFields.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { closedPeriod } from '../../balance/rules.ts';

/**
 * @param sheets how many sheets the book has
 * @param today `YYYY-MM-DD`
 * @param closed the last day of the closed books
 */
export function problemsOf(
  layout: ImportLayout,
  sheets: number,
  balanceDate: string | undefined,
  today: string,
  closed: string | null,
) {
  const loaded = layout.tables.filter((table) => table.fate !== 'skip');
  const namesNumber = (field: ImportField | null) =>
    field === 'number' || field === 'place' || field === 'numberAndOwner';
  const nameless = loaded.find(
    (table) => table.fate !== 'people' && !table.columns.some((column) => namesNumber(column.field)),
  );
  const nobody = loaded.find(
    ({ fate, columns }) =>
      (fate === 'people' || fate === 'owners') &&
      !columns.some(({ field }) => field === 'owner' || field === 'lastName'),
  );
  const twice = loaded.find((table) => table.columns.filter((column) => column.field === 'number').length > 1);
  const lost = layout.tables.some(
    (table) => table.sheetIndex >= sheets || (table.lastRow !== null && table.headerRow > table.lastRow),
  );
  return {
    ...(nameless ? { layout: 'Укажите, в каком столбце номер гаража' } : {}),
    ...(nobody ? { layout: 'Чтобы взять людей или совладельцев, укажите, в каком столбце Ф. И. О.' } : {}),
    ...(twice ? { layout: 'Номер гаража может быть только в одном столбце' } : {}),
    ...(lost ? { layout: 'Такого листа или заголовка в книге нет' } : {}),
    ...(balanceDate && balanceDate > today ? { balanceDate: NOT_LATER } : {}),
    ...(balanceDate && closedPeriod(balanceDate, closed) ? { balanceDate: closedPeriod(balanceDate, closed)! } : {}),
  };
}
