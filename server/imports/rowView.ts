// Cells of one row by field, with the corrections of the preview laid over them.
import {
  importFields,
  moneyFields,
  nameFields,
  type ImportField,
  type ImportOverride,
  type TableLayout,
} from '../../contract/importFields.ts';
import { numberAndName } from './rules/content.ts';
import { dayAndMonth } from './rules/dates.ts';
import { splitPlace } from './rules/place.ts';
import { tidy, toCyrillic } from './rules/text.ts';
import { emptyCell, typedCell, type Cell, type Sheet } from './workbook.ts';

/** Columns of a table made ready for reading row by row. */
export interface TableColumns {
  byField: ReadonlyMap<ImportField, readonly { index: number; title: string }[]>;
  first: number;
  last: number;
  /** Cells merged down over several rows: column → row index → the row that holds the text. */
  merged: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** A sum merged over two garages belongs to the first of them. */
const once = new Set<ImportField>([...moneyFields, 'rowNumber']);

/** What a correction speaks for besides its own field: a sum for all sums of the row, a name for its parts. */
function silencedBy(overrides: readonly ImportOverride[]): ReadonlySet<ImportField> {
  const sum = overrides.findLast(({ field }) => (moneyFields as readonly ImportField[]).includes(field))?.field;
  const isNamed = overrides.some(({ field }) => field === 'owner');
  return new Set([...(sum ? moneyFields.filter((field) => field !== sum) : []), ...(isNamed ? nameFields : [])]);
}

/** Imported columns by field; a hidden column is never imported. */
export function tableColumns(sheet: Sheet, layout: TableLayout): TableColumns {
  const byField = new Map<ImportField, { index: number; title: string }[]>();
  for (const { index, title, field } of layout.columns) {
    if (!field || sheet.hiddenColumns[index]) continue;
    const known = byField.get(field);
    if (!known) byField.set(field, [{ index, title }]);
    else if (importFields[field].many) known.push({ index, title });
  }
  const imported = new Map(
    [...byField].flatMap(([field, columns]) => columns.map((column) => [column.index, field] as const)),
  );
  const merged = new Map<number, Map<number, number>>();
  for (const merge of sheet.merges) {
    const field = imported.get(merge.startCol);
    if (!field || once.has(field) || merge.startCol !== merge.endCol || merge.endRow === merge.startRow) continue;
    const rows = merged.get(merge.startCol) ?? new Map<number, number>();
    for (let row = merge.startRow + 1; row <= merge.endRow; row += 1) rows.set(row, merge.startRow);
    merged.set(merge.startCol, rows);
  }
  const indexes = layout.columns.map((column) => column.index);
  return {
    byField,
    merged,
    first: Math.min(...indexes, layout.firstColumn),
    last: Math.max(...indexes, layout.firstColumn),
  };
}

export class RowView {
  readonly #cells: Cell[];
  readonly #sheet: Sheet;
  readonly #columns: TableColumns;
  readonly #typed: ReadonlyMap<ImportField, Cell>;
  readonly #silenced: ReadonlySet<ImportField>;
  readonly #split: ReadonlyMap<ImportField, Cell>;
  /** The place as it is shown where the sheet made a date of it; null elsewhere. */
  readonly placeWasDate: string | null;
  /** A garage of two lines: the number is merged down from a row above. */
  readonly isContinuation: boolean;

  constructor(sheet: Sheet, index: number, columns: TableColumns, overrides: readonly ImportOverride[]) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#typed = new Map(overrides.map(({ field, text }) => [field, typedCell(text)]));
    this.#silenced = silencedBy(overrides);
    const cells = sheet.row(index);
    const number = columns.byField.get('number')?.[0]?.index;
    this.isContinuation = number !== undefined && columns.merged.get(number)?.has(index) === true;
    for (const [column, rows] of columns.merged) {
      const from = rows.get(index);
      const isOwn = this.isContinuation && column !== number;
      if (from !== undefined && !isOwn) cells[column] = sheet.row(from)[column] ?? emptyCell;
    }
    this.#cells = cells;
    const place = this.#first('place');
    const asDate = place && dayAndMonth(toCyrillic(tidy(place.text)).replace(/^№\s*/, ''));
    this.placeWasDate = asDate ? tidy(place.text) : null;
    this.#split = this.#splitCell(asDate ?? place?.text ?? '');
  }

  #first = (field: ImportField): Cell | undefined =>
    this.#columns.byField.get(field)?.map(({ index }) => this.#cells[index] ?? emptyCell)[0];

  /** Parts of a cell that holds the row and the number, or the number and the owner. */
  #splitCell(place: string): ReadonlyMap<ImportField, Cell> {
    const split = new Map<ImportField, Cell>();
    const both = this.#first('numberAndOwner');
    const put = (field: ImportField, text: string) => split.set(field, { kind: 'text', value: text, text });
    if (place.trim() !== '') {
      const found = splitPlace(place);
      if (found) put('section', found.section);
      put('number', found?.number ?? place);
    }
    const found = both && numberAndName.exec(tidy(both.text));
    if (found) {
      put('number', found[1]!);
      put('owner', found[2]!);
    } else if (both && both.text.trim() !== '') put('number', both.text);
    return split;
  }

  /** Cells of the field, columns from left to right; a correction stands for all of them. */
  cells(field: ImportField): Cell[] {
    return this.#silenced.has(field) ? [] : this.#written(field);
  }

  #written(field: ImportField): Cell[] {
    const typed = this.#typed.get(field) ?? this.#split.get(field);
    if (typed) return [typed];
    return this.#columns.byField.get(field)?.map(({ index }) => this.#cells[index] ?? emptyCell) ?? [];
  }

  /** The cell of a sheet's column, whatever it is taken for. */
  at(column: number): Cell {
    return this.#cells[column] ?? emptyCell;
  }

  /** Titles of the columns beside their cells: a year may stand in the title. */
  titled(field: ImportField): { title: string; cell: Cell }[] {
    if (this.#silenced.has(field)) return [];
    if (this.#typed.has(field)) return [{ title: '', cell: this.cell(field) }];
    return (
      this.#columns.byField.get(field)?.map(({ index, title }) => ({ title, cell: this.#cells[index] ?? emptyCell })) ??
      []
    );
  }

  cell(field: ImportField): Cell {
    return this.cells(field)[0] ?? emptyCell;
  }

  /** Text of the field as a person sees it, several columns joined by a space. */
  text(field: ImportField): string {
    const cells = this.cells(field);
    return tidy(cells.length === 1 ? cells[0]!.text : cells.map((cell) => cell.text).join(' '));
  }

  /** Whether the field has a column or a correction. */
  has(field: ImportField): boolean {
    return this.#typed.has(field) || this.#columns.byField.has(field) || this.#split.has(field);
  }

  isTyped(field: ImportField): boolean {
    return this.#typed.has(field);
  }

  /** Whether a person wrote the sum of the row. */
  get isSumTyped(): boolean {
    return moneyFields.some((field) => this.#typed.has(field));
  }

  /** Title of the field's column in the file, or its name in the console. */
  title(field: ImportField): string {
    return this.#columns.byField.get(field)?.[0]?.title || importFields[field].label;
  }

  fields(): ImportField[] {
    return [...new Set([...this.#columns.byField.keys(), ...this.#typed.keys()])];
  }

  all(): Cell[] {
    return this.#cells.slice(this.#columns.first, this.#columns.last + 1);
  }

  visible(): Cell[] {
    const { first, last } = this.#columns;
    const cells = this.#cells.filter(
      (_, index) => index >= first && index <= last && !this.#sheet.hiddenColumns[index],
    );
    return this.#typed.size > 0 ? [...cells, ...this.#typed.values()] : cells;
  }

  raw(): Partial<Record<ImportField, string>> {
    const raw: Partial<Record<ImportField, string>> = {};
    for (const field of this.fields()) {
      const text = this.#written(field)
        .map((cell) => cell.text.trim())
        .filter(Boolean)
        .join('; ');
      if (text) raw[field] = text;
    }
    return raw;
  }
}
