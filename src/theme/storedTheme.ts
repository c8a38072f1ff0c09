// The scheme before anything is drawn: what the person chose in this browser, else what the computer wishes.
import { schemeAttribute } from './variables.ts';

/** Under this key the choice is kept. */
export const storageKey = 'theme';

/** Sets the scheme before the first render, so that no frame has the wrong colours. Call it first in an entry file. */
export function applyStoredTheme(): void {
  const stored = readChoice();
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(schemeAttribute, dark ? 'dark' : 'light');
}

function readChoice(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null; // storage is closed to us: the system's scheme will do
  }
}
