// Phones, passport and e-mail of the first owner.
import { fold, saysNothing, tidy, tidyLines, type Read } from './text.ts';

/** Phones of one cell as `+7XXXXXXXXXX`, in the order of the cell, each once. */
export function readPhones(text: string): Read<string[]> {
  const phones: string[] = [];
  const codes = new Set<'landline' | 'phone_unparsable'>();
  for (const part of tidyLines(text)
    .replace(/н\/д\.?/gi, ' ')
    .split(/[,;/\n]/)) {
    const words = tidy(part.replace(/\p{L}+\./gu, ' '));
    if (saysNothing(words)) continue;
    const phone = phoneOf(words.replace(/\D/g, ''));
    if (!phone) codes.add('phone_unparsable');
    else if (!phones.includes(phone)) phones.push(phone);
    if (phone && phone[2] !== '9') codes.add('landline');
  }
  return { value: phones, codes: [...codes] };
}

function phoneOf(digits: string): string | null {
  if (digits.length === 11 && /^[78]/.test(digits)) return `+7${digits.slice(1)}`;
  return digits.length === 10 ? `+7${digits}` : null;
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
  if (digits.length !== 10) return { value: { passport: null, issued }, codes: ['value_unknown'] };
  return { value: { passport: { series: digits.slice(0, 4), number: digits.slice(4) }, issued }, codes: [] };
}

/** One e-mail address in lower case as written, or null. */
export function readEmail(text: string): Read<string | null> {
  const written = tidy(text);
  if (saysNothing(written) || fold(written) === 'н/д') return { value: null, codes: [] };
  const valid = /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@.,;<>()]{2,}$/.test(written);
  return { value: valid ? written : null, codes: valid ? [] : ['value_unknown'] };
}
