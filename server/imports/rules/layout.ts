// Finds the header of a registry and what each column is.
import {
  importFields,
  type ImportColumn,
  type ImportField,
  type ImportLayout,
} from '../../../contract/importFields.ts';
import type { Sheet, Workbook } from '../workbook.ts';
import { guessTitle, type TitleGuess } from './headers.ts';
import { sectionOfSubtitle } from './place.ts';
import { tidy } from './text.ts';

const headerSearchRows = 60;

/** Best guess of the layout of the loaded sheet; the official corrects it on the mapping screen. */
export function guessLayout(workbook: Workbook): ImportLayout {
  const sheet = workbook.sheets[workbook.sheetIndex]!;
  const texts = Array.from({ length: Math.min(sheet.rowCount, headerSearchRows) }, (_, index) =>
    shownTexts(sheet, index),
  );
  const found = findHeader(sheet, texts);
  const columns = found ? chooseColumns(sheet, titlesOf(sheet, texts, found)) : unknownColumns(sheet);
  const headerRow = found ? sheet.lineOf(found.last) : 0;
  const hasSectionColumn = columns.some((column) => column.field === 'section');
  const sectionFrom = hasSectionColumn ? 'column' : hasSubtitles(sheet, found?.last ?? -1) ? 'subtitles' : null;
  return { sheetIndex: workbook.sheetIndex, headerRow, columns, sectionFrom };
}

interface Header {
  first: number;
  last: number;
}

/** Texts of a row with each merged title repeated over the columns it spans. */
function shownTexts(sheet: Sheet, index: number): string[] {
  const row = Array.from({ length: sheet.columnCount }, () => '');
  sheet.row(index).forEach((cell, column) => (row[column] = tidy(cell.text)));
  for (const merge of sheet.merges) {
    if (merge.startRow !== index || isSheetTitle(sheet, merge.startCol, merge.endCol)) continue;
    for (let column = merge.startCol + 1; column <= Math.min(merge.endCol, row.length - 1); column += 1) {
      row[column] ||= row[merge.startCol] ?? '';
    }
  }
  return row;
}

function isSheetTitle(sheet: Sheet, startCol: number, endCol: number): boolean {
  return sheet.columnCount > 3 && endCol - startCol + 1 > sheet.columnCount * 0.7;
}

/** The row with most known titles, with the group titles above it and the rest of the titles below it. */
function findHeader(sheet: Sheet, texts: string[][]): Header | null {
  let best: { index: number; score: number } | null = null;
  texts.forEach((row, index) => {
    const score = knownTitles(row);
    if (score > (best?.score ?? 0)) best = { index, score };
  });
  const top = best as { index: number; score: number } | null;
  if (!top || top.score < 2) return null;
  let { index: first } = top;
  while (first > 0 && top.index - first < 2 && isGroupRow(sheet, texts[first - 1]!, texts[first]!, first - 1))
    first -= 1;
  let last = top.index;
  while (last - first < 4 && texts[last + 1] && belongsToHeader(sheet, texts, first, last)) last += 1;
  return { first, last };
}

function knownTitles(row: string[]): number {
  const fields = new Set(
    row.map((text) => (isTitleText(text) ? guessTitle(text, []) : null)).map((found) => found?.field),
  );
  fields.delete(undefined);
  return fields.size;
}

/** Titles are short and hold no long digits; data is not. */
function isTitleText(text: string): boolean {
  return text !== '' && text.length <= 80 && !/\d{6,}|@/.test(text);
}

function isGroupRow(sheet: Sheet, row: string[], below: string[], index: number): boolean {
  const filled = row.filter(Boolean);
  if (filled.length < 2 || filled.some((text) => !isTitleText(text))) return false;
  const spans = sheet.merges.some((merge) => merge.startRow === index && merge.endCol > merge.startCol);
  return spans || knownTitles(row) > 0 || below.some((text, column) => text === '' && row[column] !== '');
}

/** A row under the header belongs to it when a merged title reaches into it or it holds titles itself. */
function belongsToHeader(sheet: Sheet, texts: string[][], first: number, last: number): boolean {
  const next = texts[last + 1]!;
  const reached = sheet.merges.some(
    (merge) => merge.startRow >= first && merge.startRow <= last && merge.endRow > last,
  );
  if (reached) return true;
  const filled = next.filter(Boolean);
  // Years stand under «Долг»; any other bare number is data.
  const titlesOnly = filled.every((text) => isTitleText(text) && (!/^\d+$/.test(text) || /^(?:19|20)\d\d$/.test(text)));
  return filled.length > 1 && titlesOnly && knownTitles(next) >= 2;
}

interface Title {
  own: string;
  above: string[];
}

/** Own title of each column (the lowest) and the different ones above it. */
function titlesOf(sheet: Sheet, texts: string[][], header: Header): Title[] {
  const merged = sheet.merges.some((merge) => merge.startRow >= header.first && merge.startRow <= header.last);
  const shown = texts.slice(header.first, header.last + 1);
  const rows = merged ? shown : shown.map((row, index) => spreadGroups(row, shown[index + 1]));
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
  for (let column = 1; column < spread.length; column += 1) {
    if (spread[column] === '' && below[column] && below[column - 1]) spread[column] = spread[column - 1]!;
  }
  return spread;
}

/** One column for each field (the surest, then the leftmost), several where a field may have several. */
function chooseColumns(sheet: Sheet, titles: Title[]): ImportColumn[] {
  const guesses = titles.map((title, index) =>
    sheet.hiddenColumns[index] ? null : guessTitle(title.own, title.above),
  );
  splitMergedNames(titles, guesses);
  const columns = titles.map(({ own, above }, index) => ({
    index,
    title: [...above, own].filter(Boolean).join(' / '),
  }));
  const winners = new Map<ImportField, number>();
  guesses.forEach((guess, index) => {
    const winner = guess && winners.get(guess.field);
    if (guess && (winner === undefined || winner === null || guess.confidence > guesses[winner]!.confidence))
      winners.set(guess.field, index);
  });
  const debts = guesses.filter((guess) => guess?.field === 'debt').length;
  return columns.map((column, index) => {
    const guess = guesses[index] ?? null;
    const isSum = debts > 1 && guess?.field === 'debt' && /итог|всего|общ/i.test(titles[index]!.own);
    const chosen = guess && !isSum && (importFields[guess.field].many || winners.get(guess.field) === index);
    if (chosen) return { ...column, field: guess.field, confidence: guess.confidence };
    const isCounter = guess?.field === 'number' && guess.confidence < 0.5;
    return { ...column, field: isCounter ? ('rowNumber' as const) : null, confidence: isCounter ? 0.5 : 0 };
  });
}

/** «Ф. И. О.» merged over two or three columns: surname, first name, patronymic. */
function splitMergedNames(titles: Title[], guesses: (TitleGuess | null)[]): void {
  const start = guesses.findIndex((guess) => guess?.field === 'owner');
  if (start < 0) return;
  let end = start;
  while (guesses[end + 1]?.field === 'owner' && titles[end + 1]!.own === titles[start]!.own) end += 1;
  if (end - start < 1 || end - start > 2) return;
  const names = ['lastName', 'firstName', 'fatherName'] as const;
  for (let index = start; index <= end; index += 1) guesses[index] = { field: names[index - start]!, confidence: 0.8 };
}

function unknownColumns(sheet: Sheet): ImportColumn[] {
  return Array.from({ length: sheet.columnCount }, (_, index) => ({ index, title: '', field: null, confidence: 0 }));
}

function hasSubtitles(sheet: Sheet, header: number): boolean {
  for (let index = header + 1; index < sheet.rowCount; index += 1) {
    const filled = sheet.row(index).filter((cell) => cell.text.trim() !== '');
    if (filled.length === 1 && sectionOfSubtitle(filled[0]!.text) !== null) return true;
  }
  return false;
}
