// All journeys in two halves side by side, each with a server and a demo world of its own: a browser waits more than it works.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from './setup.mjs';

const HALVES = 2;
const FIRST_PORT = 8099;
const folder = 'tests/e2e';
/** Files whose few tests take minutes, as many of the others as they last. */
const long = { 'everyPage.spec.ts': 27, 'reregistrations.spec.ts': 18, 'mailings.spec.ts': 7 };

const weigh = (name) => long[name] ?? readFileSync(join(root, folder, name), 'utf8').match(/^\s*test\(/gm)?.length ?? 1;

/** Files in halves of like weight, the heaviest first. */
function halves() {
  const files = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ name, weight: weigh(name) }))
    .toSorted((one, other) => other.weight - one.weight);
  const all = Array.from({ length: HALVES }, () => ({ weight: 0, names: [] }));
  for (const { name, weight } of files) {
    const lightest = all.reduce((least, half) => (half.weight < least.weight ? half : least));
    lightest.weight += weight;
    lightest.names.push(`${folder}/${name}`);
  }
  return all.map(({ names }) => names);
}

const run = (files, nth) =>
  new Promise((done, fail) => {
    const words = ['test', '-c', 'tests/e2e/playwright.config.ts', ...files, ...process.argv.slice(2)];
    const env = environment({ E2E_PORT: String(FIRST_PORT + nth) });
    spawn('playwright', words, { cwd: root, stdio: 'inherit', env }).on('error', fail).on('exit', done);
  });

const codes = await Promise.all(halves().map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
