// The cookie that names a browser: random, kept as a hash, lives longer than any session. A fingerprint alone is only a claim.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Deps } from '../kernel/ctx.ts';

const COOKIE = 'device';
/** As long as browsers keep a cookie at all, seconds. */
const LIFE_S = 400 * 24 * 3600;
const SHAPE = /^[\w-]{43}$/;

/** Where cookies of this product are sent and who reads them. */
export const cookieKind = (deps: Deps) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: deps.settings.publicUrl.startsWith('https:'),
});

/** Hash of the browser's own cookie; null when it brings none. */
export function presentedDevice(request: FastifyRequest): Buffer | null {
  const secret = request.cookies[COOKIE];
  return secret && SHAPE.test(secret) ? hashOf(secret) : null;
}

/** The browser of a request; one that brings no cookie of its own is given one with this answer. */
export function seenDevice(ctx: Ctx, request: FastifyRequest, reply: FastifyReply) {
  const presented = presentedDevice(request);
  const secret = presented ? request.cookies[COOKIE]! : randomBytes(32).toString('base64url');
  void reply.setCookie(COOKIE, secret, { ...cookieKind(ctx.deps), maxAge: LIFE_S });
  return {
    key: presented ?? hashOf(secret),
    fingerprint: ctx.fingerprint,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
