// What the killed process and the tests of putting back share: an empty place on either engine, and the restore itself.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { Manifest } from '../../server/db/backup.ts';
import { openDatabase, type Database } from '../../server/db/open.ts';
import { restoreBackup, type RestoreTarget } from '../../server/db/restore.ts';
import { replayDestroyed } from '../../server/instruments/replaying.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import type { DestroyedLine } from '../../server/ports/backups.ts';
import { migratedDump, testEngine, urlOf } from '../kit/database.ts';

export interface EmptyPlace {
  dataDir: string;
  /** Of an empty database of the server. */
  databaseUrl?: string;
}

let made = 0;

/** A folder below `root`, and on the server a database without a table. */
export async function emptyPlace(root: string): Promise<EmptyPlace> {
  const dataDir = mkdtempSync(join(root, 'place-'));
  if (testEngine === 'embedded') return { dataDir };
  const url = process.env.TEST_DATABASE_URL!;
  const name = `empty_${process.pid}_${(made += 1)}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`).finally(() => admin.end());
  return { dataDir, databaseUrl: urlOf(url, name) };
}

/** Opens what was put back, as it is. */
export async function openedPlace<T>({ dataDir, databaseUrl }: EmptyPlace, look: (database: Database) => Promise<T>) {
  const where = databaseUrl ? { databaseUrl, poolSize: 2 } : { dataDir: join(dataDir, 'db') };
  const database = await openDatabase({ ...where, skipMigrations: true });
  return look(database).finally(() => database.close());
}

/** The restore as the command does it: the destroyed again, then the proof. */
export async function putBack(
  folder: string,
  place: EmptyPlace,
  lines: readonly DestroyedLine[] = [],
): Promise<Manifest> {
  const secrets = secretsFrom(new Uint8Array(32).fill(7));
  const settings = readSettings({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  const target: RestoreTarget = { ...place, beginning: migratedDump };
  return restoreBackup(folder, target, async (database, { madeAt }) => {
    const filesDir = join(place.dataDir, 'files.restoring');
    await replayDestroyed({ database, settings, secrets, filesDir }, lines, madeAt);
    const faults = await verifyLedger(database.db, null, secrets);
    if (faults.length) throw new Error(`Учёт не сходится: ${faults[0]!.text}`);
  });
}
