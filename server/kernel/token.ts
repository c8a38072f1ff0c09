// The access token: claims of the specification, signed with the key of the data folder.
import { jwtVerify, SignJWT } from 'jose';
import { Claims } from '../../contract/session.ts';
import type { Secrets } from './secrets.ts';

/** Life of an access token, seconds. */
export const ACCESS_TOKEN_S = 15 * 60;
/** Clocks of old office computers differ; what the server signs it also forgives, seconds. */
const CLOCK_TOLERANCE_S = 5;

export type TokenClaims = Omit<Claims, 'exp'> & {
  /** Version of the user's rights at signing; an older one is refused. */
  rv: number;
};

/** Signs claims for `lifeS` seconds from `now`. */
export function signToken(
  secrets: Secrets,
  claims: TokenClaims,
  now: Date,
  lifeS: number = ACCESS_TOKEN_S,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifeS)
    .sign(secrets.tokenKey);
}

/** Claims of a good token; null for anything else: wrong key or algorithm, expired, malformed. */
export async function readToken(secrets: Secrets, token: string, now: Date): Promise<(Claims & { rv: number }) | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKey, {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    const claims = Claims.safeParse(payload);
    return claims.success ? { ...claims.data, rv: Number(payload.rv ?? 0) } : null;
  } catch {
    return null;
  }
}
