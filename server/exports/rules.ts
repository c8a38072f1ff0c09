// How values become cells: safe, typed, readable in Excel. Pure.
import type { ExportColumn } from './columns.ts';

/** A text that a spreadsheet would run as a formula is made a text again. */
export const safeText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Value for an XLSX cell: money in roubles, dates as dates. */
export function cellOf(value: unknown, column: ExportColumn): string | number | Date | null {
  if (value === null || value === undefined) return null;
  if (column.kind === 'money') return Number(value) / 100;
  if (column.kind === 'number') return Number(value);
  if (column.kind === 'date') return new Date(`${String(value)}T00:00:00Z`);
  return safeText(String(value));
}

/** Field of a CSV line: `;` between, quotes where needed, decimal comma, dates ДД.ММ.ГГГГ. */
export function fieldOf(value: unknown, column: ExportColumn): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'money') return (Number(value) / 100).toFixed(2).replace('.', ',');
  if (column.kind === 'date') return String(value).split('-').reverse().join('.');
  const text = safeText(String(value));
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
