// All journeys in lanes side by side, each with a server and a demo world of its own: a browser waits more than it works. The last lane
// stands on the embedded database, the others on the PostgreSQL of `TEST_DATABASE_URL` where there is one: it leaves more of the machine to
// the browsers.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { environment, root } from './setup.mjs';

const LANES = 3;
const FIRST_PORT = 8099;
const folder = 'tests/e2e';
/** Seconds that files took on two cores, where a test is longer than `USUAL`. */
const long = {
  'everyPage.spec.ts': 195,
  'everyPageOfAdmins.spec.ts': 155,
  'mailings.spec.ts': 105,
  'account.spec.ts': 74,
  'books.spec.ts': 72,
  'journeys.spec.ts': 72,
  'debt.spec.ts': 63,
  'reregistrations.spec.ts': 63,
  'news.spec.ts': 60,
  'contributions.spec.ts': 58,
  'hand.spec.ts': 53,
  'payments.spec.ts': 48,
  'users.spec.ts': 43,
  'paper.spec.ts': 39,
  'instruments.spec.ts': 30,
  'imports.spec.ts': 30,
  'statement.spec.ts': 30,
  'statistics.spec.ts': 20,
  'receipt.spec.ts': 13,
  'handover.spec.ts': 13,
  'consent.spec.ts': 9,
  'letters.spec.ts': 4,
};
const USUAL = 5;

const weigh = (name) =>
  long[name] ?? USUAL * (readFileSync(join(root, folder, name), 'utf8').match(/^\s*test\(/gm)?.length ?? 1);

/** Files in lanes of like weight, the heaviest first. */
function lanes() {
  const files = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ name, weight: weigh(name) }))
    .toSorted((one, other) => other.weight - one.weight);
  const all = Array.from({ length: LANES }, () => ({ weight: 0, names: [] }));
  for (const { name, weight } of files) {
    const lightest = all.reduce((least, lane) => (lane.weight < least.weight ? lane : least));
    lightest.weight += weight;
    lightest.names.push(`${folder}/${name}`);
  }
  return all.map(({ names }) => names);
}

const run = (files, nth) =>
  new Promise((done, fail) => {
    const words = ['test', '-c', 'tests/e2e/playwright.config.ts', ...files, ...process.argv.slice(2)];
    const env = environment({ E2E_PORT: String(FIRST_PORT + nth), ...databases[nth] });
    spawn('playwright', words, { cwd: root, stdio: 'inherit', env }).on('error', fail).on('exit', done);
  });

/** Settings of each lane's database; none for the embedded one. */
async function makeDatabases() {
  const address = process.env.TEST_DATABASE_URL;
  if (!address) return [];
  const server = new pg.Client({ connectionString: address });
  await server.connect();
  const made = [];
  for (let nth = 0; nth < LANES - 1; nth += 1) {
    const url = new URL(address);
    url.pathname = `/journeys_${process.pid}_${nth}`;
    await server.query(`create database ${url.pathname.slice(1)} encoding 'UTF8' template template0`);
    made.push({ E2E_DATABASE_URL: url.toString() });
  }
  await server.end();
  return made;
}

const databases = await makeDatabases();
const codes = await Promise.all(lanes().map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
