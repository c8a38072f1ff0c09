// Sessions: opening, refreshing, ending. The refresh cookie is random, kept as a hash, bound to the device.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, Deps } from '../kernel/ctx.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { signToken } from '../kernel/token.ts';
import { writeLetter } from '../ports/outbox.ts';
import { invalid, unauthorized } from '../kernel/errors.ts';
import { cookieKind, presentedDevice, seenDevice } from './deviceCookie.ts';
import { sessionStolenLetter } from './letters.ts';
import * as q from './queries.ts';
import type { SeenDevice, User } from './queries.ts';
import { lacksFactor } from './rules/factorDuty.ts';
import {
  endOfSession,
  keptPlace,
  OTHER_DEVICE,
  refreshVerdict,
  SESSION_MS,
  shortName,
  STOLEN,
  type Place,
} from './rules.ts';

const COOKIE = 'refresh';
/** `is_superuser` of support staff: no admin panel. */
const SUPPORT = 1;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const newSecret = () => randomBytes(32).toString('base64url');
const sessionEnded = (reason?: string | null) => unauthorized(endedText(reason), 'refresh');

/** A cookie is its family, the same for the life of a session, and its generation, new with every refresh. */
const cookieOf = (family: string, generation: string) => `${family}.${generation}`;
const hashesOf = (cookie: string) => {
  const family = cookie.split('.')[0]!;
  return { hash: hashOf(cookie), family: family === cookie ? null : hashOf(family) };
};

/** What a person reads whose session was ended because its key was seen twice. */
const endedText = (reason?: string | null) =>
  reason === STOLEN || reason === OTHER_DEVICE
    ? `Сеанс завершён: ${reason}. Войдите снова; если это были не вы, смените пароль`
    : 'Сеанс завершён. Войдите снова';

/** The context of somebody who is not signed in but is known: by a link, a password or a cookie. */
export const asUser = (ctx: Ctx, user: User): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, userId: user.id, name: shortName(user), viewOnly: false },
});

/** Signs an access token for a user at a place. */
export async function tokenFor(ctx: Ctx, user: User, sessionId: number, place: Place): Promise<string> {
  const claims = await q.claimsOf(ctx.db, user, sessionId, place);
  // Without the second factor that is asked of him a superuser is support staff.
  const lowered = lacksFactor(ctx.deps.settings, user) ? { is_superuser: SUPPORT, factor_needed: true } : {};
  return signToken(ctx.deps.secrets, { ...claims, ...lowered }, ctx.now());
}

/**
 * Writes a new session of a browser; answers its number and the secret for the cookie. The account is looked at once
 * more under a lock: it may have been disabled, or its password changed, while this one was checked.
 */
export async function openSession({ tx, log }: Write, ctx: Ctx, user: User, place: Place, seen: SeenDevice) {
  const family = newSecret();
  const secret = cookieOf(family, newSecret());
  const at = ctx.now();
  const present = await q.lockUser(tx, user.id);
  if (!present?.is_active || present.password_hash !== user.password_hash)
    throw invalid({ password: 'Учётная запись только что изменена. Войдите снова' });
  const device = await q.putDevice(tx, user.id, seen, at.toISOString());
  if (device.before !== null && device.before !== seen.fingerprint) await logNewFingerprint({ log }, user);
  const session = await tx
    .insertInto('session')
    .values({
      user_id: user.id,
      device_id: device.id,
      refresh_hash: hashOf(secret),
      family_hash: hashOf(family),
      fingerprint: seen.fingerprint,
      region_id: place.region,
      mo_id: place.mo,
      po_id: place.po,
      ip: ctx.ip,
      user_agent: seen.userAgent.slice(0, 300),
      created_at: at.toISOString(),
      last_seen_at: at.toISOString(),
      expires_at: new Date(endOfSession(at.getTime(), at.getTime())).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: session.id, deviceId: device.id, secret };
}

const logNewFingerprint = ({ log }: Pick<Write, 'log'>, user: User) =>
  log({
    verb: 'sign.device_changed',
    object: { type: 'user', id: user.id, name: shortName(user) },
    text: 'Устройство узнано по своему ключу, его отпечаток изменился: браузер обновлён',
  });

/** Another request replaced the cookie between the look and the write. */
class RotatedMeanwhile extends Error {}

/**
 * Answers a fresh access token for the refresh cookie and replaces the cookie. A cookie that was replaced a moment ago
 * is still taken (many tabs at once make one rotation), and later from the session's own browser, which did not get the answer; any
 * other old one means that it was copied: the session ends.
 * @throws 401 when there is nothing to refresh
 */
export async function refreshSession(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const secret = request.cookies[COOKIE];
  if (!secret) throw sessionEnded();
  try {
    return await refreshOnce(ctx, secret, request, reply);
  } catch (error) {
    if (error instanceof RotatedMeanwhile) return refreshOnce(ctx, secret, request, reply);
    throw error;
  }
}

async function refreshOnce(ctx: Ctx, secret: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const session = await q.sessionByCookie(ctx.db, hashesOf(secret));
  const user = session && (await q.userById(ctx.db, session.user_id));
  const verdict = session
    ? refreshVerdict(known(session, hashOf(secret), presentedDevice(request)), ctx.fingerprint, ctx.now().getTime())
    : 'gone';
  if (!session || !user?.is_active || verdict === 'gone') {
    clearCookie(ctx.deps, reply);
    throw sessionEnded(session?.end_reason);
  }
  const stored = { region: session.region_id, mo: session.mo_id, po: session.po_id };
  const rights = await q.rightsOf(ctx.db, user.id);
  const place = keptPlace(rights, stored, user.is_superuser === SUPERUSER && !lacksFactor(ctx.deps.settings, user));
  const as: Ctx = {
    ...ctx,
    actor: { ...ctx.actor, userId: user.id, name: shortName(user), ...stored, viewOnly: false },
  };
  if (typeof verdict === 'object' || !place) {
    const reason = typeof verdict === 'object' ? verdict.end : 'у пользователя не осталось прав';
    await endForReason(as, user, session.id, reason);
    clearCookie(ctx.deps, reply);
    throw sessionEnded(reason);
  }
  if (verdict === 'rotate') {
    const device = seenDevice(ctx, request, reply);
    const next = await act(as, 'sign.refresh', (write) => rotate(write, ctx, { session, secret, place, user, device }));
    setCookie(ctx.deps, reply, next);
  }
  // The rights may have changed: what is remembered of the session is asked again.
  forgetSession(ctx.deps, session.id);
  return tokenFor(ctx, user, session.id, place);
}

/** Somebody may hold a copy of the key: its person is told by letter. */
async function endForReason(as: Ctx, user: User, sessionId: number, reason: string) {
  await act(as, 'sign.ended', async (write) => {
    await endSession(write, as, sessionId, reason);
    if (reason === STOLEN || reason === OTHER_DEVICE)
      await writeLetter(write.tx, as, { to: user.email, ...sessionStolenLetter(reason, as.ip, as.now()) });
    await write.log({
      object: { type: 'user', id: user.id, name: shortName(user) },
      text: `Сеанс закрыт: ${reason}`,
    });
  });
}

interface Rotation {
  session: FoundSession;
  /** The cookie that was presented. */
  secret: string;
  place: Place;
  user: User;
  device: SeenDevice;
}

async function rotate(write: Write, ctx: Ctx, { session, secret, place, user, device }: Rotation) {
  const { tx, log } = write;
  const [family = ''] = secret.includes('.') ? secret.split('.') : [newSecret()];
  const next = cookieOf(family, newSecret());
  const at = ctx.now().toISOString();
  const isUpdated = session.fingerprint !== null && session.fingerprint !== device.fingerprint;
  const { id } = session.fingerprint === null ? { id: session.device_id } : await q.putDevice(tx, user.id, device, at);
  const updated = await tx
    .updateTable('session')
    .set({
      refresh_hash: hashOf(next),
      family_hash: hashOf(family),
      previous_hash: hashOf(secret),
      device_id: id,
      ...(isUpdated
        ? {
            fingerprint: device.fingerprint,
            previous_fingerprint: session.fingerprint,
            fingerprint_changed_at: at,
          }
        : {}),
      rotated_at: at,
      last_seen_at: at,
      expires_at: new Date(endOfSession(new Date(session.created_at).getTime(), ctx.now().getTime())).toISOString(),
      region_id: place.region,
      mo_id: place.mo,
      po_id: place.po,
    })
    .where('id', '=', session.id)
    .where('refresh_hash', '=', session.refresh_hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!updated.numUpdatedRows) throw new RotatedMeanwhile();
  if (isUpdated) await logNewFingerprint({ log }, user);
  await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Обновлён токен' });
  return next;
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof q.sessionByCookie>>>;

function known(session: FoundSession, presented: Buffer, device: Buffer | null) {
  const cookie = presented.equals(session.refresh_hash)
    ? ('present' as const)
    : session.previous_hash && presented.equals(session.previous_hash)
      ? ('previous' as const)
      : ('older' as const);
  return {
    cookie,
    rotatedAt: session.rotated_at ? new Date(session.rotated_at).getTime() : null,
    hasEnded: session.ended_at !== null,
    expiresAt: new Date(session.expires_at).getTime(),
    fingerprint: session.fingerprint,
    isOwnDevice: device !== null && session.cookie_hash !== null && device.equals(session.cookie_hash),
  };
}

/** How much of a superuser the person of a request's present cookie is; null for a session that is over. */
export async function superuserOfCookie({ db, clock }: Deps, request: FastifyRequest): Promise<number | null> {
  const secret = request.cookies[COOKIE];
  if (!secret) return null;
  const found = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.refresh_hash', '=', hashOf(secret))
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', clock.now().toISOString())
    .where('u.is_active', '=', true)
    .select('u.is_superuser')
    .executeTakeFirst();
  return found?.is_superuser ?? null;
}

/** The session of a request's cookie, whatever its state; for signing out when the token has run out. */
export async function sessionOfCookie(ctx: Ctx, request: FastifyRequest) {
  const secret = request.cookies[COOKIE];
  return secret ? await q.sessionByCookie(ctx.db, hashesOf(secret)) : undefined;
}

/**
 * Ends a session and tells its tabs. Its tokens are refused at once in this process and within a second in the others.
 * The caller writes the log line.
 */
export async function endSession(
  { tx, emit, afterCommit }: Pick<Write, 'tx' | 'emit' | 'afterCommit'>,
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
  afterCommit(() => forgetSession(ctx.deps, sessionId));
}

export function setCookie(deps: Deps, reply: FastifyReply, secret: string) {
  void reply.setCookie(COOKIE, secret, { ...cookieKind(deps), maxAge: SESSION_MS / 1000 });
}
export function clearCookie(deps: Deps, reply: FastifyReply) {
  void reply.clearCookie(COOKIE, cookieKind(deps));
}
