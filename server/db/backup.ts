// A copy of the whole installation in a folder: every table from one moment, the files, the key when it is asked for.
// It is written under another name and renamed when it is whole: what bears a copy's name is one.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { lockBackups } from './backupLock.ts';
import { headOf, listLines, touchList, type ListHead } from './destroyedList.ts';
import type { Connection, Engine } from './engine.ts';
import { Press, type PressedPiece } from './press.ts';
import { digestOf, quoted } from './tables.ts';
import { shapesOf, textOf, TextSum, type TableShape, type TableSum } from './tableText.ts';

const unpacking = { '.gz': promisify(gunzip), '.zst': promisify(zstdDecompress) };

export interface Piece {
  /** Inside the folder of the copy. */
  path: string;
  bytes: number;
  sha256: string;
}
export interface BackupTable {
  table: string;
  columns: string[];
  rows: number;
  /** `sha256:` and that of its text as it was copied; copies made before hold the sum of its rows' digests. */
  digest: string;
  pieces: Piece[];
}
export interface Manifest {
  /** 1: pieces of tables are gzip; 2: Zstandard. */
  format: 1 | 2;
  madeAt: string;
  engine: Engine['kind'];
  /** Scripts of the schema the tables were made by, in order. */
  migrations: { name: string; checksum: string }[];
  tables: BackupTable[];
  files: Piece[];
  /** Files that the register speaks of and the store does not have, or has otherwise. */
  missing: string[];
  /** Tells whether a key is the one the copy was made under; says nothing of the key. */
  keyCheck: string;
  hasKey: boolean;
  /** The list of the destroyed beside the copy when it was begun; copies of earlier versions do not say it. */
  destroyed?: ListHead;
  bytes: number;
}

const FORMAT = 2;
export const MANIFEST = 'manifest.json';
export const KEY = 'secret.key';
const PART = '.part';
/** Rows read at once: memory stays bounded whatever the table. Few pieces are held: one read, one waiting, one pressed, one written. */
const PIECE_ROWS = 50_000;

export interface StoredFiles {
  raw: { get(storeKey: string): AsyncIterable<unknown> };
  /** The file itself. @throws when the bytes are not those that were kept */
  opened(bytes: Buffer): Buffer;
}

export interface BackupSource {
  engine: Engine;
  /** Stored files as they lie there, sealed: a copy of them is no more readable than they are. */
  files: StoredFiles;
  now: Date;
  keyCheck: string;
  /** Hex digits of the key, only when it shall lie inside. */
  key?: string | null;
  progress?(stage: string, done: number, total: number): Promise<void>;
  /** Rows of one piece, 50 000 by itself; a test takes fewer. */
  pieceRows?: number;
  /** Writes one file durably; tests give one that meets a full disk. */
  write?: (path: string, bytes: Uint8Array) => Promise<void>;
}

/** Name of a copy: its moment, so that names stand in the order of time. */
export const backupName = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
export const isBackupName = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);

/** Makes a copy in `dir`; answers its name and what is in it. @throws and leaves nothing when it can't be whole, BackupBusy when another one is being made */
export async function makeBackup(dir: string, source: BackupSource): Promise<{ name: string; manifest: Manifest }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unlock = lockBackups(dir);
  try {
    return await makeAlone(dir, source);
  } finally {
    unlock();
  }
}

/** Nobody else makes a copy there meanwhile: whatever is unfinished is of a process that is gone. */
async function makeAlone(dir: string, source: BackupSource): Promise<{ name: string; manifest: Manifest }> {
  await dropUnfinished(dir);
  const name = backupName(source.now);
  const part = join(dir, `${name}${PART}`);
  const write = source.write ?? writeDurably;
  try {
    await touchList(dir);
    const destroyed = headOf((await listLines(dir))!);
    const manifest = { ...(await fill(part, source, write)), destroyed };
    await write(join(part, MANIFEST), Buffer.from(JSON.stringify(manifest)));
    await rename(part, join(dir, name));
    return { name, manifest };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** What an earlier attempt left when its process was killed. */
async function dropUnfinished(dir: string) {
  for (const name of await readdir(dir))
    if (name.endsWith(PART)) await rm(join(dir, name), { recursive: true, force: true });
}

async function fill(part: string, source: BackupSource, write: NonNullable<BackupSource['write']>): Promise<Manifest> {
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 });
  const { engine, now, keyCheck, key } = source;
  const connection = await engine.acquire();
  let manifest: Manifest;
  let wanted: { store_key: string; sha256: string }[];
  try {
    // One moment for all tables: what others write meanwhile is in the next copy.
    await connection.query('begin isolation level repeatable read read only');
    const { rows: migrations } = await connection.query('select name, checksum from schema_migration order by name');
    const tables = await copyTables(connection, part, source, write);
    ({ rows: wanted } = (await connection.query('select store_key, sha256 from stored_file order by id')) as never);
    manifest = {
      format: FORMAT,
      madeAt: now.toISOString(),
      engine: engine.kind,
      migrations: migrations as Manifest['migrations'],
      tables,
      files: [],
      missing: [],
      keyCheck,
      hasKey: Boolean(key),
      bytes: 0,
    };
  } finally {
    await connection.query('rollback').catch(() => {});
    connection.release();
  }
  await copyFiles(part, source, wanted, manifest, write);
  if (key) await write(join(part, KEY), Buffer.from(key));
  const pieces = [...manifest.tables.flatMap((table) => table.pieces), ...manifest.files];
  manifest.bytes = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  return manifest;
}

async function copyTables(
  connection: Connection,
  part: string,
  source: BackupSource,
  write: NonNullable<BackupSource['write']>,
): Promise<BackupTable[]> {
  const { engine, progress } = source;
  const shapes = await shapesOf(connection);
  const work = pressing(part, write);
  const pieceRows = source.pieceRows ?? PIECE_ROWS;
  const tables: (Pick<BackupTable, 'table' | 'columns'> & { sum: Promise<TableSum>; pieces: Promise<Piece>[] })[] = [];
  try {
    for (const [nth, shape] of shapes.entries()) {
      // The embedded database has one connection, and this copy holds it: there nothing can be told meanwhile.
      if (engine.kind === 'server') await progress?.('Таблицы', nth, shapes.length);
      const { table, columns } = shape;
      tables.push({ table, columns, ...(await copyTable(connection, shape, pieceRows, work)) });
    }
    return await Promise.all(
      tables.map(async ({ table, columns, sum, pieces }) => {
        const { rows, digest } = await sum;
        return { table, columns, rows, digest: SUM + digest, pieces: await Promise.all(pieces) };
      }),
    );
  } finally {
    await work.end();
  }
}

/** Rows of a table as packed files; they may still be on their way to the disk. */
async function copyTable(
  connection: Connection,
  shape: TableShape,
  pieceRows: number,
  { press, keep }: Pressing,
): Promise<{ sum: Promise<TableSum>; pieces: Promise<Piece>[] }> {
  const pieces: Promise<Piece>[] = [];
  for await (const bytes of ahead(textOf(connection, shape, shape.columns, pieceRows))) {
    await press.room();
    pieces.push(keep(press.piece(bytes), `tables/${shape.table}.${pieces.length}.zst`));
  }
  return { sum: press.sum(), pieces };
}

interface Pressing {
  press: Press;
  keep: (pressed: Promise<PressedPiece>, path: string) => Promise<Piece>;
}

/** Writes pressed pieces beside the reading of the next ones, one after another, whatever their table. */
function pressing(part: string, write: NonNullable<BackupSource['write']>) {
  const press = new Press();
  let last: Promise<unknown> = Promise.resolve();
  const keep: Pressing['keep'] = (pressed, path) => {
    const before = last;
    const kept = (async () => {
      const { packed, sha256: sum } = await pressed;
      // After a failure nothing more is written: what it was is told by its own piece.
      await before;
      await write(join(part, path), packed);
      return { path, bytes: packed.length, sha256: sum };
    })();
    kept.catch(() => undefined);
    last = kept;
    return kept;
  };
  /** Nothing is being written any more, well or not. */
  const end = async () => {
    await last.catch(() => undefined);
    await press.close();
  };
  return { press, keep, end };
}

/** The same values, the next one asked for while the one before it is worked on. */
async function* ahead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = values.next();
      // Whoever stops here leaves it: its failure is nobody's.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // The connection is free again only when what was asked of it has come.
    await next.catch(() => undefined);
  }
}

/** How the sum of a table's text begins; older copies have one that the database made. */
const SUM = 'sha256:';

async function copyFiles(
  part: string,
  { files, progress }: BackupSource,
  wanted: readonly { store_key: string; sha256: string }[],
  manifest: Manifest,
  write: NonNullable<BackupSource['write']>,
) {
  for (const [nth, { store_key, sha256: sum }] of wanted.entries()) {
    if (nth % 100 === 0) await progress?.('Файлы', nth, wanted.length);
    const bytes = await storedBytes(files, store_key);
    if (!bytes || sumOf(files, bytes) !== sum) manifest.missing.push(store_key);
    if (!bytes) continue;
    const path = `files/${store_key}`;
    await mkdir(dirname(join(part, path)), { recursive: true, mode: 0o700 });
    await write(join(part, path), bytes);
    manifest.files.push({ path, bytes: bytes.length, sha256: sha256(bytes) });
  }
}

/** All of a stored file; null when the store does not have it. */
async function storedBytes({ raw }: StoredFiles, storeKey: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of raw.get(storeKey)) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

function sumOf({ opened }: StoredFiles, bytes: Buffer): string | null {
  try {
    return sha256(opened(bytes));
  } catch {
    return null;
  }
}

async function writeDurably(path: string, bytes: Uint8Array) {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Reads what a copy says of itself. @throws in Russian when it is no copy */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new Error(`Это не копия или она не дописана: в ${folder} нет читаемого ${MANIFEST}`);
  }
  if (manifest.format > FORMAT) throw new Error('Копия сделана более новой программой');
  return manifest;
}

/** Names of pieces whose bytes are not those that were written. */
export async function damagedPieces(folder: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const { path, sha256: sum } of [...manifest.tables.flatMap(({ pieces }) => pieces), ...manifest.files]) {
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (!bytes || sha256(bytes) !== sum) damaged.push(path);
  }
  return damaged;
}

/**
 * Loads the tables of a copy into an open transaction over an empty schema of the same scripts, and compares the sums.
 * @throws in Russian when a table is not what it was
 */
export async function loadTables(
  connection: Connection,
  folder: string,
  { tables }: Manifest,
  progress?: (table: string) => void,
): Promise<void> {
  // Reference lists came with the scripts; the copy's own rows take their place.
  for (const { table } of tables.toReversed()) await connection.query(`delete from ${quoted(table)}`);
  for (const { table, columns, pieces } of tables) {
    progress?.(table);
    // What a trigger would change has been changed already when the row was written.
    await connection.query(`alter table ${quoted(table)} disable trigger user`);
    for (const { path } of pieces) {
      const unpack = unpacking[extname(path) as keyof typeof unpacking];
      const bytes = await unpack(await readFile(join(folder, path)));
      await connection.copyIn(`${quoted(table)} (${columns.map(quoted).join(', ')})`, bytes);
    }
    await connection.query(`alter table ${quoted(table)} enable trigger user`);
  }
  const wrong: string[] = [];
  const shapes = new Map((await shapesOf(connection)).map((shape) => [shape.table, shape]));
  for (const one of tables) {
    const now = await sumNow(connection, one, shapes.get(one.table)!);
    if (now.rows !== one.rows || now.digest !== one.digest) wrong.push(one.table);
  }
  if (wrong.length) throw new Error(`Копия не сошлась: ${wrong.join(', ')}`);
}

/** What a table holds now, summed as its copy was. */
async function sumNow(
  connection: Connection,
  one: BackupTable,
  shape: TableShape,
): Promise<{ rows: number; digest: string }> {
  if (!one.digest.startsWith(SUM)) return digestOf(connection, one.table);
  const sum = new TextSum();
  for await (const bytes of textOf(connection, shape, one.columns, PIECE_ROWS)) sum.add(bytes);
  const { rows, digest } = sum.told();
  return { rows, digest: SUM + digest };
}
