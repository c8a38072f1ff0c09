// How values are written in Russian and how texts are compared: the same words on the server and in the console.

const nbsp = '\u00a0';
const minus = '\u2212';
/** What stands for nothing. */
export const DASH = '—';

/** Text as the database compares it (`fold` in SQL): small letters, ё = е. */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

const latin = 'aceopxhkmtby';
const cyrillic = 'асеорхнкмтву';

/** Small Latin letters that look like Cyrillic ones made these; other letters stay. */
export const cyrillicLetters = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);

/** The other way: how the text would stand if it was typed in the Latin layout. */
export const latinLetters = (text: string): string =>
  text.replace(/[а-я]/g, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);

/**
 * A name as the database compares it (`name_key`, `look_alike_key` in SQL): folded, Latin letters that look like Cyrillic
 * ones are these, one space between words.
 */
export const foldName = (text: string): string => cyrillicLetters(foldText(text)).replace(/\s+/g, ' ').trim();

/** Words of a typed name as the database compares them; more than six are not asked for. */
export const nameWords = (text: string): string[] => foldName(text).split(' ').filter(Boolean).slice(0, 6);

/** The Latin look-alikes among Cyrillic letters of a name, in their order and as they are written: «Cорокин» → «C». */
export function strayLatin(name: string): string[] {
  const mixed = name.split(/[\s-]+/).filter((word) => /[А-Яа-яЁё]/.test(word));
  return [...new Set(mixed.flatMap((word) => [...word].filter((letter) => latin.includes(letter.toLowerCase()))))];
}

/** `YYYY-MM-DD` as ДД.ММ.ГГГГ; a moment is cut to its date. Anything else, nothing included, is a dash. */
export function formatDate(date: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '');
  return match ? `${match[3]}.${match[2]}.${match[1]}` : DASH;
}

/** Money of `kopecks` as «4 500,00 ₽» with no-break spaces; a negative sum gets a true minus. */
export const formatMoney = (kopecks: number): string => `${formatSum(kopecks)}${nbsp}₽`;

/** Money without the currency sign, «4 500,00»: for inputs and columns that name the currency in their head. */
export function formatSum(kopecks: number): string {
  const whole = Math.abs(Math.trunc(kopecks));
  const cents = String(whole % 100).padStart(2, '0');
  return `${kopecks < 0 ? minus : ''}${groupDigits(String(Math.floor(whole / 100)))},${cents}`;
}

/** Whole or decimal number with grouped digits and a comma: «1 248», «24,5»; `digits` fixes the decimals. */
export function formatNumber(value: number, digits?: number): string {
  const text = digits === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(digits);
  const [whole = '', fraction] = text.split('.');
  return `${value < 0 ? minus : ''}${groupDigits(whole)}${fraction ? `,${fraction}` : ''}`;
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

/** What is said of a day after today. */
export const NOT_LATER = 'Дата не может быть позже сегодняшней';

/** What is said of a day in books that are closed up to `until`, `YYYY-MM-DD`. */
export const closedUpTo = (until: string): string => `Период закрыт до ${formatDate(until)}`;

/** `+7XXXXXXXXXX` as «+7 921 123-33-41»; anything else is returned untouched. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return DASH;
  const match = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return match ? `+7${nbsp}${match[1]}${nbsp}${match[2]}-${match[3]}-${match[4]}` : phone;
}

/** The phone with all but its last four digits hidden: «+7 *** ***-33-41». */
export function maskPhone(phone: string | null | undefined): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  if (digits.length < 4) return DASH;
  return `+7${nbsp}***${nbsp}***-${digits.slice(-4, -2)}-${digits.slice(-2)}`;
}

const groupDigits = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, nbsp);
