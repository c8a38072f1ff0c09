// Where a garage is and how large it is: number, section, size.
import type { Cell } from '../workbook.ts';
import { dayAndMonth } from './dates.ts';
import { fold, tidy, toCyrillic, type Read } from './text.ts';

/** Garage number: lower-case text without spaces, «45», «45а», «12/3»; empty when the cell is empty. */
export function readNumber(cell: Cell): Read<string> {
  if (cell.kind === 'number') return { value: String(cell.value), codes: [] };
  const text = tidy(cell.text);
  const asDate = dayAndMonth(toCyrillic(text).replace(/^№\s*/, ''));
  if (asDate) return { value: asDate, codes: ['number_was_date'] };
  const value = normalNumber(text);
  return { value, codes: value === text ? [] : ['number_normalised'] };
}

/** Whether the number column of a row holds a number: a signature below the table may stand there too. */
export function looksLikeNumber(cell: Cell): boolean {
  const { value } = readNumber(cell);
  return value.length <= 20 && /\d/.test(value);
}

function normalNumber(text: string): string {
  const letters = toCyrillic(text).toLowerCase().replaceAll(' ', '');
  const bare = letters.replace(/^(?:гараж|гар\.|бокс|место|м\/место)?(?:№+|#|n[oо]?\.?)?(?=\d)/, '').replace(/^№+/, '');
  if (/^\d+[.,]0+$/.test(bare)) return bare.replace(/[.,]0+$/, '');
  if (/^\d+(?:[.,]\d+)?[eе]\+?\d{1,2}$/.test(bare) && /[.,+]/.test(bare)) {
    const number = Number(bare.replace(',', '.').replace('е', 'e'));
    if (Number.isSafeInteger(number)) return String(number);
  }
  return bare;
}

const sectionWord = '(?:ряд|линия|секция|этаж)';
const subtitle = new RegExp(`^${sectionWord}(?![а-я])\\s*[:.-]?\\s*№?\\s*(.+)$`);
const countedSubtitle = new RegExp(`^(\\d+)(?:-?[а-я]{1,2})?\\s+${sectionWord}$`);

/** Section named by a row of its own («Ряд 1», «РЯД № 2», «3-й ряд»), or null when the text is no such title. */
export function sectionOfSubtitle(text: string): string | null {
  const shown = tidy(text);
  const counted = countedSubtitle.exec(fold(shown));
  if (counted) return counted[1]!;
  const match = subtitle.exec(fold(shown));
  // Folding keeps lengths, so the name is cut from the text as it was written.
  return match ? shown.slice(shown.length - match[1]!.length) : null;
}

/** Section from its own column: the words «ряд», «линия», «секция», «этаж» and «№» are dropped. */
export function readSection(cell: Cell): string {
  return tidy(tidy(cell.text).replace(/(?<![а-яё])(?:ряд|линия|секция|этаж)(?![а-яё])\.?|№/gi, ' '));
}

export interface Size {
  sizeX: number | null;
  sizeY: number | null;
  sizeZ: number | null;
}

const noSize: Size = { sizeX: null, sizeY: null, sizeZ: null };

/** «6х4х2,5», «5.5 X 4 м»: length, width and height in metres, each 0.5–30. */
export function readSize(cell: Cell): Read<Size> {
  const text = fold(cell.text);
  if (text === '') return { value: noSize, codes: [] };
  const parts = text
    .replace(/\s*[мm]\.?$/, '')
    .split(/\s*[хx*×✕]\s*/u)
    .map((part) => part.trim());
  return measured(parts.length === 2 || parts.length === 3 ? parts : []);
}

/** Size kept in three columns: length, width, height. */
export function readSizes(cells: readonly [Cell, Cell, Cell]): Read<Size> {
  const parts = cells.map((cell) => fold(cell.text).replace(/\s*[мm]\.?$/, ''));
  if (parts.every((part) => part === '')) return { value: noSize, codes: [] };
  return measured(parts[2] === '' ? parts.slice(0, 2) : parts);
}

function measured(parts: string[]): Read<Size> {
  const metres = parts.map((part) => (/^\d+(?:[.,]\d+)?$/.test(part) ? Number(part.replace(',', '.')) : Number.NaN));
  const [sizeX, sizeY, sizeZ] = metres;
  const fits = metres.every((length) => length >= 0.5 && length <= 30);
  if (!fits || sizeX === undefined || sizeY === undefined) return { value: noSize, codes: ['size_unparsable'] };
  return { value: { sizeX, sizeY, sizeZ: sizeZ ?? null }, codes: [] };
}
