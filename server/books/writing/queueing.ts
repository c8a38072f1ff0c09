// Handing a long run over to the background: one job for one key, until the job fails.
import type { AccrualAnswer } from '../../../contract/books.ts';
import type { JobFacts } from '../../jobs/kinds.ts';
import { startJob } from '../../jobs/records.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { once } from '../../kernel/once.ts';
import type { Books } from '../queries.ts';
import { placeOf, takeBooks } from './taking.ts';

/** What the person saw in the preview; a difference refuses the posting. */
export interface Expected {
  /** Mark of who pays, as the preview gave it. */
  payers?: string | undefined;
  garages: number;
  amount_kopecks: number;
}

/** A run that goes to the background. */
export interface Run<P extends Asked> {
  kind: JobFacts;
  body: P;
  /** How people read it. @throws what is wrong with it already */
  title: (tx: WriteDb, books: Books) => Promise<string>;
}
interface Asked {
  idempotencyKey: string;
  expected: Expected;
}

/** Leaves a long run to the background. */
export async function enqueueRun<P extends Asked>(
  ctx: Ctx,
  { kind, body, title: titleOf }: Run<P>,
): Promise<AccrualAnswer> {
  const intention = { verb: `balance_operation.${kind.kind}_queued`, key: body.idempotencyKey, asked: body };
  const { answer: job, isRepeat } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const title = await titleOf(write.tx, books);
    const id = await startJob(write, ctx, kind, {
      title,
      place: placeOf(books),
      params: body,
      total: body.expected.garages,
      link: '/contributions',
      operationKey: body.idempotencyKey,
    });
    await write.log({ place: placeOf(books), text: `Запущено: ${title}` });
    return id;
  });
  return { contribution: null, job, ...body.expected, isRepeat };
}
