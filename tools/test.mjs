// `npm test`: everything, on a machine where nothing is installed. One closing line says how it went.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { ensureConsole, ensurePackages, environment, node, root, run } from './setup.mjs';

const started = Date.now();
const steps = [];

step('пакеты', ensurePackages);
// Some tests of the first run move between the engines or start two processes: the programs stand ready for them too.
const hasPostgres = ensurePostgres();
step('проверка кода', () => run(node, ['tools/check.mjs']));
step('консоль', ensureConsole);
step('правила, API на встроенной базе', () => run('vitest', ['run', '--project', 'node']));
step('экраны', () => run('vitest', ['run', '--project', 'ui']));
if (hasPostgres)
  step('API на PostgreSQL', () => run(node, ['tests/kit/onPostgres.ts', 'vitest', 'run', '--project', 'node']));
else steps.push('API на PostgreSQL: нет программ PostgreSQL и прав их поставить, НЕ ПРОВЕРЕНО');
const browser = ensureBrowser();
step('браузер', () =>
  run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts'], { env: { CHROMIUM: browser } }),
);

console.log(`\nВсё прошло за ${Math.round((Date.now() - started) / 1000)} с: ${steps.join(' · ')}`);

function step(name, work) {
  const from = Date.now();
  console.log(`\n── ${name}`);
  work();
  steps.push(`${name} ${Math.round((Date.now() - from) / 1000)} с`);
}

/** PostgreSQL's programs: found, or installed where the machine allows it. */
function ensurePostgres() {
  const found = () =>
    has('initdb') || (existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0);
  return found() || (aptInstall('postgresql') && found());
}

/** Path of a Chromium: the system's, else Debian's package, else playwright's own download. */
function ensureBrowser() {
  const found = () =>
    [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      (file) => file && existsSync(file),
    );
  if (found()) return found();
  if (aptInstall('chromium') && found()) return found();
  run('playwright', ['install', '--with-deps', 'chromium']);
  return '';
}

function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

function aptInstall(name) {
  if (process.getuid?.() !== 0 || !has('apt-get')) return false;
  console.log(`Ставлю ${name}…`);
  const options = { cwd: root, stdio: 'inherit', env: environment({ DEBIAN_FRONTEND: 'noninteractive' }) };
  spawnSync('apt-get', ['update', '-q'], options);
  return spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options).status === 0;
}
