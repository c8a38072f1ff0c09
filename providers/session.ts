// The token of this browser: stored, decoded, watched. Other tabs see every change.
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import { actorOf, Claims } from '../contract/session.ts';
import { levelOf, refusal, type Actor, type Needs } from '../contract/kernel/scope.ts';

const KEY = 'id_token';
/** What is left to a token for its way to the server, ms. */
const ON_THE_WAY_MS = 5000;

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

/** The person at work as rights see him; the same object until the token changes. */
export const currentActor = (): Actor | null => known().actor;

/** True while the token has not expired. */
export const isFresh = (claims: Claims | null) => claims !== null && claims.exp * 1000 > Date.now() + ON_THE_WAY_MS;

/** Keeps a new token, or forgets it. */
export function storeToken(token: string | null): void {
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
  for (const hear of listeners) hear();
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
    const claims = Claims.safeParse(jwtDecode(token));
    return claims.success && levelOf(claims.data) ? claims.data : null;
  } catch {
    return null;
  }
}

function subscribe(hear: () => void) {
  const fromOtherTab = (event: StorageEvent) => (event.key === KEY || event.key === null) && hear();
  listeners.add(hear);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(hear);
    window.removeEventListener('storage', fromOtherTab);
  };
}
