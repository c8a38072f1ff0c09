// A list of the console taken to Excel: it looks like a registry, yet its phones are hidden and its garages are plates.
import { garageFields } from '../../../contract/fields/garages.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import { exportTitleOf, fieldsWith, type Fields } from '../../../contract/kernel/fields.ts';
import type { Workbook } from '../workbook.ts';
import { WorkbookProblem } from '../workbookProblem.ts';
import { tidy } from './text.ts';

const titlesOf = (fields: Fields): ReadonlySet<string> =>
  new Set(fieldsWith(fields, ({ exported }) => exported).map(([, field]) => exportTitleOf(field)));
const titles = [titlesOf(garageFields), titlesOf(profileFields)];
/** Titles nobody gives to a column of his own. */
const ours = new Set(['Долг, ₽', 'Неоплаченные годы', 'Последняя оплата']);
/** «8*** ***-**-14»: a phone as lists show it. */
const masked = /\*{2,}/;

/** @throws when a sheet is a list that was exported from the console */
export function refuseExportedList({ sheets }: Workbook): void {
  for (const sheet of sheets) {
    const rows = Array.from({ length: Math.min(sheet.rowCount, 12) }, (_, index) =>
      sheet
        .row(index)
        .map((cell) => tidy(cell.text))
        .filter(Boolean),
    );
    for (const [at, header] of rows.slice(0, 4).entries()) {
      const isList = header.length >= 2 && titles.some((known) => header.every((title) => known.has(title)));
      const isMasked = rows.slice(at + 1).some((cells) => cells.some((text) => masked.test(text)));
      if (isList && (isMasked || header.some((title) => ours.has(title)))) throw new WorkbookProblem('exported_list');
    }
  }
}
