// A copy put back: into an empty place only, all of it or nothing, with its sums compared; and the proof of a copy in such a place.
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { damagedPieces, KEY, loadTables, readManifest, type Manifest } from './backup.ts';
import type { Connection } from './engine.ts';
import { migrate, migrations } from './migrate.ts';
import { openDatabase, type Database, type OpenOptions } from './open.ts';
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

/** Loads a copy into an empty database, the schema first as it was, then as it is. */
async function loadInto(
  database: Database,
  folder: string,
  manifest: Manifest,
  then: (connection: Connection) => Promise<void>,
) {
  const { engine } = database;
  await migrate(engine, scriptsOf(manifest));
  const connection = await engine.acquire();
  try {
    const { rows } = await connection.query('select 1 from app_user limit 1');
    if (rows.length) throw new Error('База не пуста: копия восстанавливается только в пустую');
    await connection.query('begin');
    await loadTables(connection, folder, manifest);
    for (const { table } of manifest.tables) await setSequence(connection, table);
    await then(connection);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
  await migrate(engine);
  await engine.script('analyze');
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
    const database = await openDatabase({ dataDir: join(place, 'db'), dump, skipMigrations: true });
    try {
      await loadInto(database, folder, manifest, async () => {});
      const faults = await prove(database);
      if (faults.length) throw new Error(`Учёт в копии не сходится: ${faults.slice(0, 3).join('; ')}`);
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

const isEmptyFolder = async (folder: string) => !existsSync(folder) || (await readdir(folder)).length === 0;

/**
 * Puts a copy into an empty installation. Outgoing channels are closed in the transaction of the rows themselves, so that there is no
 * moment at which the restored one could send anything. `finish` works on the restored database before anybody can open it.
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
  const filesDir = join(target.dataDir, 'files');
  const dbDir = join(target.dataDir, 'db');
  if (!(await isEmptyFolder(filesDir)))
    throw new Error(`Папка ${filesDir} не пуста: копия восстанавливается только на пустое место`);
  if (!target.databaseUrl && !(await isEmptyFolder(dbDir)))
    throw new Error(`Папка ${dbDir} не пуста: копия восстанавливается только на пустое место`);
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 });
  const drafts = { files: `${filesDir}.restoring`, db: `${dbDir}.restoring` };
  for (const draft of Object.values(drafts)) await rm(draft, { recursive: true, force: true });
  try {
    for (const { path } of manifest.files) {
      const to = join(drafts.files, path.slice('files/'.length));
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await cp(join(folder, path), to);
    }
    const database = await openDatabase({
      ...(target.databaseUrl ? target : { dataDir: drafts.db, dump: await beginningOf(manifest, target.beginning) }),
      skipMigrations: true,
    });
    try {
      await loadInto(database, folder, manifest, (connection) => silence(connection, manifest));
      await finish(database, manifest);
    } finally {
      await database.close();
    }
    await rm(filesDir, { recursive: true, force: true });
    if (existsSync(drafts.files)) await rename(drafts.files, filesDir);
    if (!target.databaseUrl) {
      await rm(dbDir, { recursive: true, force: true });
      await rename(drafts.db, dbDir);
    }
    return manifest;
  } catch (error) {
    for (const draft of Object.values(drafts)) await rm(draft, { recursive: true, force: true });
    throw error;
  }
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

/** The list of destroyed people beside the copies: kept outside them, so that no restore brings anybody back. */
export const DESTROYED_LIST = 'destroyed.jsonl';
export const touchList = async (dir: string) => {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (!existsSync(join(dir, DESTROYED_LIST)))
    await writeFile(join(dir, DESTROYED_LIST), '', { mode: 0o600, flag: 'a' });
};
