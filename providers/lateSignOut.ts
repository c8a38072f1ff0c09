// A sign-out that could not be told to the server: its session lives on behind the cookie of this browser until it is told.
import { logout } from '../contract/session.ts';
import { call, type HttpError } from './http.ts';

const KEY = 'sign_out_due';

/** Without an answer of the server the session may go on there. */
const isUntold = ({ status }: HttpError) => status === 0 || status >= 500;

/** Tells the server; where it can't be reached that is left for later. Answers whether the session is over. */
export async function tellSignOut(): Promise<boolean> {
  const isOver = await call(logout, { quiet: true }).then(
    () => true,
    (error: HttpError) => !isUntold(error),
  );
  if (isOver) forgetSignOut();
  else localStorage.setItem(KEY, '1');
  return isOver;
}

export const isSignOutDue = (): boolean => localStorage.getItem(KEY) !== null;

/** Somebody has signed in here: the cookie is his now. */
export const forgetSignOut = (): void => localStorage.removeItem(KEY);
