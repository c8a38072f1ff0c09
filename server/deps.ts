// Opens what the application stands on: database, keys, files, addresses, queue.
import { join } from 'node:path';
import { openDatabase, type Database } from './db/open.ts';
import { startJobs, type JobRunner } from './jobs/queue.ts';
import { closeFolder } from './kernel/closedFolder.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { openSecrets, type Secrets } from './kernel/secrets.ts';
import type { Settings } from './kernel/settings.ts';
import { addressService } from './ports/addresses.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import { folderStore } from './ports/files.ts';
import { s3Store } from './ports/s3.ts';
import { sealedStore } from './ports/sealedFiles.ts';
import { typstEngine } from './ports/pdf/engine.ts';

/** Opens dependencies by settings; tests hand over a database, keys and a clock of their own. */
export async function openDeps(
  settings: Settings,
  given: { database?: Database; secrets?: Secrets; clock?: Clock } = {},
): Promise<AppDeps & { jobs: JobRunner }> {
  const database =
    given.database ??
    (await openDatabase(
      settings.DATABASE_URL
        ? { databaseUrl: settings.DATABASE_URL, poolSize: settings.DATABASE_POOL }
        : { dataDir: join(settings.DATA_DIR, 'db') },
    ));
  closeFolder(settings.DATA_DIR);
  const secrets = given.secrets ?? openSecrets({ dataDir: settings.DATA_DIR, secretKey: settings.SECRET_KEY });
  const deps = {
    engine: database.engine,
    db: database.db,
    settings,
    secrets,
    clock: given.clock ?? systemClock,
    files: sealedStore(
      settings.S3_URL ? s3Store(settings.S3_URL) : folderStore(join(settings.DATA_DIR, 'files')),
      secrets,
    ),
    addresses: settings.ADDRESS_SERVICE_URL
      ? addressService(settings.ADDRESS_SERVICE_URL, settings.ADDRESS_SERVICE_TOKEN ?? '')
      : null,
    pdf: typstEngine(),
  };
  return { ...deps, jobs: startJobs(deps) };
}
