// A table as a file of cells: CSV or a spreadsheet, streamed.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre';
import { cellOf, fieldOf, type FileColumn } from './cells.ts';

interface TableFile {
  /** Name of the sheet. */
  title: string;
  /** Name of the file without its ending. */
  name: string;
  format: 'xlsx' | 'csv';
  columns: readonly FileColumn[];
}

/** The rows (batches of rows, cells in the order of the columns; money in kopecks, days as `YYYY-MM-DD`) as a file. */
export function tableFile({ title, name, format, columns }: TableFile, rows: AsyncGenerator<unknown[][]>) {
  if (format === 'csv')
    return { name: `${name}.csv`, mime: 'text/csv; charset=utf-8', body: Readable.from(csv(rows, columns)) };
  return {
    name: `${name}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: xlsx(rows, columns, title),
  };
}

async function* csv(batches: AsyncGenerator<unknown[][]>, columns: readonly FileColumn[]) {
  yield `\ufeff${columns.map((column) => fieldOf(column.title, {})).join(';')}\r\n`;
  for await (const batch of batches)
    yield batch.map((row) => row.map((value, index) => fieldOf(value, columns[index]!)).join(';') + '\r\n').join('');
}

function xlsx(batches: AsyncGenerator<unknown[][]>, columns: readonly FileColumn[], name: string): Readable {
  async function* lines() {
    for await (const batch of batches)
      for (const row of batch) yield row.map((value, index) => cellOf(value, columns[index]!));
  }
  const definitions = columns.map((column) => ({
    header: column.title,
    width: column.title.length < 10 ? 16 : 28,
    ...(column.kind === 'money' ? { numFmt: '#,##0.00' } : column.kind === 'date' ? { numFmt: 'dd.mm.yyyy' } : {}),
  }));
  return Readable.fromWeb(
    writeXlsxStream(lines() as never, {
      name,
      columns: definitions as never,
      freezePane: { rows: 1 },
    }) as unknown as ReadableStream,
  );
}
