// Days of a figure: the period asked for, those it is held against, the step of its charts, whole months. Pure.
import { daysBetween, monthAgo, plusDays } from '../../contract/kernel/days.ts';

export interface Days {
  from: string;
  to: string;
}

/** A longer period is asked for by mistake: no charge is older. */
export const MOST_DAYS = 60 * 366;
/** Later days have no day after them that everything could write. */
export const LAST_DAY = '9000-12-31';
/** Beyond every line, where no day is named. */
export const EVER: Days = { from: '1900-01-01', to: LAST_DAY };
/** Up to so many days a chart goes by days, up to so many by weeks. */
const BY_DAYS = 45;
const BY_WEEKS = 180;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** Both ends are counted. */
export const lengthOf = ({ from, to }: Days) => daysBetween(from, to) + 1;

/** The days asked for; a month up to today when none are named. */
export function periodOf(filter: { from?: string | undefined; to?: string | undefined }, today: string): Days {
  const to = filter.to ?? (filter.from && filter.from > today ? filter.from : today);
  return { from: filter.from ?? monthAgo(to), to };
}

/** As many days right before. */
export const daysBefore = (days: Days): Days => ({
  from: plusDays(days.from, -lengthOf(days)),
  to: plusDays(days.from, -1),
});

/** The same number of days that ends on the same date of the last year; 29 February is held against the 28th. */
export function daysYearAgo(days: Days): Days {
  const to = yearBack(days.to);
  return { from: plusDays(to, 1 - lengthOf(days)), to };
}

function yearBack(day: string): string {
  const rest = day.slice(4);
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`;
}

export type Grain = 'day' | 'week' | 'month';
export function grainOf(days: Days): Grain {
  const length = lengthOf(days);
  return length <= BY_DAYS ? 'day' : length <= BY_WEEKS ? 'week' : 'month';
}

/** First days of every point of a period; weeks begin on Monday, the first point may begin before the period. */
export function pointsOf(days: Days, grain: Grain): string[] {
  const points: string[] = [];
  for (let point = beginOf(days.from, grain); point <= days.to; point = nextOf(point, grain)) points.push(point);
  return points;
}

const beginOf = (day: string, grain: Grain) =>
  grain === 'month'
    ? `${day.slice(0, 8)}01`
    : grain === 'week'
      ? plusDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
      : day;

function nextOf(day: string, grain: Grain): string {
  if (grain !== 'month') return plusDays(day, grain === 'week' ? 7 : 1);
  const month = Number(day.slice(5, 7));
  if (month < 12) return `${day.slice(0, 5)}${month < 9 ? '0' : ''}${month + 1}-01`;
  return `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`;
}

const endOfMonth = (day: string) => plusDays(nextOf(day, 'month'), -1);

/** The whole month of a day. */
export const monthOf = (day: string): Days => ({ from: beginOf(day, 'month'), to: endOfMonth(beginOf(day, 'month')) });

/** By how many days `days` stand after those of equal length that they are held against: each of those days has its own day here. */
export const shiftTo = (days: Days, then: Days): number => daysBetween(then.from, days.from);

/** Whether the days moved so far begin their months where these did: then whole months of them are whole months there. */
export const keepsMonths = (then: Days, shift: number): boolean =>
  pointsOf(then, 'month')
    .slice(1)
    .every((first) => plusDays(first, shift).endsWith('-01'));

/** The whole months of a period (first days, null when there is none), and the days outside them. */
export function wholeMonths(days: Days): { months: Days | null; edges: Days[] } {
  const first = days.from.endsWith('-01') ? days.from : nextOf(beginOf(days.from, 'month'), 'month');
  const lastOwn = beginOf(days.to, 'month');
  const last = endOfMonth(lastOwn) === days.to ? lastOwn : beginOf(plusDays(lastOwn, -1), 'month');
  if (first > last) return { months: null, edges: [days] };
  const edges = [
    { from: days.from, to: plusDays(first, -1) },
    { from: plusDays(endOfMonth(last), 1), to: days.to },
  ].filter((edge) => edge.from <= edge.to);
  return { months: { from: first, to: last }, edges };
}
