// Parts of the tests: `node tools/testParts.mjs unit|api|pg|ui|e2e [file …]`; each can be run alone and takes names of files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensurePostgres } from './programs.mjs';
import { ensureConsole, ensurePackages, node, root, run } from './setup.mjs';

/**
 * What the PostgreSQL part of `npm test` runs. Both engines are PostgreSQL and speak the same SQL; what a server does otherwise is many
 * connections at once (locks, races, notices between processes), its driver (types of values, COPY, errors) and its planner. So:
 * every file with calls at once, every query at least once, and the rooms that stand on the engine itself. The rest, and a file named,
 * runs there by `npm run test:pg -- --all` or by its name.
 */
const onServer = {
  /** Several calls at once: the embedded engine has one connection and lets them by in turn. */
  races: /Promise\.(all|allSettled|race)\(/,
  /** Every call of the contract, every list by every sort and filter, every column of an export. Who may what is code: the matrix is tried on one engine. */
  everyQuery: /^tests\/(contract\/|fuzz\/|exports\/|search\/api|statistics\/)/,
  /** Found by comparing the texts that reached the database: with these, 99 of 100 texts of the whole run reach the server too. */
  otherQueries:
    /(walk|takingBack|rights|normalising|sending|paper|batches|studio|secondLoad|wholeLoad|payer|asOf|states|retention|roundTrip)\.test/,
  /** The main file of every room: what it writes. */
  everyRoom: /^tests\/(\w+)\/(api|\1)\.test\.ts$/,
  /** The engine itself, its jobs, the once-only keys, functions written in SQL and the seals that the database keeps. */
  engine: /^tests\/(db|jobs|kernel|outbox|balance)\//,
  /** A proof by numbers of rules that are code, or of a process killed with the embedded database inside it. */
  never: /^tests\/(interference|soak|demo)\/|(killed|db\/embedded)\.test/,
};

const parts = {
  /** Rules and everything else that opens no database. */
  unit: (files) =>
    vitest(
      'node',
      chosen(files, (file) => !opensDatabase(file)),
    ),
  /** The API on the embedded database; with `--beside-server` without what the part for the server runs as well and no room needs twice. */
  api: (words) => {
    const files = words.filter((word) => word !== '--beside-server');
    const isLeft = files.length < words.length ? onServerAlone : () => false;
    vitest(
      'node',
      chosen(files, (file) => opensDatabase(file) && !isLeft(file)),
    );
  },
  /** What differs there on a PostgreSQL server of its own; all of it with `--all`, and whatever is named. */
  pg: (words) => {
    if (!ensurePostgres()) throw new Error('Нет программ PostgreSQL и прав их поставить');
    const files = words.filter((word) => word !== '--all');
    const isAsked = words.length ? () => true : differsOnServer;
    run(node, [
      'tests/kit/onPostgres.ts',
      'vitest',
      ...vitestWords(
        'node',
        chosen(files, (file) => opensDatabase(file) && isAsked(file)),
      ),
    ]);
  },
  /** Screens in jsdom. */
  ui: (files) => vitest('ui', files),
  /** Journeys in Chromium against the built console. */
  e2e: (files) => {
    ensureConsole();
    const env = { CHROMIUM: ensureBrowser() };
    if (files.length) run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', ...files], { env });
    else run(node, ['tools/journeys.mjs'], { env });
  },
};

/** Runs one part; the process ends when it fails. `files` are parts of names, empty for all. */
export const runPart = (part, files = []) => parts[part](files);

const vitestWords = (project, files) => ['run', '--project', project, ...files];
const vitest = (project, files) => run('vitest', vitestWords(project, files));

/** Test files of node whose name holds one of the words and which `isOfPart`. */
function chosen(words, isOfPart) {
  const files = readdirSync(join(root, 'tests'), { recursive: true })
    .map((name) => `tests/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('tests/e2e/'))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .filter(isOfPart);
  if (files.length === 0) throw new Error(`Нет таких тестов: ${words.join(' ')}`);
  return files;
}

/** Both engines speak the same SQL: every room, every query and what stands on the engine itself are tried on both, the rest on one. */
const onServerAlone = (file) =>
  differsOnServer(file) &&
  ![onServer.everyQuery, onServer.everyRoom, onServer.engine].some((pattern) => pattern.test(file));

function differsOnServer(file) {
  if (onServer.never.test(file)) return false;
  return (
    onServer.everyQuery.test(file) ||
    onServer.otherQueries.test(file) ||
    onServer.everyRoom.test(file) ||
    onServer.engine.test(file) ||
    onServer.races.test(readFileSync(join(root, file), 'utf8'))
  );
}

/** Whether a test stands on the database, by itself or through a helper beside it. */
function opensDatabase(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  if (/kit\/(app|database|world|postgresServer)\.ts'/.test(text)) return true;
  const helpers = [...text.matchAll(/from '(\.{1,2}\/[^']+\.ts)'/g)]
    .map((match) => join(file, '..', match[1]))
    .filter((helper) => helper.startsWith('tests/'));
  return helpers.some((helper) => opensDatabase(helper, seen));
}

if (process.argv[1] === import.meta.filename) {
  const [part, ...files] = process.argv.slice(2);
  if (!(part in parts)) throw new Error(`Части: ${Object.keys(parts).join(', ')}`);
  ensurePackages();
  runPart(part, files);
}
