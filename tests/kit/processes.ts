// Processes of the register as they are started in earnest.
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Process {
  url: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** As `tools/start.mjs` starts it: a test holds both side by side. */
export const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
export const MEMORY = { MALLOC_ARENA_MAX: '1' };

interface How {
  /** Its data folder; processes of one installation share it. */
  folder: string;
  /** Absent: the embedded database in the folder. */
  databaseUrl?: string;
  /** Settings beside these; `PORT` is a free one unless it is named. */
  env?: Record<string, string>;
  /** A module that is loaded first. */
  preload?: string;
}

/** Starts one and waits until it listens; it is put into `running` at once. @throws what it said when it ends before */
export async function startProcess(
  { folder, databaseUrl, env = {}, preload }: How,
  running: Process[],
): Promise<Process> {
  const port = Number(env.PORT) || (await freePort());
  const child = spawn(process.execPath, [...FLAGS, ...(preload ? ['--import', preload] : []), 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...MEMORY,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      SECRET_KEY: 'ab'.repeat(32),
      ...env,
    },
  });
  let said = '';
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await gone;
  };
  const started = { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop };
  running.push(started);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes('Реестр гаражей:')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said}`)));
  });
  return started;
}

/** A port of the loopback that nobody has. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
