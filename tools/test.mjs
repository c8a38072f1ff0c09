// `npm test`: every rule, call, screen and journey, on a machine where nothing is installed. One closing line says how it went. `--deep`
// (`npm run test:deep`): of walks, kills and random requests all instead of a part, and the whole API on both engines.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages, ensureConsole, node, run } from './setup.mjs';
import { ensureBrowser, ensurePostgres } from './programs.mjs';
import { closingLine } from './skippedTests.mjs';
import { runPart } from './testParts.mjs';

const started = Date.now();
const steps = [];
const isDeep = process.argv.includes('--deep');
if (isDeep) process.env.TEST_DEEP = '1';
process.env.SKIPPED_TESTS = join(mkdtempSync(join(tmpdir(), 'registry-tests-')), 'skipped');

step('пакеты', ensurePackages);
// Some tests of the first run move between the engines or start two processes: the programs stand ready for them too.
const hasPostgres = ensurePostgres();
step('проверка кода', () => run(node, ['tools/check.mjs']));
step('консоль', ensureConsole);
step('правила', () => runPart('unit'));
step('API на встроенной базе', () => runPart('api', hasPostgres && !isDeep ? ['--beside-server'] : []));
step('экраны', () => runPart('ui'));
if (hasPostgres) step('API на PostgreSQL', () => runPart('pg'));
ensureBrowser();
step('браузер', () => runPart('e2e'));

console.log(`\n${closingLine(Math.round((Date.now() - started) / 1000), steps, hasPostgres)}`);

function step(name, work) {
  const from = Date.now();
  console.log(`\n── ${name}`);
  work();
  steps.push(`${name} ${Math.round((Date.now() - from) / 1000)} с`);
}
