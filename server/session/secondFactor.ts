// Codes of a telephone: asked at sign-in, taken once; recovery codes for a lost one; superusers may be obliged.
import { randomBytes } from 'node:crypto';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { writeLetter } from '../ports/outbox.ts';
import { recoveryUsedLetter } from './letters.ts';
import * as q from './queries.ts';
import type { User } from './queries.ts';
import { shortName } from './rules.ts';
import { asRecoveryCode, recoveryCode, RECOVERY_CODES, stepOf } from './rules/secondFactor.ts';
import { asUser } from './sessions.ts';

/**
 * True when the person has no second factor or the code is good; false for a wrong or repeated one.
 * @throws 403 `second_factor` when there is no code yet
 */
export async function passFactor(ctx: Ctx, user: User, code: string | undefined): Promise<boolean> {
  if (!user.totp_cipher) return true;
  if (!code?.trim())
    throw new Refused(403, { message: 'Введите код из приложения на телефоне', code: 'second_factor' });
  const step = stepOf(ctx.deps.secrets.open(user.totp_cipher), code, ctx.now().getTime());
  if (step !== null) return takeStep(ctx, user, step);
  const recovery = asRecoveryCode(code);
  return recovery !== null && takeRecovery(ctx, user, recovery);
}

/** A code is taken once: of two requests with the same one only the first passes. */
async function takeStep(ctx: Ctx, user: User, step: number): Promise<boolean> {
  return act(asUser(ctx, user), 'sign.code', async ({ tx, log }) => {
    const taken = await q.takeTotpStep(tx, user.id, step);
    const object = { type: 'user' as const, id: user.id, name: shortName(user) };
    await log({ object, text: taken ? 'Принят код второго фактора' : 'Повторно предъявлен код второго фактора' });
    return taken;
  });
}

async function takeRecovery(ctx: Ctx, user: User, code: string): Promise<boolean> {
  const hash = ctx.deps.secrets.fingerprint(code);
  if (!(await q.hasRecoveryCode(ctx.db, user.id, hash))) return false;
  return act(asUser(ctx, user), 'sign.recovery_code', async ({ tx, log }) => {
    const taken = await q.takeRecoveryCode(tx, user.id, hash, ctx.now().toISOString());
    const left = await q.recoveryCodesLeft(tx, user.id);
    const object = { type: 'user' as const, id: user.id, name: shortName(user) };
    await log({
      object,
      text: taken ? `Использован резервный код, осталось ${left}` : 'Резервный код уже использован',
    });
    if (taken) await writeLetter(tx, ctx, { to: user.email, ...recoveryUsedLetter(left) });
    return taken;
  });
}

/** Makes recovery codes instead of those before; only their hashes are kept. */
export async function newRecoveryCodes(tx: WriteDb, ctx: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(10)));
  const hashes = codes.map((code) => ctx.deps.secrets.fingerprint(code));
  await q.replaceRecoveryCodes(tx, userId, hashes, ctx.now().toISOString());
  return codes;
}
