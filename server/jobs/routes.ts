// Background jobs of a person.
import * as contract from '../../contract/jobs.ts';
import type { Mount } from '../kernel/mount.ts';
import { jobsOf } from './queries.ts';

export function jobRoutes(mount: Mount): void {
  mount(contract.jobList, async (ctx) => ({ data: (await jobsOf(ctx.db, ctx.actor.userId)) as contract.Job[] }));
}
