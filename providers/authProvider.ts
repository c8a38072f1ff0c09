// Signing in and out, and who may see which page, for react-admin.
import type { AuthProvider } from 'react-admin';
import { actorOf, login } from '../contract/session.ts';
import { refusal, type Needs } from '../contract/kernel/scope.ts';
import { call } from './http.ts';
import { forgetSignOut, tellSignOut } from './lateSignOut.ts';
import { refreshOnce } from './refresh.ts';
import { currentActor, currentClaims, currentToken, ignoreNextSignOut, isFresh, storeToken } from './session.ts';

export const authProvider: AuthProvider = {
  async login({ email, password, code }: { email: string; password: string; code?: string }) {
    const body = { email, password, ...(code ? { code } : {}) };
    const { token } = await call(login, { body, quiet: true });
    forgetSignOut();
    storeToken(token);
  },
  async logout() {
    // Someone's eyes can't sign out: first back to oneself.
    if (currentActor()?.viewOnly) await refreshOnce();
    ignoreNextSignOut();
    if (currentToken()) await tellSignOut();
    storeToken(null);
    return false;
  },
  /** A token is good when it has not expired and carries a place; an expired one is refreshed once. */
  async checkAuth() {
    if (isFresh(currentClaims())) return;
    if (currentToken() && (await refreshOnce()) && isFresh(currentClaims())) return;
    storeToken(null);
    throw new Error('Войдите в систему');
  },
  async checkError(error: { status?: number }) {
    if (error.status === 401 && !currentToken()) throw new Error('Сеанс завершён');
  },
  async getIdentity() {
    const claims = currentClaims();
    return { id: claims?.id ?? 0, fullName: claims?.uname ?? '' };
  },
  async getPermissions() {
    return currentClaims()?.capabilities ?? [];
  },
  /** `record.needs` is what a page or button asks for. */
  async canAccess({ record }: { record?: { needs?: Needs } }) {
    const claims = currentClaims();
    return refusal(claims && actorOf(claims), record?.needs ?? { who: 'signedIn' }) === null;
  },
};
