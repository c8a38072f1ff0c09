// Before every file of screens. On a busy machine what is waited for may take its time; a test fails when it never comes.
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { closeModal } from '../../widgets/modals.ts';

// The library does it by itself only in the first file of a process.
afterEach(cleanup);
// A page still on its way when its file ends would be looked for in the next one's world.
afterAll(() => vi.dynamicImportSettled());

configure({ asyncUtilTimeout: 60_000 });

// No server listens here: whether one is there is answered with yes, until a test says otherwise.
globalThis.fetch = async () => new Response('{"ok":true}');
// What a file before left in this process: drafts of a person whose number somebody here has too, no connection, an open dialog,
// unsaved work, conditions of a list in the address.
localStorage.clear();
sessionStorage.clear();
onlineManager.setOnline(true);
closeModal();
releaseGuard();
window.history.replaceState(null, '', '/');
