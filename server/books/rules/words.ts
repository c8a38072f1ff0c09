// Sentences about money for the log, jobs and refusals. Pure.
import { countOf, formatMoney, plural } from '../../../contract/kernel/words.ts';

/** «4 500,00 ₽» of kopecks. */
export const rubles = formatMoney;

/** «1 гараж», «2 гаража», «5 гаражей». */
export const garagesOf = (count: number): string => countOf(count, ['гараж', 'гаража', 'гаражей']);

/** «1 запись», «2 записи», «5 записей». */
export const entriesOf = (count: number): string => countOf(count, ['запись', 'записи', 'записей']);

/** «Начислено: Членский годовой взнос, 2026 год. 120 гаражей, 524 250,00 ₽». */
export const chargedText = (type: string, year: number, garages: number, kopecks: number) =>
  `Начислено: ${type}, ${year} год. ${garagesOf(garages)}, ${rubles(kopecks)}`;

/** «. Переложены 3 оплаты» after a sentence of the log; nothing where none is. */
export function relaidText(count: number): string {
  if (!count) return '';
  const verb = plural(count, ['Переложена', 'Переложено', 'Переложено']);
  return `. ${verb} ${countOf(count, ['оплата', 'оплаты', 'оплат'])}`;
}
