// Queries of the search box remembered while the tab lives: they may hold names, so they are kept nowhere else.
import type { KeyboardEvent } from 'react';

/** The keys of the list under the box, which the box hands over to it. */
export interface SuggestionKeys {
  onKeyDown: (event: KeyboardEvent) => void;
}

const KEY = 'search_queries';
const MOST = 5;

/** A query is remembered when it has stood this long after the last key, ms. */
export const REMEMBER_AFTER_MS = 1500;

type Kept = { user: number; queries: string[] };

/** The person's last queries, the latest first. */
export function rememberedQueries(user: number): string[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.user === user ? kept.queries : [];
  } catch {
    return [];
  }
}

/** Puts a query on top; one that goes on from the query before it takes its place. */
export function rememberQuery(user: number, query: string): void {
  const others = rememberedQueries(user).filter((one) => !query.startsWith(one) && !one.startsWith(query));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ user, queries: [query, ...others].slice(0, MOST) } satisfies Kept));
  } catch {
    // A full or closed storage costs only the memory.
  }
}
