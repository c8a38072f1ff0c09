// What the script that starts before the console hands over: the device, the checked session, the first rows. The script is
// built apart (src/first), so the two meet in one object of the window.
import { hashKey } from '@tanstack/react-query';
import type { Fingerprint } from './deviceSigns.ts';
import type { ListAnswer, ListAsk } from './listCall.ts';
import { currentToken } from './session.ts';

/** What the list of garages was asked for, by whom, and what came. */
export interface FirstRows {
  resource: string;
  ask: ListAsk;
  token: string;
  /** When it was asked, ms. */
  at: number;
  /** Null when it was refused or did not come: the console asks by itself and says what is wrong. */
  answer: Promise<ListAnswer | null>;
  /** The answer, once it is here. */
  came?: ListAnswer;
}

/** What the charts of the address stand on, as it was asked for. */
export interface FirstFigures {
  url: string;
  token: string;
  at: number;
  answer: Promise<unknown>;
}

export interface FirstPage {
  fingerprint: Promise<Fingerprint>;
  /** The stored token was looked at, and refreshed where it had run out. */
  checked: Promise<void>;
  rows: FirstRows | null;
  figures?: FirstFigures | undefined;
  /** The console has begun to draw: nothing is painted from now on. */
  consoleDraws?: boolean;
}

declare global {
  interface Window {
    firstPage?: FirstPage;
  }
}

/** What the first script has left; undefined where there is none. */
export const firstPage = (): FirstPage | undefined => (typeof window === 'undefined' ? undefined : window.firstPage);

/** An answer older than this is asked for anew, ms. */
const FRESH_MS = 15_000;

/** What was asked for is good for the person for whom it was asked, and not for long. */
const isGood = ({ token, at }: { token: string; at: number }) => token === currentToken() && Date.now() - at < FRESH_MS;

/** The rows that were asked for, if they are good still: they are used once. */
function goodRows(): FirstRows | null {
  const rows = firstPage()?.rows;
  return rows && isGood(rows) ? rows : null;
}

/** The answer to this very question, when it is here or on its way; null otherwise. */
export async function takeFirstAnswer(resource: string, ask: ListAsk): Promise<ListAnswer | null> {
  const rows = goodRows();
  if (!rows || rows.resource !== resource || keyOf(rows.ask) !== keyOf(ask)) return null;
  forgetFirstRows();
  const answer = await rows.answer;
  // Somebody else may have signed in while it was on its way.
  return rows.token === currentToken() ? answer : null;
}

/** Puts rows that are here into the cache, under the key by which react-admin's list looks for them. */
export function seedFirstRows(client: {
  setQueryData: (key: readonly unknown[], data: unknown, options: { updatedAt: number }) => unknown;
}): void {
  const rows = goodRows();
  if (!rows?.came) return;
  const { pagination, sort, filter } = rows.ask;
  client.setQueryData([rows.resource, 'getList', { pagination, sort, filter }], rows.came, { updatedAt: rows.at });
  forgetFirstRows();
}

/** The figures of this very address, used once; null when they were not asked for, were refused, or are somebody else's. */
export async function takeFirstFigures(url: string): Promise<unknown> {
  const first = firstPage();
  const figures = first?.figures;
  if (!figures || figures.url !== url || !isGood(figures)) return null;
  first.figures = undefined;
  const answer = await figures.answer;
  return figures.token === currentToken() ? answer : null;
}

function forgetFirstRows() {
  const first = firstPage();
  if (first) first.rows = null;
}

/** The same question whatever the order of its conditions. */
const keyOf = ({ pagination, sort, filter }: ListAsk) =>
  hashKey([pagination.page, pagination.perPage, sort.field, sort.order, filter]);
