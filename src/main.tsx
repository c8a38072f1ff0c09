// Entry of the console: the device is recognised and the stored token checked first, then the application is shown.
import { createRoot } from 'react-dom/client';
import { pages } from '../contract/pages.ts';
import { fingerprint } from '../providers/fingerprint.ts';
import { firstPage } from '../providers/firstPage.ts';
import { checkStoredToken } from '../providers/refresh.ts';
import { currentActor, timeAtWork } from '../providers/session.ts';
import { tellTime } from '../widgets/today.ts';
import { fetchCode } from '../widgets/lazyPage.tsx';
import { App } from './App.tsx';
import { loadAt } from './routes.tsx';
import { applyStoredTheme } from './theme/storedTheme.ts';

applyStoredTheme();
tellTime(timeAtWork);
const root = createRoot(document.getElementById('root')!);
const first = firstPage();

/** The frame waits so long for the code of its page, ms: drawn in one go, both are there sooner than one after the other. */
const PATIENCE_MS = 1000;

async function start() {
  await Promise.all([fingerprint(), first?.checked]);
  await checkStoredToken();
  const { pathname } = window.location;
  const load = currentActor() || pathname === pages.sign ? loadAt(pathname) : undefined;
  if (load) await Promise.race([fetchCode(load), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  if (first) first.consoleDraws = true;
  root.render(<App />);
}
void start();
