// A long run in the background: posted in one transaction, which is also the end of its job.
import type { AccrualAnswer } from '../../../contract/books.ts';
import type { JobResult, RunningJob } from '../../jobs/kinds.ts';
import type { Intention } from '../../kernel/once.ts';
import type { Finish } from './charged.ts';

/** What its author reads after a fault. */
export const FAULT = 'Не удалось начислить. Попробуйте ещё раз';

/** Posts a run. The posting has a key of its own: it happens once, however often the run is begun. */
export async function postRun(
  job: RunningJob<{ idempotencyKey: string }>,
  post: (intention: Omit<Intention, 'verb'>, finish: Finish) => Promise<AccrualAnswer>,
): Promise<void> {
  const intention = { key: `${job.params.idempotencyKey}:posting`, asked: null };
  const answer = await post(intention, (write, charged) => job.finish(write, resultOf(charged)));
  if (answer.isRepeat) await job.settle(resultOf(answer));
}

const resultOf = ({ contribution, garages }: Pick<AccrualAnswer, 'contribution' | 'garages'>): JobResult => ({
  done: garages,
  link: `/contribution/${contribution}`,
});
