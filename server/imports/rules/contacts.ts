// Phones, passport and e-mail of the first owner.
import { Email } from '../../../contract/kernel/scalars.ts';
import { fold, saysNothing, tidy, tidyLines, type Read } from './text.ts';

/** Phones of one cell as `+7XXXXXXXXXX`, in the order of the cell, each once. */
export function readPhones(text: string): Read<string[]> {
  const phones: string[] = [];
  const codes = new Set<'landline' | 'phone_unparsable'>();
  for (const part of phoneParts(text)) {
    const phone = phoneOf(part.replace(/\D/g, ''));
    if (!phone) codes.add('phone_unparsable');
    else if (!phones.includes(phone)) phones.push(phone);
    if (phone && phone[2] !== '9') codes.add('landline');
  }
  return { value: phones, codes: [...codes] };
}

/** Numbers of a cell: between commas, «или», line breaks, and two that stand side by side. */
export function phoneParts(text: string): string[] {
  return tidyLines(text)
    .replace(/н\/д\.?/gi, ' ')
    .replace(/(?:доб|вн|ext)\.?\s*№?\s*\d{1,5}/gi, ' ')
    .replace(/\((?!\d{3,5}\))[^)]{0,200}\)/g, (aside) => (/\p{L}/u.test(aside) ? ' ' : aside))
    .replace(/(?<=\d)\s*(?:дом|моб|раб|сот|тел)\.?:?\s*(?=[\d+(])/gi, ';')
    .split(/[,;/\n]|(?<!\p{L})(?:или|и|либо)(?!\p{L})/u)
    .map((part) => tidy(part.replace(/\p{L}+\.?:?/gu, (word) => (/[.:]$/.test(word) ? ' ' : word))))
    .filter((part) => !saysNothing(part))
    .flatMap(splitTwo);
}

const usualWords =
  /(?<!\p{L})(?:дом(?:ашний)?|моб(?:ильный)?|раб(?:очий)?|сот(?:овый)?|тел(?:ефон)?|гор(?:одской)?|т|м|д|р|с|или|и|либо|нет|н\/д)(?!\p{L})/gu;
/** «доб. 12», «жена Мария»: words that no list of phones takes. */
export const saysMore = (text: string): boolean => /\p{L}{2}/u.test(fold(text).replace(usualWords, ' '));

/** «89001234567 8 900 765-43-21»: two whole numbers in a row. */
function splitTwo(part: string): string[] {
  const two =
    /^(\+?[78]?[\s(-]*\d{3}[\s)-]*\d{3}[\s-]?\d{2}[\s-]?\d{2})\s+(\+?[78]?[\s(-]*\d{3}[\s)-]*\d{3}[\s-]?\d{2}[\s-]?\d{2})$/.exec(
      part,
    );
  return two ? [two[1]!, two[2]!] : [part];
}

/** A mobile number, or a landline of an area that exists: «8911123456» lacks a digit and is none. */
function phoneOf(digits: string): string | null {
  const national =
    digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits.length === 10 ? digits : null;
  return national && /^(?:9\d|[34]\d|8[0-7])/.test(national) && !/^(\d)\1{9}$/.test(national) ? `+7${national}` : null;
}

export interface Passport {
  series: string;
  number: string;
}

export interface ReadPassport {
  passport: Passport | null;
  /** Who issued it and when, as written. */
  issued: string | null;
}

/** «99 99 № 142056 выдан 12.03.2004 УВД»: the digits before «выдан» are 4 of the series and 6 of the number. */
export function readPassport(text: string): Read<ReadPassport> {
  const written = tidy(text);
  if (saysNothing(written) || /^н\/д\.?$/i.test(written)) return { value: { passport: null, issued: null }, codes: [] };
  const at = written.search(/выд(?:ан|\.)/i);
  const before = at < 0 ? written : written.slice(0, at);
  const issued = at < 0 ? null : tidy(written.slice(at).replace(/^выд(?:ана?|\.)[:\s]*/i, '')) || null;
  const digits = before.replace(/\D/g, '');
  if (digits.length !== 10)
    return { value: { passport: null, issued }, codes: digits === '' && issued ? [] : ['value_unknown'] };
  if (isPlaceholder(digits)) return { value: { passport: null, issued }, codes: ['passport_unusable'] };
  return { value: { passport: { series: digits.slice(0, 4), number: digits.slice(4) }, issued }, codes: [] };
}

/** «0000 000000», «1111 111111», «1234 567890»: typed to fill the cell, nobody's passport. */
const isPlaceholder = (digits: string) =>
  /^(\d)\1*$/.test(digits.slice(4)) ||
  digits === '1234567890' ||
  digits.slice(4) === '123456' ||
  digits.startsWith('0000');

/** One e-mail address in lower case as written, or null. */
export function readEmail(text: string): Read<string | null> {
  const written = tidy(text);
  if (saysNothing(written) || fold(written) === 'н/д') return { value: null, codes: [] };
  const valid = Email.safeParse(written).success;
  return { value: valid ? written : null, codes: valid ? [] : ['value_unknown'] };
}
