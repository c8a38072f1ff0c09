// What a row of a registry is: as read by itself, and as it goes to the register.
import type { IgnoredAs, ImportField, ImportOutcome, RowPlace } from '../../contract/importFields.ts';
import type { Attention, Issue } from './issueLog.ts';
import type { BalancePart, ParsedGarage, ParsedOwner, ReadGarageRow, ReadPersonRow } from './readRow.ts';

/**
 * A row of a table. An ignored row has no garage, owners or issues; a row that is not ignored and has no garage names people.
 * Money is kopecks, negative = debt.
 */
export interface ParsedRow extends RowPlace {
  /** Its table in the layout. */
  table: number;
  outcome: ImportOutcome;
  ignoredAs?: IgnoredAs;
  garage: ParsedGarage | null;
  /** A row of people all of whom a row above has told of already: what it says of them is taken. */
  isNamed?: true;
  owners: ParsedOwner[];
  openingBalanceKopecks: number | null;
  balanceParts: BalancePart[];
  /** A sheet of debts has told its sum, be it nought. */
  isSumTold?: true;
  issues: Issue[];
  /** Raw texts that were changed, dropped or only partly read: they stay with the garage and wait for a person. */
  attention: Attention[];
  /** The same as lines, a part of what makes a row the same as before. */
  notes: string;
  /** Texts of the mapped cells as a person sees them. */
  raw: Partial<Record<ImportField, string>>;
}

export interface ImportSummary extends Record<ImportOutcome, number> {
  /** Distinct people of the rows that are not refused. */
  people: number;
}

export interface ParsedRegistry {
  headerRow: number;
  summary: ImportSummary;
  rows: ParsedRow[];
}

/** Numbers instead of texts: comparing 20 000 rows anew after each correction is a walk over arrays. */
export class KeyNumbers {
  readonly #known = new Map<string, number>();

  /** The same number for the same text; −1 for none. */
  of(text: string | null): number {
    if (text === null) return -1;
    const known = this.#known.get(text) ?? this.#known.size;
    if (known === this.#known.size) this.#known.set(text, known);
    return known;
  }

  /** One entry for each number given so far. */
  list<T>(): (T | undefined)[] {
    return Array.from({ length: this.#known.size });
  }
}

/** What a person and a passport of an owner are found by, −1 when nothing can be proved. */
export interface OwnerKeys {
  person: number;
  passport: number;
}
export interface RowKeys {
  place: number;
  owners: OwnerKeys[];
}

/** Rows of one workbook under one layout, as they were read: those whose corrections are the same are not read again. */
export class RowCache {
  /** By table and place in it. */
  readonly rows = new Map<number, ReadRow>();
  /** Where the row of a place stands among all rows, see `placeKey`. */
  indexes: ReadonlyMap<string, number> | null = null;
  readonly places = new KeyNumbers();
  readonly people = new KeyNumbers();
  readonly passports = new KeyNumbers();
}

/** One row read by itself; nothing of the other rows is known yet. */
export interface ReadRow extends RowPlace {
  table: number;
  kind: 'garage' | 'person' | IgnoredAs;
  read: ReadGarageRow | null;
  /** What a row of people says. */
  person?: ReadPersonRow;
  keys: RowKeys | null;
  raw: Partial<Record<ImportField, string>>;
  /** Corrections it was read with, and the section it stood under. */
  typed: string;
  under: string;
  /** The section it begins. */
  section?: string;
}

/** A row of people: those who are named apart from garages. */
export const isOfPeople = (row: Pick<ParsedRow, 'outcome' | 'garage'>) => row.outcome !== 'ignored' && !row.garage;

export const placeKey = ({ sheet, row, column }: RowPlace) => `${sheet}:${row}:${column}`;
