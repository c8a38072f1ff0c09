// Parts of the tests: `node tools/testParts.mjs unit|api|pg|ui|e2e|walk [file …]`; each can be run alone and takes names of files.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensurePostgres, hasPostgres } from './programs.mjs';
import { takeFallenTests } from './runtimeFaults.mjs';
import { attempt, ensureConsole, ensurePackages, node, root, run } from './setup.mjs';

/**
 * Which engine a test of the API runs on. Both are PostgreSQL and speak the same SQL; a server answers two to six times as fast, has
 * many connections at once (locks, races, notices between processes), its own driver (types of values, COPY, errors) and planner.
 * So with a server at hand everything runs there, and on the embedded database what may differ. Alone, `npm run test:api` runs
 * everything on the embedded one.
 */
const engines = {
  /** The embedded database itself: its files, a process killed with it inside, its copies; the demo world, which is made there. */
  embeddedOnly: /^tests\/(soak|demo)\/|(killed|db\/embedded|instruments\/backups)\.test/,
  /**
   * The engine and what stands on it, every call of the contract, every list by every sort and filter, and what a court would ask
   * about: seals, payers, payments laid anew, penalties.
   */
  both: /^tests\/(db|jobs|kernel|outbox|contract)\/|balance\/(ledger|settlementSql|seals)|\/payer\.test|contributions\/relaid|penalties\/penalty|fuzz\/fuzz\.test/,
  /** What tries both engines by itself, has peers or processes of its own: once is enough. */
  once: /db\/(prepared|move)\.test|outbox\/mailServers\.test|twoProcesses\.test/,
};
const runsOnServer = (file) => !engines.embeddedOnly.test(file);
const runsOnServerAlone = (file) => runsOnServer(file) && (engines.once.test(file) || !engines.both.test(file));

const parts = {
  /** Rules and everything else that opens no database. */
  unit: (files) =>
    vitest(
      'node',
      chosen(files, (file) => !opensDatabase(file)),
    ),
  /** The API on the embedded database; with `--beside-server` without what the part for the server runs and need not run twice. */
  api: (words) => {
    const files = words.filter((word) => word !== '--beside-server');
    const isLeft = files.length < words.length ? runsOnServerAlone : () => false;
    vitest(
      'node',
      chosen(files, (file) => opensDatabase(file) && !isLeft(file)),
    );
  },
  /** The API on a PostgreSQL server of its own. */
  pg: (files) => {
    if (!ensurePostgres()) throw new Error('Нет программ PostgreSQL и прав их поставить');
    const isAsked = files.length ? () => true : runsOnServer;
    vitest(
      'node',
      chosen(files, (file) => opensDatabase(file) && isAsked(file)),
      [node, 'tests/kit/onPostgres.ts', 'vitest'],
    );
  },
  /** Screens in jsdom: two files a core, for people's pauses leave the processor idle (178 s to 143 s). */
  ui: (files) => vitest('ui*', [`--maxWorkers=${2 * availableParallelism()}`, ...files]),
  /** Journeys in Chromium against the built console. */
  e2e: (files) => {
    ensureConsole();
    const env = { CHROMIUM: ensureBrowser() };
    if (files.length) run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', ...files], { env });
    else if (hasPostgres()) run(node, ['tests/kit/onPostgres.ts', 'node', 'tools/journeys.mjs'], { env });
    else run(node, ['tools/journeys.mjs'], { env });
  },
  /** Every page as each of the other roles sees it: a quarter of an hour, so not in `npm test`. */
  walk: () => {
    ensureConsole();
    run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts'], {
      env: { CHROMIUM: ensureBrowser(), E2E_WALK: '1' },
    });
  },
};

/** Runs one part; the process ends when it fails. `files` are parts of names, empty for all. */
export const runPart = (part, files = []) => parts[part](files);

/** Under `npm test` what is skipped is noted too. */
const reporters = () => [
  '--reporter=default',
  '--reporter=./tools/runtimeFaults.mjs',
  ...(process.env.SKIPPED_TESTS ? ['--reporter=./tools/skippedTests.mjs'] : []),
];

/**
 * Runs files of tests; those in whose midst the runtime itself fell (no test failed, nothing else was wrong) run once more, and the
 * closing line names them.
 */
function vitest(project, files, [command, ...before] = ['vitest']) {
  const FALLEN_TESTS = join(mkdtempSync(join(tmpdir(), 'registry-fallen-')), 'fallen');
  const words = (wanted) => [...before, 'run', '--project', project, ...reporters(), ...wanted];
  const status = attempt(command, words(files), { env: { FALLEN_TESTS } });
  if (status === 0) return;
  const fallen = takeFallenTests(FALLEN_TESTS);
  if (!fallen) process.exit(status);
  const told = `${fallen.files.join(', ')} (${fallen.signals.join(', ')})`;
  console.log(`\nСреда выполнения упала посреди тестов, они идут ещё раз: ${told}`);
  run(command, words(fallen.files), { env: { FALLEN_TESTS } });
  if (process.env.SKIPPED_TESTS) appendFileSync(process.env.SKIPPED_TESTS, `!${told}\n`);
}

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

/** Whether a test stands on the database, by itself or through a helper beside it. */
function opensDatabase(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  if (/(kit\/(app|database|world|postgresServer)|server\/db\/open)\.ts'/.test(text)) return true;
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
