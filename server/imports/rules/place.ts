// Where a garage is and how large it is: number, section, size.
import type { Cell } from '../workbook.ts';
import { isGarageNumber } from '../../../contract/garages.ts';
import { cyrillicLetters, foldName } from '../../../contract/kernel/words.ts';
import { dayAndMonth } from './dates.ts';
import { fold, tidy, toCyrillic, type Read } from './text.ts';

/** Garage number: lower-case text without spaces, «45», «45а», «12/3»; empty when the cell is empty. */
export function readNumber(cell: Cell): Read<string> {
  if (cell.kind === 'number') {
    const value = String(cell.value).replace('.', ',');
    return { value, codes: refusal(value) };
  }
  const text = tidy(cell.text);
  if (/^(?:б\s?\/\s?н|без номера|нет|[-–—?]+)\.?$/i.test(text)) return { value: '', codes: [] };
  const asDate = dayAndMonth(toCyrillic(text).replace(/^№\s*/, ''));
  if (asDate) return { value: asDate, codes: ['number_was_date'] };
  const value = normalNumber(text);
  // «1 1» is a row and a number, or two numbers: never «11».
  const isTwo = /\d\s+\d/.test(text);
  const refused: Read<string>['codes'] = isTwo ? ['number_refused'] : value === '' ? [] : refusal(value);
  return { value, codes: value === text || refused.length ? refused : ['number_normalised'] };
}

/** What the card of a garage refuses the import never stores. */
const refusal = (value: string): Read<string>['codes'] =>
  isGarageNumber(value) && !/\p{L}{4}/u.test(value) ? [] : ['number_refused'];

/** Whether the number column of a row holds a number: a signature below the table may stand there too. */
export function looksLikeNumber(cell: Cell): boolean {
  const { value } = readNumber(cell);
  return value.length <= 20 && /\d/.test(value);
}

function normalNumber(text: string): string {
  const letters = cyrillicLetters(text.toLowerCase()).replaceAll(' ', '').replaceAll('\\', '/').replace(/[–—−]/g, '-');
  const quoted = letters
    .replace(/^(\d+)[«"'“”„]([а-яё])[»"'“”]$/, '$1$2')
    .replace(/^[«"'“”„]+|[»"'“”„`´]+$/g, '')
    .replace(/\.$/, '');
  const bare = quoted.replace(/^(?:гараж|гар\.?|бокс|место|м\/место)?(?:№+|#|nо?\.?)?(?=\d)/, '').replace(/^№+/, '');
  if (/^\d+[.,]0+$/.test(bare)) return bare.replace(/[.,]0+$/, '');
  if (/^\d+(?:[.,]\d+)?е\+?\d{1,2}$/.test(bare) && /[.,+]/.test(bare)) {
    const number = Number(bare.replace(',', '.').replace('е', 'e'));
    if (Number.isSafeInteger(number)) return String(number);
  }
  return bare;
}

/** «1/12», «ряд 1 гараж 12», «1 - 12»: the row and the number of one cell; null when it is something else. */
export function splitPlace(text: string): { section: string; number: string } | null {
  const bare = tidy(text)
    .replace(/(?<![а-яё])(?:ряд|секция|линия|гараж|бокс|место|гар\.?)(?![а-яё])|№/giu, ' ')
    .trim();
  const match = /^([\p{L}\d]{1,6})\s*(?:[/\\,;–—-]|\s)\s*(\d{1,5}(?:\s?[а-яёa-z])?)$/iu.exec(bare);
  return match ? { section: match[1]!, number: match[2]! } : null;
}

const sectionWord = '(?:ряд|линия|секция|этаж|блок|корпус|сектор|участок|литера?|массив)';
const subtitle = new RegExp(`^${sectionWord}(?![а-я])\\s*[:.-]?\\s*№?\\s*(.+)$`);
const countedSubtitle = new RegExp(`^№? ?(\\d+|[ivx]+)(?:[-–]?[а-я]{1,2})?\\s+${sectionWord}(?![а-я])(.*)$`);
const ordinals = ['перв', 'втор', 'трет', 'четверт', 'пят', 'шест', 'седьм', 'восьм', 'девят', 'десят'];
const ordinalSubtitle = new RegExp(`^(${ordinals.join('|')})[а-я]{2,3}\\s+${sectionWord}(?![а-я])(.*)$`);

/** Section named by a row of its own («Ряд 1», «РЯД № 2», «3-й ряд», «Секция «А»», «Первый ряд»), or null. */
export function sectionOfSubtitle(text: string): string | null {
  if (text.length > 80) return null;
  const shown = tidy(text);
  const folded = fold(shown);
  const counted = countedSubtitle.exec(folded);
  if (counted && isTail(counted[2]!)) return shown.replace(/^№ ?/, '').slice(0, counted[1]!.length);
  const ordinal = ordinalSubtitle.exec(folded);
  if (ordinal && isTail(ordinal[2]!)) return String(ordinals.indexOf(ordinal[1]!) + 1);
  const match = subtitle.exec(folded);
  // Folding keeps lengths, so the name is cut from the text as it was written.
  return match ? sectionName(shown.slice(shown.length - match[1]!.length)) : null;
}

/** What may follow «1-й ряд»: an explanation in brackets or after a dash. */
const isTail = (text: string) => /^\s*(?:[.:,;(–—-].*)?$/.test(text);

/** The name without quotes and without what explains it: «7 (гаражи 1-5)» → «7». */
function sectionName(text: string): string | null {
  const name = tidy(
    text
      .replace(/\s*[([].*$/, '')
      .replace(/(?:\s+[–—-]\s|[,;:]\s).*$/, '')
      .replace(/[«»"“”„.:,;]+/g, ' '),
  );
  if (/^(?:гараж|бокс)[а-яё]*/i.test(name) || name.length > 20) return null;
  return name || null;
}

/** Section from its own column: the words «ряд», «линия», «секция», «этаж» and «№» are dropped. */
export function readSection(cell: Cell): string {
  const text = tidy(cell.text);
  const ordinal = /^[а-яё]/i.test(text) ? ordinalSubtitle.exec(fold(text)) : null;
  if (ordinal) return String(ordinals.indexOf(ordinal[1]!) + 1);
  const bare = text
    .replace(/(?<![а-яё])(?:ряд|линия|секция|этаж|блок|корпус|сектор)(?![а-яё])\.?|№/gi, ' ')
    .replace(/^\s*(\d+)-?[йяе]\s*$/i, '$1')
    .replace(/[«»"“”„]/g, '');
  return tidy(/^\s*\d+[.,]0+\s*$/.test(bare) ? bare.replace(/[.,]0+\s*$/, '') : bare);
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

/** A third decimal is no size the card would take: it is not rounded unasked. */
function measured(parts: string[]): Read<Size> {
  const metres = parts.map((part) =>
    /^\d+(?:[.,]\d\d?0*)?$/.test(part) ? Number(part.replace(',', '.')) : Number.NaN,
  );
  const [sizeX, sizeY, sizeZ] = metres;
  const fits = metres.every((length) => length >= 0.5 && length <= 30);
  if (!fits || sizeX === undefined || sizeY === undefined) return { value: noSize, codes: ['size_unparsable'] };
  return { value: { sizeX, sizeY, sizeZ: sizeZ ?? null }, codes: [] };
}

/** How a number is compared: «045» and «45» are one, so are «45a» and «45а». */
export const foldNumber = (number: string): string => foldName(number).replace(/^0+(?=\d)/, '');

/** How a section is compared: case, «ё» and Latin letters that look Cyrillic make no other one. */
export const foldSection = (section: string): string => foldName(section);
