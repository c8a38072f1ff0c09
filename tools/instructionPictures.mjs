// Takes the pictures of the instructions in Chromium against the built console: `npm run instructions:pictures`.
import { ensureBrowser } from './programs.mjs';
import { ensureConsole, ensurePackages, run } from './setup.mjs';

ensurePackages();
ensureConsole();
const env = { CHROMIUM: ensureBrowser() };
run('playwright', ['test', '-c', 'tests/e2e/instructions/playwright.config.ts', ...process.argv.slice(2)], { env });
