// A copy put back: into an empty place only, all of it or nothing, with its sums compared; and the proof of a copy in such a place.
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { damagedPieces, KEY, loadTables, readManifest, type Manifest } from './backup.ts';
import { failPoint } from '../kernel/failPoints.ts';
import { lockKeys } from './alone.ts';
import { lockFolder } from './dataLock.ts';
import type { Connection } from './engine.ts';
import { applyMissing, migrations } from './migrate.ts';
import { databaseOver, openDatabase, type Database, type OpenOptions } from './open.ts';
import { pinnedTo } from './pinned.ts';
import { dropMark, isEmptyFolder, isKept, markIn, setMark, writeRestoration, type Mark } from './restoring.ts';
import { setSequence } from './tables.ts';

/** A folder, and the server where the rows go when there is one. */
export interface RestoreTarget extends Omit<OpenOptions, 'dump' | 'skipMigrations'> {
  dataDir: string;
  /** Where an embedded one begins. */
  beginning?: Beginning | undefined;
}

/**
 * What an empty embedded database begins with: an empty one of the same program, as the engine dumps it, or nothing: then the
 * engine's own beginning and every script of the schema, which takes ten times as long.
 */
export type Beginning = () => Promise<Uint8Array>;

/**
 * The scripts that the copy's tables were made by. A newer program has more of them, and not only at the end: their numbers leave
 * room between.
 * @throws in Russian when the copy is of another or a newer program
 */
function scriptsOf({ migrations: made }: Manifest) {
  const own = new Map(migrations().map((script) => [script.name, script]));
  return made.map(({ name, checksum }) => {
    const script = own.get(name);
    if (script?.checksum === checksum) return script;
    throw new Error(
      `Копия сделана другой версией программы: в этой нет миграции ${name}. Поставьте ту же или более новую`,
    );
  });
}

/** A beginning has every script already: only a copy that has them all may begin with it. */
const beginningOf = async (manifest: Manifest, beginning: Beginning | undefined) =>
  scriptsOf(manifest).length === migrations().length ? beginning?.() : undefined;

/**
 * Loads a copy into an empty database in one transaction: the schema as it was, the rows, the schema as it is, then whatever
 * `inside` does. Killed before its end, it leaves the database as it was.
 */
async function loadInto(
  database: Database,
  folder: string,
  manifest: Manifest,
  inside: (database: Database, connection: Connection) => Promise<void>,
) {
  const { engine } = database;
  const { kind } = engine;
  const held = await engine.acquire();
  try {
    await held.query('begin');
    // Whoever starts meanwhile waits here for the end, and finds either nothing or everything.
    if (kind === 'server') await held.query('select pg_advisory_xact_lock($1)', [lockKeys.migrations]);
    const within = databaseOver(pinnedTo(held, kind));
    const connection = await within.engine.acquire();
    try {
      await applyMissing(connection, scriptsOf(manifest), kind);
      const { rows } = await connection.query('select 1 from app_user limit 1');
      if (rows.length) throw new Error('База не пуста: копия восстанавливается только в пустую');
      await loadTables(connection, folder, manifest);
      for (const { table } of manifest.tables) await setSequence(connection, table);
      await connection.query('set constraints all immediate');
      await applyMissing(connection, migrations(), kind);
      await connection.query('set constraints all immediate');
      await connection.query('analyze');
    } finally {
      connection.release();
    }
    await inside(within, held);
    await held.query('commit');
  } catch (error) {
    await held.query('rollback').catch(() => {});
    throw error;
  } finally {
    held.release();
  }
}

/**
 * Proves a copy: every byte read back, all of it loaded into an empty place of its own, `prove` run over it.
 * @throws in Russian with what is wrong
 */
export async function proveBackup(
  folder: string,
  prove: (database: Database) => Promise<string[]>,
  beginning?: Beginning,
): Promise<void> {
  const manifest = await readManifest(folder);
  scriptsOf(manifest);
  await refuseDamaged(folder, manifest);
  const place = await mkdtemp(join(tmpdir(), 'registry-proof-'));
  try {
    const dump = await beginningOf(manifest, beginning);
    const database = await openDatabase({ dataDir: join(place, 'db'), dump, skipMigrations: true, isPassing: true });
    try {
      await loadInto(database, folder, manifest, async (within) => {
        const faults = await prove(within);
        if (faults.length) throw new Error(`Учёт в копии не сходится: ${faults.slice(0, 3).join('; ')}`);
      });
    } finally {
      await database.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export async function refuseDamaged(folder: string, manifest: Manifest): Promise<void> {
  const damaged = await damagedPieces(folder, manifest);
  if (damaged.length)
    throw new Error(
      `Копия повреждена: ${damaged.slice(0, 5).join(', ')}${damaged.length > 5 ? ` и ещё ${damaged.length - 5}` : ''}`,
    );
}

/**
 * Puts a copy into an empty installation. Rows, closed channels and what `finish` does (the destroyed destroyed again, the proof) are
 * one transaction; files lie in place before it is kept. Killed anywhere, the installation is as it was or restored: a mark in
 * the folder holds the application back until the same is begun again.
 * @throws in Russian; what was there before is as it was
 */
export async function restoreBackup(
  folder: string,
  target: RestoreTarget,
  finish: (database: Database, manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  scriptsOf(manifest);
  await refuseDamaged(folder, manifest);
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(target.dataDir, 'restore'));
  try {
    if (await isDoneAlready(target, manifest)) return manifest;
    const place = await emptyPlace(target);
    const mark = { id: randomUUID(), madeAt: manifest.madeAt };
    await setMark(target.dataDir, mark);
    try {
      await failPoint('restore marked');
      await layCopy(folder, { target, place, manifest, mark }, finish);
    } catch (error) {
      // A server that was lost at the very end may have kept it all the same. Where that can't be asked the mark stays.
      if (!(await isKept(target, mark))) {
        await dropDrafts(place);
        await dropMark(target.dataDir);
        throw error;
      }
    }
    await dropMark(target.dataDir);
    return manifest;
  } finally {
    unlock();
  }
}

/** A restore of this copy that was killed after its last step but one is done. */
async function isDoneAlready(target: RestoreTarget, { madeAt }: Manifest): Promise<boolean> {
  const mark = await markIn(target.dataDir);
  if (!mark) return false;
  const kept = await isKept(target, mark);
  if (!kept) await dropDrafts(placeOf(target));
  await dropMark(target.dataDir);
  return kept && mark.madeAt === madeAt;
}

interface Folders {
  files: string;
  db: string;
  drafts: { files: string; db: string };
  /** Where rows go when it is a folder. */
  isFolder: boolean;
}

const placeOf = ({ dataDir, databaseUrl }: RestoreTarget): Folders => {
  const [files, db] = [join(dataDir, 'files'), join(dataDir, 'db')];
  return { files, db, drafts: { files: `${files}.restoring`, db: `${db}.restoring` }, isFolder: !databaseUrl };
};

/** @throws in Russian when something is there */
async function emptyPlace(target: RestoreTarget): Promise<Folders> {
  const place = placeOf(target);
  for (const folder of [place.files, ...(place.isFolder ? [place.db] : [])])
    if (!(await isEmptyFolder(folder)))
      throw new Error(`Папка ${folder} не пуста: копия восстанавливается только на пустое место`);
  for (const draft of Object.values(place.drafts)) await rm(draft, { recursive: true, force: true });
  return place;
}

/** Takes away what a restore that was not kept has written: the place was empty when it was begun. */
async function dropDrafts({ files, drafts }: Folders) {
  for (const folder of [files, ...Object.values(drafts)]) await rm(folder, { recursive: true, force: true });
}

interface Laying {
  target: RestoreTarget;
  place: Folders;
  manifest: Manifest;
  mark: Mark;
}

async function layCopy(
  folder: string,
  { target, place, manifest, mark }: Laying,
  finish: (database: Database, manifest: Manifest) => Promise<void>,
) {
  const { drafts } = place;
  for (const { path } of manifest.files) {
    const to = join(drafts.files, path.slice('files/'.length));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await cp(join(folder, path), to);
  }
  const database = await openDatabase({
    // The schema changes under the questions: none of them is kept prepared.
    ...(place.isFolder
      ? { dataDir: drafts.db, dump: await beginningOf(manifest, target.beginning) }
      : { ...target, dataDir: undefined, behindPooler: true }),
    skipMigrations: true,
  });
  try {
    await loadInto(database, folder, manifest, async (within, connection) => {
      await silence(connection, manifest);
      await finish(within, manifest);
      await writeRestoration(connection, mark);
      await failPoint('copy loaded');
      await rm(place.files, { recursive: true, force: true });
      if (existsSync(drafts.files)) await rename(drafts.files, place.files);
      await failPoint('files in place');
    });
    await failPoint('restore kept');
  } finally {
    await database.close();
  }
  if (place.isFolder) {
    await rm(place.db, { recursive: true, force: true });
    await rename(drafts.db, place.db);
  }
  await failPoint('restore in place');
}

/** Nothing leaves a restored house, nobody is signed in, and what was on its way is not sent twice. */
async function silence({ query }: Connection, { madeAt }: Manifest) {
  const reason = `Восстановлено из копии от ${madeAt.slice(0, 16).replace('T', ' ')} UTC`;
  await query(
    `insert into outgoing_gate (channel, cause, reason) select c, 'restore', $1 from unnest(array['mail', 'sms', 'imap', 'reports', 'schedule']) c
      on conflict (channel) do update set cause = 'restore', reason = excluded.reason, closed_at = now(), closed_by = null`,
    [reason],
  );
  await query("update outbox set state = 'unknown', taken_until = null where state = 'sending'");
  await query("update session set ended_at = now(), end_reason = 'restore' where ended_at is null");
}

/** Lays the key of a copy where the installation looks for it. */
export async function layKey(folder: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await cp(join(folder, KEY), join(dataDir, KEY), { errorOnExist: true, force: false });
}
