// Screens on a busy machine: what is waited for may take its time; a test fails when it never comes.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });

// No server listens here: whether one is there is answered with yes, until a test says otherwise.
globalThis.fetch = async () => new Response('{"ok":true}');
