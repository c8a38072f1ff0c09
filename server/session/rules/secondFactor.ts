// The second factor: which half-minute a code belongs to, and how codes for a lost telephone look.
import { Secret, TOTP } from 'otpauth';

/** A telephone's clock may be this many half-minutes off. */
const WINDOW = 1;
const PERIOD_S = 30;
/** Without letters and digits that are taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
export const RECOVERY_CODES = 10;

const totp = (secret: string, account = '') =>
  new TOTP({
    issuer: 'Реестр гаражей',
    label: account,
    period: PERIOD_S,
    digits: 6,
    secret: Secret.fromBase32(secret),
  });

/** Number of the half-minute whose code this is; null for a wrong one. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp(secret).validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
}

/** Address that a telephone reads from the QR. */
export const factorUri = (secret: string, email: string): string => totp(secret, email).toString();

/** Key of a telephone from random bytes. */
export const secretOf = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

/** «abcde-fghjk» from ten random bytes. */
export function recoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, 2 * HALF)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, HALF).join('')}-${letters.slice(HALF).join('')}`;
}

/** A typed recovery code as it was given; null for what can't be one. */
export function asRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.length === 2 * HALF ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : null;
}
