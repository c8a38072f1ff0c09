// The code a full register gives to a person: his number in this installation with a mark that only this installation can make.
import { hash } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Made once for an installation: a register has a code in every line. */
const keys = new WeakMap<Secrets, string>();
function keyOf(secrets: Secrets): string {
  const key = keys.get(secrets) ?? secrets.fingerprint('person codes').toString('hex');
  keys.set(secrets, key);
  return key;
}

export const codeOf = (secrets: Secrets, id: number): string =>
  `${id}-${hash('sha256', `${keyOf(secrets)} ${id}`).slice(0, 8)}`;

/** The person of a code; null when another installation has made it. */
export function idOfCode(secrets: Secrets, code: string): number | null {
  const id = Number(/^(\d{1,9})-[0-9a-f]{8}$/.exec(code)?.[1]);
  return Number.isSafeInteger(id) && codeOf(secrets, id) === code ? id : null;
}
