// The token of this browser: stored, decoded, watched. Other tabs see every change.
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import { actorOf, type Claims } from '../contract/session.ts';
import { isFlag, isNumber, isText, listOf, orNothing, orNull, shapeOf } from '../contract/kernel/shape.ts';
import { levelOf, refusal, type Actor, type Needs } from '../contract/kernel/scope.ts';

const KEY = 'id_token';
/** Who worked in this browser last. */
const LAST_KEY = 'last_person';
/** What is left to a token for its way to the server, ms. */
const ON_THE_WAY_MS = 5000;
/** How far the clock of this computer is ahead of the server's, ms: an office computer may be hours off. */
const SKEW_KEY = 'clock_skew';
/** Less than this is the way of an answer, not a wrong clock, ms. */
const LEAST_SKEW_MS = 60_000;

interface Known {
  token: string | null;
  claims: Claims | null;
  actor: Actor | null;
}

const listeners = new Set<() => void>();
let cached: Known | null = null;

/** The stored token; null when there is none. */
export const currentToken = (): string | null => localStorage.getItem(KEY);

/**
 * Claims of the stored token; null when there is none, it is malformed or carries no region, МО or ПО. A token that has
 * run out is still whose it is: the next call refreshes it.
 */
export const currentClaims = (): Claims | null => known().claims;

/** Who works where by a token: what was read or written for one is not for another. */
export function workOf(token: string | null): string | null {
  const claims = token ? decode(token) : null;
  return claims && [claims.id, claims.viewer, claims.region, claims.mo, claims.po].join();
}

/** The person at work as rights see him; the same object until the token changes. */
export const currentActor = (): Actor | null => known().actor;

/** True while the token has not expired. */
export const isFresh = (claims: Claims | null) =>
  claims !== null && claims.exp * 1000 > Date.now() - clockSkew() + ON_THE_WAY_MS;

/** Keeps a token that has just come, or forgets it. */
export function storeToken(token: string | null): void {
  if (token) {
    localStorage.setItem(KEY, token);
    measureSkew(token);
    forgetOthers();
  } else localStorage.removeItem(KEY);
  for (const hear of listeners) hear();
}

/** Who worked in this browser last, whoever's eyes he looked through; null before anybody did. */
export const lastPerson = (): string | null => localStorage.getItem(LAST_KEY);

/** What somebody else searched for, filtered by, chose and opened is not shown to who signs in after him. */
function forgetOthers() {
  const claims = currentClaims();
  const person = claims && String(claims.viewer ?? claims.id);
  if (!person || lastPerson() === person) return;
  localStorage.setItem(LAST_KEY, person);
  for (const key of Object.keys(localStorage))
    if (/^navigation_history$|\.selectedIds$/.test(key) || localStorage.getItem(key)?.includes('"perPage"'))
      localStorage.removeItem(key);
  sessionStorage.clear();
}

let ownSignOut = false;
/** The next word that this session has ended is our own doing. */
export function ignoreNextSignOut(): void {
  ownSignOut = true;
}
/** Whether the end of the session was our own doing; said once. */
export function takeOwnSignOut(): boolean {
  const isOwn = ownSignOut;
  ownSignOut = false;
  return isOwn;
}

/** Claims of the person at work; the component follows sign-in, sign-out and switching rights. */
export const useClaims = (): Claims | null => useSyncExternalStore(subscribe, currentClaims);

/** The person at work as rights see him; null for a visitor. */
export const useActor = (): Actor | null => useSyncExternalStore(subscribe, currentActor);

/** Whether the person may do what `needs` asks; the reason explains a disabled button. */
export function useMay(needs: Needs): { may: boolean; reason: string | null } {
  const reason = refusal(useActor(), needs);
  return { may: reason === null, reason };
}

/** Now by the server's clock, and the zone of the place at work: whose day it is. */
export const timeAtWork = () => ({ now: new Date(Date.now() - clockSkew()), zone: currentClaims()?.time_zone });

const clockSkew = () => Number(localStorage.getItem(SKEW_KEY)) || 0;

/** The server writes its own time into a token. */
function measureSkew(token: string) {
  let skew = 0;
  try {
    const { iat } = jwtDecode(token);
    if (iat) skew = Date.now() - iat * 1000;
  } catch {
    // Not a token: nothing to learn from it.
  }
  if (Math.abs(skew) < LEAST_SKEW_MS) localStorage.removeItem(SKEW_KEY);
  else localStorage.setItem(SKEW_KEY, String(skew));
}

function known(): Known {
  const token = currentToken();
  if (cached?.token !== token) {
    const claims = token ? decode(token) : null;
    cached = { token, claims, actor: claims && actorOf(claims) };
  }
  return cached;
}

function decode(token: string): Claims | null {
  try {
    const claims: unknown = jwtDecode(token);
    return isClaims(claims) && levelOf(claims) ? claims : null;
  } catch {
    return null;
  }
}

const isClaims = shapeOf<Claims>({
  id: isNumber,
  sid: isNumber,
  uname: isText,
  is_superuser: isNumber,
  role: isText,
  region: orNull(isNumber),
  mo: orNull(isNumber),
  po: orNull(isNumber),
  region_name: orNull(isText),
  mo_name: orNull(isText),
  po_name: orNull(isText),
  region_rights: listOf(isNumber),
  mo_rights: listOf(isNumber),
  po_rights: listOf(isNumber),
  capabilities: listOf(isNumber),
  view_only: orNothing(isFlag),
  viewer: orNothing(isNumber),
  factor_needed: orNothing(isFlag),
  time_zone: orNothing(isText),
  exp: isNumber,
});

function subscribe(hear: () => void) {
  const fromOtherTab = (event: StorageEvent) => (event.key === KEY || event.key === null) && hear();
  listeners.add(hear);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(hear);
    window.removeEventListener('storage', fromOtherTab);
  };
}
