// Arithmetic of calendar days (`YYYY-MM-DD`) that both sides share.

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day so many days later; earlier when negative. */
export const plusDays = (day: string, days: number): string =>
  new Date(midnight(day) + days * DAY_MS).toISOString().slice(0, 10);

/** A day of the calendar, written `YYYY-MM-DD`: the 31st of February is none, nor is a day of the first hundred years. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
};

/** Whole days from one day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / DAY_MS;

/** The day a month before `day`, never later than the end of that month. */
export function monthAgo(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastDay))).toISOString().slice(0, 10);
}

/** Forms of «день» for `countOf`. */
export const dayForms = ['день', 'дня', 'дней'] as const;
