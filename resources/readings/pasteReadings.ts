// A column copied from a spreadsheet, laid over the garages of the grid. Pure.
import { foldText } from '../../contract/kernel/words.ts';
import type { ReadingRow } from '../../contract/readings.ts';
import { withReading, type Reading, type Readings } from './readings.ts';

export interface Pasted {
  readings: Readings;
  filled: number;
  /** Words of lines that were not taken, by the reason. */
  unknown: string[];
  several: string[];
  notNumbers: string[];
  /** Values below the last garage. */
  beyond: number;
}

/** Where it is pasted: a garage of the rows, a part of its reading. */
interface Cell {
  row: number;
  part: keyof Reading;
}

/** Text that goes into one box is pasted as ever; a table has tabs or several lines. */
export const isTable = (text: string) => /[\t\n]/.test(text.trim());

/**
 * Lays copied cells over the garages. One column goes down from the cell `start`; of more columns the first is the
 * number of a garage (or its section and number apart) and the last one or two numbers are the readings. Empty cells
 * and the head of the table are passed over.
 */
export function pasteReadings(text: string, rows: readonly ReadingRow[], start: Cell, before: Readings): Pasted {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
  const done: Pasted = { readings: before, filled: 0, unknown: [], several: [], notNumbers: [], beyond: 0 };
  const find = finder(rows);
  const isColumn = lines.every((cells) => cells.length === 1);
  // The head of a column stands on no garage.
  const first = isColumn && kwhOf(lines[0]![0]!) === null && lines[0]![0] !== '' ? start.row - 1 : start.row;
  lines.forEach((cells, nth) => {
    if (cells.every((cell) => cell === '')) return;
    const { row, values, name } = isColumn ? inOrder(rows, first + nth, cells) : byNumber(find, cells);
    const numbers = values.map(kwhOf).filter((value) => value !== null);
    if (nth === 0 && !numbers.length) return;
    if (row === 'unknown' || row === 'several' || !row) {
      if (!row) done.beyond += 1;
      else done[row].push(name);
    } else if (numbers.length) {
      done.readings = withReading(done.readings, row, changeOf(numbers, start.part));
      done.filled += 1;
    } else if (values.some((value) => value !== '')) done.notNumbers.push(name);
  });
  return done;
}

interface Line {
  row: ReadingRow | 'unknown' | 'several' | undefined;
  values: string[];
  name: string;
}

function inOrder(rows: readonly ReadingRow[], at: number, values: string[]): Line {
  const row = rows[at];
  return { row, values, name: row ? nameOf(row) : '' };
}

type Find = (name: string) => ReadingRow | 'several' | undefined;

/** «45», «А 45» in one cell, or «А» and «45» in two. */
function byNumber(find: Find, cells: string[]): Line {
  const [first = '', second = '', ...rest] = cells;
  const apart = cells.length > 2 && /^\D*$/.test(first) ? find(first + second) : undefined;
  if (apart) return { row: apart, values: rest, name: `${first} ${second}`.trim() };
  return { row: find(first) ?? 'unknown', values: [second, ...rest], name: first || second };
}

function finder(rows: readonly ReadingRow[]): Find {
  const known = new Map<string, ReadingRow | 'several'>();
  const add = (key: string, row: ReadingRow) => known.set(key, known.has(key) ? 'several' : row);
  const whole = new Set<string>();
  for (const row of rows) {
    const key = keyOf(row.garage.section + row.garage.number);
    add(key, row);
    whole.add(key);
  }
  // A number alone names a garage unless it is the whole name of another one.
  for (const row of rows) {
    const key = keyOf(row.garage.number);
    if (!whole.has(key)) add(key, row);
  }
  return (name) => known.get(keyOf(name));
}

const latin = 'abcehkmoptxy';
const cyrillic = 'авсенкмортху';
/** Letters that look alike are alike; spaces, dots and «№» mean nothing. */
const keyOf = (name: string) =>
  foldText(name)
    .replace(/[abcehkmoptxy]/g, (letter) => cyrillic[latin.indexOf(letter)]!)
    .replace(/[\s.,№-]/g, '');

const nameOf = ({ garage }: ReadingRow) => `${garage.section} ${garage.number}`.trim();

/** «1 234,5» as a number; null for anything else, for what is below zero and for more than two decimals. */
function kwhOf(cell: string): number | null {
  const plain = cell.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^\d{1,8}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

/** One number goes into the part that was pasted into, two are what the meter showed before and now. */
function changeOf(numbers: number[], part: keyof Reading): Partial<Reading> {
  const [was, now] = part === 'used' ? [] : numbers.slice(-2);
  return was !== undefined && now !== undefined ? { was, now } : { [part]: numbers.at(-1)! };
}
