// Leaving the console: drafts of the person do not stay in a browser that others may use.
import { authProvider } from '../../providers/authProvider.ts';
import { currentActor } from '../../providers/session.ts';
import { countDrafts, forgetDrafts } from '../../widgets/editor/useDraft.ts';
import { flushWork, hasUnsavedWork, releaseGuard } from '../../widgets/leaveGuard.ts';
import { openModal } from '../../widgets/modals.ts';

/** Asks first where something that was typed would be lost. */
export function askToSignOut(): void {
  if (hasUnsavedWork()) void flushWork().then(ask);
  else ask(true);
}
function ask(isSafe: boolean): void {
  if (!isSafe || countDrafts(currentActor()?.userId) > 0) openModal({ name: 'sign-out' });
  else void signOut();
}

/** Signs out at once; the guard of the page leads to the entrance. */
export async function signOut(): Promise<void> {
  const actor = currentActor();
  releaseGuard();
  // Who looks through another's eyes has his own drafts, not that person's.
  if (!actor?.viewOnly) forgetDrafts(actor?.userId);
  await authProvider.logout({});
}
