// Port to spreadsheet files: bytes in, cells out. The only module that reads them with a library.
import { formatDate } from '../../contract/kernel/words.ts';
import { parseCsv } from 'hucre/csv';
import { readXls, type Workbook as LibraryBook } from 'hucre';
import { readOds } from 'hucre/ods';
import { readXlsx, type CellValue, type Sheet as LibrarySheet } from 'hucre/xlsx';
import { checkArchive } from './archiveGuard.ts';
import { decodeText, findDelimiter, isTooWide } from '../kernel/csvText.ts';
import { WorkbookProblem } from './workbookProblem.ts';

/**
 * One cell. `text` is what a person sees; `value` is the number, the ISO date, the flag or the raw text.
 * `typed`: plain characters without a type (CSV, a correction), so that a plain number in it is a number.
 */
export interface Cell {
  kind: 'empty' | 'text' | 'number' | 'date' | 'boolean' | 'error';
  value: string | number | boolean | null;
  text: string;
  formula?: true;
  typed?: true;
}

/** Merged cells: 0-based rows and columns, both ends included. */
export interface Merge {
  startRow: number;
  startCol: number;
  endRow: number;
  endCol: number;
}

/** A sheet. Cells are made on demand, so that a large sheet stays compact; `lineOf` counts from 1. */
export interface Sheet {
  name: string;
  hidden: boolean;
  hiddenColumns: readonly boolean[];
  merges: readonly Merge[];
  rowCount: number;
  columnCount: number;
  row: (index: number) => Cell[];
  lineOf: (index: number) => number;
}

/** All sheets in file order, hidden ones too. */
export interface Workbook {
  kind: 'xlsx' | 'csv';
  sheets: Sheet[];
}

export interface ReadOptions {
  /** Rows with two or more filled cells on the sheets a person sees, headers not counted; 20 000 when omitted. */
  maxRows?: number;
  /** Size of the file; 20 MB when omitted. */
  maxBytes?: number;
}

/** What a file holds, as plain values that go from thread to thread. */
export interface UnpackedBook {
  kind: 'xlsx' | 'csv';
  sheets: UnpackedSheet[];
}
export interface UnpackedSheet {
  name: string;
  hidden: boolean;
  hiddenColumns: boolean[];
  merges: Merge[];
  rows: CellValue[][];
  columnCount: number;
  /** Places «row,column» of formulas and of errors. */
  formulas: string[];
  errors: string[];
  /** Line of each row when it is not the next one (CSV with line breaks in cells). */
  lines: number[] | null;
}

export const emptyCell: Cell = { kind: 'empty', value: null, text: '' };

/**
 * Reads an .xlsx, .xls, .ods or .csv file; the content decides which it is, the name only helps to say what is wrong.
 * @throws WorkbookProblem when the file is refused: empty, too large, broken, encrypted, old format, a bomb
 */
export async function readWorkbook(bytes: Uint8Array, fileName: string, options: ReadOptions = {}): Promise<Workbook> {
  return openUnpacked(await unpackWorkbook(bytes, fileName, options));
}

/** The same without the cells made: what the thread of workbooks does. */
export async function unpackWorkbook(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<UnpackedBook> {
  if (bytes.length === 0) throw new WorkbookProblem('empty');
  if (bytes.length > (options.maxBytes ?? 20 * 1024 * 1024)) throw new WorkbookProblem('too_large');
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
  const isOle = startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
  const workbook = isZip ? await readZip(bytes) : isOle ? await readOld(bytes) : readPlain(bytes, fileName);
  refuseLongCells(workbook.sheets);
  const shown = workbook.sheets.filter((sheet) => !sheet.hidden);
  const filled = (shown.length ? shown : workbook.sheets).map(countFilledRows);
  if (filled.every(({ any }) => any === 0)) throw new WorkbookProblem('empty');
  const maxRows = options.maxRows ?? 20_000;
  if (filled.reduce((sum, { rows }) => sum + Math.max(0, rows - 1), 0) > maxRows) {
    const limit = maxRows.toLocaleString('ru-RU');
    throw new WorkbookProblem('too_many_rows', `В книге больше ${limit} строк. Разделите её на несколько`);
  }
  return workbook;
}

const unseen = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Control characters show nothing and no card takes them. */
const seen = (text: string) => (unseen.test(text) ? text.replace(new RegExp(unseen, 'g'), '') : text);

/** A text that begins as a formula leaves the console with an apostrophe before it, and comes back without. */
const unguarded = (text: string) => text.replace(/^'(?=[=+\-@])/, '');

/** Cell of plain characters, as in CSV or typed by an official. */
export function typedCell(written: string): Cell {
  const text = unguarded(seen(written));
  return text === '' ? emptyCell : { kind: 'text', value: text, text, typed: true };
}

/** A book of Excel 97–2003; older ones and encrypted ones are told apart by what the container holds. */
async function readOld(bytes: Uint8Array): Promise<UnpackedBook> {
  const problem = oleProblem(bytes);
  if (problem !== 'legacy_format') throw new WorkbookProblem(problem);
  return booksOf(
    await readXls(bytes).catch((cause: unknown) => {
      throw new WorkbookProblem('legacy_format', undefined, { cause });
    }),
  );
}

const asked = (reading: Promise<LibraryBook>) =>
  reading.catch((cause: unknown) => {
    const isTooFar = cause instanceof Error && /over the \d+ limit/.test(cause.message);
    throw new WorkbookProblem(isTooFar ? 'too_far' : 'not_a_workbook', undefined, { cause });
  });

function booksOf(library: LibraryBook): UnpackedBook {
  if (!library.sheets.length) throw new WorkbookProblem('empty');
  const isHidden = (sheet: LibrarySheet) => Boolean(sheet.hidden || sheet.veryHidden);
  return { kind: 'xlsx', sheets: library.sheets.map((sheet) => sheetOfLibrary(sheet, isHidden(sheet))) };
}

async function readZip(bytes: Uint8Array): Promise<UnpackedBook> {
  const names = checkArchive(bytes);
  if (names.includes('xl/workbook.bin')) throw new WorkbookProblem('legacy_format');
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml'))
    return booksOf(await asked(readOds(bytes)));
  const hidden: boolean[] = [];
  const library = await asked(
    readXlsx(bytes, {
      sheets: (info) => {
        hidden.push(Boolean(info.hidden || info.veryHidden));
        return true;
      },
    }),
  );
  if (!library.sheets.length) throw new WorkbookProblem('empty');
  return { kind: 'xlsx', sheets: library.sheets.map((sheet, index) => sheetOfLibrary(sheet, hidden[index] ?? false)) };
}

function sheetOfLibrary(source: LibrarySheet, hidden: boolean): UnpackedSheet {
  const formulas: string[] = [];
  const errors: string[] = [];
  const lastFormula = new Map<number, number>();
  for (const [place, cell] of source.cells ?? []) {
    if (cell.formula !== undefined) {
      formulas.push(place);
      const [row = 0, column = 0] = place.split(',').map(Number);
      lastFormula.set(row, Math.max(column, lastFormula.get(row) ?? -1));
    }
    if (cell.type === 'error') errors.push(place);
  }
  const { rows } = source;
  let rowCount = rows.length;
  while (rowCount > 0 && rows[rowCount - 1]!.every((value) => value === null)) rowCount -= 1;
  return {
    name: source.name,
    hidden,
    hiddenColumns: (source.columns ?? []).map((column) => column.hidden === true),
    merges: (source.merges ?? []).map(({ startRow, startCol, endRow, endCol }) => ({
      startRow,
      startCol,
      endRow,
      endCol,
    })),
    rows: rows.slice(0, rowCount).map((row, index) => withoutTail(row, lastFormula.get(index) ?? -1)),
    columnCount: rows[0]?.length ?? 0,
    formulas,
    errors,
    lines: null,
  };
}

/**
 * One stray cell far away makes a sheet of millions of empty ones: rows end with their last cell, empty ones are one and the
 * same. A formula whose value was never kept is a cell too: it is told, not taken for an empty one.
 */
function withoutTail(row: readonly CellValue[], lastFormula: number): CellValue[] {
  let filled = row.length;
  while (filled > lastFormula + 1 && (row[filled - 1] === null || row[filled - 1] === undefined)) filled -= 1;
  if (!filled) return noCells;
  const kept = row.slice(0, filled).map(plainValue);
  while (kept.length <= lastFormula) kept.push(null);
  return kept;
}
const noCells: CellValue[] = [];

const plainValue = (value: CellValue): CellValue =>
  value === null || value === undefined || value instanceof Date || typeof value !== 'object' ? value : String(value);

/** Sheets over unpacked values. */
export const openUnpacked = ({ kind, sheets }: UnpackedBook): Workbook => ({
  kind,
  sheets: sheets.map((sheet) => openSheet(kind, sheet)),
});

function openSheet(kind: Workbook['kind'], source: UnpackedSheet): Sheet {
  const { name, hidden, hiddenColumns, merges, rows, columnCount, lines } = source;
  const formulas = new Set(source.formulas);
  const errors = new Set(source.errors);
  const at = (places: Set<string>, index: number, column: number) =>
    places.size > 0 && places.has(`${index},${column}`);
  return {
    name,
    hidden,
    hiddenColumns,
    merges,
    rowCount: rows.length,
    columnCount,
    row: (index) =>
      (rows[index] ?? []).map((value, column) => {
        if (kind === 'csv') return typedCell(String(value));
        const cell = cellOf(value, at(errors, index, column));
        return at(formulas, index, column) ? { ...cell, formula: true } : cell;
      }),
    lineOf: (index) => lines?.[index] ?? index + 1,
  };
}

function cellOf(value: CellValue, isError: boolean): Cell {
  if (value === null || value === undefined) return emptyCell;
  if (typeof value === 'number') return { kind: 'number', value, text: String(value).replace('.', ',') };
  if (typeof value === 'boolean') return { kind: 'boolean', value, text: value ? 'ИСТИНА' : 'ЛОЖЬ' };
  if (value instanceof Date) {
    const iso = Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
    return iso ? { kind: 'date', value: iso, text: formatDate(iso) } : emptyCell;
  }
  const text = unguarded(seen(String(value)));
  return { kind: isError ? 'error' : 'text', value: text, text };
}

function readPlain(bytes: Uint8Array, fileName: string): UnpackedBook {
  const extension = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  // Books of Excel 2–5 stand without a container; «.xls» is also a page saved by an accounting program.
  const oldBook = bytes[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1);
  if (oldBook) throw new WorkbookProblem('legacy_format');
  // Marks of the encoding and the empty halves of UTF-16 are left out.
  const start = Buffer.from(bytes.subarray(0, 2000))
    .toString('latin1')
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)|\0/g, '')
    .trimStart()
    .toLowerCase();
  if (extension === 'xls' && start.startsWith('<?xml'))
    throw new WorkbookProblem(
      'legacy_format',
      'Это таблица XML 2003 под именем .xls. Откройте её в Excel и сохраните книгу как .xlsx',
    );
  if (extension === 'xls' && start.startsWith('<'))
    throw new WorkbookProblem(
      'legacy_format',
      'Это страница HTML под именем .xls. Откройте её в Excel и сохраните книгу как .xlsx',
    );
  if (extension === 'xls') throw new WorkbookProblem('legacy_format');
  const text = ['xlsx', 'xlsm', 'xlsb', 'ods'].includes(extension) ? null : decodeText(bytes);
  if (text === null || /^\s*<(\?xml|!doctype|html|table)/i.test(text)) throw new WorkbookProblem('not_a_workbook');
  return { kind: 'csv', sheets: [csvSheet(text, fileName)] };
}

/** An encrypted .xlsx is packed into the same container as an old .xls; its directory tells them apart. */
function oleProblem(bytes: Uint8Array): 'encrypted' | 'legacy_format' | 'not_a_workbook' {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (name: string) => raw.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage') || has('EncryptionInfo')) return 'encrypted';
  return has('Workbook') || has('Book') ? 'legacy_format' : 'not_a_workbook';
}

function csvSheet(text: string, fileName: string): UnpackedSheet {
  if (isTooWide(text)) throw new WorkbookProblem('not_a_workbook');
  const records = parseCsv(text, { delimiter: findDelimiter(text) }) as string[][];
  const lines = lineNumbers(records, (text.match(/"/g)?.length ?? 0) % 2 === 1);
  while (records.length > 0 && records.at(-1)!.every((value) => value === '') && records.at(-1)!.length === 1)
    records.pop();
  return {
    name: fileName,
    hidden: false,
    hiddenColumns: [],
    merges: [],
    rows: records,
    columnCount: records.reduce((widest, record) => Math.max(widest, record.length), 0),
    formulas: [],
    errors: [],
    lines,
  };
}

/** Line each record begins on; a quote that is never closed would swallow the rest of the file, so it is refused. */
function lineNumbers(records: string[][], oddQuotes: boolean): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const record of records) {
    lines.push(line);
    const breaks = record.reduce((sum, value) => sum + (value.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    const isLast = lines.length === records.length;
    if (breaks > 100 || (oddQuotes && isLast && breaks > 0)) {
      throw new WorkbookProblem(
        'unclosed_quote',
        `В строке ${line} не закрыта кавычка. Исправьте её и загрузите снова`,
      );
    }
    line += 1 + breaks;
  }
  return lines;
}

/** What Excel itself keeps in a cell; a text file may carry a megabyte, which is no name and no sum. */
const LONGEST_CELL = 32_767;

/** @throws WorkbookProblem with the sheet and the line of the first cell that is too long */
function refuseLongCells(sheets: readonly UnpackedSheet[]): void {
  for (const { name, rows, lines } of sheets)
    for (const [index, row] of rows.entries()) {
      if (!row.some((value) => typeof value === 'string' && value.length > LONGEST_CELL)) continue;
      const limit = LONGEST_CELL.toLocaleString('ru-RU');
      throw new WorkbookProblem(
        'too_long_cell',
        `Лист «${name.slice(0, 40)}», строка ${lines?.[index] ?? index + 1}: в ячейке больше ${limit} знаков. Исправьте её и загрузите снова`,
      );
    }
}

function countFilledRows(sheet: UnpackedSheet): { any: number; rows: number } {
  const count = { any: 0, rows: 0 };
  for (const row of sheet.rows) {
    const filled = row.filter((value) => cellOf(value, false).text.trim() !== '').length;
    if (filled > 0) count.any += 1;
    if (filled > 1) count.rows += 1;
  }
  return count;
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
