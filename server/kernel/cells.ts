// Values that become cells of a workbook or a CSV file: safe, typed, readable in Excel. Pure.
import { formatDate } from '../../contract/kernel/words.ts';

/** A text that a spreadsheet would run as a formula is made a text again. */
export const safeText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A column of a file: its head and how its cells are typed, text by default. */
export interface FileColumn {
  title: string;
  kind?: 'money' | 'date' | 'number';
}

/** Value for an XLSX cell: money in roubles, dates as dates. */
export function cellOf(value: unknown, column: Pick<FileColumn, 'kind'>): string | number | Date | null {
  if (value === null || value === undefined) return null;
  if (column.kind === 'money') return Number(value) / 100;
  if (column.kind === 'number') return Number(value);
  if (column.kind === 'date') return new Date(`${String(value)}T00:00:00Z`);
  return safeText(String(value));
}

/** Field of a CSV line: `;` between, quotes where needed, decimal comma, dates ДД.ММ.ГГГГ. */
export function fieldOf(value: unknown, column: Pick<FileColumn, 'kind'>): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'money') return (Number(value) / 100).toFixed(2).replace('.', ',');
  if (column.kind === 'date') return formatDate(String(value));
  const text = safeText(String(value));
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
