// Copies of the installation as a room: made, proved, listed, thrown away when their time is over.
import { existsSync } from 'node:fs';
import { appendFile, readdir, rm } from 'node:fs/promises';
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
import { DESTROYED_LIST, goesOn, listLines, touchList } from '../db/destroyedList.ts';
import { proveBackup, type Beginning } from '../db/restore.ts';
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
  /** When the card was made: after a restore its number may be somebody else's. Lines of earlier versions do not say it. */
  created?: string;
  act: string;
  at: string;
  ground: string;
  /** The line of the same act before it came to nothing: its transaction was not kept. */
  undone?: true;
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
  return ((await listLines(dir)) ?? []).map((line, nth) => {
    try {
      return JSON.parse(line) as DestroyedLine;
    } catch {
      throw new Error(`${join(dir, DESTROYED_LIST)}: строка ${nth + 1} не читается`);
    }
  });
}

/**
 * What the lists in the folders say together.
 * @throws in Russian when none of them is the list that stood beside the copy, or none is there
 */
export async function destroyedBeside(
  dirs: readonly string[],
  { destroyed }: Pick<Manifest, 'destroyed'>,
): Promise<DestroyedLine[]> {
  const lists = (await Promise.all(dirs.map(listLines))).filter((lines) => lines !== null);
  const where = `${DESTROYED_LIST} — список уничтоженных по акту людей`;
  const how = 'Положите его в папку копий; без него уничтоженные люди вернутся (--without-destroyed-list — всё равно)';
  if (!lists.length) throw new Error(`Рядом с копией нет файла ${where}. ${how}`);
  if (destroyed && !lists.some((lines) => goesOn(lines, destroyed)))
    throw new Error(
      `Рядом с копией не тот файл ${where}: при копии в нём было строк ${destroyed.lines}, и начинался он иначе или теперь их меньше. ${how}`,
    );
  return (await Promise.all(dirs.map(destroyedIn))).flat();
}

export { readManifest };
