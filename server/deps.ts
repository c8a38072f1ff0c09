// Opens what the application stands on: database, keys, files, addresses, queue.
import { join } from 'node:path';
import { layBlank } from './db/blank.ts';
import { openDatabase, type Database } from './db/open.ts';
import { startJobs, type JobRunner } from './jobs/queue.ts';
import { closeFolder } from './kernel/closedFolder.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { openSecrets, type Secrets } from './kernel/secrets.ts';
import type { Settings } from './kernel/settings.ts';
import { addressCleaner } from './ports/addressCleaner.ts';
import { addressService } from './ports/addresses.ts';
import { verifyLedger } from './balance/queries.ts';
import type { Beginning } from './db/restore.ts';
import { refuseUnfinished } from './db/restoring.ts';
import { backupRoom } from './ports/backups.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import { folderStore } from './ports/files.ts';
import { s3Store } from './ports/s3.ts';
import { openStored, sealedStore } from './ports/sealedFiles.ts';
import { typstEngine } from './ports/pdf/engine.ts';

/** Faults beside the requests, with where they come from, to where the system keeps what a service says. */
const reporter =
  ({ LOG_LEVEL }: Settings) =>
  (what: string, error: unknown): void => {
    if (LOG_LEVEL !== 'silent') console.error(`${what}:`, error);
  };

/** The embedded database, from the blank where it is new. */
async function openFolder({ DATA_DIR }: Settings) {
  const dataDir = join(DATA_DIR, 'db');
  await layBlank(dataDir);
  return openDatabase({ dataDir });
}

/** Opens dependencies by settings; tests hand over a database, keys and a clock of their own. */
export async function openDeps(
  settings: Settings,
  given: { database?: Database; secrets?: Secrets; clock?: Clock; beginning?: Beginning } = {},
): Promise<AppDeps & { jobs: JobRunner }> {
  if (!given.database) await refuseUnfinished({ dataDir: settings.DATA_DIR, ...settings.server });
  const database = given.database ?? (await (settings.server ? openDatabase(settings.server) : openFolder(settings)));
  closeFolder(settings.DATA_DIR);
  const secrets = given.secrets ?? openSecrets({ dataDir: settings.DATA_DIR, secretKey: settings.SECRET_KEY });
  const raw = settings.S3_URL ? s3Store(settings.S3_URL) : folderStore(join(settings.DATA_DIR, 'files'));
  const deps = {
    engine: database.engine,
    db: database.db,
    settings,
    secrets,
    clock: given.clock ?? systemClock,
    report: reporter(settings),
    files: sealedStore(raw, secrets),
    addresses: settings.ADDRESS_SERVICE_URL
      ? addressService(settings.ADDRESS_SERVICE_URL, settings.ADDRESS_SERVICE_TOKEN ?? '')
      : null,
    cleaner: settings.ADDRESS_CLEANER_URL
      ? addressCleaner({
          url: settings.ADDRESS_CLEANER_URL,
          token: settings.ADDRESS_CLEANER_TOKEN ?? '',
          secret: settings.ADDRESS_CLEANER_SECRET ?? '',
          priceKopecks: settings.ADDRESS_CLEANER_PRICE,
        })
      : null,
    pdf: typstEngine(),
    backups: backupRoom({
      dir: settings.BACKUP_DIR,
      engine: database.engine,
      files: { raw, opened: (bytes) => openStored(bytes, secrets) },
      secrets,
      beginning: given.beginning,
      prove: async ({ db }) =>
        (await verifyLedger(db, null, secrets)).map(({ what, id, text }) => `${what} ${id}: ${text}`),
    }),
  };
  return { ...deps, jobs: startJobs(deps) };
}
