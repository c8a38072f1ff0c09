// The usual period of the log: a month up to now, and the quick choices.
import { monthAgo as monthBefore, plusDays } from '../../contract/kernel/days.ts';
import { today } from '../../widgets/today.ts';

/** The day a month before `day`, never later than the end of that month. */
export const monthAgo = (day: string = today()): string => monthBefore(day);

export interface QuickPeriod {
  label: string;
  from: string;
  to: string;
}

/** Periods of one press, by the day of today. */
export function quickPeriods(day: string = today()): QuickPeriod[] {
  const year = Number(day.slice(0, 4));
  const month = day.slice(0, 8);
  const lastMonth = monthBefore(`${month}01`);
  const lastDay = plusDays(`${month}01`, -1);
  const yearBefore = new Date(Date.UTC(year - 1, Number(day.slice(5, 7)) - 1, Number(day.slice(8)) + 1));
  return [
    { label: 'Этот месяц', from: `${month}01`, to: day },
    { label: 'Прошлый месяц', from: lastMonth, to: lastDay },
    { label: 'За год', from: yearBefore.toISOString().slice(0, 10), to: day },
    { label: `${year}`, from: `${year}-01-01`, to: day },
    { label: `${year - 1}`, from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ];
}
