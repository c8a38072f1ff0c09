// Dates and sums as banks write them.

/** `YYYY-MM-DD` of «14.02.2026», «14.02.26», «14/02/2026» or «2026-02-14», a time after it ignored; null for a day that is none. */
export function readDate(text: string): string | null {
  const tidy = text.trim().replace(/[T\s]+\d{1,2}[:.]\d{2}.*$/, '');
  const russian = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(tidy);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(tidy);
  const [year, month, day] = russian
    ? [Number(russian[3]!.padStart(4, '20')), Number(russian[2]), Number(russian[1])]
    : iso
      ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
      : [0, 0, 0];
  const date = new Date(Date.UTC(year, month - 1, day));
  // A day that its month has not falls into another one, a month that is none has no equal.
  const exists = year >= 1990 && year <= 2100 && date.getUTCMonth() === month - 1;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** Kopecks of «4500», «4500.00», «4 500,50»; null for anything else, and for a milliard and more: no garage pays so much. */
export function readSum(text: string): number | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0\u202f]/g, ''));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
