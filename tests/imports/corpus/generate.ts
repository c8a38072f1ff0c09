// Files of the corpus by seed: a layout, a kind of dirt, a format.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import type { Dirt } from './garages.ts';
import { layouts, type Layout } from './layouts.ts';
import { chanceOf, type Chance } from './random.ts';
import type { CorpusFile } from './sheets.ts';
import { moneyLayouts } from './tables.ts';

const dirts: Dirt[] = ['numbers', 'people', 'phones', 'dates', 'sums', 'passports'];
const kinds: [string, Layout][] = [...Object.entries(layouts), ...Object.entries(moneyLayouts)];

export interface MadeFile extends CorpusFile {
  bytes: Uint8Array;
}

/** Every layout clean and with each kind of dirt, and mixtures; `count` files. */
export async function makeFile(seed: number, index: number): Promise<MadeFile> {
  const chance = chanceOf(seed * 100_003 + index);
  const [kind, layout] = kinds[index % kinds.length]!;
  const round = Math.floor(index / kinds.length);
  const dirt = new Set<Dirt>(
    round === 0 ? [] : round <= dirts.length ? [dirts[round - 1]!] : dirts.filter(() => chance.is(0.4)),
  );
  const file: CorpusFile = {
    name: `${String(index).padStart(3, '0')}-${kind}${[...dirt].map((one) => `-${one}`).join('')}`,
    kind,
    sheets: [],
    truth: [],
  };
  layout(chance, file, dirt);
  const isCsv =
    file.sheets.length === 1 && !file.sheets[0]!.merges.length && !file.sheets[0]!.columns && chance.is(0.2);
  if (isCsv) countLines(file);
  if (isCsv) return { ...file, name: `${file.name}.csv`, bytes: csvOf(chance, file.sheets[0]!.rows) };
  return { ...file, name: `${file.name}.xlsx`, bytes: await writeXlsx({ sheets: file.sheets as never }) };
}

/** Lines of a text file: a cell of two lines pushes the rows below it down. */
function countLines(file: CorpusFile): void {
  const breaks = file.sheets[0]!.rows.map((row) =>
    row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.split('\n').length - 1 : 0), 0),
  );
  for (const one of file.truth) one.row += breaks.slice(0, one.row - 1).reduce((sum, count) => sum + count, 0);
}

function csvOf(chance: Chance, rows: CellValue[][]): Uint8Array {
  const delimiter = chance.pick([';', ',', '\t']);
  const width = Math.max(...rows.map((row) => row.length));
  const line = (row: CellValue[]) =>
    Array.from({ length: width }, (_, at) => quoted(shown(row[at] ?? null), delimiter)).join(delimiter);
  const text = `${rows.map(line).join('\r\n')}\r\n`;
  const format = chance.pick(['utf8', 'bom', 'utf16'] as const);
  if (format === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.from(format === 'bom' ? `\ufeff${text}` : text, 'utf8');
}

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function shown(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10).split('-').toReversed().join('.');
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value);
}
