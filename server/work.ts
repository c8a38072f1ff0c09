// What runs beside the requests: the queue's workers and the letters' sender. Each slice names its own work here.
import { PENALTY_JOB } from './contributions/penalty.ts';
import { runAccrual, runPenalties } from './contributions/run.ts';
import { ACCRUAL_JOB } from './contributions/writing/charging.ts';
import { IMPORT_JOB, runBatch } from './imports/run.ts';
import type { JobRunner } from './jobs/queue.ts';
import type { Deps } from './kernel/ctx.ts';
import { startSender } from './ports/mailer.ts';
import { startViewWatch } from './users/viewAs.ts';

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: Deps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  deps.jobs.work(IMPORT_JOB, (data) => runBatch(deps, data));
  deps.jobs.work(ACCRUAL_JOB, (data) => runAccrual(deps, data));
  deps.jobs.work(PENALTY_JOB, (data) => runPenalties(deps, data));
  await deps.jobs.start();
  const sender = startSender(deps.db, deps.settings);
  const views = startViewWatch(deps);
  return async () => {
    views.stop();
    await sender.stop();
  };
}
