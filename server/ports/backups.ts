// Copies of the installation as a room: made, proved, listed, thrown away when their time is over.
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isBackupName,
  makeBackup,
  readManifest,
  type BackupSource,
  type Manifest,
  type StoredFiles,
} from '../db/backup.ts';
import type { Engine } from '../db/engine.ts';
import type { Database } from '../db/open.ts';
import { DESTROYED_LIST, proveBackup, touchList, type Beginning } from '../db/restore.ts';
import type { Secrets } from '../kernel/secrets.ts';

export interface BackupRoom {
  dir: string;
  files: StoredFiles;
  make(now: Date, progress?: BackupSource['progress']): Promise<{ name: string; manifest: Manifest }>;
  /** @throws in Russian with what is wrong */
  prove(name: string): Promise<void>;
  /** Names of whole copies, the oldest first. */
  list(): Promise<string[]>;
  drop(name: string): Promise<void>;
  /** Keeps beside the copies that a person was destroyed. */
  tellDestroyed(line: DestroyedLine): Promise<void>;
}

/** No personal data: the number of a card and the act. */
export interface DestroyedLine {
  profile: number;
  act: string;
  at: string;
  ground: string;
}

export const keyCheckOf = (secrets: Secrets): string =>
  secrets.fingerprint('backup key check').toString('hex').slice(0, 16);

export interface RoomOptions {
  dir: string;
  engine: Engine;
  files: StoredFiles;
  secrets: Secrets;
  /** Faults of the ledger in a restored database. */
  prove(database: Database): Promise<string[]>;
  /** What the place of a proof begins with. */
  beginning?: Beginning | undefined;
}

export function backupRoom({ dir, engine, files, secrets, prove, beginning }: RoomOptions): BackupRoom {
  return {
    dir,
    files,
    make: (now, progress) =>
      makeBackup(dir, { engine, files, now, keyCheck: keyCheckOf(secrets), ...(progress ? { progress } : {}) }),
    prove: (name) => proveBackup(join(dir, name), prove, beginning),
    list: async () => (existsSync(dir) ? (await readdir(dir)).filter(isBackupName).sort() : []),
    drop: (name) => rm(join(dir, name), { recursive: true, force: true }),
    async tellDestroyed(line) {
      await touchList(dir);
      await appendFile(join(dir, DESTROYED_LIST), `${JSON.stringify(line)}\n`, { flush: true });
    },
  };
}

/** What the list beside the copies says; a broken line is a fault: an erasure must not be lost in silence. */
export async function destroyedIn(dir: string): Promise<DestroyedLine[]> {
  const file = join(dir, DESTROYED_LIST);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line, nth) => {
    try {
      return JSON.parse(line) as DestroyedLine;
    } catch {
      throw new Error(`${file}: строка ${nth + 1} не читается`);
    }
  });
}

export { readManifest };
