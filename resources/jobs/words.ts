// Words of «Задания».
import { countOf } from '../../widgets/format.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long is left, as it is said: exactly only near the end. */
export function leftWords(seconds: number): string {
  if (seconds < 10) return 'осталось несколько секунд';
  if (seconds < MINUTE) return `осталось ${countOf(Math.ceil(seconds / 10) * 10, ['секунда', 'секунды', 'секунд'])}`;
  if (seconds < HOUR) return `осталось около ${countOf(Math.round(seconds / MINUTE), ['минуты', 'минут', 'минут'])}`;
  return `осталось около ${countOf(Math.round(seconds / HOUR), ['часа', 'часов', 'часов'])}`;
}
