// The code a full register gives to a person: his number in this installation with a mark that only this installation can make.
import type { Secrets } from './secrets.ts';

const mark = (secrets: Secrets, id: number) => secrets.fingerprint(`person code ${id}`).toString('hex').slice(0, 8);

export const codeOf = (secrets: Secrets, id: number): string => `${id}-${mark(secrets, id)}`;

/** The person of a code; null when another installation has made it. */
export function idOfCode(secrets: Secrets, code: string): number | null {
  const id = Number(/^(\d{1,9})-[0-9a-f]{8}$/.exec(code)?.[1] ?? NaN);
  return Number.isSafeInteger(id) && codeOf(secrets, id) === code ? id : null;
}
