// What of a bill is overdue on a day: the day by which a charge is to be paid lies before it. Pure.
import type { DebtLine, DebtReply } from '../../../contract/balance.ts';

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
