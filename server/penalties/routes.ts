// Penalties: what would be charged, and charging it.
import * as contract from '../../contract/penalties.ts';
import type { Mount } from '../kernel/mount.ts';
import { unfoundedPage } from './queries/unfounded.ts';
import { takeBackUnfounded } from './writing/takingBack.ts';
import { chargePenalties, previewPenalties } from './writing/charging.ts';

export function penaltyRoutes(mount: Mount): void {
  mount(contract.previewPenalties, async (ctx, { body }) => previewPenalties(ctx, body));
  mount(contract.postPenalties, async (ctx, { body }) => chargePenalties(ctx, body));
  mount(contract.unfoundedPenalties, (ctx, { query }) => unfoundedPage(ctx, query.garage ?? null));
  mount(contract.takeBackUnfounded, (ctx, { body }) => takeBackUnfounded(ctx, body));
}
