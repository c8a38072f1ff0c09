// What runs beside the requests: the queue's workers, the letters' sender, the clock of what comes due.
import { dueKinds, jobKinds } from './background.ts';
import { doDue } from './jobs/due.ts';
import { stopLostJobs } from './jobs/lost.ts';
import type { JobRunner } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import { runJob } from './jobs/run.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { startSender } from './ports/mailer.ts';
import { endOldViews } from './users/viewAs.ts';

const MINUTE_MS = 60_000;

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: AppDeps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  for (const kind of jobKinds) deps.jobs.work(kind.kind, (data) => runJob(deps, kind, data));
  await deps.jobs.start();
  const sender = startSender(deps);
  const upkeep = [
    repeat(MINUTE_MS, () => endOldViews(deps)),
    repeat(MINUTE_MS, () => stopLostJobs(deps, jobKinds)),
    repeat(MINUTE_MS, () => doDue(deps, dueKinds)),
  ];
  return async () => {
    await Promise.all(upkeep.map((one) => one.stop()));
    await sender.stop();
  };
}
