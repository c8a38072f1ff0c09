// Background jobs: what goes on, cancelling, retrying, the files they made.
import * as contract from '../../contract/jobs.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { authorNow, handingProblem, type Asked } from './author.ts';
import type { AnyJobKind } from './kinds.ts';
import { takeTurn } from './oneAtATime.ts';
import { fileOfJob, jobById, jobCounts, jobPage, type JobRow } from './queries.ts';
import { Ended, FILE_DAYS, placeOf, writeCancelAsked, writeRetry, writeStop } from './records.ts';

export function jobRoutes(mount: Mount, kinds: readonly AnyJobKind[]): void {
  mount(contract.jobList, async (ctx, { query }) => {
    const [rows, { kinds: present, bytes, ...counts }] = [
      await jobPage(ctx.db, ctx.actor, query),
      await jobCounts(ctx.db, ctx.actor, query),
    ];
    const data = rows.map((row) => shown(ctx, row));
    return { data, total: counts[query.state], counts, kinds: present, bytes, fileDays: FILE_DAYS };
  });

  mount(contract.cancelJob, async (ctx, { params }) => {
    const job = await requireJob(ctx, params.id);
    if (!job.may_stop) throw forbidden('Отменить может автор задания или тот, у кого есть нужное право');
    if (!canCancel(job)) throw invalid({ form: reasonNot(job) });
    const kind = kinds.find((one) => one.kind === job.kind);
    await act(ctx, 'admin.job_cancel', async (write) => {
      await write.log({ place: placeOf(job), text: `Отменено задание «${job.title}»` });
      const asked = await writeCancelAsked(write.tx, job.id, ctx.now());
      if (asked.numUpdatedRows) return;
      if (!kind || job.status !== 'queued') throw invalid({ form: ENDED });
      // It may have begun, or ended, since it was read.
      const end = { how: 'cancelled', reason: 'отменено', whileWaits: true } as const;
      await writeStop(write, ctx, kind, job, end).catch((error: unknown) => {
        throw error instanceof Ended ? invalid({ form: TOO_LATE }) : error;
      });
    });
  });

  mount(contract.retryJob, async (ctx, { params }) => {
    const job = await requireJob(ctx, params.id);
    if (job.user_id !== ctx.actor.userId) throw forbidden('Повторить может только автор задания');
    const { lost } = await authorNow(ctx.db, ctx.actor.userId, job);
    if (lost !== null) throw forbidden(lost);
    const kind = kinds.find((one) => one.kind === job.kind);
    await act(ctx, 'admin.job_retry', async (write) => {
      if (kind?.isAlone) await takeTurn(write.tx, kind.kind);
      if (!(await writeRetry(write, job))) throw invalid({ form: 'Это задание уже нельзя повторить' });
      await write.log({ place: placeOf(job), text: `Повторено задание «${job.title}»` });
    });
  });

  mount(contract.jobFile, async (ctx, { params }) => {
    if (ctx.actor.viewOnly) throw forbidden('В режиме просмотра файлы заданий не открываются');
    const file = await fileOfJob(ctx.db, ctx.actor, params.id);
    if (!file) throw notFound();
    const asked = { actor: file.actor as Asked, capability: file.capability };
    const problem = await handingProblem(ctx.db, ctx.actor.userId, asked);
    if (problem) throw forbidden(problem);
    return { name: file.name, mime: file.mime, body: ctx.deps.files.get(file.store_key) };
  });
}

const ENDED = 'Задание уже закончено';
const TOO_LATE = 'Задание уже началось или закончилось. Обновите страницу';

async function requireJob(ctx: Ctx, id: number): Promise<JobRow> {
  const job = await jobById(ctx.db, ctx.actor, id);
  if (!job) throw notFound();
  return job;
}

const canCancel = ({ status, cancel }: JobRow) =>
  (status === 'queued' && cancel !== 'never') || (status === 'running' && cancel === 'running');

const reasonNot = ({ status }: JobRow) =>
  status === 'running' || status === 'queued' ? 'Это задание нельзя прервать: оно делается целиком или никак' : ENDED;

function shown(ctx: Ctx, row: JobRow): contract.Job {
  const isMe = row.user_id === ctx.actor.userId;
  const { file_name: name, file_bytes: size, file_until: until } = row;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    author: { id: row.user_id, name: row.author ?? 'Система', isMe },
    status: row.status as contract.Job['status'],
    stage: row.cancel_asked_at && row.status === 'running' ? 'Останавливается' : row.stage,
    done: row.done,
    total: row.total,
    errors: row.errors,
    failure: row.failure,
    summary: row.summary,
    link: row.link,
    file: isMe && name !== null ? { name, size: size!, until: until! } : null,
    left_seconds: row.status === 'running' ? secondsLeft(row, ctx.now()) : null,
    ahead: row.ahead,
    canCancel: row.may_stop && canCancel(row) && !row.cancel_asked_at,
    canRetry: isMe && row.can_retry && (row.status === 'failed' || row.status === 'cancelled'),
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

/** By the pace of this attempt until now; nothing is said before a twentieth of what was left for it is done. */
function secondsLeft({ started_at, done, done_before, total }: JobRow, now: Date): number | null {
  const own = done - done_before;
  if (!started_at || done_before < 0 || own * 20 < total - done_before || total <= done) return null;
  const passed = now.getTime() - new Date(started_at).getTime();
  return Math.max(1, Math.round(((passed / own) * (total - done)) / 1000));
}
