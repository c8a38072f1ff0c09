// Names of ПО as they stand in sheets and cells.
import { fold } from './text.ts';

/** A sheet takes 31 letters, some of which it does not take at all. */
const SHEET = 27;
const lettersOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a sheet or a cell names the ПО: «КАС № 12/3», «кас 12 3», a name cut to the length of a sheet's. */
export function sameName(po: string, written: string): boolean {
  const text = lettersOf(written);
  return text !== '' && (text === lettersOf(po) || text === lettersOf(po.slice(0, SHEET)));
}
