// Set-up shared by the commands: packages and the built console, made only when something changed.
// Runs on whatever Node the machine has; everything after it runs on the pinned one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamps = join(root, 'node_modules', '.cache', 'registry');
const compiled = join(root, 'node_modules', '.cache', 'node');
export const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');

/**
 * How the server's Node is started. Where there is much memory the runtime lets the space of the young grow to 128 MB; the lists
 * are as quick with a sixteenth of it.
 */
export const serverFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/** Its threads share one heap of the system's: what each would keep for itself after it was used once comes to 60 MB. */
export const serverMemory = { MALLOC_ARENA_MAX: '1' };

/** Runs a command in the project's root with the pinned binaries first; ends the process when it fails. */
export function run(command, args, options = {}) {
  const status = attempt(command, args, options);
  if (status !== 0) process.exit(status);
}

/** Runs a command in the project's root with the pinned binaries first. @returns its exit code, 1 after a signal */
export function attempt(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options, env: environment(options.env) });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

/** Runs a command beside others; ends the process when it fails. */
export const start = (command, args) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment() });
    child.on('error', fail).on('exit', (code) => (code === 0 ? done() : process.exit(code ?? 1)));
  });

/** Environment in which the pinned Node and tools are found first, and a process compiles only what none before it has compiled. */
export function environment(extra = {}) {
  return {
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
    ...extra,
    PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  };
}

/** Installs packages when package-lock.json is not the one that was installed. */
export function ensurePackages() {
  const wanted = digest([join(root, 'package-lock.json')]);
  if (existsSync(node) && stamp('packages') === wanted) return;
  console.log('Устанавливаю пакеты…');
  // Not `npm ci`: it refuses a lock file that some versions of npm write without other systems' optional packages.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!existsSync(node))
    throw new Error('Пакет node не установил свою программу: разрешите его установочный скрипт (allowScripts)');
  writeStamp('packages', wanted);
}

/** Builds the console when a source file changed since the last build. */
export function ensureConsole() {
  const sources = ['src', 'resources', 'providers', 'widgets', 'contract', 'public', 'tools'].flatMap((folder) =>
    filesUnder(join(root, folder)),
  );
  const wanted = digest([
    ...sources,
    ...['index.html', 'vite.config.ts', 'package-lock.json'].map((file) => join(root, file)),
  ]);
  if (existsSync(join(root, 'dist', 'index.html')) && stamp('console') === wanted) return;
  console.log('Собираю консоль…');
  run('vite', ['build', '--logLevel', 'warn'], { shell: process.platform === 'win32' });
  run(node, [join(root, 'tools', 'compress.mjs')]);
  writeStamp('console', wanted);
}

/** Makes the empty embedded database that a first start begins from: making it takes more memory than the server ever has. */
export function ensureBlank() {
  const { DATABASE_URL, DATA_DIR = join(root, 'data') } = process.env;
  if (DATABASE_URL || existsSync(join(DATA_DIR, 'db'))) return;
  console.log('Готовлю базу…');
  // Better compiled, it would be done no sooner and take half as much memory again. Without it the server makes one by itself.
  attempt(node, [...serverFlags, '--liftoff-only', join(root, 'server', 'db', 'blank.ts')]);
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.filter(existsSync)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

const stamp = (name) => (existsSync(join(stamps, name)) ? readFileSync(join(stamps, name), 'utf8') : null);
function writeStamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}
