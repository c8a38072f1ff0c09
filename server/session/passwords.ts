// Passwords: argon2id, a few at a time, so that a storm of sign-ins does not take the machine from the lists.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refused } from '../kernel/errors.ts';

/** How many passwords are counted at one time on so many cores: one core is left to those who work. */
export const hashedAtOnce = (cores: number): number => Math.max(1, Math.min(4, cores - 1));
const AT_ONCE = hashedAtOnce(availableParallelism());
/** Who comes to a longer queue is sent away at once: waiting longer helps nobody. */
const MAX_WAITING = 200;
let working = 0;
const waiting: (() => void)[] = [];

/** Argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

let decoy: Promise<string> | undefined;

/** Checks a password; an unknown user (`stored` null) takes as long as a known one. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such person');
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== null;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING)
    throw new Refused(503, { message: 'Слишком много входов сразу. Повторите через минуту' });
  if (working >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  working += 1;
  try {
    return await work();
  } finally {
    working -= 1;
    waiting.shift()?.();
  }
}
