// Sessions: opening, refreshing, ending. The refresh cookie is random, kept as a hash, bound to the device.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Deps, WriteDb } from '../kernel/ctx.ts';
import { unauthorized } from '../kernel/errors.ts';
import { signToken } from '../kernel/token.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { placeNames, rememberDevice, rightsOf, sessionByCookie, userById, type User } from './queries.ts';
import { ROTATION_GRACE_MS, SESSION_MS, shortName, type Place } from './rules.ts';

const COOKIE = 'refresh';
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Signs an access token for a user at a place. */
export async function tokenFor(ctx: Ctx, user: User, sessionId: number, place: Place): Promise<string> {
  const [names, rights] = await Promise.all([placeNames(ctx.db, place), rightsOf(ctx.db, user.id)]);
  const ids = (key: 'region_id' | 'mo_id' | 'po_id') => rights.map((right) => right[key]).filter((id) => id !== null);
  return signToken(
    ctx.deps.secrets,
    {
      id: user.id,
      sid: sessionId,
      uname: shortName(user),
      is_superuser: user.is_superuser,
      role: user.role,
      ...place,
      region_name: names.region_name,
      mo_name: names.mo_name,
      po_name: names.po_name,
      region_rights: ids('region_id'),
      mo_rights: ids('mo_id'),
      po_rights: ids('po_id'),
      capabilities: user.capabilities,
      rv: user.rights_version,
    },
    ctx.now(),
  );
}

/** Writes a new session of a device; answers its number and the secret for the cookie. */
export async function openSession(tx: WriteDb, ctx: Ctx, userId: number, place: Place, userAgent: string) {
  const secret = randomBytes(32).toString('base64url');
  const at = ctx.now();
  const deviceId = await rememberDevice(
    tx,
    userId,
    ctx.fingerprint || 'unknown',
    userAgent.slice(0, 200),
    at.toISOString(),
  );
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

/**
 * Answers a fresh access token for the refresh cookie and replaces the cookie. A cookie that was replaced a moment ago
 * is still taken (many tabs at once make one rotation); an older one means that it was copied: the session ends.
 */
export async function refreshSession(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const secret = request.cookies[COOKIE];
  if (!secret) throw unauthorized('Сеанс завершён. Войдите снова', 'refresh');
  const presented = hashOf(secret);
  const now = ctx.now();
  const outcome = await ctx.deps.db.transaction().execute(async (transaction) => {
    const tx = transaction as WriteDb;
    const found = await sessionByCookie(tx, presented);
    if (!found || found.ended_at || new Date(found.expires_at) < now) return null;
    const row = await tx
      .selectFrom('session')
      .where('id', '=', found.id)
      .select(['refresh_hash', 'rotated_at', 'ended_at'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.ended_at) return null;
    if (found.fingerprint && ctx.fingerprint && found.fingerprint !== ctx.fingerprint)
      return end(tx, found.id, 'чужое устройство', now);
    if (!Buffer.from(row.refresh_hash).equals(presented)) {
      const rotated = row.rotated_at ? new Date(row.rotated_at).getTime() : 0;
      return now.getTime() - rotated <= ROTATION_GRACE_MS
        ? { session: found, next: null }
        : end(tx, found.id, 'повтор старого ключа', now);
    }
    const next = randomBytes(32).toString('base64url');
    await tx
      .updateTable('session')
      .set({
        refresh_hash: hashOf(next),
        previous_hash: presented,
        rotated_at: now.toISOString(),
        last_seen_at: now.toISOString(),
        expires_at: new Date(now.getTime() + SESSION_MS).toISOString(),
      })
      .where('id', '=', found.id)
      .execute();
    return { session: found, next };
  });
  const user = outcome && (await userById(ctx.db, outcome.session.user_id));
  if (!outcome || !user?.is_active) {
    clearCookie(ctx.deps, reply);
    throw unauthorized('Сеанс завершён. Войдите снова', 'refresh');
  }
  if (outcome.next) setCookie(ctx.deps, reply, outcome.next);
  const { session } = outcome;
  return tokenFor(ctx, user, session.id, { region: session.region_id, mo: session.mo_id, po: session.po_id });
}

/** Ends a session; its tokens are refused at once in this process and within a second in the others. */
export async function endSession(tx: WriteDb, deps: Deps, sessionId: number, reason: string, now: Date) {
  await tx
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  forgetSession(deps, sessionId);
}

export function setCookie(deps: Deps, reply: FastifyReply, secret: string) {
  void reply.setCookie(COOKIE, secret, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.settings.publicUrl.startsWith('https:'),
    maxAge: SESSION_MS / 1000,
  });
}
export function clearCookie(_deps: Deps, reply: FastifyReply) {
  void reply.clearCookie(COOKIE, { path: '/api' });
}

async function end(tx: WriteDb, sessionId: number, reason: string, now: Date): Promise<null> {
  await tx
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('id', '=', sessionId)
    .execute();
  return null;
}
