// The sheets of papers: what the code of each says, and where the sheets of a scanned pile belong.
import { CODE_TEXT } from '../../ports/pdf/codes.ts';

/**
 * What the code of a sheet begins with, before `/n/m`: the link of the check in capital letters, which take a code a third smaller and
 * name the same page. Where the house stands in a folder of its host, its letters stay as they are.
 */
export function sheetCode(checkUrl: string): string {
  const { pathname } = new URL(checkUrl);
  return /^\/d\/[^/]+$/.test(pathname) ? checkUrl.toUpperCase() : checkUrl;
}

/** What the codes of a page say. */
export interface PageMark {
  /** The check code of the paper. Null: nothing of ours was read. */
  code: string | null;
  /** Which sheet of how many; null for a code that stands for the whole paper. */
  nth: number | null;
  of: number | null;
  /** Two papers on one page. */
  isTwo?: true;
}

export const NO_MARK: PageMark = { code: null, nth: null, of: null };

/** What the texts of the codes of one page say; a code that names its sheet says more than one that does not. */
export function markOf(texts: readonly string[]): PageMark {
  const ours = texts.flatMap((text) => {
    const [, code, nth, of] = CODE_TEXT.exec(text) ?? [];
    return code ? [{ code: code.toUpperCase(), nth: nth ? Number(nth) : null, of: of ? Number(of) : null }] : [];
  });
  const [first] = ours.toSorted((one, other) => Number(one.nth === null) - Number(other.nth === null));
  if (!first) return NO_MARK;
  return ours.some(({ code }) => code !== first.code) ? { ...NO_MARK, isTwo: true } : first;
}

/**
 * The marks of a pile with what is certain of pages whose code was not read: between two sheets of one paper they are the sheets whose
 * numbers lack there, when they are as many. Any other is nobody's: to guess would put a paper into the file of another.
 */
export function completed(marks: readonly PageMark[]): PageMark[] {
  const done = [...marks];
  for (let from = 0; from < marks.length; from += 1) {
    if (!isUnread(marks[from]!)) continue;
    const start = from;
    while (from + 1 < marks.length && isUnread(marks[from + 1]!)) from += 1;
    const [before, after] = [marks[start - 1], marks[from + 1]];
    if (before?.code == null || before.code !== after?.code || before.nth === null || after.nth === null) continue;
    if (after.nth - before.nth !== from - start + 2) continue;
    for (let at = start; at <= from; at += 1) done[at] = { ...before, nth: before.nth + at - start + 1 };
  }
  return done;
}

const isUnread = ({ code, isTwo }: PageMark) => code === null && !isTwo;

/** Sheets of a paper that have not come. */
export const missingSheets = (had: readonly number[], of: number): number[] =>
  Array.from({ length: of }, (_, nth) => nth + 1).filter((nth) => !had.includes(nth));

/** «лист 2», «листы 1, 3». */
export const sheetWords = (sheets: readonly number[]): string =>
  `${sheets.length === 1 ? 'лист' : 'листы'} ${sheets.join(', ')}`;
/** «листа 2», «листов 1, 3». */
export const lackWords = (sheets: readonly number[]): string =>
  `${sheets.length === 1 ? 'листа' : 'листов'} ${sheets.join(', ')}`;

/** How many sheets a paper of ours has: its file says so in clear. */
export function sheetsIn(pdf: Uint8Array): number {
  const body = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return Math.max(
    1,
    ...[...body.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)/g)].map(([, count]) => Number(count)),
  );
}
