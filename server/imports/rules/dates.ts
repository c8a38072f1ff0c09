// Dates as people write them.
import type { Cell } from '../workbook.ts';
import { fold, saysNothing, type Read } from './text.ts';

/** A date as read: the day, or the year alone, or neither. Dates are `YYYY-MM-DD`. */
export interface ReadDate {
  date: string | null;
  year: number | null;
}

const monthStems = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
const monthWord = '(янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)[а-я]{0,5}';
const dayMonthPattern = new RegExp(`^(\\d{1,2})[-.\\s/]+${monthWord}\\.?(?:[-.\\s]+\\d{2,4}(?:\\s*г\\.?)?)?$`);
const wordDatePattern = new RegExp(
  `^«?(\\d{1,2})»?[-.\\s]+${monthWord}\\.?[-,\\s]*(\\d{4}|\\d{2})\\s*(?:г|год|года)?\\.?$`,
);

/** Reads a date cell. A year alone gives `year` and no date; the caller decides what a year is worth. */
export function readDate(cell: Cell): Read<ReadDate> {
  if (cell.kind === 'date') return exact(String(cell.value));
  const text = fold(cell.text);
  if (saysNothing(text)) return { value: { date: null, year: null }, codes: [] };
  const serial = /^\d{5}(?:[.,]0+)?$/.test(text) ? Math.trunc(Number(text.replace(',', '.'))) : 0;
  if (serial >= 10_000 && serial <= 60_000) return exact(dateOfSerial(serial));
  const year = /^([12]\d{3})(?:[.,]0)?\s*(?:г|год|года|гг)?\.?$/.exec(text);
  if (year) return { value: { date: null, year: Number(year[1]) }, codes: ['date_year_only'] };
  const parts = numericDate(text) ?? wordDate(text);
  if (!parts) return impossible;
  const fullYear =
    parts.year.length === 2 ? (Number(parts.year) >= 30 ? 1900 : 2000) + Number(parts.year) : Number(parts.year);
  const date = realDate(fullYear, parts.month, parts.day);
  if (!date) return impossible;
  return parts.year.length === 2 ? { value: { date, year: null }, codes: ['date_two_digit_year'] } : exact(date);
}

/** Day and month of a cell or text that Excel turned into a date («12-мар», «12.03.2024»), as the «12/3» it was. */
export function dayAndMonth(text: string): string | null {
  const folded = fold(text);
  const word = dayMonthPattern.exec(folded);
  const numeric = word ? null : numericDate(folded);
  const month = word ? monthNumber(word[2]!) : (numeric?.month ?? 0);
  const day = word ? Number(word[1]) : (numeric?.day ?? 0);
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? `${day}/${month}` : null;
}

/** Excel serial number of the 1900 system, above its imaginary 29.02.1900. */
export function dateOfSerial(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);
}

const impossible: Read<ReadDate> = { value: { date: null, year: null }, codes: ['date_impossible'] };

function exact(date: string): Read<ReadDate> {
  return { value: { date, year: null }, codes: [] };
}

interface DateParts {
  day: number;
  month: number;
  year: string;
}

function numericDate(text: string): DateParts | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[t ]\d{2}:\d{2}.*)?$/.exec(text);
  if (iso) return { day: Number(iso[3]), month: Number(iso[2]), year: iso[1]! };
  const match = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})\s*(?:г|год|года)?\.?$/.exec(text);
  return match ? { day: Number(match[1]), month: Number(match[3]), year: match[4]! } : null;
}

function wordDate(text: string): DateParts | null {
  const match = wordDatePattern.exec(text);
  return match ? { day: Number(match[1]), month: monthNumber(match[2]!), year: match[3]! } : null;
}

function monthNumber(stem: string): number {
  return monthStems.indexOf(stem === 'мая' ? 'май' : stem) + 1;
}

function realDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  // A day that the month has not falls into another one.
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  return same ? date.toISOString().slice(0, 10) : null;
}
