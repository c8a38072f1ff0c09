// Jobs that the queue has given up without their author hearing of it: the process was killed at every attempt.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import type { AnyJobKind } from './kinds.ts';
import { Ended, writeStop, type Job } from './records.ts';

const LOST = 'Сервер останавливался при каждой попытке. Попробуйте ещё раз';

/** Ends open jobs that the queue does not carry any more, and tells their authors. */
export async function stopLostJobs(deps: AppDeps, kinds: readonly AnyJobKind[]): Promise<void> {
  const { rows } = await sql<Job>`select j.* from background_job as j
    where j.status in ('queued', 'running') and j.queue_id is not null and not exists
      (select 1 from pgboss.job as q where q.id = j.queue_id and q.state in ('created', 'retry', 'active'))`.execute(
    deps.db,
  );
  for (const job of rows) {
    const kind = kinds.find((one) => one.kind === job.kind);
    if (!kind) continue;
    const ctx = workCtx(deps, job.actor);
    const end = { how: 'failed' as const, reason: LOST };
    await act(ctx, kind.verb, (write) => writeStop(write, ctx, kind, job, end)).catch((error: unknown) => {
      if (!(error instanceof Ended)) throw error;
    });
  }
}
