// Writing without a call: one act of nobody, as a slice would do it.
import { act, type Write } from '../../server/kernel/act.ts';
import { nobody, type Ctx } from '../../server/kernel/ctx.ts';
import type { TestApp } from './app.ts';

/** What a call without an actor is given. */
export const nobodyCtx = ({ deps }: TestApp): Ctx => ({
  actor: nobody,
  db: deps.db,
  deps,
  ip: '',
  fingerprint: '',
  now: () => deps.clock.now(),
});

/** Writes inside one act, with its line in the log. */
export const actAlone = <T>(
  t: TestApp,
  work: (tx: Write['tx']) => Promise<T>,
  verb = 'balance_operation.test',
): Promise<T> =>
  act(nobodyCtx(t), verb, async ({ tx, log }) => {
    await log({ text: 'проба' });
    return work(tx);
  });
