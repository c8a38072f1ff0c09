// Rules of signing in: passwords, lockout, refreshing, which place a person may work at.
import { isCommon } from './rules/commonPasswords.ts';

/** Failed tries of one account from one device before a pause. */
export const MAX_TRIES = 5;
/** The same from one address whatever the device says it is: a device's name is only what it claims. */
export const MAX_TRIES_OF_ADDRESS = 15;
/** Tries are counted over this time, and the pause lasts as long, ms. */
export const LOCKOUT_MS = 15 * 60_000;
/** Life of a session without use, ms. */
export const SESSION_MS = 30 * 24 * 3600_000;
/** A refresh cookie that was just replaced is still taken, ms: fifty tabs ask at once. */
export const ROTATION_GRACE_MS = 20_000;

export interface Try {
  /** Moment in ms. */
  at: number;
  fingerprint: string;
  ok: boolean;
}

/**
 * True while signing in is paused. `tries` of one account from one address, newest first; a success of a device forgives
 * its own failures, never those of the address.
 */
export function isLocked(tries: readonly Try[], fingerprint: string, nowMs: number): boolean {
  const ofDevice = tries.filter((one) => one.fingerprint === fingerprint);
  const lastSuccess = ofDevice.findIndex((one) => one.ok);
  const sinceSuccess = lastSuccess < 0 ? ofDevice : ofDevice.slice(0, lastSuccess);
  return reaches(sinceSuccess, MAX_TRIES, nowMs) || reaches(tries, MAX_TRIES_OF_ADDRESS, nowMs);
}

/** The pause begins with the last failure, so that it lasts its full time. */
function reaches(tries: readonly Try[], limit: number, nowMs: number): boolean {
  const failures = tries.filter((one) => !one.ok).map((one) => one.at);
  const latest = Math.max(...failures);
  return nowMs - latest < LOCKOUT_MS && failures.filter((at) => latest - at < LOCKOUT_MS).length >= limit;
}

export interface KnownSession {
  /** The cookie is the present one, not the one before it. */
  isCurrent: boolean;
  rotatedAt: number | null;
  hasEnded: boolean;
  expiresAt: number;
  /** Fingerprint of the device that signed in; null where none is bound. */
  device: string | null;
}

/** `rotate`: a new cookie; `same`: another tab rotated a moment ago; `gone`: nothing to refresh; `end`: the reason to end it. */
export type RefreshVerdict = 'rotate' | 'same' | 'gone' | { end: string };

/** What a presented refresh cookie means. */
export function refreshVerdict(session: KnownSession, device: string, nowMs: number): RefreshVerdict {
  if (session.hasEnded || session.expiresAt <= nowMs) return 'gone';
  if (session.device !== null && session.device !== device)
    return { end: 'ключ сеанса предъявлен с другого устройства' };
  if (session.isCurrent) return 'rotate';
  const age = nowMs - (session.rotatedAt ?? 0);
  return age <= ROTATION_GRACE_MS ? 'same' : { end: 'повторно предъявлен старый ключ сеанса' };
}

export interface Right {
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  is_default: boolean;
  /** What the person is there; null follows the account. */
  role?: string | null;
}
export interface Place {
  region: number | null;
  mo: number | null;
  po: number | null;
}

/** The right to begin with: the default one, else the first; null for a person without rights. */
export function firstPlace(rights: readonly Right[]): Place | null {
  const right = rights.find((one) => one.is_default) ?? rights[0];
  return right ? { region: right.region_id, mo: right.mo_id, po: right.po_id } : null;
}

/** Where a session goes on: at its place while the right is held, else at the first of the rights left. */
export function keptPlace(rights: readonly Right[], place: Place, isSuperuser: boolean): Place | null {
  return isSuperuser || holds(rights, place) ? place : firstPlace(rights);
}

type Asked = { [level in keyof Place]?: number | null | undefined };

/** Exactly one place must be asked for; otherwise null. */
export function askedPlace(asked: Asked): Place | null {
  const place = { region: asked.region ?? null, mo: asked.mo ?? null, po: asked.po ?? null };
  return Object.values(place).filter((id) => id !== null).length === 1 ? place : null;
}

/** A right is held when it is listed: a region does not open its МО by itself. */
export const holds = (rights: readonly Right[], place: Place): boolean => rightAt(rights, place) !== undefined;

/** What a person is at a place; null where nothing of its own is said. */
export const roleAt = (rights: readonly Right[], place: Place): string | null => rightAt(rights, place)?.role ?? null;

function rightAt(rights: readonly Right[], place: Place): Right | undefined {
  return rights.find(
    (right) =>
      (place.region !== null && right.region_id === place.region) ||
      (place.mo !== null && right.mo_id === place.mo) ||
      (place.po !== null && right.po_id === place.po),
  );
}

/** «Иванов И. П.» for a header and the log. */
export function shortName(person: {
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
}): string {
  const initials = [person.first_name, person.father_name].filter(Boolean).map((name) => `${name[0]}.`);
  return [person.last_name, ...initials].filter(Boolean).join(' ') || person.email;
}

/** Russian sentence when the password is too weak; null when it is good. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < 10) return 'Пароль не короче 10 знаков';
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'В пароле нужны и буквы, и цифры';
  const lower = password.toLowerCase();
  if (isCommon(password)) return 'Такой пароль слишком распространён';
  const name = email.split('@')[0]!.toLowerCase();
  if (name.length >= 4 && lower.includes(name)) return 'Пароль не должен содержать адрес почты';
  return null;
}
