// What of a bill is overdue on a day: the day by which a charge is to be paid lies before it. Pure.
import type { DebtLine, DebtReply } from '../../../contract/balance.ts';
import { longDate, shortDate } from '../../kernel/paper/words.ts';

/** Money that was given back has no day of its own: it is owed at once. */
const isOverdue = (day: string) => (charge: DebtLine['charges'][number]) =>
  charge.due_on === null || charge.due_on < day;

/**
 * Lines of a bill with the charges alone that are overdue and still owed on `day`, `YYYY-MM-DD`; sums in kopecks are of these charges.
 * Lines without any are left out.
 */
export function overdueLines(bill: DebtReply | null, day: string): DebtLine[] {
  return (bill?.lines ?? []).flatMap((line) => {
    const charges = line.charges.filter(isOverdue(day));
    const sum = (of: 'kopecks' | 'owed_kopecks') => charges.reduce((all, charge) => all + charge[of], 0);
    const [accrued, owed] = [sum('kopecks'), sum('owed_kopecks')];
    if (owed <= 0) return [];
    return [{ ...line, charges, accrued_kopecks: accrued, paid_kopecks: accrued - owed, owed_kopecks: owed }];
  });
}

/** Kopecks still owed of these lines. */
export const owedOf = (lines: readonly DebtLine[]): number => lines.reduce((sum, line) => sum + line.owed_kopecks, 0);

/** What is owed and its day has not come, kopecks. */
export const aheadOf = (bill: DebtReply | null, day: string): number =>
  (bill?.debt_kopecks ?? 0) - owedOf(overdueLines(bill, day));

/** Days by which what is owed is to be paid, the earliest first; those that have passed and those ahead. */
export function termsOf(lines: readonly DebtLine[], day: string): { passed: string[]; ahead: string[] } {
  const open = lines.flatMap(({ charges }) => charges.filter((one) => one.owed_kopecks > 0));
  const days = [...new Set(open.flatMap(({ due_on }) => due_on ?? []))].toSorted();
  return { passed: days.filter((one) => one < day), ahead: days.filter((one) => one >= day) };
}

/** The day of one line in a table: «до 31.12.2026», «прошёл 31.12.2025», both of a line that has both; «сразу» without one. */
export function termOfLine(line: DebtLine, day: string): string {
  const { passed, ahead } = termsOf([line], day);
  const words = [passed.length && `прошёл ${shortDate(passed.at(-1)!)}`, ahead.length && `до ${shortDate(ahead[0]!)}`];
  return words.filter(Boolean).join(', ') || 'сразу';
}

/** The nearest day by which what is owed is to be paid; what is overdue says so. Empty where nothing is owed. */
export function termOf(bill: DebtReply | null, day: string): string {
  const { passed, ahead } = termsOf(bill?.lines ?? [], day);
  const last = passed.length ? longDate(passed.at(-1)!) : '';
  if (!ahead.length) return last && `сразу: срок прошёл ${last}`;
  return last
    ? `до ${longDate(ahead[0]!)}; за начисленное раньше — сразу: срок прошёл ${last}`
    : `до ${longDate(ahead[0]!)}`;
}
