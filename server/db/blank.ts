// A new embedded database, made ahead once per schema: creating one takes its process two thirds of a gigabyte, copying a folder takes nothing.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, open, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { lockFolder } from './dataLock.ts';
import { openEmbedded } from './embedded.ts';
import { migrate, migrations } from './migrate.ts';

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'registry');
const PREFIX = 'blank-';
/** Files that are carried to the disk at one time. */
const SYNCED_AT_ONCE = 16;

/** Where the blank of this schema and this engine stands or will stand. */
export function blankPath(): string {
  const engine = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '..', 'package.json');
  const hash = createHash('sha256').update(readFileSync(engine));
  for (const { name, checksum } of migrations()) hash.update(name).update(checksum);
  return join(cache, PREFIX + hash.digest('hex').slice(0, 16));
}

/** Makes the blank where it is missing: migrated, otherwise empty. @returns its path */
export async function makeBlank(): Promise<string> {
  const path = blankPath();
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const draft = `${path}.${process.pid}`;
  const engine = await openEmbedded({ folder: draft, unguarded: { fsync: true, lock: true } });
  try {
    // Nobody makes databases from these: without them every copy is a third smaller.
    await engine.script("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
    for (const name of ['template0', 'template1']) await engine.script(`drop database ${name}`);
    await migrate(engine);
  } finally {
    await engine.close();
  }
  await syncTree(draft);
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    // Another process has been making the same: the first stays.
    if (!existsSync(path)) throw error;
  });
  const isOfBefore = (name: string) => name.startsWith(PREFIX) && !name.startsWith(basename(path));
  for (const name of readdirSync(cache).filter(isOfBefore)) rmSync(join(cache, name), { recursive: true });
  return path;
}

/**
 * Lays a blank where a database will be, whole or not at all, and carries it to the disk.
 * @returns false when something is there already, or no blank was made: the engine then creates its folder by itself
 * @throws in Russian when another process holds the folder
 */
export async function layBlank(folder: string): Promise<boolean> {
  const blank = blankPath();
  if (existsSync(folder) || !existsSync(blank)) return false;
  const unlock = lockFolder(folder);
  try {
    const draft = `${folder}.draft`;
    await rm(draft, { recursive: true, force: true });
    await cp(blank, draft, { recursive: true });
    await syncTree(draft);
    await rename(draft, folder);
    return true;
  } finally {
    unlock();
  }
}

/** Carries every file and folder of a tree to the disk. */
async function syncTree(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const waiting = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }));
  waiting.push({ path: folder, isFolder: true });
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await syncPath(next.path, next.isFolder);
  };
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, work));
}

async function syncPath(path: string, isFolder: boolean) {
  // Windows opens no folders, and syncs only what may be written.
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(path, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

if (import.meta.main) await makeBlank();
