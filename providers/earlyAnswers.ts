// Answers that a page asks for before it is drawn for the first time: it begins with them, not with an outline.
import { currentToken } from './session.ts';

interface Early {
  key: readonly unknown[];
  data: unknown;
  /** Whose answer it is. */
  token: string | null;
  /** When it was asked for, ms. */
  at: number;
}
const early: Early[] = [];

/** Asks under the key of the query that will look for it. What is refused is asked for again by that query, which says why. */
export async function askEarly(key: readonly unknown[], ask: () => Promise<unknown>): Promise<void> {
  const [token, at] = [currentToken(), Date.now()];
  const data = await ask().catch(() => null);
  if (data) early.push({ key, data, token, at });
}

/** Puts what came into the cache, unless somebody else has signed in meanwhile. */
export function seedEarlyAnswers(client: {
  setQueryData: (key: readonly unknown[], data: unknown, options: { updatedAt: number }) => unknown;
}): void {
  for (const { key, data, token, at } of early.splice(0))
    if (token === currentToken()) client.setQueryData(key, data, { updatedAt: at });
}
