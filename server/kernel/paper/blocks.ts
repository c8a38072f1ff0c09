// Parts of papers in Typst: tables, empty lines, QR pictures. Texts of people go in as quoted strings only.
import { encode } from 'uqr';
import { dotsName } from '../../ports/pdf/dots.ts';
import { quotedText, typstString } from '../richText/typst.ts';
import { BLANK } from './words.ts';

export interface TableColumn {
  title: string;
  /** Typst width: `1fr`, `22mm`, `auto`. */
  width: string;
  right?: boolean;
}

/** One value over several columns: what belongs to none of them alone. */
export interface Across {
  text: string;
  span: number;
}
export type TableRow = readonly (string | Across)[];

/** Rows that stay with what follows the table, above its `foot`. */
const KEPT_ROWS = 2;

/**
 * A ruled table; `foot` rows are bold. Its head is repeated on every page. `isKept`: its last rows go to the sheet of what
 * follows it. `isTight`: smaller, for a form that has two of them on a sheet.
 */
export function ruledTable(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  foot: readonly TableRow[] = [],
  isKept = false,
  isTight = false,
): string {
  if (isKept && rows.length > KEPT_ROWS)
    return `${tableOf(columns, rows.slice(0, -KEPT_ROWS), [], 'above: 8pt, below: 0pt')}
${tableOf(columns, rows.slice(-KEPT_ROWS), foot, 'above: 0pt, below: 10pt, sticky: true, breakable: false', false)}`;
  return tableOf(columns, rows, foot, isTight ? 'above: 6pt, below: 6pt' : 'above: 8pt, below: 10pt', true, isTight);
}

function tableOf(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  foot: readonly TableRow[],
  around: string,
  hasHead = true,
  isTight = false,
): string {
  const words = (text: string, bold: boolean) => (bold ? `[#strong[${quotedText(text)}]]` : `[${quotedText(text)}]`);
  const cells = (row: TableRow, bold = false) =>
    row
      .map((cell) =>
        typeof cell === 'string'
          ? words(cell, bold)
          : `table.cell(colspan: ${cell.span}, align: center)${words(cell.text, bold)}`,
      )
      .join(', ');
  const head = hasHead
    ? `table.header(${cells(
        columns.map((column) => column.title),
        true,
      )}),`
    : '';
  return `#block(width: 100%, ${around})[#set text(size: ${isTight ? '9pt' : '10pt'})
#set par(first-line-indent: 0pt, justify: false)
#table(columns: (${columns.map((column) => column.width).join(', ')},), inset: ${isTight ? '3pt' : '4pt'}, stroke: 0.5pt,
align: (${columns.map((column) => (column.right ? 'right' : 'left')).join(', ')},),
${head}
${[...rows.map((row) => cells(row)), ...foot.map((row) => cells(row, true))].join(',\n')}${rows.length + foot.length ? ',' : ''}
)]`;
}

/** Two columns without rules: what it is, and its value. */
export const factTable = (facts: readonly (readonly [string, string])[]): string =>
  `#block(width: 100%, above: 10pt, below: 10pt)[#set text(size: 10.5pt)
#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (48mm, 1fr), row-gutter: 5pt, ${facts
    .map(([name, value]) => `[${quotedText(name)}], [#strong[${quotedText(value)}]]`)
    .join(', ')})]`;

/** Words with an empty line behind them, to be filled by hand: bare underscores would be taken for italics. */
export const handLine = (words: string): string => `${quotedText(words)} ${quotedText(BLANK)}`;

/** A person, role, line for the signature and name; the name may be empty, or so long that it takes lines: there is room to sign. */
export const signatureLine = (role: string, name: string | null): string =>
  `#block(above: 16pt, breakable: false)[#set par(first-line-indent: 0pt)
#grid(columns: (52mm, 46mm, 1fr), column-gutter: 4mm, align: (left + bottom, bottom, right + bottom), [${quotedText(role)}], [#line(length: 100%, stroke: 0.5pt)], [${quotedText(name ?? '/____________________/')}])]`;

/**
 * A QR of error level M with its quiet zone, `side` in mm; one dot of the picture is one module. The modules stand in the name of the
 * picture, which the engine draws of it: an array made inside Typst costs as much as a third of the page.
 */
export function qrBlock(text: string, side: number): string {
  const { data, size } = encode([...new TextEncoder().encode(text)], { ecc: 'M', boostEcc: false, border: 4 });
  return `#image(${typstString(
    dotsName(
      data.map((row) => row.map(Boolean)),
      size,
    ),
  )}, width: ${side}mm, scaling: "pixelated")`;
}

/** A text of people, each of its lines a paragraph. */
export const paragraphs = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.trim())
    .map((line) => `#par[${quotedText(line.trim())}]`)
    .join('\n');

/** Paragraphs of own words, each quoted. */
export const lines = (...texts: readonly string[]): string =>
  texts.map((text) => quotedText(text)).join('#linebreak()');
