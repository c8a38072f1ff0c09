// Recognising a person by e-mail and password: tries are counted, guessing is paused, nothing is said about who exists.
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';
import { checkPassword } from './passwords.ts';
import { deviceByKey, failuresOfAccount, recentTries, userByEmail, type User } from './queries.ts';
import { isBesieged, isLocked, KNOWN_DEVICE, shortName } from './rules.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** What is asked beside the password: true passes, false is a wrong code. */
export type Further = (user: User) => Promise<boolean>;

export interface From {
  passes?: Further;
  /** Hash of the browser's own cookie: a device the account has worked on is not kept out by guesses from elsewhere. */
  key?: Buffer;
  /** He is signed in already. */
  isAtWork?: boolean;
}

/** Same words for an unknown person, a wrong password and a disabled account. */
export const WRONG = 'Неверная почта или пароль';
export const WRONG_CODE = 'Неверный код';
export const LOCKED = 'Вход заблокирован на 15 минут';
export const BESIEGED =
  'К этой учётной записи подбирают пароль: вход с новых устройств приостановлен. Войдите с устройства, где уже работали, или задайте новый пароль';

const keyOf = (email: string) => email.trim().toLowerCase();

/**
 * The user whose e-mail and password these are.
 * `passes` asks further of who knows the password; its «no» is counted as a failed try.
 * @throws 422 when they are nobody's, 429 after too many failed tries
 */
export function recognise(ctx: Ctx, credentials: Credentials, from: From = {}): Promise<User> {
  // One at a time for an account: guesses sent together must not all be answered before the first is counted.
  return inTurn(keyOf(credentials.email), () => attempt(ctx, credentials, from));
}

/**
 * Whether this is the password of the account; failures count as those of signing in.
 * @throws 429 after too many failed tries
 */
export async function isOwnPassword(ctx: Ctx, email: string, password: string): Promise<boolean> {
  try {
    await recognise(ctx, { email, password }, { isAtWork: true });
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 422) return false;
    throw error;
  }
}

async function attempt(ctx: Ctx, { email, password }: Credentials, from: From): Promise<User> {
  const user = await userByEmail(ctx.db, email);
  const device = await knownDevice(ctx, user, from.key);
  const isPaused = () => pauseOf(ctx, email, device, from.isAtWork === true);
  const early = await isPaused();
  if (early) throw early;
  const matches = await checkPassword(user?.password_hash ?? null, password);
  const isKnown = Boolean(user?.is_active && matches);
  if (user && isKnown && (!from.passes || (await from.passes(user)))) return user;
  await act(ctx, 'sign.failed', async ({ tx, log }) => {
    await tx
      .insertInto('login_attempt')
      .values(tryOf(ctx, email, false, device))
      .execute();
    const object = { type: 'user' as const, id: user?.id ?? 0, name: user ? shortName(user) : keyOf(email) };
    await log({ object, text: isKnown ? 'Ошибка входа: неверный код' : 'Ошибка входа' });
  });
  const paused = await isPaused();
  if (!paused) throw invalid(isKnown ? { code: WRONG_CODE } : { password: WRONG });
  await act(ctx, 'sign.locked', ({ log }) =>
    log({ object: { type: 'user', id: user?.id ?? 0, name: keyOf(email) }, text: paused.message }),
  );
  throw paused;
}

/** Number of the device that this account has worked on and whose cookie was brought. */
async function knownDevice(ctx: Ctx, user: User | undefined, key: Buffer | undefined): Promise<number | undefined> {
  // Asked for an unknown person as well: the answer takes as long.
  const device = key && (await deviceByKey(ctx.db, user?.id ?? 0, key));
  return device?.status === 'confirmed' ? device.id : undefined;
}

const deviceOfTry = (ctx: Ctx, device: number | undefined) =>
  device === undefined ? ctx.fingerprint : `${KNOWN_DEVICE}${device}`;

/** The row of a try, for `login_attempt`; `device` is the number of a known one. */
export const tryOf = (ctx: Ctx, email: string, ok: boolean, device?: number) => ({
  email_key: keyOf(email),
  ip: ctx.ip,
  fingerprint: deviceOfTry(ctx, device),
  ok,
  at: ctx.now().toISOString(),
});

async function pauseOf(ctx: Ctx, email: string, device: number | undefined, isAtWork: boolean) {
  const now = ctx.now();
  const name = deviceOfTry(ctx, device);
  const tries = await recentTries(ctx.db, keyOf(email), ctx.ip, name, now);
  if (isLocked(tries, name, now.getTime())) return new Refused(429, { message: LOCKED, code: 'locked' });
  if (device !== undefined || isAtWork) return null;
  const isGuessedAt = isBesieged(await failuresOfAccount(ctx.db, keyOf(email), now), now.getTime());
  return isGuessedAt ? new Refused(429, { message: BESIEGED, code: 'locked' }) : null;
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
