// Rules of money that need no database.

export interface Charged {
  accrual_type: string;
  year: number;
  accrued_kopecks: number;
}

/** Debt that came neither from a charge nor from its reversal: refunds and corrections over everything paid. */
export const CORRECTION = 'Возвраты и корректировки';

/**
 * Lays payments over charges, oldest first: what each charge still owes. Kopecks. A charge that was taken back below
 * zero pays others like a payment; what was returned above everything paid is owed as a line of its own, so that the
 * lines always sum up to the debt.
 */
export function allocate(charged: readonly Charged[], paidKopecks: number) {
  const returned = charged.filter((line) => line.accrued_kopecks < 0);
  const sum = paidKopecks - returned.reduce((total, line) => total + line.accrued_kopecks, 0);
  let left = Math.max(0, sum);
  const lines = charged
    .filter((line) => line.accrued_kopecks >= 0)
    .map((line) => {
      const paid = Math.min(left, line.accrued_kopecks);
      left -= paid;
      return { ...line, paid_kopecks: paid, owed_kopecks: line.accrued_kopecks - paid };
    });
  if (sum >= 0) return lines;
  const year = Math.max(0, ...charged.map((line) => line.year));
  return [...lines, { accrual_type: CORRECTION, year, accrued_kopecks: -sum, paid_kopecks: 0, owed_kopecks: -sum }];
}

/** Why nothing may be dated so: the МО closed its books up to a day. Both dates `YYYY-MM-DD`; null when it is open. */
export function closedPeriod(onDate: string, closedUntil: string | null): string | null {
  if (!closedUntil || onDate > closedUntil) return null;
  return `Период закрыт до ${closedUntil.split('-').reverse().join('.')}`;
}
