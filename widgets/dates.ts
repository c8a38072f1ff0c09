// Calendar dates as `YYYY-MM-DD` strings: reading what a person typed, bounds. No date passes through a time zone.

export interface DateRange {
  min: string;
  max: string;
}

/** 1900-01-01 … the end of the year a hundred years ahead of `today`. */
export function defaultRange(today: string): DateRange {
  return { min: '1900-01-01', max: `${Number(today.slice(0, 4)) + 100}-12-31` };
}

/**
 * The date of a typed text: «12.05.1987», «12/5/1987», «12051987», «1987-05-12».
 * With `short` a year of two digits is understood too: up to ten years ahead of `thisYear` is this century.
 * @returns null when it is no date of the calendar
 */
export function parseDate(text: string, short?: { thisYear: number }): string | null {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return realDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = /^(\d{1,2})[.,/\s-](\d{1,2})[.,/\s-](\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  if (parts) return realDate(Number(parts[3]), Number(parts[2]), Number(parts[1]));
  const brief = short && /^(\d{1,2})[.,/\s-](\d{1,2})[.,/\s-](\d{2})$/.exec(plain);
  if (!brief) return null;
  const century = short.thisYear - (short.thisYear % 100);
  const year = century + Number(brief[3]);
  return realDate(year > short.thisYear + 10 ? year - 100 : year, Number(brief[2]), Number(brief[1]));
}

/** The date, or the nearest bound of the range when it lies outside. */
export function clampDate(date: string, { min, max }: DateRange): string {
  if (date < min) return min;
  return date > max ? max : date;
}

/** Adds the points while a date is typed digit by digit; deleting is left alone. */
export function withPoints(text: string, before: string): string {
  const tidy = text.replace(/[,/]/g, '.').replace(/\.{2,}/g, '.');
  return tidy.length > before.length && /^(\d{2}|\d{2}\.\d{2})$/.test(tidy) ? `${tidy}.` : tidy;
}

function realDate(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year < 1) return null;
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0); // day 0 of the next month
  return day <= lastDay.getUTCDate() ? isoOf(year, month, day) : null;
}

const isoOf = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
