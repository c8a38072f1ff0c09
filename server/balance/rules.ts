// Rules of money that need no database.

export interface Charged {
  accrual_type: string;
  year: number;
  accrued_kopecks: number;
}

/** Lays payments over charges, oldest first: what each charge still owes. Kopecks. */
export function allocate(charged: readonly Charged[], paidKopecks: number) {
  let left = Math.max(0, paidKopecks);
  return charged.map((line) => {
    const paid = Math.min(left, Math.max(0, line.accrued_kopecks));
    left -= paid;
    return { ...line, paid_kopecks: paid, owed_kopecks: line.accrued_kopecks - paid };
  });
}
