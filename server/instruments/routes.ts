// Instruments of the administrator.
import * as contract from '../../contract/instruments.ts';
import type { Mount } from '../kernel/mount.ts';
import { overview } from './queries/overview.ts';
import { BACKUP } from './backups.ts';
import { backupRoutes } from './routes/backups.ts';
import { logArchiveRoutes } from './routes/logArchive.ts';
import { mergingRoutes } from './routes/merging.ts';
import { handoverRoutes } from './routes/handovers.ts';
import { demandRoutes } from './routes/demands.ts';
import { personalRoutes } from './routes/personal.ts';
import { normalisingRoutes } from './routes/normalising.ts';
import { NORMALISING } from './normalising.ts';
import { MERGE_SEARCH } from './search.ts';

export function instrumentRoutes(mount: Mount): void {
  mount(contract.instrumentList, async (ctx) => ({
    data: await overview(ctx.db, ctx.now(), { merge: MERGE_SEARCH, normalise: NORMALISING, backup: BACKUP }),
  }));
  mergingRoutes(mount);
  normalisingRoutes(mount);
  backupRoutes(mount);
  logArchiveRoutes(mount);
  personalRoutes(mount);
  demandRoutes(mount);
  handoverRoutes(mount);
}
