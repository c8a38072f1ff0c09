// Instruments of the administrator.
import * as contract from '../../contract/instruments.ts';
import type { Mount } from '../kernel/mount.ts';
import { overview } from './queries/overview.ts';
import { mergingRoutes } from './routes/merging.ts';
import { MERGE_SEARCH } from './search.ts';

export function instrumentRoutes(mount: Mount): void {
  mount(contract.instrumentList, async (ctx) => ({
    data: await overview(ctx.db, ctx.now(), { merge: MERGE_SEARCH }),
  }));
  mergingRoutes(mount);
}
