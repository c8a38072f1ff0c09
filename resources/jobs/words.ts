// Words of «Задания».
import { countOf, formatDate, formatMoment } from '../../widgets/format.ts';
import { today } from '../../widgets/today.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long is left, as it is said: exactly only near the end. */
export function leftWords(seconds: number): string {
  if (seconds < 10) return 'осталось несколько секунд';
  if (seconds < MINUTE) return `осталось ${countOf(Math.ceil(seconds / 10) * 10, ['секунда', 'секунды', 'секунд'])}`;
  if (seconds < HOUR) return `осталось около ${countOf(Math.round(seconds / MINUTE), ['минуты', 'минут', 'минут'])}`;
  return `осталось около ${countOf(Math.round(seconds / HOUR), ['часа', 'часов', 'часов'])}`;
}

/** «сегодня, 19:52», the whole date of another day. */
export function whenWords(moment: string): string {
  const told = formatMoment(moment);
  const day = formatDate(today());
  return told.startsWith(day) ? told.replace(`${day} `, 'сегодня, ') : told;
}

/** What went wrong, and what is to be done about it: the first sentence stands out. A dot after initials ends none. */
export function failureWords(failure: string): [string, string] {
  const [, first, rest] = /^(.*?[\p{L}\d»)]{3,}\.)\s+(?=[А-ЯЁ«])(.+)$/su.exec(failure) ?? [];
  return first && rest ? [first.slice(0, -1), rest] : [failure, ''];
}
