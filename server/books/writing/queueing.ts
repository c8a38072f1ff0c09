// Handing a long run over to the background: one job for one key, until the job fails.
import type { AccrualAnswer } from '../../../contract/books.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { once } from '../../kernel/once.ts';
import type { Books } from '../queries.ts';
import { placeOf, takeBooks } from './taking.ts';

/** What the person saw in the preview; a difference refuses the posting. */
export interface Expected {
  garages: number;
  amount_kopecks: number;
}

/** A run that goes to the background. */
export interface Run {
  kind: string;
  body: { idempotencyKey: string; expected: Expected };
  /** How people read it. @throws what is wrong with it already */
  title: (tx: WriteDb, books: Books) => Promise<string>;
}

/** Leaves a long run to the background. */
export async function enqueued(ctx: Ctx, { kind, body, title: titleOf }: Run): Promise<AccrualAnswer> {
  const intention = { verb: `balance_operation.${kind}_queued`, key: body.idempotencyKey, asked: body };
  const { answer: job, isRepeat } = await once(ctx, intention, async ({ tx, log, enqueue }) => {
    const books = await takeBooks(ctx, tx);
    const title = await titleOf(tx, books);
    const { id } = await tx
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
    await enqueue(kind, { jobId: id });
    await log({ place: placeOf(books), text: `Запущено: ${title}` });
    return id;
  });
  return { contribution: null, job, ...body.expected, isRepeat };
}
