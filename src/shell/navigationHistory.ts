// Where the person has been: the last fifty pages, kept in this browser only.
import { sha256 } from '../../providers/sha256.ts';

const KEY = 'navigation_history';
export const HISTORY_LENGTH = 50;

export interface Visit {
  /** Digest of the path. */
  path: string;
  /** The path with numbers replaced: `/garage/:n`. */
  pattern: string;
  numbers: number[];
  /** The query, encoded. */
  query: string;
}

/** A segment is an id when it is all digits. */
export function visitOf(pathname: string, search: string): Visit {
  const segments = pathname.split('/');
  const isId = (segment: string) => /^\d+$/.test(segment);
  return {
    path: sha256(pathname),
    pattern: segments.map((segment) => (isId(segment) ? ':n' : segment)).join('/'),
    numbers: segments.filter(isId).map(Number),
    query: encodeURIComponent(search.replace(/^\?/, '')),
  };
}

/** Ids of the cards seen last under a pattern (`/garage/:n`), the latest first; names are asked of the server anew. */
export function recentIds(pattern: string, most: number): number[] {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Visit[];
    const ids = known.filter((visit) => visit.pattern === pattern).map((visit) => visit.numbers[0]!);
    return [...new Set(ids.reverse())].slice(0, most);
  } catch {
    return [];
  }
}

/** Adds a visit to the stored history; the oldest of more than fifty goes. */
export function rememberVisit(pathname: string, search: string): void {
  const visit = visitOf(pathname, search);
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Visit[];
    localStorage.setItem(KEY, JSON.stringify([...known, visit].slice(-HISTORY_LENGTH)));
  } catch {
    // A full or closed storage costs only the history.
  }
}
