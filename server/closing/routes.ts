// Closing a period and opening it again.
import * as contract from '../../contract/closing.ts';
import type { Mount } from '../kernel/mount.ts';
import { close, open, review } from './writing.ts';

export function closingRoutes(mount: Mount): void {
  mount(contract.closingReview, async (ctx, { query }) => review(ctx, query.until));
  mount(contract.closePeriod, async (ctx, { body }) => close(ctx, body));
  mount(contract.openPeriod, async (ctx, { body }) => open(ctx, body));
}
