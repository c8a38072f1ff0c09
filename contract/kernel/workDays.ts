// Working days of Russia: weekends, holidays of article 112 of the Labour Code, and the days moved by yearly decrees. Pure.
import { plusDays } from './days.ts';

/** Holidays, `MM-DD`. */
const holidays: ReadonlySet<string> = new Set([
  ...'01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08'.split(' '),
  ...'02-23 03-08 05-01 05-09 06-12 11-04'.split(' '),
]);

/** What a decree moved, `MM-DD`: days off besides the rule, weekends that are worked, holidays whose own day off went to one of `off`. */
interface MovedDays {
  off: readonly string[];
  worked: readonly string[];
  gave: readonly string[];
}
/** By year. A year that is not here has the rule alone: a term may then come out a day or two earlier, never later. */
const moved: Readonly<Record<number, MovedDays>> = {
  2025: { off: ['05-02', '05-08', '06-13', '11-03', '12-31'], worked: ['11-01'], gave: ['02-23', '03-08'] },
  2026: { off: ['01-09', '12-31'], worked: [], gave: [] },
};
const movedOf = (day: string): MovedDays => moved[Number(day.slice(0, 4))] ?? { off: [], worked: [], gave: [] };
/** The last year whose decree is written down here. */
export const CALENDAR_KNOWN_TO = Math.max(...Object.keys(moved).map(Number));

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const isWeekend = (day: string) => weekday(day) === 0 || weekday(day) === 6;
const isHoliday = (day: string) => holidays.has(day.slice(5));

/** A holiday on a weekend gives the next working day off; those of January are moved by decrees alone. */
function isGivenOff(day: string): boolean {
  for (let before = plusDays(day, -1); isWeekend(before) || isHoliday(before); before = plusDays(before, -1)) {
    const isLost = isWeekend(before) && isHoliday(before) && !before.slice(5).startsWith('01-');
    if (isLost && !movedOf(before).gave.includes(before.slice(5))) return true;
  }
  return false;
}

/** Whether offices work on a day, `YYYY-MM-DD`. */
export function isWorkDay(day: string): boolean {
  const { off, worked } = movedOf(day);
  if (worked.includes(day.slice(5))) return true;
  return !(isWeekend(day) || isHoliday(day) || off.includes(day.slice(5)) || isGivenOff(day));
}

/** The day so many working days after `day`, which itself is not counted. */
export function plusWorkDays(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0;) {
    at = plusDays(at, 1);
    if (isWorkDay(at)) left -= 1;
  }
  return at;
}
