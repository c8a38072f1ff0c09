// Sentences about money for the log, jobs and refusals. Pure.

const nbsp = '\u00a0';

/** «4 500,00 ₽» of kopecks. */
export function rubles(kopecks: number): string {
  const whole = Math.abs(kopecks);
  const grouped = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, nbsp);
  return `${kopecks < 0 ? '\u2212' : ''}${grouped},${String(whole % 100).padStart(2, '0')}${nbsp}₽`;
}

/** «1 гараж», «2 гаража», «5 гаражей». */
export function garagesOf(count: number): string {
  const ten = count % 10;
  const teen = count % 100 > 10 && count % 100 < 20;
  const word = teen || ten === 0 || ten > 4 ? 'гаражей' : ten === 1 ? 'гараж' : 'гаража';
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, nbsp)}${nbsp}${word}`;
}

/** «Начислено: Членский годовой взнос, 2026 год. 120 гаражей, 524 250,00 ₽». */
export const chargedText = (type: string, year: number, garages: number, kopecks: number) =>
  `Начислено: ${type}, ${year} год. ${garagesOf(garages)}, ${rubles(kopecks)}`;

/** «. Переложены 3 оплаты» after a sentence of the log; nothing where none is. */
export function relaidText(count: number): string {
  if (!count) return '';
  const ten = count % 10;
  const teen = count % 100 > 10 && count % 100 < 20;
  const word = teen || ten === 0 || ten > 4 ? 'оплат' : ten === 1 ? 'оплата' : 'оплаты';
  return `. ${!teen && ten === 1 ? 'Переложена' : 'Переложено'} ${count}${nbsp}${word}`;
}

/** «31.12.2025» of `YYYY-MM-DD`. */
export const dayOf = (date: string) => date.split('-').reverse().join('.');

/** «1 запись», «2 записи», «5 записей». */
export function entriesOf(count: number): string {
  const ten = count % 10;
  const teen = count % 100 > 10 && count % 100 < 20;
  const word = teen || ten === 0 || ten > 4 ? 'записей' : ten === 1 ? 'запись' : 'записи';
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, nbsp)}${nbsp}${word}`;
}
