// The rows of background jobs: this file alone writes them.
import { sql } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import { LIVE_CHANNEL, type Write } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import type { Ctx, AppDeps, WriteDb } from '../kernel/ctx.ts';
import { giveKeyBack } from '../kernel/once.ts';
import { daysAfter } from '../ports/clock.ts';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { takeTurn } from './oneAtATime.ts';
import type { AnyJobKind, JobFacts, JobResult, Progress, Progressing } from './kinds.ts';

/** How long the file of a job is kept, days. */
export const FILE_DAYS = 30;

export interface Job {
  id: number;
  kind: string;
  title: string;
  user_id: number | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  payload: unknown;
  actor: Actor;
  capability: number | null;
  operation_key: string | null;
  status: string;
  stage: string;
  done: number;
  total: number;
  errors: number;
  attempts: number;
  cancel_asked_at: string | null;
}

export interface NewJob<P> {
  /** How people read it: «Загрузка реестра КАС 12.xlsx». */
  title: string;
  place: { region_id: number | null; mo_id: number | null; po_id: number | null };
  params: P;
  total?: number;
  /** Page where its work is seen meanwhile. */
  link?: string;
  /** Of a kind that goes one at a time: the last job of it that the asker knows of. */
  after?: number | null;
  /** Key of the call, given back when nothing comes of the job. */
  operationKey?: string;
}

/**
 * Leaves work to the background, in the caller's transaction; answers the number of the job. The caller writes the log line.
 * @throws {UnderWay} when one of a kind that goes one at a time is there already
 */
export async function startJob<P>(
  write: Pick<Write, 'tx' | 'enqueue' | 'emit'>,
  ctx: Ctx,
  kind: JobFacts,
  job: NewJob<P>,
): Promise<number> {
  if (kind.isAlone) await takeTurn(write.tx, kind.kind, job.after);
  const { id } = await write.tx
    .insertInto('background_job')
    .values({
      kind: kind.kind,
      title: job.title,
      user_id: ctx.actor.userId || null,
      ...job.place,
      payload: JSON.stringify(job.params),
      actor: JSON.stringify(ctx.actor),
      operation_key: job.operationKey ?? null,
      capability: kind.capability ?? null,
      cancel: kind.cancel,
      can_retry: kind.canRetry,
      total: job.total ?? 0,
      result: job.link ? JSON.stringify({ link: job.link }) : null,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueJob(write, kind.kind, id);
  await tellChanged(write, ctx.actor.userId, id);
  return id;
}

/** The author's list of jobs and their number in the header: told when one begins or ends. */
export async function tellChanged({ emit }: Pick<Write, 'emit'>, userId: number | null, id: number): Promise<void> {
  if (userId) await emit({ user: userId }, jobChanged(id));
}
export const jobChanged = (id: number): LiveMessage => ({
  type: 'records_changed',
  message: { resource: 'jobs', ids: [id] },
});

async function enqueueJob({ tx, enqueue }: Pick<Write, 'tx' | 'enqueue'>, kind: string, id: number) {
  const queueId = await enqueue(kind, { jobId: id });
  await tx.updateTable('background_job').set({ queue_id: queueId }).where('id', '=', id).execute();
}

/** Begins an attempt of a job that is not ended yet; null when it is, and for a turn of the queue that is not the job's last one. */
export async function beginAttempt(deps: AppDeps, id: number, stage: string, turn?: string): Promise<Job | null> {
  const row = await deps.db
    .updateTable('background_job')
    .set((e) => ({
      status: 'running',
      stage: sql<string>`coalesce(nullif(stage, ''), ${stage})`,
      attempts: e('attempts', '+', 1),
      started_at: deps.clock.now().toISOString(),
      done_before: sql<number>`case when attempts > 0 then -1 else done_before end`,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .$if(turn !== undefined, (query) => query.where('queue_id', '=', turn!))
    .returningAll()
    .executeTakeFirst();
  return row ? (row as unknown as Job) : null;
}

/** Writes progress; answers whether the job is still wanted. */
export async function writeProgress(db: AppDeps['db'] | WriteDb, id: number, progress: Progress): Promise<boolean> {
  const row = await db
    .updateTable('background_job')
    .set({
      ...progress,
      // What an attempt after another says first was done before it.
      ...(progress.done === undefined
        ? {}
        : { done_before: sql<number>`case when done_before < 0 then ${progress.done}::int else done_before end` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('cancel_asked_at')
    .executeTakeFirst();
  return row !== undefined && row.cancel_asked_at === null;
}

/** Ends a job that did what it was for; inside the transaction of its work, or after it. */
export async function writeResult(
  db: AppDeps['db'] | WriteDb,
  deps: Pick<AppDeps, 'clock'>,
  kind: JobFacts,
  job: Pick<Job, 'id' | 'user_id'>,
  { summary, link, file, done, total = done, errors = 0 }: JobResult,
): Promise<void> {
  const now = deps.clock.now();
  const kept = file && (await storedFile(db, job, file, now));
  await db
    .updateTable('background_job')
    .set({
      status: 'done',
      stage: 'Готово',
      failure: null,
      done,
      total,
      errors,
      summary: summary ?? null,
      ...(link ? { result: JSON.stringify({ link }) } : {}),
      ...forgotten(kind),
      ...(kept ? { file_id: kept, file_until: daysAfter(now, FILE_DAYS) } : {}),
      finished_at: now.toISOString(),
    })
    .where('id', '=', job.id)
    .execute();
}

/** Whether a job goes on still, held until the transaction ends: of one that was given up meanwhile the author was told that nothing comes. */
export const holdRunning = async (tx: WriteDb, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('background_job')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Params that hold a secret go with the end of the job. */
const forgotten = ({ isSecret }: JobFacts) => (isSecret ? { payload: '{}' } : {});

async function storedFile(
  db: AppDeps['db'] | WriteDb,
  { user_id }: Pick<Job, 'user_id'>,
  file: NonNullable<JobResult['file']>,
  now: Date,
): Promise<number> {
  const row = await db
    .insertInto('stored_file')
    .values({
      store_key: file.storeKey,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      created_by: user_id,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The job had ended meanwhile. */
export class Ended extends Error {}

/** Ends a job of which nothing comes, gives its key back, tells its author; `whileWaits`: only one that has not begun. @throws {Ended} */
export async function writeStop(
  write: Write,
  ctx: Ctx,
  kind: AnyJobKind,
  job: Job,
  { how, reason: why, whileWaits }: { how: 'failed' | 'cancelled'; reason: string; whileWaits?: boolean },
): Promise<void> {
  const left = (await kind.leftBehind?.(write.tx, job.id)) ?? null;
  const reason = left ? `${why}. ${left}` : why;
  const stopped = await write.tx
    .updateTable('background_job')
    .set({
      status: how,
      stage: '',
      failure: reason,
      ...(how === 'failed' ? { errors: Math.max(1, job.errors) } : {}),
      ...forgotten(kind),
      finished_at: ctx.now().toISOString(),
    })
    .where('id', '=', job.id)
    .where('status', 'in', whileWaits ? ['queued'] : ['queued', 'running'])
    .executeTakeFirst();
  if (!stopped.numUpdatedRows) throw new Ended();
  if (job.operation_key) await giveKeyBack(write.tx, job.operation_key);
  await kind.onStop?.(write, kind.params.parse(job.payload), reason);
  const undone = (!left && kind.undoneOf?.(kind.params.parse(job.payload))) || kind.undone;
  await write.log({
    verb: kind.verb,
    place: placeOf(job),
    text: `${undone}: ${reason}`,
    after: kind.verb.startsWith('copy.') ? copied({ of: job.title, reason }) : undefined,
  });
  await tellChanged(write, job.user_id, job.id);
  if (job.user_id)
    await write.emit(
      { user: job.user_id },
      message(kind, job, { stage: reason, done: 0, total: job.total, errors: 1 }),
    );
}

/** Puts a failed job into the queue again, as it was asked for. False when it is not a failed one any more. */
export async function writeRetry(write: Write, job: Pick<Job, 'id' | 'kind' | 'user_id'>): Promise<boolean> {
  const again = await write.tx
    .updateTable('background_job')
    .set({
      status: 'queued',
      stage: '',
      failure: null,
      errors: 0,
      attempts: 0,
      done: 0,
      done_before: -1,
      started_at: null,
      cancel_asked_at: null,
      finished_at: null,
    })
    .where('id', '=', job.id)
    .where('status', 'in', ['failed', 'cancelled'])
    .where('can_retry', '=', true)
    .executeTakeFirst();
  if (!again.numUpdatedRows) return false;
  await enqueueJob(write, job.kind, job.id);
  await tellChanged(write, job.user_id, job.id);
  return true;
}

/** Asks a running job to end at its next step. */
export const writeCancelAsked = (tx: WriteDb, id: number, at: Date) =>
  tx
    .updateTable('background_job')
    .set({ cancel_asked_at: at.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('cancel', '=', 'running')
    .executeTakeFirst();

/** Whether there are files whose time is over. */
export const hasOldFiles = async (db: AppDeps['db'], now: Date): Promise<boolean> =>
  (await db
    .selectFrom('background_job')
    .where('file_id', 'is not', null)
    .where('file_until', '<', now.toISOString())
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Takes the files of jobs away whose time is over; answers their keys in the store. */
export async function forgetFiles(tx: WriteDb, until: Date): Promise<string[]> {
  const over = await tx
    .updateTable('background_job')
    .set({ file_id: null })
    .from('stored_file as f')
    .whereRef('f.id', '=', 'background_job.file_id')
    .where('background_job.file_until', '<', until.toISOString())
    .returning(['f.id', 'f.store_key'])
    .execute();
  if (over.length)
    await tx
      .deleteFrom('stored_file')
      .where(
        'id',
        'in',
        over.map(({ id }) => id),
      )
      .execute();
  return over.map(({ store_key }) => store_key);
}

/** A live message about a job in the words of its kind. */
export const message = (
  { tells }: Pick<AnyJobKind, 'tells'>,
  { id, stage: was, ...job }: Pick<Job, 'id' | 'stage' | 'done' | 'total' | 'errors'>,
  { stage = was, done = job.done, total = job.total, errors = job.errors }: Progress,
): Progressing => ({ type: tells ?? 'job_status', message: { job_id: id, stage, done, total, errors } });

/** Tells the author beside any transaction. */
export async function tellAuthor(deps: AppDeps, userId: number | null, said: LiveMessage): Promise<void> {
  if (!userId) return;
  const payload = JSON.stringify({ audience: { user: userId }, message: said });
  await sql`select pg_notify(${LIVE_CHANNEL}, ${payload})`.execute(deps.db);
}

export const placeOf = ({ region_id, mo_id, po_id }: Pick<Job, 'region_id' | 'mo_id' | 'po_id'>) => ({
  region_id,
  mo_id,
  po_id,
});
