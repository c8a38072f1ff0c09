// A call sent again with its key: what the first one did is the answer.
import type { AccrualAnswer } from '../../../contract/accruals.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid, refuseIf } from '../../kernel/errors.ts';
import * as q from '../queries.ts';
import { dateProblems } from '../rules/documents.ts';

/** Thrown to leave a transaction whose key has been used: what the first call did is the answer. */
class Repeated extends Error {
  readonly contribution: number;
  readonly garages: number;
  readonly amount: number;
  constructor(first: { id: number; garage_count: number; amount_kopecks: number }) {
    super('repeated');
    this.contribution = first.id;
    this.garages = first.garage_count;
    this.amount = first.amount_kopecks;
  }
}

/** The answer of a call whose key had been used; any other error goes on. */
export const answerOf = (error: unknown): AccrualAnswer => {
  if (!(error instanceof Repeated)) throw error;
  return {
    contribution: error.contribution,
    job: null,
    garages: error.garages,
    amount_kopecks: error.amount,
    isRepeat: true,
  };
};

/** The answer of an earlier call with the same key; a key of somebody else is refused. */
export async function knownAnswer(ctx: Ctx, key: string): Promise<AccrualAnswer | null> {
  const document = await q.byKey(ctx.db, key);
  if (document && document.created_by !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  if (document) return answerOf(new Repeated(document));
  const job = await q.jobByKey(ctx.db, key);
  if (!job) return null;
  if (job.user_id !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  return { contribution: null, job: job.id, garages: job.total, amount_kopecks: job.amount, isRepeat: true };
}

/** Takes the books for writing; refuses a closed day and leaves when the key has been used. */
export async function opened(tx: WriteDb, books: q.Books, field: string, date: string, key: string) {
  const closedUntil = await q.lockBooks(tx, books.mo_id);
  const first = await q.byKey(tx, key);
  if (first) throw new Repeated(first);
  refuseIf(dateProblems(field, date, { today: '9999-12-31', closedUntil }));
}
