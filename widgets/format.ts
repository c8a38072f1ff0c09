// How figures, money, dates, phones and names are written in Russian, and how typed money is read.

const nbsp = '\u00a0';
const minus = '\u2212';
const dash = '—';

/** Money of `kopecks` as «4 500,00 ₽» with no-break spaces; a negative sum gets a true minus. */
export function formatMoney(kopecks: number): string {
  return `${formatSum(kopecks)}${nbsp}₽`;
}

/** Money without the currency sign, «4 500,00»: for inputs and columns that name the currency in their head. */
export function formatSum(kopecks: number): string {
  const whole = Math.abs(Math.trunc(kopecks));
  const cents = String(whole % 100).padStart(2, '0');
  return `${kopecks < 0 ? minus : ''}${grouped(String(Math.floor(whole / 100)))},${cents}`;
}

/**
 * Kopecks of a typed sum: spaces, «₽» or «руб.» and either decimal sign are understood.
 * @returns null for anything else, for more than two decimals and for sums past the safe integers
 */
export function parseMoney(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(/(₽|руб\.?|р\.?)$/i, '');
  const match = /^([-\u2212]?)(\d+)(?:[.,](\d{0,2}))?$/.exec(plain);
  if (!match) return null;
  const [, sign, roubles = '', cents = ''] = match;
  const kopecks = Number(roubles) * 100 + Number(cents.padEnd(2, '0'));
  if (!Number.isSafeInteger(kopecks)) return null;
  return sign && kopecks > 0 ? -kopecks : kopecks;
}

/** Whole or decimal number with grouped digits and a comma: «1 248», «24,5»; `digits` fixes the decimals. */
export function formatNumber(value: number, digits?: number): string {
  const text = digits === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(digits);
  const [whole = '', fraction] = text.split('.');
  return `${value < 0 ? minus : ''}${grouped(whole)}${fraction ? `,${fraction}` : ''}`;
}

/** `YYYY-MM-DD` as ДД.ММ.ГГГГ; a dash for nothing. */
export function formatDate(date: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '');
  return match ? `${match[3]}.${match[2]}.${match[1]}` : dash;
}

/** Moment in UTC as «04.03.2026 14:32» on the clock of `timeZone`; a dash for nothing. */
export function formatMoment(moment: string | null | undefined, timeZone = 'Europe/Moscow'): string {
  const time = moment ? new Date(moment) : null;
  if (!time || Number.isNaN(time.getTime())) return dash;
  return momentFormat(timeZone).format(time).replace(',', '');
}

/** `+7XXXXXXXXXX` as «+7 921 123-33-41»; anything else is returned untouched. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return dash;
  const match = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return match ? `+7${nbsp}${match[1]}${nbsp}${match[2]}-${match[3]}-${match[4]}` : phone;
}

/** The phone with all but its last four digits hidden: «+7 *** ***-33-41». */
export function maskPhone(phone: string | null | undefined): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  if (digits.length < 4) return dash;
  return `+7${nbsp}***${nbsp}***-${digits.slice(-4, -2)}-${digits.slice(-2)}`;
}

/** Form of the noun for the count: `plural(2, ['гараж', 'гаража', 'гаражей'])` is «гаража». */
export function plural(count: number, forms: readonly [one: string, few: string, many: string]): string {
  const hundred = Math.abs(Math.trunc(count)) % 100;
  const ten = hundred % 10;
  if (hundred > 10 && hundred < 20) return forms[2];
  if (ten === 1) return forms[0];
  return ten >= 2 && ten <= 4 ? forms[1] : forms[2];
}

/** Count with its noun, never torn apart: «1 248 гаражей». */
export function countOf(count: number, forms: readonly [one: string, few: string, many: string]): string {
  return `${formatNumber(count)}${nbsp}${plural(count, forms)}`;
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

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, nbsp);

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
