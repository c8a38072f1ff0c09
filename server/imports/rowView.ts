// Cells of one row by field, with the corrections of the preview laid over them.
import { importFields, type ImportField, type ImportLayout, type ImportOverride } from '../../contract/importFields.ts';
import { tidy } from './rules/text.ts';
import { emptyCell, typedCell, type Cell, type Sheet } from './workbook.ts';

/** Columns of a layout made ready for reading row by row. */
export interface SheetColumns {
  byField: ReadonlyMap<ImportField, readonly { index: number; title: string }[]>;
  /** Sections merged down over several rows: row index → the row that holds the text. */
  sectionRows: ReadonlyMap<number, number>;
}

/** Imported columns by field; a hidden column is never imported. */
export function sheetColumns(sheet: Sheet, layout: ImportLayout): SheetColumns {
  const byField = new Map<ImportField, { index: number; title: string }[]>();
  for (const { index, title, field } of layout.columns) {
    if (!field || sheet.hiddenColumns[index]) continue;
    const known = byField.get(field);
    if (!known) byField.set(field, [{ index, title }]);
    else if (importFields[field].many) known.push({ index, title });
  }
  const section = byField.get('section')?.[0]?.index;
  const sectionRows = new Map<number, number>();
  for (const merge of sheet.merges) {
    if (merge.startCol !== section || merge.endCol !== section) continue;
    for (let row = merge.startRow + 1; row <= merge.endRow; row += 1) sectionRows.set(row, merge.startRow);
  }
  return { byField, sectionRows };
}

export class RowView {
  readonly #cells: Cell[];
  readonly #sheet: Sheet;
  readonly #columns: SheetColumns;
  readonly #typed: ReadonlyMap<ImportField, Cell>;
  readonly #section: Cell | null;

  constructor(sheet: Sheet, index: number, columns: SheetColumns, overrides: readonly ImportOverride[]) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#cells = sheet.row(index);
    this.#typed = new Map(overrides.map(({ field, text }) => [field, typedCell(text)]));
    const merged = columns.sectionRows.get(index);
    const sectionColumn = columns.byField.get('section')?.[0]?.index ?? -1;
    this.#section = merged === undefined ? null : (sheet.row(merged)[sectionColumn] ?? null);
  }

  /** Cells of the field, columns from left to right; a correction stands for all of them. */
  cells(field: ImportField): Cell[] {
    const typed = this.#typed.get(field);
    if (typed) return [typed];
    if (field === 'section' && this.#section) return [this.#section];
    return (this.#columns.byField.get(field) ?? []).map(({ index }) => this.#cells[index] ?? emptyCell);
  }

  cell(field: ImportField): Cell {
    return this.cells(field)[0] ?? emptyCell;
  }

  /** Text of the field as a person sees it, several columns joined by a space. */
  text(field: ImportField): string {
    return tidy(
      this.cells(field)
        .map((cell) => cell.text)
        .join(' '),
    );
  }

  /** Whether the field has a column or a correction. */
  has(field: ImportField): boolean {
    return this.#typed.has(field) || this.#columns.byField.has(field);
  }

  /** Title of the field's column in the file, or its name in the console. */
  title(field: ImportField): string {
    return this.#columns.byField.get(field)?.[0]?.title || importFields[field].label;
  }

  fields(): ImportField[] {
    return [...new Set([...this.#columns.byField.keys(), ...this.#typed.keys()])];
  }

  all(): Cell[] {
    return this.#cells;
  }

  visible(): Cell[] {
    const cells = this.#cells.filter((_, index) => !this.#sheet.hiddenColumns[index]);
    return this.#typed.size > 0 ? [...cells, ...this.#typed.values()] : cells;
  }

  raw(): Partial<Record<ImportField, string>> {
    const raw: Partial<Record<ImportField, string>> = {};
    for (const field of this.fields()) {
      const text = this.cells(field)
        .map((cell) => cell.text.trim())
        .filter(Boolean)
        .join('; ');
      if (text) raw[field] = text;
    }
    return raw;
  }
}
