// What differs between rows and their seal, said in words.
import { PRINT_BYTES, type SealedTable } from './sealed.ts';

/** What of the ledger differs. */
export type FaultKind =
  | 'balance'
  | 'sum'
  | 'debt'
  | 'years'
  | 'payment'
  | 'month'
  | 'seal'
  | 'author'
  | 'document'
  | 'words'
  | 'parts'
  | 'chain'
  | 'old'
  | 'day';

export interface LedgerFault {
  what: FaultKind;
  /** A key of what differs. */
  id: string;
  /** A whole Russian sentence: ПО, document, line, field. */
  text: string;
}

export interface SealSide {
  /** Prints of rows one after another, hex. */
  prints: string;
  /** Sums of columns. */
  fields: Record<string, unknown>;
}

const HEX = PRINT_BYTES * 2;
/** Rows of one document that are named; the rest are counted. */
const NAMED = 10;

/** Sentences about each row that differs; `row` is what a row is called. Null: there is no such side. */
export function differences(
  row: string,
  table: Pick<SealedTable, 'numbers' | 'texts'>,
  sealed: SealSide | null,
  now: (SealSide & { keys: number[]; labels: string[] }) | null,
): string[] {
  const before = split(sealed?.prints);
  const after = split(now?.prints);
  if (!sealed) return [`${row}: печати нет, вписано мимо учёта (${after.length})`];
  const known = new Set(before);
  const present = new Set(after);
  const name = (at: number) => `${row} № ${now!.keys[at]} (гараж ${now!.labels[at] ?? '?'})`;
  const strange = after.flatMap((print, at) => (known.has(print) ? [] : [at]));
  const lost = before.filter((print) => !present.has(print)).length;
  const changed = Math.min(strange.length, lost);
  const field = fieldsText(table, sealed.fields, now?.fields ?? {});
  const said = strange
    .slice(0, NAMED)
    .map((at, nth) => (nth < changed ? `изменена ${name(at)}${field}` : `лишняя ${name(at)}`));
  if (strange.length > NAMED) said.push(`и ещё изменённых или лишних: ${strange.length - NAMED}`);
  if (lost > changed) said.push(`${row}: не хватает ${lost - changed} из ${before.length}`);
  return said.length ? said : [`${row}: порядок или номера изменены${field}`];
}

const split = (prints: string | undefined): string[] => prints?.match(new RegExp(`.{${HEX}}`, 'g')) ?? [];

function fieldsText(
  table: Pick<SealedTable, 'numbers' | 'texts'>,
  sealed: SealSide['fields'],
  now: SealSide['fields'],
) {
  const all = { ...table.numbers, ...table.texts };
  const filled = Object.keys(all).filter((key) => sealed[key] !== null || now[key] !== null);
  const other = filled.filter((key) => sealed[key] !== now[key]);
  if (!other.length) return '';
  // The number of a row weighs in every sum.
  if (other.length === filled.length) return ', поле «номер строки»';
  return `, ${other.length > 1 ? 'поля' : 'поле'} ${other.map((key) => `«${all[key]!.label}»`).join(', ')}`;
}
