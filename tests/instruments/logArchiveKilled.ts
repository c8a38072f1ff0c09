// What the process that is killed while it archives the log and the test that kills it share.
import { logArchiveJob } from '../../server/instruments/logArchive.ts';
import { runJob } from '../../server/jobs/run.ts';
import { waitingJob } from '../kit/jobs.ts';
import type { Register } from './killed.ts';

/** Does the job as the queue does: two months of 2019. */
export async function archiveTwo({ deps }: Register, admin: number): Promise<string> {
  // What a killed process left under way is ended before another is begun.
  await deps.db
    .updateTable('background_job')
    .set({ status: 'failed' })
    .where('status', 'in', ['queued', 'running'])
    .execute();
  const params = { through: '2019-02-01', lines: 5 };
  const jobId = await waitingJob(deps, admin, logArchiveJob, params);
  await runJob(deps, logArchiveJob, { jobId });
  const job = await deps.db
    .selectFrom('background_job')
    .where('id', '=', jobId)
    .select(['status', 'failure'])
    .executeTakeFirstOrThrow();
  return job.failure ?? job.status;
}
