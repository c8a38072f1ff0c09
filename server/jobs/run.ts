// One attempt of a background job: taken from the queue, done as its author, its fate written and told.
import { setTimeout } from 'node:timers/promises';
import { countTables } from '../db/statistics.ts';
import { act } from '../kernel/act.ts';
import { timeZoneOfActor } from '../kernel/timeZones.ts';
import { workCtx, type AppDeps, type Ctx } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { authorNow } from './author.ts';
import { Cancelled, type AnyJobKind, type Progress, type RunningJob } from './kinds.ts';
import {
  beginAttempt,
  Ended,
  holdRunning,
  message,
  jobChanged,
  tellAuthor,
  tellChanged,
  writeProgress,
  writeResult,
  writeStop,
  type Job,
} from './records.ts';

/** A job that meets a fault is begun this many times at most. */
const ATTEMPTS = 3;
const STOPPED_BY_PERSON = 'отменено';

/**
 * Does a queued job; called again after a fault or a crash. `turn`: the queue's number of what it brought; of a job that was cancelled
 * and asked for again the older one is nobody's.
 * @throws after a fault when there is an attempt left: the queue brings the job again
 */
export async function runJob(
  deps: AppDeps,
  kind: AnyJobKind,
  { jobId }: { jobId: number },
  turn?: string,
): Promise<void> {
  const job = await beginAttempt(deps, jobId, kind.stage, turn);
  if (!job) return;
  const ctx = workCtx(deps, job.actor, undefined, await timeZoneOfActor(deps.db, job.actor));
  const kept: string[] = [];
  await tellAuthor(deps, job.user_id, message(kind, job, {}));
  try {
    if (job.cancel_asked_at) throw new Cancelled();
    const running = runningJob(deps, await asAuthor(ctx, kind), kind, job, kept);
    await kind.run(running);
    if (!running.isEnded) throw new Error(`the job ${kind.kind} ended without a result`);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Cancelled)) deps.report(`Задание ${kind.kind} ${job.id}`, error);
    const isLast = error instanceof Refused || error instanceof Cancelled || job.attempts >= ATTEMPTS;
    const isAgain = !isLast && (await writeProgress(deps.db, job.id, { stage: 'Повтор после сбоя' }));
    const isUndone = isAgain || (await stop(ctx, kind, job, isLast ? error : new Cancelled()));
    if (isUndone) for (const storeKey of kept) await deps.files.remove(storeKey);
    if (isAgain) throw error;
  }
}

/** Ends the job; false when its work had been kept and only the end of that was not heard. */
async function stop(ctx: Ctx, kind: AnyJobKind, job: Job, error: unknown): Promise<boolean> {
  const end =
    error instanceof Cancelled
      ? { how: 'cancelled' as const, reason: STOPPED_BY_PERSON }
      : { how: 'failed' as const, reason: error instanceof Refused ? textOf(error) : kind.fault };
  try {
    await act(ctx, kind.verb, (write) => writeStop(write, ctx, kind, job, end));
    return true;
  } catch (fault) {
    if (fault instanceof Ended) return false;
    throw fault;
  }
}

/** The first text of a refusal: by field where the whole says nothing. */
const textOf = ({ problem }: Refused) => Object.values(problem.errors ?? {})[0] ?? problem.message;

/** Who asked may have been dismissed or lost his rights while the job waited or stood: it goes on with those he still holds. @throws 403 */
async function asAuthor(ctx: Ctx, { capability }: AnyJobKind): Promise<Ctx> {
  const { actor } = ctx;
  if (!actor.userId) return ctx;
  const author = await authorNow(ctx.db, actor.userId, { actor, capability });
  if (author.lost !== null) throw new Refused(403, { message: author.lost });
  return { ...ctx, actor: { ...actor, capabilities: author.capabilities } };
}

function runningJob(
  deps: AppDeps,
  ctx: Ctx,
  kind: AnyJobKind,
  job: Job,
  kept: string[],
): RunningJob<unknown> & { readonly isEnded: boolean } {
  let isEnded = false;
  let known: Progress = {};
  const say = (progress: Progress) => message(kind, job, (known = { ...known, ...progress }));
  return {
    id: job.id,
    ctx,
    params: kind.params.parse(job.payload),
    attempt: job.attempts,
    get isEnded() {
      return isEnded;
    },
    async tell(progress) {
      if (!(await writeProgress(deps.db, job.id, progress))) throw new Cancelled();
      await tellAuthor(deps, job.user_id, say(progress));
    },
    async step({ tx, emit }, progress) {
      if (!(await writeProgress(tx, job.id, progress))) throw new Cancelled();
      if (job.user_id) await emit({ user: job.user_id }, say(progress));
    },
    async giveWay(tookMs) {
      const isWanted = deps.engine.wasWaitedFor();
      if (isWanted) await setTimeout(tookMs);
      return isWanted;
    },
    countTables: (tables) => countTables(deps.engine, tables),
    async keep(name, mime, bytes) {
      const stored = await deps.files.put(bytes);
      kept.push(stored.storeKey);
      return { name, mime, ...stored };
    },
    async keepStream(name, mime, body) {
      const stored = await deps.files.putStream(body);
      kept.push(stored.storeKey);
      return { name, mime, ...stored };
    },
    async finish({ tx, emit }, result) {
      if (!(await holdRunning(tx, job.id))) throw new Cancelled();
      await writeResult(tx, deps, kind, job, result);
      isEnded = true;
      if (!job.user_id) return;
      const { done, total = done, errors = 0 } = result;
      await emit({ user: job.user_id }, say({ stage: 'Готово', done, total, errors }));
      await tellChanged({ emit }, job.user_id, job.id);
      if (result.file) await emit({ user: job.user_id }, { type: 'file_ready', message: { job_id: job.id } });
    },
    async settle(result) {
      await writeResult(deps.db, deps, kind, job, result);
      isEnded = true;
      const { done, total = done, errors = 0 } = result;
      await tellAuthor(deps, job.user_id, say({ stage: 'Готово', done, total, errors }));
      await tellAuthor(deps, job.user_id, jobChanged(job.id));
    },
  };
}
