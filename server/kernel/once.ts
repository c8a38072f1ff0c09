// Writes that a person means once. The client makes a key for each intention; the key is kept with the answer in the transaction of
// the write, so that the same call again, in turn or at the same moment, writes and logs nothing and is answered the same.
import { createHash } from 'node:crypto';
import { KEY_USED } from '../../contract/kernel/problems.ts';
import { act, type Write } from './act.ts';
import type { Ctx, ReadDb, WriteDb } from './ctx.ts';
import { invalid, Refused } from './errors.ts';

export interface Intention {
  /** Verb of the act. */
  verb: string;
  key: string;
  /** What makes it this intention and no other: the record, everything that was sent. */
  asked: unknown;
}

/** `isRepeat`: an earlier call did it, `answer` is what that one was told. */
export interface Done<T> {
  answer: T;
  isRepeat: boolean;
}

/**
 * Does `fn` in one transaction, once for its key. What is refused or fails leaves its key free. The answer is kept as JSON.
 * @throws 422 for a key of somebody else, 409 `key_used` with the first answer for a key that was used to ask for something else
 */
export async function once<T>(ctx: Ctx, intention: Intention, fn: (write: Write) => Promise<T>): Promise<Done<T>> {
  try {
    // It has a key of its own.
    const answer = await act({ ...ctx, intent: null }, intention.verb, async (write) => {
      await take(ctx, write.tx, intention);
      const done = await fn(write);
      await write.tx
        .updateTable('operation_key')
        .set({ answer: JSON.stringify(done) })
        .where('key', '=', intention.key)
        .execute();
      return done;
    });
    return { answer, isRepeat: false };
  } catch (error) {
    if (error instanceof Repeated) return { answer: error.answer as T, isRepeat: true };
    throw error;
  }
}

/** What an earlier call was answered; null when there was none. For those who have long work to do before they write. */
export async function findAnswer<T>(ctx: Ctx, intention: Intention): Promise<T | null> {
  const first = await earlier(ctx, ctx.db, intention);
  return first && (first.answer as T);
}

/** Frees the key of a write whose work was left to the background and failed there: it may be asked for again. */
export const giveKeyBack = (tx: WriteDb, key: string) =>
  tx.deleteFrom('operation_key').where('key', '=', key).execute();

/** Leaves a transaction whose key has been used. */
class Repeated extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('repeated');
    this.answer = answer;
  }
}

/** A second call at the same moment waits here for the end of the first. */
async function take(ctx: Ctx, tx: WriteDb, intention: Intention): Promise<void> {
  const taken = await tx
    .insertInto('operation_key')
    .values({
      key: intention.key,
      user_id: ctx.actor.userId,
      asked: digestOf(intention),
      created_at: ctx.now().toISOString(),
    })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) throw new Repeated((await earlier(ctx, tx, intention))!.answer);
}

async function earlier(ctx: Ctx, db: ReadDb | WriteDb, intention: Intention) {
  const first = await db
    .selectFrom('operation_key')
    .where('key', '=', intention.key)
    .select(['user_id', 'asked', 'answer'])
    .executeTakeFirst();
  if (!first) return null;
  if (first.user_id !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  if (first.asked !== digestOf(intention))
    throw new Refused(409, { message: OTHER, code: KEY_USED, current: first.answer });
  return first;
}

const OTHER = 'Эта операция уже записана, но с другими данными. Проверьте, что записано, прежде чем отправлять снова';

const digestOf = ({ verb, asked }: Intention) =>
  createHash('sha256')
    .update(JSON.stringify([verb, asked]))
    .digest('hex');
