// Finds the tables of a sheet: one under another, side by side, each with the header over it.
import type { Sheet } from '../workbook.ts';
import { guessTitle } from './headers.ts';
import { moneyTitle } from './moneyTitles.ts';
import { sectionOfSubtitle } from './place.ts';
import type { Title } from './tableFacts.ts';
import { numberAndName } from './content.ts';
import { fold, tidy } from './text.ts';

const headerSearchRows = 60;

/** A table: 0-based rows of its header (none: `headerLast` −1) and of its data, its columns, the section named over it. */
export interface FoundTable {
  headerLast: number;
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
  titles: Title[];
  section: string;
}

interface Header {
  first: number;
  last: number;
}

/** Tables of a sheet from top to bottom; a sheet without a header is one table. Stops after every few rows. */
export function* findTables(sheet: Sheet): Generator<undefined, FoundTable[]> {
  const shown = new Titles(sheet);
  const head = firstHeader(shown);
  if (!head)
    return [
      {
        headerLast: -1,
        firstRow: 0,
        lastRow: sheet.rowCount - 1,
        firstColumn: 0,
        lastColumn: sheet.columnCount - 1,
        titles: emptyTitles(sheet),
        section: '',
      },
    ];
  const tables: FoundTable[] = [];
  let from = head;
  let titles = titlesOf(shown, from);
  const close = (next: Header | null) => {
    const end = (next ? next.first : sheet.rowCount) - 1;
    tables.push(...sideBySide(sheet, from, titles, end));
  };
  for (let index = head.last + 1; index < sheet.rowCount; index += 1) {
    if (index % 100 === 0) yield;
    if (!isHeaderRow(sheet, shown, index)) continue;
    const next = grow(shown, index);
    const other = titlesOf(shown, next);
    if (!sameTitles(titles, other)) {
      close(next);
      from = next;
      titles = other;
    }
    index = next.last;
  }
  close(null);
  return tables;
}

function emptyTitles(sheet: Sheet): Title[] {
  return Array.from({ length: sheet.columnCount }, () => ({ own: '', above: [] }));
}

/** Texts of the rows with each merged title repeated over the columns it spans; made once for a row. */
class Titles {
  readonly sheet: Sheet;
  readonly #rows = new Map<number, string[]>();
  readonly #scores = new Map<string, string | null>();
  readonly #merges: Map<number, Sheet['merges'][number][]>;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
    this.#merges = Map.groupBy(sheet.merges, (merge) => merge.startRow);
  }

  row(index: number): string[] {
    const known = this.#rows.get(index);
    if (known) return known;
    const row = Array.from({ length: this.sheet.columnCount }, () => '');
    this.sheet.row(index).forEach((cell, column) => (row[column] = tidy(cell.text)));
    for (const merge of this.#merges.get(index) ?? []) {
      if (isSheetTitle(this.sheet, merge.startCol, merge.endCol)) continue;
      for (let column = merge.startCol + 1; column <= Math.min(merge.endCol, row.length - 1); column += 1)
        row[column] ||= row[merge.startCol] ?? '';
    }
    this.#rows.set(index, row);
    return row;
  }

  /** How many different fields the titles of the row name. */
  score(index: number): number {
    const fields = new Set(this.row(index).map((text) => this.field(text)));
    fields.delete(null);
    return fields.size;
  }

  field(text: string): string | null {
    const known = this.#scores.get(text);
    if (known !== undefined) return known;
    const field = isTitleText(text) ? (guessTitle(text, [])?.field ?? moneyTitle(text, [])?.role ?? null) : null;
    this.#scores.set(text, field);
    return field;
  }
}

function isSheetTitle(sheet: Sheet, startCol: number, endCol: number): boolean {
  return sheet.columnCount > 3 && endCol - startCol + 1 > sheet.columnCount * 0.7;
}

/** Titles are short, hold no long digits and are no phones; data is not. */
function isTitleText(text: string): boolean {
  return (
    text !== '' && text.length <= 80 && !/\d{6,}|@/.test(text) && !/^\+?[78]?\d{10}$/.test(text.replace(/[\s()-]/g, ''))
  );
}

/** The first row with about as many known titles as the best one has. */
function firstHeader(shown: Titles): Header | null {
  const scores = Array.from({ length: Math.min(shown.sheet.rowCount, headerSearchRows) }, (_, index) =>
    shown.score(index),
  );
  const best = Math.max(0, ...scores);
  if (best < 2) return null;
  const rich = scores.findIndex((score, index) => score >= Math.max(2, best * 0.6) && looksLikeTitles(shown, index));
  return grow(shown, rich >= 0 ? rich : scores.indexOf(best));
}

/** No sum, date or phone stands in it: words only, years and column letters aside. */
function looksLikeTitles(shown: Titles, index: number): boolean {
  const cells = shown.sheet.row(index).filter((cell) => cell.text.trim() !== '');
  return (
    cells.every((cell) => cell.kind === 'text' || /^(?:19|20)\d\d$/.test(cell.text)) &&
    shown.row(index).every((text) => text === '' || isTitleText(text))
  );
}

function isHeaderRow(sheet: Sheet, shown: Titles, index: number): boolean {
  const cells = sheet.row(index);
  let [filled, words] = [0, 0];
  for (const cell of cells) {
    if (cell.text.trim() === '') continue;
    filled += 1;
    if (cell.kind === 'text' && !/\d{3,}/.test(cell.text)) words += 1;
  }
  if (filled < 2 || words < 2 || words < filled * 0.6) return false;
  const score = shown.score(index);
  return score >= 2 && score >= filled * 0.5 && looksLikeTitles(shown, index) && namesAPlace(shown, index);
}

/** A person called «Ряд Гараж» is none: a header under the first one names the number of the garage. */
const namesAPlace = (shown: Titles, index: number) =>
  shown.row(index).some((text) => ['number', 'place', 'rowNumber'].includes(shown.field(text) ?? ''));

/** The row with its group titles above and the rest of its titles below. */
function grow(shown: Titles, index: number): Header {
  const { sheet } = shown;
  let first = index;
  while (first > 0 && index - first < 2 && isGroupRow(shown, first - 1, shown.row(first))) first -= 1;
  let last = index;
  while (last - first < 4 && last + 1 < sheet.rowCount && belongsToHeader(shown, first, last)) last += 1;
  return { first, last };
}

function isGroupRow(shown: Titles, index: number, below: string[]): boolean {
  const row = shown.row(index);
  const filled = row.filter(Boolean);
  if (
    filled.length < 2 ||
    filled.some((text) => !isTitleText(text)) ||
    filled.every((text) => sectionOfSubtitle(text) !== null)
  )
    return false;
  if (shown.sheet.row(index).some((cell) => cell.kind === 'number' && !/^(?:19|20)\d\d$/.test(cell.text))) return false;
  const spans = shown.sheet.merges.some((merge) => merge.startRow === index && merge.endCol > merge.startCol);
  return spans || shown.score(index) > 0 || below.some((text, column) => text === '' && row[column] !== '');
}

/** A row under the header belongs to it when a merged title reaches into it or it holds titles itself. */
function belongsToHeader(shown: Titles, first: number, last: number): boolean {
  const next = shown.row(last + 1);
  const reached = shown.sheet.merges.some(
    (merge) => merge.startRow >= first && merge.startRow <= last && merge.endRow > last,
  );
  if (reached) return true;
  const filled = next.filter(Boolean);
  // Years stand under «Долг»; any other bare number is data.
  const titlesOnly = filled.every((text) => isTitleText(text) && (!/^\d+$/.test(text) || isYear(text)));
  // «Бокс № 1 Лебедев Алексей»: a garage with its owner.
  if (filled.length < 2 || !titlesOnly || filled.some((text) => numberAndName.test(text))) return false;
  const saysMoney = (text: string) => !/\d/.test(text) && moneyTitle(text, []) !== null;
  const under = filled.every((text) => isYear(text) || saysMoney(text) || /^(?:дебет|кредит|дт|кт)\.?$/i.test(text));
  const repeats = next.filter((text, column) => text !== '' && text === shown.row(last)[column]).length;
  return (shown.score(last + 1) >= 2 || under) && repeats < filled.length / 2;
}

const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text);

/** Own title of each column (the lowest) and the different ones above it. */
function titlesOf(shown: Titles, header: Header): Title[] {
  const { sheet } = shown;
  const merged = sheet.merges.some((merge) => merge.startRow >= header.first && merge.startRow <= header.last);
  const texts = Array.from({ length: header.last - header.first + 1 }, (_, at) => shown.row(header.first + at));
  const rows = merged ? texts : texts.map((row, index) => spreadGroups(row, texts[index + 1]));
  return Array.from({ length: sheet.columnCount }, (_, column) => {
    const stack = rows.map((row) => row[column] ?? '').filter(Boolean);
    const unique = stack.filter((text, index) => text !== stack[index - 1]);
    return { own: unique.at(-1) ?? '', above: unique.slice(0, -1) };
  });
}

/** Without merges a group title stands over its first column only: it reaches right while the row below goes on. */
function spreadGroups(row: string[], below: string[] | undefined): string[] {
  if (!below) return row;
  const spread = [...row];
  for (let column = 1; column < spread.length; column += 1)
    if (spread[column] === '' && below[column] && below[column - 1]) spread[column] = spread[column - 1]!;
  return spread;
}

const titleKey = (title: Title | undefined) => fold([...(title?.above ?? []), title?.own ?? ''].join('|'));

/** The same words over the same columns: the header is repeated on the next printed page. */
function sameTitles(one: Title[], other: Title[]): boolean {
  const own = (title: Title | undefined) => fold(title?.own ?? '');
  const filled = other.flatMap((title, column) => (title.own ? [column] : []));
  return (
    filled.length > 0 &&
    filled.filter((column) => own(one[column]) === own(other[column])).length >= filled.length * 0.7
  );
}

/** Titles that come again to the right make tables of their own; a block is as wide as its titles repeat. */
function sideBySide(sheet: Sheet, header: Header, titles: Title[], end: number): FoundTable[] {
  const starts = repeatsAt(titles);
  return starts.map((firstColumn, at) => {
    const lastColumn = (starts[at + 1] ?? titles.length) - 1;
    return {
      headerLast: header.last,
      firstRow: header.last + 1,
      lastRow: end,
      firstColumn: at === 0 ? 0 : firstColumn,
      lastColumn,
      titles,
      section: sectionAbove(sheet, header, at === 0 ? 0 : firstColumn, lastColumn),
    };
  });
}

/** The first titles may stand once for all blocks: «№ п/п», «ПО». */
const MOST_COMMON_TITLES = 3;

function repeatsAt(titles: Title[]): number[] {
  const keys = titles.map(titleKey);
  const first = keys.findIndex((key) => key !== '');
  for (let from = first; from >= 0 && from < first + MOST_COMMON_TITLES; from += 1) {
    const starts = repeatsFrom(titles, keys, from);
    if (starts) return starts;
  }
  return [0];
}

/** Where blocks begin when the first one begins at `first`; null when the titles do not come again. */
function repeatsFrom(titles: Title[], keys: string[], first: number): number[] | null {
  const isNumber = (index: number) =>
    ['number', 'place'].includes(guessTitle(titles[index]!.own, titles[index]!.above)?.field ?? '');
  for (let width = 2; width <= (keys.length - first) / 2 + 1; width += 1) {
    if (!keys[first] || keys[first + width] !== keys[first]) continue;
    const columns = Array.from({ length: width }, (_, at) => first + at).filter((index) => keys[index] !== '');
    const repeated = columns.filter((index) => keys[index + width] === keys[index]);
    if (repeated.length < Math.max(2, columns.length * 0.7) || !columns.some(isNumber)) continue;
    const starts: number[] = [];
    for (let start = first; start < keys.length && keys[start] === keys[first]; start += width) starts.push(start);
    return starts;
  }
  return null;
}

/** «Ряд 1» on a line of its own over the header, in the columns of the table. */
function sectionAbove(sheet: Sheet, header: Header, firstColumn: number, lastColumn: number): string {
  for (let index = header.first - 1; index >= Math.max(0, header.first - 4); index -= 1) {
    const filled = sheet
      .row(index)
      .slice(firstColumn, lastColumn + 1)
      .map((cell) => tidy(cell.text))
      .filter(Boolean);
    if (filled.length > 2) return '';
    const section = filled.length ? sectionOfSubtitle(filled.join(' ')) : null;
    if (section !== null) return section;
  }
  return '';
}
