// Handing a long run over to the background: one job for one key.
import type { AccrualAnswer } from '../../../contract/accruals.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import * as q from '../queries.ts';
import { placeOf } from './books.ts';

/** What the person saw in the preview; a difference refuses the posting. */
export interface Expected {
  garages: number;
  amount_kopecks: number;
}

/** A run that goes to the background: its kind of job, how people read it, what it was asked. */
export interface Run {
  kind: string;
  title: string;
  body: { idempotencyKey: string; expected: Expected };
  books: q.Books;
}

/** Leaves a long run to the background; the same key is the same job. */
export async function enqueued(ctx: Ctx, { kind, title, body, books }: Run): Promise<AccrualAnswer> {
  return act(ctx, `balance_operation.${kind}_queued`, async ({ tx, log, enqueue }) => {
    await q.lockBooks(tx, books.mo_id);
    const first = await q.jobByKey(tx, body.idempotencyKey);
    if (first) throw new Queued(first.id);
    const job = await tx
      .insertInto('background_job')
      .values({
        kind,
        title,
        user_id: ctx.actor.userId,
        ...placeOf(books),
        payload: JSON.stringify({ ...body, actor: ctx.actor }),
        total: body.expected.garages,
        result: JSON.stringify({ link: '/contributions' }),
        created_at: ctx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(kind, { jobId: job.id });
    await log({ place: placeOf(books), text: `Запущено: ${title}` });
    return job.id;
  })
    .catch((error: unknown) => {
      if (error instanceof Queued) return error.job;
      throw error;
    })
    .then((job) => ({ contribution: null, job, ...body.expected, isRepeat: false }));
}
class Queued extends Error {
  readonly job: number;
  constructor(job: number) {
    super('queued');
    this.job = job;
  }
}
