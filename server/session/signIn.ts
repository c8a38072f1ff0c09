// Recognising a person by e-mail and password: tries are counted, guessing is paused, nothing is said about who exists.
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';
import { checkPassword } from './passwords.ts';
import { recentTries, userByEmail, type User } from './queries.ts';
import { isLocked, shortName } from './rules.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** What is asked beside the password: true passes, false is a wrong code. */
export type Further = (user: User) => Promise<boolean>;

/** Same words for an unknown person, a wrong password and a disabled account. */
export const WRONG = 'Неверная почта или пароль';
export const WRONG_CODE = 'Неверный код';
export const LOCKED = 'Вход заблокирован на 15 минут';

const keyOf = (email: string) => email.trim().toLowerCase();

/**
 * The user whose e-mail and password these are.
 * `passes` asks further of who knows the password; its «no» is counted as a failed try.
 * @throws 422 when they are nobody's, 429 after too many failed tries
 */
export function recognise(ctx: Ctx, credentials: Credentials, passes?: Further): Promise<User> {
  // One at a time for an account: guesses sent together must not all be answered before the first is counted.
  return inTurn(keyOf(credentials.email), () => attempt(ctx, credentials, passes));
}

/**
 * Whether this is the password of the account; failures count as those of signing in.
 * @throws 429 after too many failed tries
 */
export async function isOwnPassword(ctx: Ctx, email: string, password: string): Promise<boolean> {
  try {
    await recognise(ctx, { email, password });
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 422) return false;
    throw error;
  }
}

async function attempt(ctx: Ctx, { email, password }: Credentials, passes?: Further): Promise<User> {
  const locked = () => new Refused(429, { message: LOCKED, code: 'locked' });
  if (await isPaused(ctx, email)) throw locked();
  const user = await userByEmail(ctx.db, email);
  const matches = await checkPassword(user?.password_hash ?? null, password);
  const isKnown = Boolean(user?.is_active && matches);
  if (user && isKnown && (!passes || (await passes(user)))) return user;
  await act(ctx, 'sign.failed', async ({ tx, log }) => {
    await tx
      .insertInto('login_attempt')
      .values(tryOf(ctx, email, false))
      .execute();
    const object = { type: 'user' as const, id: user?.id ?? 0, name: user ? shortName(user) : keyOf(email) };
    await log({ object, text: isKnown ? 'Ошибка входа: неверный код' : 'Ошибка входа' });
  });
  if (!(await isPaused(ctx, email))) throw invalid(isKnown ? { code: WRONG_CODE } : { password: WRONG });
  await act(ctx, 'sign.locked', ({ log }) =>
    log({ object: { type: 'user', id: user?.id ?? 0, name: keyOf(email) }, text: LOCKED }),
  );
  throw locked();
}

/** The row of a try, for `login_attempt`. */
export const tryOf = (ctx: Ctx, email: string, ok: boolean) => ({
  email_key: keyOf(email),
  ip: ctx.ip,
  fingerprint: ctx.fingerprint,
  ok,
  at: ctx.now().toISOString(),
});

async function isPaused(ctx: Ctx, email: string): Promise<boolean> {
  const now = ctx.now();
  return isLocked(await recentTries(ctx.db, keyOf(email), ctx.ip, now), ctx.fingerprint, now.getTime());
}

const turns = new Map<string, Promise<unknown>>();

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}
