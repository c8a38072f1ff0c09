// Where the rows of the garage list stand in the frame: in a wide window always the same, in a narrower one, where buttons
// take more lines, as this browser saw it last. By it the first rows are shown before the console is there.
import type { Level } from '../../contract/kernel/scope.ts';

/** Heights in px: the head of the list, the line of its title, its tools, its foot. */
export interface RowsPlace {
  head: number;
  title: number;
  tools: number;
  foot: number;
}

const KEY = 'rows-place';
/** From this width on the head and the tools take a line each, px. */
const WIDE = 1280;
/** The place is that of letters of the usual size, px. */
const LETTER = 16;
const widePlace: RowsPlace = { head: 60, title: 36, tools: 50, foot: 48 };

const seenFor = (level: Level | null) => `${window.innerWidth}:${level}`;

/** The place in this window; null where it is not known. */
export function placeOfRows(level: Level | null): RowsPlace | null {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, RowsPlace>;
    const place = seen[seenFor(level)];
    if (place) return place;
  } catch {
    // Broken by somebody: as if nothing was seen.
  }
  const isUsual = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) === LETTER;
  return window.innerWidth >= WIDE && isUsual ? widePlace : null;
}

/** Remembers the place in this window; only the last one is kept. */
export function rememberPlace(level: Level | null, place: RowsPlace): void {
  localStorage.setItem(KEY, JSON.stringify({ [seenFor(level)]: place }));
}
