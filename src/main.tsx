// Entry of the console: the device is recognised and the stored token checked first, then the application is shown.
import { createRoot } from 'react-dom/client';
import { checkStoredToken } from '../providers/authProvider.ts';
import { fingerprint } from '../providers/fingerprint.ts';
import { App } from './App.tsx';
import { applyStoredTheme } from './theme/AppTheme.tsx';

applyStoredTheme();
const root = createRoot(document.getElementById('root')!);
void Promise.all([fingerprint(), checkStoredToken()]).then(() => root.render(<App />));
