// Where the person has been: the last fifty pages, kept in this browser only.
import { sha256 } from '../../providers/fingerprint.ts';

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
export async function visitOf(pathname: string, search: string): Promise<Visit> {
  const segments = pathname.split('/');
  const isId = (segment: string) => /^\d+$/.test(segment);
  return {
    path: await sha256(pathname),
    pattern: segments.map((segment) => (isId(segment) ? ':n' : segment)).join('/'),
    numbers: segments.filter(isId).map(Number),
    query: encodeURIComponent(search.replace(/^\?/, '')),
  };
}

export async function rememberVisit(pathname: string, search: string): Promise<void> {
  const visit = await visitOf(pathname, search);
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Visit[];
    localStorage.setItem(KEY, JSON.stringify([...known, visit].slice(-HISTORY_LENGTH)));
  } catch {
    // A full or closed storage costs only the history.
  }
}
