// Reading a sum that a person typed or pasted: the whole text is understood or refused in words, never a part of it.

import type { ReadText } from './useTypedText.ts';

export const NO_SUM = 'Это не сумма. Введите рубли и копейки, например 4 500,00';
export const NEGATIVE_SUM = 'Сумма не может быть меньше нуля';
export const TOO_LONG_SUM = 'Слишком большая сумма';
/** More would not be whole kopecks any more. */
const MOST_DIGITS = 13;

/**
 * Reads the whole text: «4500», «4 500,5», «1.500,00», «1,500.00», «−300 ₽». Refuses what could be read in two ways
 * («1.500») and what holds anything but one sum («4500-100», «12-3 12»).
 * @returns kopecks
 */
export function readSum(text: string, { negative = false }: { negative?: boolean } = {}): ReadText<number> {
  const plain = text
    .trim()
    .replace(/\s*(₽|руб\.?|р\.?)$/i, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/^[\u2212\u2013]/, '-');
  if (plain === '') return { value: null };
  const [, sign = '', whole = ''] = /^(-?)\s*(.*)$/s.exec(plain)!;
  const read = roublesAndCents(whole);
  if (typeof read === 'string') return { value: null, wrong: read };
  if (read.roubles.length > MOST_DIGITS) return { value: null, wrong: TOO_LONG_SUM };
  const kopecks = Number(read.roubles) * 100 + Number(read.cents.padEnd(2, '0'));
  if (sign && !negative && kopecks > 0) return { value: null, wrong: NEGATIVE_SUM };
  return { value: sign && kopecks > 0 ? -kopecks : kopecks };
}

/** Digits of both parts, or why there are none. */
function roublesAndCents(text: string): { roubles: string; cents: string } | string {
  // Groups of three, parted by one sign of their own; the other sign parts the kopecks.
  for (const [group, point] of [
    [' ', '[.,]'],
    ['.', ','],
    [',', '\\.'],
  ] as const) {
    const match = new RegExp(`^(\\d{1,3}(?:[${group}]\\d{3})+)(?:${point}(\\d{1,2}))?$`).exec(text);
    if (!match) continue;
    const [, roubles = '', cents = ''] = match;
    const isPlain = group === ' ' || cents !== '' || roubles.split(group).length > 2;
    if (isPlain) return { roubles: roubles.replace(/\D/g, ''), cents };
    return `Непонятно: ${roubles.replace(group, '\u00a0')} рублей или ${roubles.replace('.', ',')}? Напишите без точки`;
  }
  const match = /^(\d+)(?:[.,](\d{0,2}))?$/.exec(text);
  if (match) return { roubles: match[1]!, cents: match[2] ?? '' };
  return /^\d+[.,]\d{3,}$/.test(text) ? 'Копеек не больше двух цифр' : NO_SUM;
}
