// Contributions: reference lists of money, documents of charges.
import * as contract from '../../contract/contributions.ts';
import type { Mount } from '../kernel/mount.ts';
import { accrualTypes, paymentTypes } from './queries.ts';

export function contributionRoutes(mount: Mount): void {
  mount(contract.accrualTypes, async (ctx) => ({ data: (await accrualTypes(ctx.db)) as contract.AccrualType[] }));
  mount(contract.paymentTypes, async (ctx) => ({ data: await paymentTypes(ctx.db) }));
}
