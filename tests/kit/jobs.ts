// Background jobs of a test: started as a call starts them, done at once instead of by the queue.
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../contract/kernel/scope.ts';
import { importJob } from '../../server/imports/run.ts';
import type { JobKind } from '../../server/jobs/kinds.ts';
import { startJob, type NewJob } from '../../server/jobs/records.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx, type AppDeps } from '../../server/kernel/ctx.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };

/** Writes a job that waits for the queue; answers its number. `rights`: what its author asks with. */
export async function waitingJob<P>(
  deps: AppDeps,
  userId: number,
  kind: JobKind<P>,
  params: P,
  more: Partial<NewJob<P>> = {},
  rights: Partial<Actor> = {},
): Promise<number> {
  const ctx = workCtx(deps, { userId, name: 'Автор', capabilities: [1, 2, 3], ...rights });
  return act(ctx, kind.verb, async ({ tx, log, emit }) => {
    await log({ text: 'Запущено' });
    const asked = { title: 'Проба', place: nowhere, params, ...more };
    return startJob({ tx, emit, enqueue: async () => randomUUID() }, ctx, kind, asked);
  });
}

/** Does an import as the queue does. */
export async function runImport(deps: AppDeps, userId: number, batchId: number): Promise<void> {
  await deps.db.updateTable('import_batch').set({ status: 'queued' }).where('id', '=', batchId).execute();
  const jobId = await waitingJob(deps, userId, importJob, { batchId });
  await runJob(deps, importJob, { jobId });
}
