// What runs beside the requests: the queue's workers and the letters' sender. Each slice names its own work here.
import { accrualJob } from './contributions/run.ts';
import { importJob } from './imports/run.ts';
import { penaltyJob } from './penalties/run.ts';
import { forgetOldDrafts } from './imports/retention.ts';
import type { AnyJobKind } from './jobs/kinds.ts';
import { stopLostJobs } from './jobs/lost.ts';
import type { JobRunner } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import { runJob } from './jobs/run.ts';
import type { Deps } from './kernel/ctx.ts';
import { startSender } from './ports/mailer.ts';
import { forgetOldSignIns } from './session/retention.ts';
import { endOldViews } from './users/viewAs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Kinds of work in the background. */
export const jobKinds: readonly AnyJobKind[] = [importJob, accrualJob, penaltyJob];

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: Deps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  for (const kind of jobKinds) deps.jobs.work(kind.kind, (data) => runJob(deps, kind, data));
  await deps.jobs.start();
  const sender = startSender(deps.db, deps.settings);
  const upkeep = [
    repeat(MINUTE_MS, () => endOldViews(deps)),
    repeat(MINUTE_MS, () => stopLostJobs(deps, jobKinds)),
    repeat(DAY_MS, () => forgetOldSignIns(deps)),
    repeat(DAY_MS, () => forgetOldDrafts(deps)),
  ];
  return async () => {
    await Promise.all(upkeep.map((one) => one.stop()));
    await sender.stop();
  };
}
