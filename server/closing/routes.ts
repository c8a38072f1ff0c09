// Closing a period and opening it again.
import * as contract from '../../contract/closing.ts';
import type { Mount } from '../kernel/mount.ts';
import { closePeriod, openPeriod, reviewClosing } from './writing.ts';

export function closingRoutes(mount: Mount): void {
  mount(contract.closingReview, async (ctx, { query }) => reviewClosing(ctx, query.until));
  mount(contract.closePeriod, async (ctx, { body }) => closePeriod(ctx, body));
  mount(contract.openPeriod, async (ctx, { body }) => openPeriod(ctx, body));
}
