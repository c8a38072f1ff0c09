// The token of this browser: stored, decoded, watched. Other tabs see every change.
import { jwtDecode } from 'jwt-decode';
import { useSyncExternalStore } from 'react';
import { actorOf, Claims } from '../contract/session.ts';
import { levelOf, refusal, type Actor, type Needs } from '../contract/kernel/scope.ts';

const KEY = 'id_token';
const listeners = new Set<() => void>();
let cached: { token: string | null; claims: Claims | null } | null = null;

/** Claims of the stored token when it has not expired and carries a region, МО or ПО; otherwise null. */
export function currentClaims(): Claims | null {
  const token = localStorage.getItem(KEY);
  if (cached?.token !== token) cached = { token, claims: token ? decode(token) : null };
  return cached.claims;
}

export const currentToken = () => localStorage.getItem(KEY);

/** True while the token has not expired (5 s are left for the way to the server). */
export const isFresh = (claims: Claims | null) => claims !== null && claims.exp * 1000 > Date.now() + 5000;

/** Keeps a new token, or forgets it. */
export function storeToken(token: string | null): void {
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
  for (const hear of listeners) hear();
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
  const fromOtherTab = (event: StorageEvent) => event.key === KEY && hear();
  listeners.add(hear);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(hear);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** Claims of the person at work; the component follows sign-in, sign-out and switching rights. */
export const useClaims = (): Claims | null => useSyncExternalStore(subscribe, currentClaims);

/** The person at work as rights see him. */
export function useActor(): Actor | null {
  const claims = useClaims();
  return claims && actorOf(claims);
}

/** Whether the person may do what `needs` asks; the reason explains a disabled button. */
export function useMay(needs: Needs): { may: boolean; reason: string | null } {
  const reason = refusal(useActor(), needs);
  return { may: reason === null, reason };
}
