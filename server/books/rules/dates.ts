// Rules of the dates of money. Pure.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { closedPeriod } from '../../balance/rules.ts';

/** What is wrong with the day of a document, on the given field. */
export function dateProblems(
  field: string,
  date: string,
  { today, closedUntil }: { today: string; closedUntil: string | null },
): FieldErrors {
  if (date > today) return { [field]: NOT_LATER };
  if (date < '1990-01-01') return { [field]: 'Введите корректную дату' };
  const closed = closedPeriod(date, closedUntil);
  return closed ? { [field]: closed } : {};
}
