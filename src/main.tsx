// Entry of the console: the device is recognised and the stored token checked first, then the application is shown.
import { createRoot } from 'react-dom/client';
import { pages } from '../contract/pages.ts';
import { fingerprint } from '../providers/fingerprint.ts';
import { firstPage } from '../providers/firstPage.ts';
import { checkStoredToken } from '../providers/refresh.ts';
import { timeAtWork } from '../providers/session.ts';
import { loadList } from '../resources/garages/index.ts';
import { tellTime } from '../widgets/today.ts';
import { fetchPage } from '../widgets/lazyPage.tsx';
import { App } from './App.tsx';
import { applyStoredTheme } from './theme/storedTheme.ts';

applyStoredTheme();
tellTime(timeAtWork);
const root = createRoot(document.getElementById('root')!);
const first = firstPage();

async function start() {
  await Promise.all([
    fingerprint(),
    first?.checked,
    // The list is drawn with the frame, in one go.
    window.location.pathname === pages.garages && fetchPage(loadList),
  ]);
  await checkStoredToken();
  if (first) first.consoleDraws = true;
  root.render(<App />);
}
void start();
