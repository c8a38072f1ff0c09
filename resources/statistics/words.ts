// Figures of statistics in words: changes, months, days of a chart.
import { formatDate, formatNumber, formatSum } from '../../widgets/format.ts';

const MINUS = '−';
const signed = (value: number, text: string) => `${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;

/** «+86 850,00», «−120,00», «0,00». */
export const signedSum = (kopecks: number) => signed(kopecks, formatSum(Math.abs(kopecks)));

/** «+6,2 %»; nothing where there was nothing to be held against. */
export function changeOf(now: number, was: number | null): string {
  if (was === null) return '—';
  if (was === 0) return now === 0 ? '0 %' : '—';
  const percent = Math.round(((now - was) / Math.abs(was)) * 1000) / 10;
  return signed(percent, `${formatNumber(Math.abs(percent), 1)}\u00a0%`);
}

/** Paid of what was charged, in whole per cent; null when nothing was charged. */
export const collected = (paid: number | null, charged: number | null): number | null =>
  paid !== null && charged !== null && charged > 0 ? Math.round((paid / charged) * 100) : null;

export const percentText = (percent: number | null) => (percent === null ? '—' : `${formatNumber(percent)}\u00a0%`);

/** «+5 п.» between two shares. */
export const pointsChange = (now: number | null, was: number | null) =>
  now === null || was === null ? '—' : signed(now - was, `${formatNumber(Math.abs(now - was))} п.`);

const MONTHS = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');
const SHORT = 'янв фев мар апр май июн июл авг сен окт ноя дек'.split(' ');

/** «Март 2026» of `2026-03`. */
export function monthName(month: string): string {
  const name = MONTHS[Number(month.slice(5, 7)) - 1] ?? '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${month.slice(0, 4)}`;
}

/** «мар» of `2026-03`, «янв 26» where a year begins. */
export const shortMonth = (month: string) => {
  const name = SHORT[Number(month.slice(5, 7)) - 1] ?? '';
  return name === 'янв' ? `${name} ${month.slice(2, 4)}` : name;
};

/** A point of a chart: «04.03» or a month. */
export const pointName = (day: string, grain: 'day' | 'week' | 'month') =>
  grain === 'month' ? shortMonth(day) : `${day.slice(8)}.${day.slice(5, 7)}`;

export const grainWords = { day: 'день', week: 'неделя', month: 'месяц' } as const;

/** «01.10.2026 – 31.10.2026»; a single day once. */
export const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;

/** First and last day of a month within a period. */
export function monthDays(month: string, period: { from: string; to: string }): { from: string; to: string } {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: first < period.from ? period.from : first, to: last > period.to ? period.to : last };
}

/** First and last day of a point of a chart within a period. */
export function pointDays(
  at: string,
  grain: 'day' | 'week' | 'month',
  period: { from: string; to: string },
): { from: string; to: string } {
  if (grain === 'month') return monthDays(at.slice(0, 7), period);
  const end = new Date(Date.parse(`${at}T00:00:00Z`) + (grain === 'week' ? 6 : 0) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return { from: at < period.from ? period.from : at, to: end > period.to ? period.to : end };
}

/** «к году», «к прошлым дням»: what a change is held against. */
export const againstWords = { year: 'к году', before: 'к прошлым дням' } as const;
