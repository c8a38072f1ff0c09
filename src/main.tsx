// Entry of the console: the device is recognised and the stored token checked first, then the application is shown.
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { checkStoredToken } from '../providers/authProvider.ts';
import { fingerprint } from '../providers/fingerprint.ts';
import { App } from './App.tsx';
import { applyStoredTheme } from './theme/AppTheme.tsx';

// Schemes compile themselves with `new Function` where they may; the page's own policy forbids it.
config({ jitless: true });
applyStoredTheme();
const root = createRoot(document.getElementById('root')!);
void Promise.all([fingerprint(), checkStoredToken()]).then(() => root.render(<App />));
