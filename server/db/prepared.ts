// Statements that a connection of a PostgreSQL server keeps planned, under names made of their text.
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Statements that one connection keeps; the one unused longest gives way. */
const MOST_KEPT = 200;
/** Texts that were seen; a text is prepared when it comes again. */
const MOST_SEEN = 5000;
/** Values longer than these may be anything from one row to thousands: a plan made once would fit few of them. */
const LONG_LIST = 20;
const LONG_TEXT = 2000;

/**
 * The condition of a partial index given as a value: a plan made once knows no values, so it can't tell which index is
 * meant and the server refuses the statement from its sixth run on.
 */
const CONFLICT_BY_VALUE = /on conflict \([^)]*\) where (?:(?! do ).)*\$\d/is;

const seen = new Set<string>();
const keptBy = new WeakMap<pg.PoolClient, Map<string, string>>();
let named = 0;

const isLong = (value: unknown) =>
  Array.isArray(value) ? value.length > LONG_LIST : typeof value === 'string' && value.length > LONG_TEXT;

/** The name under which the connection keeps the statement; none for one that is to be planned by itself. */
export async function statementName(
  client: pg.PoolClient,
  text: string,
  params: readonly unknown[] = [],
): Promise<string | undefined> {
  if (!params.length || params.some(isLong) || CONFLICT_BY_VALUE.test(text)) return undefined;
  const kept = keptBy.get(client) ?? new Map<string, string>();
  keptBy.set(client, kept);
  const known = kept.get(text);
  if (known) {
    // Goes to the end: the first of the map is the one unused longest.
    kept.delete(text);
    kept.set(text, known);
    return known;
  }
  if (!isSeen(text) || client.getTransactionStatus() === 'E') return undefined;
  const oldest = kept.size >= MOST_KEPT ? kept.entries().next().value : undefined;
  if (oldest) {
    kept.delete(oldest[0]);
    await client.query(`deallocate "${oldest[1]}"`);
  }
  // A name is never used twice: the driver remembers what it has prepared.
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}_${(named += 1)}`;
  kept.set(text, name);
  return name;
}

function isSeen(text: string): boolean {
  if (seen.has(text)) return true;
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.add(text);
  return false;
}

/** True when the statement was refused because what was kept of it fits no more, and nothing of it has run. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = error as pg.DatabaseError;
  return code === '26000' || (code === '0A000' && /cached plan/.test(message));
}

/** The next time the statement is prepared anew. */
export const forgetStatement = (client: pg.PoolClient, text: string) => void keptBy.get(client)?.delete(text);
