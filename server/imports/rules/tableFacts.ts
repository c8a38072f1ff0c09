// What the rules of columns look at: the titles of a table and the cells of its rows.
import type { ImportField, ImportQuestion, TableLayout } from '../../../contract/importFields.ts';
import type { Cell } from '../workbook.ts';

/** Own title of a column (the lowest) and the different ones above it. */
export interface Title {
  own: string;
  above: string[];
}

export interface TableFacts {
  /** Its place among the tables of the workbook. */
  table: number;
  titles: readonly Title[];
  hidden: readonly boolean[];
  firstColumn: number;
  lastColumn: number;
  /** Rows below the header that look like data, a few thousand at most. */
  rows: readonly { line: number; cells: readonly Cell[] }[];
}

export type OpenQuestion = Omit<ImportQuestion, 'id' | 'samples'>;

/** Fields some columns get (null: not imported), what to ask about them, sums that must agree. */
export interface Decision {
  fields: Map<number, ImportField | null>;
  question: OpenQuestion | null;
  check?: TableLayout['check'];
}
