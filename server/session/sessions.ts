// Sessions: opening, refreshing, ending. The refresh cookie is random, kept as a hash, bound to the device.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, Deps, WriteDb } from '../kernel/ctx.ts';
import { unauthorized } from '../kernel/errors.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { signToken } from '../kernel/token.ts';
import { claimsOf, rememberDevice, rightsOf, sessionByCookie, userById, type User } from './queries.ts';
import { lacksFactor } from './rules/factorDuty.ts';
import { keptPlace, refreshVerdict, SESSION_MS, shortName, type Place } from './rules.ts';

const COOKIE = 'refresh';
/** `is_superuser` of support staff: no admin panel. */
const SUPPORT = 1;
/** Fingerprint of a caller that sends none. */
const NO_DEVICE = 'unknown';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const newSecret = () => randomBytes(32).toString('base64url');
const sessionEnded = () => unauthorized('Сеанс завершён. Войдите снова', 'refresh');

/** The context of somebody who is not signed in but is known: by a link, a password or a cookie. */
export const asUser = (ctx: Ctx, user: User): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, userId: user.id, name: shortName(user), viewOnly: false },
});

/** Signs an access token for a user at a place. */
export async function tokenFor(ctx: Ctx, user: User, sessionId: number, place: Place): Promise<string> {
  const claims = await claimsOf(ctx.db, user, sessionId, place);
  // Without the second factor that is asked of him a superuser is support staff.
  const lowered = lacksFactor(ctx.deps.settings, user) ? { is_superuser: SUPPORT, factor_needed: true } : {};
  return signToken(ctx.deps.secrets, { ...claims, ...lowered }, ctx.now());
}

/** Writes a new session of a device; answers its number and the secret for the cookie. */
export async function openSession(tx: WriteDb, ctx: Ctx, userId: number, place: Place, userAgent: string) {
  const secret = newSecret();
  const at = ctx.now();
  const device = ctx.fingerprint || NO_DEVICE;
  const deviceId = await rememberDevice(tx, userId, device, userAgent.slice(0, 200), at.toISOString());
  const session = await tx
    .insertInto('session')
    .values({
      user_id: userId,
      device_id: deviceId,
      refresh_hash: hashOf(secret),
      region_id: place.region,
      mo_id: place.mo,
      po_id: place.po,
      ip: ctx.ip,
      user_agent: userAgent.slice(0, 300),
      created_at: at.toISOString(),
      last_seen_at: at.toISOString(),
      expires_at: new Date(at.getTime() + SESSION_MS).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: session.id, secret };
}

/** Another request replaced the cookie between the look and the write. */
class RotatedMeanwhile extends Error {}

/**
 * Answers a fresh access token for the refresh cookie and replaces the cookie. A cookie that was replaced a moment ago
 * is still taken (many tabs at once make one rotation); an older one means that it was copied: the session ends.
 * @throws 401 when there is nothing to refresh
 */
export async function refreshSession(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const secret = request.cookies[COOKIE];
  if (!secret) throw sessionEnded();
  try {
    return await refreshOnce(ctx, secret, reply);
  } catch (error) {
    if (error instanceof RotatedMeanwhile) return refreshOnce(ctx, secret, reply);
    throw error;
  }
}

async function refreshOnce(ctx: Ctx, secret: string, reply: FastifyReply): Promise<string> {
  const presented = hashOf(secret);
  const session = await sessionByCookie(ctx.db, presented);
  const user = session && (await userById(ctx.db, session.user_id));
  const verdict = session
    ? refreshVerdict(known(session, presented), ctx.fingerprint || NO_DEVICE, ctx.now().getTime())
    : 'gone';
  if (!session || !user?.is_active || verdict === 'gone') {
    clearCookie(ctx.deps, reply);
    throw sessionEnded();
  }
  const stored = { region: session.region_id, mo: session.mo_id, po: session.po_id };
  const rights = await rightsOf(ctx.db, user.id);
  const place = keptPlace(rights, stored, user.is_superuser === SUPERUSER && !lacksFactor(ctx.deps.settings, user));
  const as: Ctx = {
    ...ctx,
    actor: { ...ctx.actor, userId: user.id, name: shortName(user), ...stored, viewOnly: false },
  };
  if (typeof verdict === 'object' || !place) {
    const reason = typeof verdict === 'object' ? verdict.end : 'у пользователя не осталось прав';
    await act(as, 'sign.ended', async (write) => {
      await endSession(write, ctx, session.id, reason);
      await write.log({
        object: { type: 'user', id: user.id, name: shortName(user) },
        text: `Сеанс закрыт: ${reason}`,
      });
    });
    clearCookie(ctx.deps, reply);
    throw sessionEnded();
  }
  if (verdict === 'rotate') {
    const next = await act(as, 'sign.refresh', (write) => rotate(write, ctx, session.id, presented, place, user));
    setCookie(ctx.deps, reply, next);
  }
  // The rights may have changed: what is remembered of the session is asked again.
  forgetSession(ctx.deps, session.id);
  return tokenFor(ctx, user, session.id, place);
}

async function rotate({ tx, log }: Write, ctx: Ctx, sessionId: number, presented: Buffer, place: Place, user: User) {
  const next = newSecret();
  const at = ctx.now();
  const updated = await tx
    .updateTable('session')
    .set({
      refresh_hash: hashOf(next),
      previous_hash: presented,
      rotated_at: at.toISOString(),
      last_seen_at: at.toISOString(),
      expires_at: new Date(at.getTime() + SESSION_MS).toISOString(),
      region_id: place.region,
      mo_id: place.mo,
      po_id: place.po,
    })
    .where('id', '=', sessionId)
    .where('refresh_hash', '=', presented)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!updated.numUpdatedRows) throw new RotatedMeanwhile();
  await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Обновлён токен' });
  return next;
}

function known(session: NonNullable<Awaited<ReturnType<typeof sessionByCookie>>>, presented: Buffer) {
  return {
    isCurrent: presented.equals(session.refresh_hash),
    rotatedAt: session.rotated_at ? new Date(session.rotated_at).getTime() : null,
    hasEnded: session.ended_at !== null,
    expiresAt: new Date(session.expires_at).getTime(),
    device: session.fingerprint,
  };
}

/** The session of a request's cookie, whatever its state; for signing out when the token has run out. */
export async function sessionOfCookie(ctx: Ctx, request: FastifyRequest) {
  const secret = request.cookies[COOKIE];
  return secret ? await sessionByCookie(ctx.db, hashOf(secret)) : undefined;
}

/**
 * Ends a session and tells its tabs. Its tokens are refused at once in this process and within a second in the others.
 * The caller writes the log line.
 */
export async function endSession(
  { tx, emit }: Pick<Write, 'tx' | 'emit'>,
  ctx: Ctx,
  sessionId: number,
  reason: string,
) {
  await tx
    .updateTable('session')
    .set({ ended_at: ctx.now().toISOString(), end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await emit({ session: sessionId }, { type: 'sign_out_trigger', message: {} });
  forgetSession(ctx.deps, sessionId);
}

export function setCookie(deps: Deps, reply: FastifyReply, secret: string) {
  void reply.setCookie(COOKIE, secret, { ...cookieKind(deps), maxAge: SESSION_MS / 1000 });
}
export function clearCookie(deps: Deps, reply: FastifyReply) {
  void reply.clearCookie(COOKIE, cookieKind(deps));
}

const cookieKind = (deps: Deps) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: deps.settings.publicUrl.startsWith('https:'),
});
