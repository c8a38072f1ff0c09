// A long run in the background: taken from the queue, posted in one transaction, its fate told to the person.
import { AccrualTerms } from '../../contract/contributions/charging.ts';
import { type AccrualAnswer } from '../../contract/books.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { PenaltyTerms } from '../../contract/penalties.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { giveBack } from '../kernel/once.ts';
import { chargeNow } from '../penalties/writing/charging.ts';
import { accrueNow, type AccrualBody } from './writing/charging.ts';
import { type Finish } from '../books/writing/charged.ts';
import type { Expected } from '../books/writing/queueing.ts';

interface Payload {
  actor: Actor;
  idempotencyKey: string;
  expected: Expected;
}

interface Words {
  /** What is seen while it runs. */
  stage: string;
  verb: string;
  failed: string;
}

/** Does a queued charge. */
export const runAccrual = (deps: Deps, { jobId }: { jobId: number }): Promise<void> =>
  inBackground(
    deps,
    jobId,
    { stage: 'Начисление', verb: 'accrual', failed: 'Начисление не сделано' },
    async (ctx, body, finish) => {
      const terms: AccrualBody = { ...AccrualTerms.parse(body), ...asked(body) };
      return accrueNow(ctx, terms, posting(body), finish);
    },
  );

/** Does a queued run of penalties. */
export const runPenalties = (deps: Deps, { jobId }: { jobId: number }): Promise<void> =>
  inBackground(
    deps,
    jobId,
    { stage: 'Расчёт пеней', verb: 'penalty', failed: 'Пени не начислены' },
    (ctx, body, finish) => chargeNow(ctx, { ...PenaltyTerms.parse(body), ...asked(body) }, posting(body), finish),
  );

const asked = ({ idempotencyKey, expected }: Payload) => ({ idempotencyKey, expected });

/** The posting of a run has a key of its own: it happens once, however often the run is begun. */
const posting = ({ idempotencyKey }: Payload) => ({ key: `${idempotencyKey}:posting`, asked: null });

/** Does a queued run; called again after a crash, it finds by its key whether the posting happened. */
async function inBackground(
  deps: Deps,
  jobId: number,
  words: Words,
  post: (ctx: Ctx, body: Payload, finish: Finish) => Promise<AccrualAnswer>,
): Promise<void> {
  const job = await deps.db.selectFrom('background_job').where('id', '=', jobId).selectAll().executeTakeFirst();
  if (!job || job.status === 'done' || job.status === 'cancelled') return;
  const payload = job.payload as unknown as Payload;
  const ctx = workCtx(deps, payload.actor);
  await stage(deps, jobId, { status: 'running', stage: words.stage });
  try {
    const answer = await post(ctx, payload, async ({ tx, emit }, { contribution, garages }) => {
      // The job is done exactly when its posting is: both are in one transaction.
      await tx
        .updateTable('background_job')
        .set(finished(ctx, contribution!, garages))
        .where('id', '=', jobId)
        .execute();
      await emit({ user: ctx.actor.userId }, progress(jobId, 'Готово', garages, 0));
    });
    if (answer.isRepeat) await stage(deps, jobId, finished(ctx, answer.contribution!, answer.garages));
  } catch (error) {
    await failed(ctx, jobId, payload.idempotencyKey, words, error as Error);
    // A refusal is an answer; only a fault is tried again.
    if (!(error instanceof Refused)) throw error;
  }
}

const finished = (ctx: Ctx, contribution: number, garages: number) => ({
  status: 'done',
  stage: 'Готово',
  failure: null,
  done: garages,
  total: garages,
  result: JSON.stringify({ link: `/contribution/${contribution}`, contribution }),
  finished_at: ctx.now().toISOString(),
});

const progress = (job_id: number, name: string, total: number, errors: number) => ({
  type: 'job_status' as const,
  message: { job_id, stage: name, done: errors ? 0 : total, total, errors },
});

/** Progress is not data of the register: it is written beside the posting, so that it is seen while the posting runs. */
async function stage(deps: Deps, jobId: number, change: object) {
  await deps.db.updateTable('background_job').set(change).where('id', '=', jobId).execute();
}

async function failed(ctx: Ctx, jobId: number, key: string, words: Words, error: Error) {
  const failure = error instanceof Refused ? error.message : 'Не удалось начислить. Попробуйте ещё раз';
  await act(ctx, `balance_operation.${words.verb}`, async ({ tx, log, emit }) => {
    await tx
      .updateTable('background_job')
      .set({ status: 'failed', stage: '', failure, errors: 1, finished_at: ctx.now().toISOString() })
      .where('id', '=', jobId)
      .execute();
    await giveBack(tx, key);
    await log({ text: `${words.failed}: ${failure}` });
    await emit({ user: ctx.actor.userId }, progress(jobId, failure, 0, 1));
  });
}
