// A fresh, migrated database for a test: loaded from a dump (embedded) or copied from a template (server).
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import pg from 'pg';
import { makeBlank } from '../../server/db/blank.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrations } from '../../server/db/migrate.ts';
import { databaseOver, openDatabase, type Database } from '../../server/db/open.ts';

const schema = createHash('sha256')
  .update(
    migrations()
      .map((script) => script.checksum)
      .join(),
  )
  .digest('hex')
  .slice(0, 16);
let made = 0;

/** Which engine this run tests: `TEST_ENGINE=server` asks for the PostgreSQL of `TEST_DATABASE_URL`. */
export const testEngine = process.env.TEST_ENGINE === 'server' ? 'server' : 'embedded';

/** A migrated, otherwise empty database of the caller's own. */
export async function testDatabase(): Promise<Database> {
  if (testEngine === 'server') return onServer(process.env.TEST_DATABASE_URL!);
  await engineCode();
  return databaseOver(await openEmbedded({ dump: await migratedDump() }));
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled code of the embedded engine: held here, threads of this process that open it anew get it from V8 as it is. */
function engineCode(): Promise<WebAssembly.Module> {
  const code = () =>
    createRequire(import.meta.url)
      .resolve('@electric-sql/pglite')
      .replace(/[^/\\]+$/, 'pglite.wasm');
  return (compiled ??= WebAssembly.compile(readFileSync(code())));
}

/** Bytes of a migrated, otherwise empty embedded database; made once for all test files. */
export async function migratedDump(): Promise<Uint8Array> {
  const file = `${await makeBlank()}.tar`;
  if (existsSync(file)) return readFileSync(file);
  // Another test process may be making the same dump: a rename never shows half of it.
  const draft = `${file}.${process.pid}`;
  await migratedFolder(`${draft}.folder`);
  const engine = await openEmbedded({ folder: `${draft}.folder`, unguarded: { fsync: true, lock: true } });
  const dump = await engine.dump();
  await engine.close();
  rmSync(`${draft}.folder`, { recursive: true });
  writeFileSync(draft, dump);
  renameSync(draft, file);
  return dump;
}

/** Lays a migrated, otherwise empty embedded database into a folder that is not there yet. */
export async function migratedFolder(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  cpSync(await makeBlank(), folder, { recursive: true });
}

/** A database of a given server, copied from a migrated template. */
export async function onServer(adminUrl: string): Promise<Database> {
  const template = `migrated_${schema}`;
  const name = `test_${process.pid}_${(made += 1)}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(1)');
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await admin.query(`create database ${template}_draft encoding 'UTF8' template template0`);
      await (await openDatabase({ databaseUrl: urlOf(adminUrl, `${template}_draft`) })).close();
      await admin.query(`alter database ${template}_draft rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  return openDatabase({ databaseUrl: urlOf(adminUrl, name), poolSize: 5, skipMigrations: true });
}

/** The same server, another database. */
export function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
