// The mark of a restore that is under way: cut off, it is begun anew, and until then the application does not start.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './engine.ts';
import { openDatabase, type OpenOptions } from './open.ts';

const MARK = 'restoring.json';

export interface Mark {
  /** Stands in the database from the moment at which its rows are kept. */
  id: string;
  /** Of the copy. */
  madeAt: string;
}

export type Place = Omit<OpenOptions, 'dump' | 'skipMigrations' | 'dataDir'> & { dataDir: string };

export const isEmptyFolder = async (folder: string): Promise<boolean> =>
  !existsSync(folder) || (await readdir(folder)).length === 0;

/** Says that everything written from now on is of this restore. */
export async function setMark(dataDir: string, mark: Mark): Promise<void> {
  const draft = join(dataDir, `${MARK}.draft`);
  await writeFile(draft, JSON.stringify(mark), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, MARK));
}

export const dropMark = (dataDir: string): Promise<void> => rm(join(dataDir, MARK), { force: true });

/** The mark that stands; one that can't be read is of nobody's restore. */
export async function markIn(dataDir: string): Promise<Mark | null> {
  const file = join(dataDir, MARK);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Mark;
  } catch {
    return { id: '', madeAt: '' };
  }
}

/** Says it in the database, in the transaction of the rows. */
export async function writeRestoration({ query }: Connection, { id, madeAt }: Mark): Promise<void> {
  await query('insert into restoration (id, made_at) values ($1, $2)', [id, madeAt]);
}

/** Whether a marked restore came to its end: its rows are kept, and its files were in place before them. */
export async function isKept(place: Place, { id }: Mark): Promise<boolean> {
  const folder = join(place.dataDir, 'db');
  if (!place.databaseUrl && (await isEmptyFolder(folder))) return false;
  const database = await openDatabase({
    ...(place.databaseUrl ? { ...place, dataDir: undefined } : { dataDir: folder }),
    skipMigrations: true,
  });
  try {
    const { rows } = await database.engine.query("select to_regclass('restoration') is not null as is_known");
    if (!rows[0]!.is_known) return false;
    return (await database.engine.query('select 1 from restoration where id = $1', [id])).rows.length > 0;
  } finally {
    await database.close();
  }
}

/**
 * What stands before anybody opens the installation. A mark of a restore that came to its end is taken away.
 * @throws in Russian when a restore was cut off
 */
export async function refuseUnfinished(place: Place): Promise<void> {
  const mark = await markIn(place.dataDir);
  if (!mark) return;
  if (!(await isKept(place, mark)))
    throw new Error(
      'Восстановление из копии не закончено: повторите npm run restore с той же папкой копии, начатое уберётся само',
    );
  await dropMark(place.dataDir);
}
