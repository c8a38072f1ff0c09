// Opens a database by what is given: an address of a server, a folder, or nothing but memory.
import { Kysely } from 'kysely';
import { engineDialect } from './dialect.ts';
import { openEmbedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPostgres, refuseUnfit } from './postgres.ts';
import type { DB } from './types.ts';

export interface Database {
  engine: Engine;
  db: Kysely<DB>;
  close(): Promise<void>;
}

export interface OpenOptions {
  databaseUrl?: string | undefined;
  poolSize?: number | undefined;
  /** As in `PostgresOptions`. */
  listenUrl?: string | undefined;
  behindPooler?: boolean | undefined;
  /** Folder of the embedded database; without it and without an address the database lives in memory. */
  dataDir?: string | undefined;
  /** Contents to begin with, as the embedded engine dumps them. */
  dump?: Uint8Array | undefined;
  /** The embedded database is thrown away when it is closed: it waits for no disk. */
  isPassing?: boolean | undefined;
  /** Leaves the schema as it is. */
  skipMigrations?: boolean | undefined;
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const engine = options.databaseUrl
    ? openPostgres(options.databaseUrl, { ...options, poolSize: options.poolSize ?? 10 })
    : await openEmbedded({
        folder: options.dataDir,
        dump: options.dump,
        unguarded: { fsync: options.isPassing ?? false },
      });
  const database = databaseOver(engine);
  try {
    if (engine.kind === 'server') await refuseUnfit(engine);
    if (!options.skipMigrations) await migrate(engine);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  return database;
}

/** Kysely over an opened engine. */
export function databaseOver(engine: Engine): Database {
  const db = new Kysely<DB>({ dialect: engineDialect(engine) });
  return { engine, db, close: () => engine.close() };
}
