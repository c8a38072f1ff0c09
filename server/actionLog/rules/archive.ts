// Months of the log that leave it: which are old enough, what their seals hold. Pure. Months are first days, `2021-05-01`.
import { monthName } from '../../../contract/logWords.ts';
import { countOf, formatDate } from '../../../contract/kernel/words.ts';

/** How long lines stay in the table after the end of their month, years. */
export const LOG_YEARS = 5;

/** The first day of the month so many months later; earlier when negative. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The day from which on a month may leave. */
export const leavesOn = (month: string): string => plusMonths(month, 12 * LOG_YEARS + 1);

/** Months from `first` on that ended five years before a day (Moscow's), in order. */
export function dueMonths(first: string, today: string): string[] {
  const due: string[] = [];
  for (let month = first; leavesOn(month) <= today; month = plusMonths(month, 1)) due.push(month);
  return due;
}

/** What of the log waits to leave it: «ждут выноса: 3 месяца, с май 2021», or when the first will. */
export function dueWords(due: readonly { month: string }[], next: { month: string; on: string } | null): string {
  if (due.length)
    return `ждут выноса: ${countOf(due.length, ['месяц', 'месяца', 'месяцев'])}, первый — ${monthName(due[0]!.month)}`;
  if (!next) return 'журнал пуст';
  return `старше пяти лет ничего нет, ${monthName(next.month)} станет старше ${formatDate(next.on)}`;
}

/** What a month's archive says of itself. */
export interface ArchiveFacts {
  month: string;
  lines: number;
  actions: number;
  first_id: number | null;
  last_id: number | null;
  bytes: number;
  sha256: string;
  /** Seal of the month before; null of the first. */
  previous: string | null;
}

/** The words under a seal: its keyed hash (`Secrets.print`) is the seal, so that who has not the key can't forge a month. */
export const sealText = (facts: ArchiveFacts): string =>
  `log:${JSON.stringify([
    facts.previous,
    facts.month,
    facts.lines,
    facts.actions,
    facts.first_id,
    facts.last_id,
    facts.bytes,
    facts.sha256,
  ])}`;

/** What a file holds, as it was read back. */
export interface FileFacts {
  lines: number;
  first_id: number | null;
  last_id: number | null;
  bytes: number;
  sha256: string;
}

/** What of a file is not what its archive says; null where all of it is. */
export function fileFault(kept: ArchiveFacts, found: FileFacts): string | null {
  if (found.bytes !== kept.bytes || found.sha256 !== kept.sha256) return 'файл изменён';
  if (found.lines !== kept.lines) return `строк в файле ${found.lines}, а должно быть ${kept.lines}`;
  if (found.first_id !== kept.first_id || found.last_id !== kept.last_id) return 'в файле другие строки';
  return null;
}
