// What runs beside the requests: the queue's workers and the letters' sender. Each slice names its own work here.
import type { Deps } from './kernel/ctx.ts';
import type { JobRunner } from './jobs/queue.ts';

/** Starts background work; call once, after the application listens. */
export async function startWork(deps: Deps & { jobs: JobRunner }): Promise<void> {
  await deps.jobs.start();
}
