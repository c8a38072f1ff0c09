// When something that is done by itself comes next: the hour and the day of its rhythm by the clock of the place.
import { plusDays } from '../../contract/kernel/days.ts';
import type { Schedule } from '../../contract/kernel/rhythm.ts';
import { dateIn, startOfDay } from '../ports/clock.ts';

const HOUR_MS = 3_600_000;
/** Every rhythm comes round within so many days. */
const LONGEST = 62;

/** The first moment of a schedule after another. */
export function nextRun({ every, onDay, atHour }: Schedule, after: Date, timeZone: string): Date {
  const today = dateIn(after, timeZone);
  for (let ahead = 0; ahead <= LONGEST; ahead += 1) {
    const date = plusDays(today, ahead);
    const isIts = every === 'day' || (every === 'week' ? weekDayOf(date) === onDay : Number(date.slice(8)) === onDay);
    const moment = new Date(startOfDay(date, timeZone).getTime() + atHour * HOUR_MS);
    if (isIts && moment > after) return moment;
  }
  throw new Error(`a rhythm that never comes: ${every} ${onDay}`);
}

/** Monday is 1, Sunday is 7. */
const weekDayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
