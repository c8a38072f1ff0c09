// Rules of signing in: passwords, lockout, refreshing, which place a person may work at.
import { isCommon } from './rules/commonPasswords.ts';

/** Failed tries of one account from one device before a pause. */
export const MAX_TRIES = 5;
/** The same from one address whatever the device says it is: a device's name is only what it claims. */
export const MAX_TRIES_OF_ADDRESS = 15;
/** The same over all addresses, counted for devices the account has never worked on: the owner's own go on. */
export const MAX_TRIES_OF_ACCOUNT = 30;
export const MAX_TRIES_OF_DAY = 100;
export const DAY_MS = 24 * 3600_000;
/** Before the number of a device that brought its cookie, where a try names its device. No fingerprint has a colon. */
export const KNOWN_DEVICE = 'device:';
/** Tries are counted over this time, and the pause lasts as long, ms. */
export const LOCKOUT_MS = 15 * 60_000;
/** Life of a session without use, ms. */
export const SESSION_MS = 30 * 24 * 3600_000;
/** Life of a session that is used, from signing in to signing in again, ms. */
export const SESSION_LIFE_MS = 180 * 24 * 3600_000;
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
 * its own failures, never those of the address. `device` that begins with `KNOWN_DEVICE` answers for itself alone.
 */
export function isLocked(tries: readonly Try[], device: string, nowMs: number): boolean {
  const ofDevice = tries.filter((one) => one.fingerprint === device);
  const lastSuccess = ofDevice.findIndex((one) => one.ok);
  const sinceSuccess = lastSuccess < 0 ? ofDevice : ofDevice.slice(0, lastSuccess);
  if (reaches(sinceSuccess, MAX_TRIES, nowMs)) return true;
  return !device.startsWith(KNOWN_DEVICE) && reaches(tries, MAX_TRIES_OF_ADDRESS, nowMs);
}

/** True while an account is guessed at from everywhere; `failures` over all addresses within a day, newest first, ms. */
export function isBesieged(failures: readonly number[], nowMs: number): boolean {
  const tries = failures.map((at) => ({ at, fingerprint: '', ok: false }));
  return failures.length >= MAX_TRIES_OF_DAY || reaches(tries, MAX_TRIES_OF_ACCOUNT, nowMs);
}

/** The pause begins with the last failure, so that it lasts its full time. */
function reaches(tries: readonly Try[], limit: number, nowMs: number): boolean {
  const failures = tries.filter((one) => !one.ok).map((one) => one.at);
  const latest = Math.max(...failures);
  return nowMs - latest < LOCKOUT_MS && failures.filter((at) => latest - at < LOCKOUT_MS).length >= limit;
}

/** When a session used now ends if it is not used again, ms. */
export const endOfSession = (signedInAt: number, nowMs: number): number =>
  Math.min(nowMs + SESSION_MS, signedInAt + SESSION_LIFE_MS);

export interface KnownSession {
  /** Which of the session's cookies was presented: the present one, the one before it, or any earlier one. */
  cookie: 'present' | 'previous' | 'older';
  rotatedAt: number | null;
  hasEnded: boolean;
  expiresAt: number;
  /** Fingerprint the session works with; null where none is bound. */
  fingerprint: string | null;
  /** The browser brings the cookie of the session's device. */
  isOwnDevice: boolean;
}

/** `rotate`: a new cookie; `same`: another tab rotated a moment ago; `gone`: nothing to refresh; `end`: the reason to end it. */
export type RefreshVerdict = 'rotate' | 'same' | 'gone' | { end: string };

export const STOLEN = 'повторно предъявлен старый ключ сеанса';
export const OTHER_DEVICE = 'ключ сеанса предъявлен с другого устройства';

/**
 * What a presented refresh cookie means. A browser that was updated has another hash and its own cookie still.
 *
 * The cookie of before, long after its replacement: the browser of the session says that the answer with the new one never came (a lid
 * was closed, a train went into a tunnel), and gets another in the place of the one that was lost. Who copied all of a browser's cookies
 * is found out by this too: of the two one will present a cookie that is older still. From another browser it means a copy at once.
 */
export function refreshVerdict(session: KnownSession, fingerprint: string, nowMs: number): RefreshVerdict {
  if (session.hasEnded || session.expiresAt <= nowMs) return 'gone';
  const isSame = session.fingerprint === null || session.fingerprint === fingerprint;
  if (!isSame && !(session.isOwnDevice && fingerprint)) return { end: OTHER_DEVICE };
  const isFresh = session.rotatedAt !== null && nowMs - session.rotatedAt <= ROTATION_GRACE_MS;
  if (session.cookie === 'older') return { end: STOLEN };
  if (session.cookie === 'previous' && !isFresh) return isSame && session.isOwnDevice ? 'rotate' : { end: STOLEN };
  if (session.cookie === 'previous') return 'same';
  // Many tabs ask one after another: within the grace one rotation serves them all, and no cookie grows two steps old.
  return isFresh && isSame ? 'same' : 'rotate';
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
