// A new token by the refresh cookie: one question at a time, in all tabs.
import axios from 'axios';
import { refreshToken } from '../contract/session.ts';
import { fingerprint } from './fingerprint.ts';
import { currentClaims, currentToken, isFresh, storeToken } from './session.ts';

const TIMEOUT_MS = 15_000;

let signedOut = () => {};
/** Who is told that the session can't be refreshed. */
export const onSignedOut = (hear: () => void) => void (signedOut = hear);

/**
 * The token check before anything is shown: a stored token that has run out is refreshed, one that is not ours is
 * forgotten. Without a connection the person stays signed in.
 */
export async function checkStoredToken(): Promise<void> {
  if (!currentToken()) return;
  const claims = currentClaims();
  if (!claims) storeToken(null);
  else if (!isFresh(claims)) await refreshOnce();
}

let refreshing: Promise<boolean> | null = null;

/** Asks for a new token; all calls of all tabs wait for the same answer. False when there is none. */
export function refreshOnce(): Promise<boolean> {
  refreshing ??= underLock(refresh).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(): Promise<boolean> {
  try {
    const { hash } = await fingerprint();
    const { data } = await axios.post<{ token: string }>(
      refreshToken.path,
      {},
      { withCredentials: true, timeout: TIMEOUT_MS, headers: { 'X-Fingerprint': hash } },
    );
    storeToken(data.token);
    return true;
  } catch (error) {
    // Only the server's own word ends the session: without a connection, or while it restarts, nothing is known.
    const status = axios.isAxiosError(error) ? error.response?.status : undefined;
    if (status !== 401 && status !== 403) return false;
    storeToken(null);
    signedOut();
    return false;
  }
}

/** Tabs go one after another; who comes second finds the token already new. */
async function underLock(work: () => Promise<boolean>): Promise<boolean> {
  const before = currentToken();
  const once = async () => (currentToken() === before ? work() : currentToken() !== null);
  return typeof navigator.locks === 'object' ? navigator.locks.request('refresh-token', once) : once();
}
