// `npm start` leaves nothing running behind it: the program ends with npm, the server with the program.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTime } from '../kit/busy.ts';
import { FLAGS, freePort } from '../kit/processes.ts';

const root = join(import.meta.dirname, '../..');
const tool = (name: string) => JSON.stringify(join(root, 'tools', name));

let folder: string;
let started: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-start-'));
  started = [];
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program and waits for what it says. @returns it and all it has said until then */
async function begin(command: string, args: string[], words: RegExp, env: Record<string, string | undefined>) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (words.test(said)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said}`)));
  });
  return { child, said };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const goneWithin = (ms: number, pid: number) =>
  expect.poll(() => isRunning(pid), { timeout: inTime(ms), interval: 100 }).toBe(false);

/** A program that ends with npm, started as npm starts it: by a shell, of a process that only waits for it. */
function underNpm(env: Record<string, string | undefined>) {
  const watched = `import(${tool('startedBy.mjs')}).then(({ endWithNpm }) => {
    endWithNpm(() => process.exit(0));
    setInterval(() => {}, 1000);
    console.log('standing ' + process.pid + '.');
  });`;
  const npm = `require('node:child_process').spawn('sh', ['-c', '"$NODE" -e "$WATCHED"; exit'], { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;
  return begin(process.execPath, ['-e', npm], /standing \d+\./, { NODE: process.execPath, WATCHED: watched, ...env });
}

it.skipIf(process.platform === 'win32')(
  'when npm alone is killed the program ends; whoever started it by hand may go',
  async () => {
    const [led, own] = await Promise.all([
      underNpm({ npm_lifecycle_event: 'start' }),
      underNpm({ npm_lifecycle_event: undefined }),
    ]);
    const [ledPid, ownPid] = [led, own].map(({ said }) => Number(/standing (\d+)/.exec(said)![1])) as [number, number];
    try {
      for (const { child } of [led, own]) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await goneWithin(10_000, ledPid);
      expect(isRunning(ownPid)).toBe(true);
    } finally {
      for (const pid of [ledPid, ownPid]) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
  },
  60_000,
);

it.skipIf(process.platform === 'win32')(
  'when the program is killed the server closes its base and ends',
  async () => {
    // What `tools/start.mjs` does once all is built.
    expect(readFileSync(join(root, 'tools/start.mjs'), 'utf8')).toContain(
      "stdio: ['inherit', 'inherit', 'inherit', 'ipc']",
    );
    const leader = `const server = require('node:child_process').spawn(process.execPath, ${JSON.stringify([...FLAGS, 'server/main.ts'])},
      { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      console.log('server ' + server.pid + '.');`;
    const { child, said } = await begin(process.execPath, ['-e', leader], /Реестр гаражей:/, {
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    });
    const server = Number(/server (\d+)\./.exec(said)![1]);
    try {
      expect(isRunning(server)).toBe(true);
      child.kill('SIGKILL');
      await goneWithin(30_000, server);
    } finally {
      if (isRunning(server)) process.kill(server, 'SIGKILL');
    }
  },
  180_000,
);
