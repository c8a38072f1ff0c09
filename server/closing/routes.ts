// Closing a period and opening it again.
import * as contract from '../../contract/closing.ts';
import type { Mount } from '../kernel/mount.ts';
import { lastBackup, readinessOf } from './queries.ts';
import { closePeriod, openPeriod, reviewClosing } from './writing.ts';

export function closingRoutes(mount: Mount): void {
  mount(contract.closingReview, async (ctx, { query }) => reviewClosing(ctx, query.until));
  mount(contract.closingReadiness, async ({ db, actor }, { query }) => {
    const [data, backup_at] = await Promise.all([readinessOf(db, actor, query.until), lastBackup(db)]);
    return { data, backup_at };
  });
  mount(contract.closePeriod, async (ctx, { body }) => closePeriod(ctx, body));
  mount(contract.openPeriod, async (ctx, { body }) => openPeriod(ctx, body));
}
