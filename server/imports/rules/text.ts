// Text as the rules compare it: spaces, dashes, case, look-alike letters.
import { foldText } from '../../../contract/kernel/words.ts';
import type { ImportIssueCode } from '../../../contract/importFields.ts';

/** A value read from a cell and what was noticed on the way. */
export interface Read<T> {
  value: T;
  codes: ImportIssueCode[];
}

const untidy = /[^\S ]|\u200b| {2}|^ | $/;

/** Outer spaces off, inner runs of spaces (also non-breaking ones and line breaks) made one: not a change of the text. */
export function tidy(text: string): string {
  // Most cells are tidy already: looking is much cheaper than rewriting a hundred thousand rows of them.
  return untidy.test(text) ? text.replace(/[\s\u200b]+/g, ' ').trim() : text;
}

/** The same without joining lines: a line break separates people and phones. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(tidy)
    .join('\n')
    .trim();
}

/** Lower case and ё = е: for comparing, never for showing. */
export function fold(text: string): string {
  return foldText(tidy(text));
}

/** Nothing, a dash or «нет»: the usual ways to leave a cell without a value. */
export function saysNothing(text: string): boolean {
  return /^(?:[-–—−]+|нет\.?)?$/.test(fold(text));
}

const latin = 'ABCEHKMOPTXaceopxy';
const cyrillic = 'АВСЕНКМОРТХасеорху';

/** Latin letters that look like Russian ones replaced by them; other letters stay. */
export function toCyrillic(text: string): string {
  return text.replace(/[ABCEHKMOPTXaceopxy]/g, (letter) => cyrillic[latin.indexOf(letter)]!);
}

/** Both alphabets in one name: the Latin letters were typed by mistake. */
export function hasBothAlphabets(text: string): boolean {
  return /[a-z]/i.test(text) && /[а-яё]/i.test(text);
}
