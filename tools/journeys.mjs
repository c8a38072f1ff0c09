// All journeys in two halves side by side, each with a server and a demo world of its own: a browser waits more than it works.
import { spawn } from 'node:child_process';
import { environment, root } from './setup.mjs';

const HALVES = 2;
const FIRST_PORT = 8099;

const half = (nth) =>
  new Promise((done, fail) => {
    const words = [
      'test',
      '-c',
      'tests/e2e/playwright.config.ts',
      `--shard=${nth}/${HALVES}`,
      ...process.argv.slice(2),
    ];
    const env = environment({ E2E_PORT: String(FIRST_PORT + nth - 1) });
    spawn('playwright', words, { cwd: root, stdio: 'inherit', env }).on('error', fail).on('exit', done);
  });

const codes = await Promise.all(Array.from({ length: HALVES }, (_, index) => half(index + 1)));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
