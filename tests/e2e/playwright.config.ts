// Journeys in a real browser against the built console, the real server and a demo world of its own.
import { defineConfig } from '@playwright/test';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const port = Number(process.env.E2E_PORT ?? 8099);
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (file) => file && existsSync(file),
);
// The configuration is read by every worker process: the folder is made once and handed down.
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'registry-e2e-')));

export default defineConfig({
  testDir: '.',
  // Walks take long and are asked for by name: `npm run walk:roles`.
  testMatch: process.env.E2E_WALK ? '**/*.walk.ts' : '**/*.spec.ts',
  fullyParallel: false,
  workers: 1,
  // Ends what hangs; a busy machine is no fault of a journey.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ...(process.env.SKIPPED_TESTS ? [['../../tools/skippedTests.mjs'] as [string]] : [])],
  // Two runs side by side keep out of each other's pictures.
  outputDir: join(tmpdir(), `registry-e2e-results-${port}`),
  use: {
    baseURL: `http://localhost:${port}`,
    // What can't be pressed or filled says which it was, long before the journey as a whole is ended without a word.
    actionTimeout: 180_000,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Playwright's own: the whole one, with its viewer of PDF.
      ...(executablePath ? { executablePath } : { channel: 'chromium' }),
      // On a machine without a language the browser calls every file with a Russian name «download».
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning server/main.ts',
    cwd: join(import.meta.dirname, '..', '..'),
    url: `http://localhost:${port}/healthz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(port),
      DATA_DIR: dataDir,
      // Servers that a journey starts by itself have worlds of their own.
      ...(process.env.E2E_DATABASE_URL && { DATABASE_URL: process.env.E2E_DATABASE_URL }),
      DEMO: '1',
      LOG_LEVEL: 'warn',
    },
  },
});
