// Words of papers: dates, sums, measures as an office writes them.
import { formatDate, formatSum } from '../../../contract/kernel/words.ts';

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/** «5 марта 2026 г.»; null is an empty place to fill in by hand. */
export function longDate(date: string | null): string {
  if (!date) return BLANK;
  const [year, month, day] = date.slice(0, 10).split('-').map(Number);
  return `${day}\u00a0${months[month! - 1]} ${year}\u00a0г.`;
}

/** «05.03.2026»; empty without a date. */
export const shortDate = (date: string | null) => (date ? formatDate(date) : '');

/** «4 500,00» of kopecks; negative with a minus. */
export const money = formatSum;

/** Metres with a comma, always two decimals. */
export const metres = (side: number) => side.toFixed(2).replace('.', ',');

/** A place to fill in by hand. */
export const BLANK = '____________________';
/** A day to fill in by hand: who writes it sees what goes where. */
export const DAY_BY_HAND = '«___» ______________ 20___ г.';

/** A share as a paper tells it; without one the whole is of a sole owner, of several nothing is known. */
export const shareWords = (share: string | null, isSole: boolean): string => share ?? (isSole ? '1' : 'не указана');

const MONTHS = months.join('|');
/** Spaces at which no line ends: behind №, inside a date, before the hour, before metres and roubles. */
const HELD = new RegExp(
  `(?<=№) (?=\\S|$)|(?<=\\d) (?=(?:${MONTHS}) \\d{4})|(?<=\\d{4}) (?=г\\.)|(?<= в) (?=\\d{1,2}:\\d\\d)|(?<=\\d,\\d\\d) (?=м[²,.]?(?:$|\\s))|(?<=\\d) (?=₽)`,
  'g',
);

/** A hyphen inside a number that goes on with a letter, «№ 12-А»: before a figure no line ends anyway. */
const HELD_HYPHEN = /(?<=№\s?[\dА-ЯA-Z/]+)-(?=[А-ЯA-Z])/g;

/** The same words with hard spaces and hyphens where a line must not end. */
export const held = (text: string): string => text.replace(HELD, '\u00a0').replace(HELD_HYPHEN, '\u2011');
