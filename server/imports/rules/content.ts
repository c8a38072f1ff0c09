// What a column holds, judged by its cells: for tables without a header and for titles that promise something else.
import type { ImportField } from '../../../contract/importFields.ts';
import type { Cell } from '../workbook.ts';
import { readDate } from './dates.ts';
import { saysNothing, tidy } from './text.ts';

const phone = /^(?:[^\d]*\d){6,12}[^\d]*(?:[,;/ и]|$)/;
const person =
  /^[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?\s+(?:[А-ЯЁ]\.?\s?[А-ЯЁ]?\.?|[А-ЯЁ][а-яё]+(?:\s+[А-ЯЁ][а-яё]+(?:\s(?:оглы|кызы))?)?)$|^[А-ЯЁ-]+\s+[А-ЯЁ]+\s+[А-ЯЁ]+$/;
const place = /^\d{1,3}[а-я]?\s*[/\\-]\s*\d{1,4}[а-я]?$/i;
export const numberAndName =
  /^(?:(?:гараж|гар\.?|бокс|г\.|место)\s*)?№?\s*(\d{1,4}(?:[/-]\d{1,3})?[а-яa-z]?)(?:\s*[,.):;–—-]\s*|\s+)(\p{Lu}[\p{L}.-]*\s.+)$/iu;

const tests: Partial<Record<ImportField, (text: string, cell: Cell) => boolean>> = {
  phone: (text) => phone.test(text) && !/^\d{4} \d{6}$|^\d{1,2}\.\d{1,2}\.\d{2,4}|^\d{4}-\d\d-\d\d|:/.test(text),
  owner: (text) => person.test(text),
  birthday: (text, cell) => {
    if (!/\D/.test(text)) return false;
    const { value } = readDate(cell);
    const year = value.date ? Number(value.date.slice(0, 4)) : value.year;
    return year !== null && year >= 1900 && year <= 2015;
  },
  passport: (text) =>
    text.replace(/\D/g, '').length === 10 && /^\d{2}\s?\d{2}\s*№?\s*\d{6}/.test(text) && !/^9\d{9}$/.test(text),
  email: (text) => /^\S+@\S+\.\S+$/.test(text),
  number: (text) => /^№?\s?\d{1,4}(?:[/-]\d{1,3})?\s?[а-яa-z]?$/i.test(text),
  debt: (text, cell) =>
    text.replace(/\D/g, '').length < 10 &&
    (cell.kind === 'number' || /^[-–−]?[\d ]+(?:[.,]\d{1,2})?(?: ?(?:руб|р)\.?)?$/.test(text)),
  place: (text) => place.test(text),
  numberAndOwner: (text) => numberAndName.test(text),
};

/** Share of the filled cells that look like the field; null when fewer than `least` are filled. */
export function fits(field: ImportField, cells: readonly (Cell | undefined)[], least = 3): number | null {
  const test = tests[field];
  const filled = cells.filter((cell) => cell && !saysNothing(cell.text)) as Cell[];
  if (!test || filled.length < least) return null;
  return filled.filter((cell) => test(tidy(cell.text), cell)).length / filled.length;
}

const order: ImportField[] = [
  'numberAndOwner',
  'owner',
  'email',
  'birthday',
  'passport',
  'phone',
  'place',
  'number',
  'debt',
];

/** «узнать», «нет тел.» among phones and dates say nothing of what the column holds. */
const inFigures: ReadonlySet<ImportField> = new Set(['phone', 'birthday', 'passport']);
function withFigures(cells: readonly (Cell | undefined)[]): readonly (Cell | undefined)[] {
  const filled = cells.filter((cell) => cell && !saysNothing(cell.text));
  const told = filled.filter((cell) => /\d/.test(cell!.text));
  return told.length * 2 >= filled.length ? told : cells;
}

/** Field of a column without a title, by its cells; null when nothing fits most of them. */
export function guessByContent(
  cells: readonly (Cell | undefined)[],
  open: ReadonlySet<ImportField>,
): ImportField | null {
  for (const field of order) {
    if (!open.has(field) || (fits(field, inFigures.has(field) ? withFigures(cells) : cells, 2) ?? 0) < 0.7) continue;
    if (field === 'number' && !mostlyDifferent(cells)) continue;
    return field;
  }
  return null;
}

export function mostlyDifferent(cells: readonly (Cell | undefined)[]): boolean {
  const texts = cells.flatMap((cell) => (cell && !saysNothing(cell.text) ? [tidy(cell.text)] : []));
  return new Set(texts).size > texts.length * 0.8;
}
