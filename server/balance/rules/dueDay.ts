// The day by which a charge is to be paid. Pure; `due_day` of the database says the same.
import { plusDays } from '../../../contract/kernel/days.ts';

export interface DueTerms {
  /** Day of the charge, `YYYY-MM-DD`; of a moved debt that of the charge it comes from. */
  on_date: string;
  period_year: number;
  /** Own day of the charge document. */
  due_on?: string | null;
  /** The accrual type is charged once a year. */
  is_yearly: boolean;
}
/** Days to pay what is not charged by the year and has no day of its own. */
const TERM_DAYS = 30;

/** Own day, else the day of the ПО («31.12») in the year charged for, else so many days after the charge. */
export function dueDayOf({ on_date, period_year, due_on, is_yearly }: DueTerms, dayMonth: string): string {
  if (due_on) return due_on;
  if (!is_yearly) return plusDays(on_date, TERM_DAYS);
  const [day = 31, month = 12] = dayMonth.split('.').map(Number);
  // A day that the month lacks is its last one.
  const last = new Date(Date.UTC(period_year, month, 0)).getUTCDate();
  return new Date(Date.UTC(period_year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}
