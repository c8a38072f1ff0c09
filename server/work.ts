// What runs beside the requests: the queue's workers and the letters' sender. Each slice names its own work here.
import { PENALTY_JOB } from './penalties/writing/charging.ts';
import { runAccrual, runPenalties } from './contributions/run.ts';
import { ACCRUAL_JOB } from './contributions/writing/charging.ts';
import { IMPORT_JOB, runBatch } from './imports/run.ts';
import { forgetOldDrafts } from './imports/retention.ts';
import type { JobRunner } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import type { Deps } from './kernel/ctx.ts';
import { startSender } from './ports/mailer.ts';
import { forgetOldSignIns } from './session/retention.ts';
import { endOldViews } from './users/viewAs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: Deps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  deps.jobs.work(IMPORT_JOB, (data) => runBatch(deps, data));
  deps.jobs.work(ACCRUAL_JOB, (data) => runAccrual(deps, data));
  deps.jobs.work(PENALTY_JOB, (data) => runPenalties(deps, data));
  await deps.jobs.start();
  const sender = startSender(deps.db, deps.settings);
  const upkeep = [
    repeat(MINUTE_MS, () => endOldViews(deps)),
    repeat(DAY_MS, () => forgetOldSignIns(deps)),
    repeat(DAY_MS, () => forgetOldDrafts(deps)),
  ];
  return async () => {
    await Promise.all(upkeep.map((one) => one.stop()));
    await sender.stop();
  };
}
