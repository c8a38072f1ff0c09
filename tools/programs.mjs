// Programs that the tests stand on and the machine may lack: found, or installed where it may be.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { environment, root, run } from './setup.mjs';

/** Whether PostgreSQL's programs are there. */
export const hasPostgres = () =>
  has('initdb') || (existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0);

/** The same after trying to install them. */
export const ensurePostgres = () => hasPostgres() || (aptInstall('postgresql') && hasPostgres());

/**
 * Path of a Chromium: the system's, else Debian's package, else playwright's own download. Not the one without windows
 * (`chromium-headless-shell`): it has no viewer of PDF, and what is printed goes through that.
 */
export function ensureBrowser() {
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
