// A real PostgreSQL server for tests: its own folder, a free port of the loopback, gone when stopped.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** Address of the administrator's database. */
  url: string;
  /** Of the server that was started here. */
  pid?: number;
  stop(): Promise<void>;
}

/** Whether a server can be had here; tests that need one say so when they are skipped. */
export function canHavePostgres(): boolean {
  try {
    return Boolean(process.env.TEST_DATABASE_URL || binaries());
  } catch {
    return false;
  }
}

/** The server of this test run (`TEST_DATABASE_URL`), else one of one's own. */
export async function somePostgres(): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, stop: async () => {} } : startPostgres({ forTests: true });
}

/**
 * Nothing of it outlives its machine: it waits for no disk. What a killed application leaves is the same. Nothing of it lives long
 * enough to be tidied either: with a database of each file of tests a worker of the server's would look into one five times a second.
 */
const SHORT_LIVED = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'].flatMap((name) => [
  '-c',
  `${name}=off`,
]);

/**
 * Starts a server from the binaries of this machine; it ends with the process at the latest. What it holds is gone then,
 * unless `kept` names a folder for it: the next start finds it there. `forTests`: one whose own commits nobody measures.
 * @throws when there are no binaries
 */
export async function startPostgres({
  kept,
  forTests = false,
}: { kept?: string; forTests?: boolean } = {}): Promise<PostgresServer> {
  const bin = binaries();
  const root = mkdtempSync(join(tmpdir(), 'registry-pg-'));
  const data = kept ?? join(root, 'data');
  if (kept) mkdirSync(kept, { recursive: true });
  const owner = unprivileged();
  for (const folder of owner ? [root, ...(kept ? [kept] : [])] : []) chownSync(folder, owner!.uid, owner!.gid);
  // It asks for its files by their whole path at every checkpoint: the folder around them must let it through.
  if (owner && kept) chmodSync(dirname(kept), 0o755);
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const env = { ...process.env, HOME: root, LC_ALL: 'C.UTF-8' };
  if (!existsSync(join(data, 'PG_VERSION')))
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...as, env, cwd: root, stdio: 'pipe' },
    );
  const port = await freePort();
  const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', root, '-c', 'max_connections=200'];
  const server = spawn(join(bin, 'postgres'), forTests ? [...words, ...SHORT_LIVED] : words, {
    ...as,
    env,
    cwd: root,
    stdio: 'ignore',
  });
  const cleanUp = () => rmSync(root, { recursive: true, force: true });
  const abandon = () => {
    server.kill('SIGQUIT');
    cleanUp();
  };
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    const gone = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGINT')) await gone;
    cleanUp();
  };
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  try {
    await answers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: server.pid!, stop };
}

/** Folder of the programs of PostgreSQL on this machine. @throws when there are none */
export function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  if (!found) throw new Error('no PostgreSQL binaries on this machine');
  return found;
}

/** PostgreSQL refuses to run as root: somebody else's number then. */
function unprivileged(): { uid: number; gid: number } | null {
  if (userInfo().uid !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
