// A workbook of several sheets as it is written: no more than a piece of one sheet is in memory at any time.
import { Readable } from 'node:stream';
import { zipStream, type ZipPart } from './zipStream.ts';

/** Stands in a cell that is one with the cell above it. */
export const ABOVE = Symbol('the cell above');
export type BookCell = string | number | Date | typeof ABOVE | null;

export interface BookSheet {
  /** Taken as it is: 31 letters at most, none of `[]:*?/\`. */
  name: string;
  columns: readonly { width: number; kind?: 'date' | 'money' | undefined }[];
  /** Rows at the top that stay when the sheet is scrolled. */
  frozen: number;
  /** Batches of rows, asked for as they are written. */
  rows: AsyncIterable<Iterable<readonly BookCell[]>> | Iterable<Iterable<readonly BookCell[]>>;
}

/** Letters of a sheet that are pressed together at a time: few enough to be thrown away young. */
const PIECE = 8 * 1024;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const DAY = 86_400_000;
/** Day 0 of a spreadsheet's calendar. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Numbers of the styles below. */
const styleOf = { date: 1, money: 2 } as const;
const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/**
 * The book as bytes. What a sheet is made of is asked for when the one before it is written; a failure of it ends the
 * bytes with that failure.
 */
export const workbookStream = (sheets: AsyncIterable<BookSheet>): Readable =>
  Readable.from(zipStream(partsOf(sheets)), { objectMode: false });

async function* partsOf(sheets: AsyncIterable<BookSheet>): AsyncGenerator<ZipPart> {
  const part = (path: string, pieces: AsyncIterable<string> | Iterable<string>): ZipPart => ({ path, pieces });
  const names: string[] = [];
  for await (const sheet of sheets) {
    names.push(sheet.name);
    yield part(`xl/worksheets/sheet${names.length}.xml`, sheetXml(sheet));
  }
  const numbered = (one: (name: string, nth: number) => string) =>
    names.map((name, index) => one(name, index + 1)).join('');
  yield part('xl/styles.xml', [styles]);
  yield part('xl/workbook.xml', [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
    numbered((name, nth) => `<sheet name="${escaped(name)}" sheetId="${nth}" r:id="rId${nth}"/>`),
    '</sheets></workbook>',
  ]);
  yield part('xl/_rels/workbook.xml.rels', [
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`,
    numbered((_, nth) => relation(nth, 'worksheet', `worksheets/sheet${nth}.xml`)),
    relation(names.length + 1, 'styles', 'styles.xml'),
    '</Relationships>',
  ]);
  yield part('_rels/.rels', [
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  ]);
  yield part('[Content_Types].xml', [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    numbered((_, nth) => `<Override PartName="/xl/worksheets/sheet${nth}.xml" ContentType="${TYPE}.worksheet+xml"/>`),
    '</Types>',
  ]);
}

const relation = (nth: number, type: string, target: string) =>
  `<Relationship Id="rId${nth}" Type="${OFFICE}/${type}" Target="${target}"/>`;

async function* sheetXml({ columns, frozen, rows }: BookSheet): AsyncGenerator<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>`;
  for (const [index, { width }] of columns.entries())
    text += `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  text += '</cols><sheetData>';
  const cells = columns.map(({ kind }, index) => ({
    before: `<c r="${letterOf(index)}`,
    style: kind ? ` s="${styleOf[kind]}"` : '',
  }));
  let nth = 0;
  const joins = joinedCells();
  for await (const batch of rows)
    for (const row of batch) {
      nth += 1;
      text += `<row r="${nth}">`;
      for (let index = 0; index < row.length; index += 1) {
        const value = row[index]!;
        if (value === ABOVE) joins.add(index, nth);
        else if (value !== null) text += `${cells[index]!.before}${nth}"${cells[index]!.style}${valueXml(value)}`;
      }
      text += '</row>';
      // Handed on in pieces, not by rows: each step of the way is taken once for hundreds of them.
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  yield `${text}</sheetData>${joins.xml()}</worksheet>`;
}

/** Cells that are one with those above them, gathered into blocks of a column. */
function joinedCells() {
  const open = new Map<number, { from: number; to: number }>();
  const blocks: string[] = [];
  const close = (index: number, { from, to }: { from: number; to: number }) =>
    void blocks.push(`<mergeCell ref="${letterOf(index)}${from}:${letterOf(index)}${to}"/>`);
  return {
    add(index: number, row: number) {
      const block = open.get(index);
      if (block?.to === row - 1) {
        block.to = row;
        return;
      }
      if (block) close(index, block);
      open.set(index, { from: row - 1, to: row });
    },
    xml() {
      for (const [index, block] of open) close(index, block);
      return blocks.length ? `<mergeCells count="${blocks.length}">${blocks.join('')}</mergeCells>` : '';
    },
  };
}

/** What makes a text more than its letters: those that XML means otherwise, and space at its ends. */
// eslint-disable-next-line no-control-regex -- letters that XML forbids are among them
const isSpecial = /[&<>"\n\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|^\s|\s$/;

/** The rest of a cell after its place and style. */
function valueXml(value: string | number | Date): string {
  if (typeof value === 'string') {
    if (!isSpecial.test(value)) return ` t="inlineStr"><is><t>${value}</t></is></c>`;
    const space = /^\s|\s$|\n/.test(value) ? ' xml:space="preserve"' : '';
    return ` t="inlineStr"><is><t${space}>${escaped(value)}</t></is></c>`;
  }
  return `><v>${value instanceof Date ? (value.getTime() - DAY_ZERO) / DAY : value}</v></c>`;
}

const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** A text as XML takes it: letters that it has no place for are left out. */
const escaped = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are the letters that XML forbids
  text.replace(/[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (letter) => special[letter] ?? '');

/** `A`, `B`, … `Z`, `AA` for 0, 1, … 25, 26. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
