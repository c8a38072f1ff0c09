// Workbooks given back: the sheets as they were with the result, the rows that have remarks.
import { writeXlsx } from 'hucre';
import type { ImportLayout } from '../../contract/importFields.ts';
import { placeKey, type ParsedRow } from './rows.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** Numbers and dates stay what they were; a text that a spreadsheet would run is kept a text. */
function cellsOf(sheet: Sheet, index: number, width: number): unknown[] {
  const cells = sheet.row(index);
  return Array.from({ length: width }, (_, column) => {
    const cell = cells[column];
    if (!cell || cell.kind === 'empty') return null;
    if (cell.kind === 'number') return cell.value;
    if (cell.kind === 'date') return new Date(`${String(cell.value)}T00:00:00Z`);
    return safe(cell.text);
  });
}

const safe = (text: string) => (/^[=@\t\r]/.test(text) || /^[+-](?!\d)/.test(text) ? `'${text}` : text);

/** Every sheet as it was with one more column, «Результат»; `results` by place of the row. */
export function resultBook(
  workbook: Workbook,
  layout: ImportLayout,
  results: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const sheets = workbook.sheets.map((sheet, sheetIndex) => {
    const tables = layout.tables.filter((table) => table.sheetIndex === sheetIndex);
    const rows = Array.from({ length: sheet.rowCount }, (_, index) => {
      const line = sheet.lineOf(index);
      const texts = tables.flatMap(
        (table) => results.get(placeKey({ sheet: sheetIndex, row: line, column: table.firstColumn })) ?? [],
      );
      const isHeader = tables.some((table) => table.headerRow === line);
      return [
        ...cellsOf(sheet, index, sheet.columnCount),
        isHeader ? 'Результат' : safe(texts.filter(Boolean).join('; ')),
      ];
    });
    return { name: sheet.name.slice(0, 31) || `Лист ${sheetIndex + 1}`, rows };
  });
  return writeXlsx({ sheets } as never);
}

/** Rows with remarks before the run: as they stand and what is wrong with them. */
export function remarksBook(workbook: Workbook, rows: readonly ParsedRow[]): Promise<Uint8Array> {
  const width = Math.max(1, ...workbook.sheets.map((sheet) => sheet.columnCount));
  const lines = new Map<string, number>();
  workbook.sheets.forEach((sheet, at) => {
    for (let index = 0; index < sheet.rowCount; index += 1) lines.set(`${at}:${sheet.lineOf(index)}`, index);
  });
  const body = rows
    .filter((row) => row.issues.length > 0)
    .map((row) => {
      const sheet = workbook.sheets[row.sheet]!;
      const cells = cellsOf(sheet, lines.get(`${row.sheet}:${row.row}`) ?? 0, width);
      return [
        sheet.name,
        row.row,
        row.outcome === 'error' ? 'не загрузится' : 'проверьте',
        row.issues.map((issue) => issue.message).join('; '),
        ...cells,
      ];
    });
  return writeXlsx({
    sheets: [{ name: 'Замечания', rows: [['Лист', 'Строка', 'Что будет', 'Замечание'], ...body] }],
  } as never);
}
