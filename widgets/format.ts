// How figures, money, dates, phones and names are written in Russian, and how typed money is read.

import { DASH, formatNumber } from '../contract/kernel/words.ts';

export {
  countOf,
  formatDate,
  formatMoney,
  formatNumber,
  formatPhone,
  formatSum,
  maskPhone,
  plural,
} from '../contract/kernel/words.ts';

const nbsp = '\u00a0';

/** Moment in UTC as «04.03.2026 14:32» on the clock of `timeZone`; a dash for nothing. */
export function formatMoment(moment: string | null | undefined, timeZone = 'Europe/Moscow'): string {
  const time = moment ? new Date(moment) : null;
  if (!time || Number.isNaN(time.getTime())) return DASH;
  return momentFormat(timeZone).format(time).replace(',', '');
}

/** «Петров И. С.» from a full name «Петров Иван Сергеевич». */
export function shortName(fullName: string): string {
  const [last = '', ...rest] = fullName.trim().split(/\s+/);
  return [last, ...rest.slice(0, 2).map((name) => `${name.charAt(0)}.`)].join(nbsp);
}

/** Up to two capital letters of a name, for an avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Size of a file: «512 Б», «34 КБ», «2,4 МБ». */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}${nbsp}Б`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)}${nbsp}КБ`;
  return `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10)}${nbsp}МБ`;
}

const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept: making one costs more than a hundred uses of it. */
function momentFormat(timeZone: string): Intl.DateTimeFormat {
  const kept = momentFormats.get(timeZone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  momentFormats.set(timeZone, made);
  return made;
}
