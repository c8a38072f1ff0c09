// Keys of intentions: taken in the transaction of a write, so that of two calls with one key only one writes.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { KEY_USED } from '../../contract/kernel/problems.ts';
import type { AppDeps, Ctx, Intent, ReadDb, WriteDb } from './ctx.ts';
import { invalid, Refused } from './errors.ts';

/** An earlier call has used the key. */
export class KeyTaken extends Refused {
  constructor() {
    super(409, { message: 'Эта операция уже выполняется. Обновите страницу', code: KEY_USED });
  }
}

/** How long the key of an ordinary call is remembered: whoever has not heard the answer by then reads the page anew. */
const KEPT_MS = 2 * 86_400_000;
/** Longer answers are not kept: the page is read anew. */
const MAX_ANSWER = 256 * 1024;
/** How long a call waits for the answer of the first, which is being written, ms. */
const PATIENCE_MS = 2000;
const LOOK_MS = 50;
const WRITTEN = 'Это уже записано, ответ не дошёл. Обновите страницу';
const OTHER = 'С этим ключом уже записано другое. Обновите страницу';

/** The key that a call came with; null without one. @throws 422 for a malformed key */
export function keyIn({ 'idempotency-key': key }: IncomingHttpHeaders): string | null {
  return typeof key === 'string' ? checked(key) : null;
}

function checked(key: string): string {
  if (!/^[\w-]{8,64}$/.test(key)) throw invalid({ form: 'Неверный ключ операции' });
  return key;
}

/** The intention of a call. @throws 422 for a malformed key */
export function intentOf(key: string, asked: readonly unknown[]): Intent {
  checked(key);
  return { key, asked: createHash('sha256').update(JSON.stringify(asked)).digest('hex'), isTaken: false };
}

/** Takes the key in the transaction of the write; a second call at the same moment waits here. @throws {KeyTaken} */
export async function takeIntent(ctx: Ctx, tx: WriteDb, { key, asked }: Intent): Promise<void> {
  const now = ctx.now();
  const until = new Date(now.getTime() + KEPT_MS).toISOString();
  const taken = await tx
    .insertInto('operation_key')
    .values({ key, user_id: ctx.actor.userId, asked, created_at: now.toISOString(), until })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) throw new KeyTaken();
}

/** Does the work of a call; a call that was answered before is answered the same, and nothing is done. */
export async function answeredOnce<T>(ctx: Ctx, isKept: (answer: T) => boolean, work: () => Promise<T>): Promise<T> {
  const { intent } = ctx;
  if (!intent) return work();
  try {
    const answer = await work();
    if (intent.isTaken) await (isKept(answer) ? keepAnswer(ctx, intent, answer) : giveKeyBack(ctx, intent));
    return answer;
  } catch (error) {
    if (intent.isTaken) await giveKeyBack(ctx, intent);
    else {
      const first = await firstAnswer<T>(ctx, intent);
      if (first) return first.answer;
    }
    throw error;
  }
}

/** Kept sealed, and without waiting for the disk: when it is lost the second call is told that the first has written. */
async function keepAnswer(ctx: Ctx, { key }: Intent, answer: unknown) {
  const text = JSON.stringify(answer ?? null);
  if (text.length > MAX_ANSWER) return;
  const sealed = JSON.stringify(ctx.deps.secrets.seal(text).toString('base64'));
  await engineOf(ctx).query(
    `with quick as (select set_config('synchronous_commit', 'off', true))
     update operation_key set answer = $1, status = 200 from quick where key = $2`,
    [sealed, key],
  );
}

/** What handlers do not see of the dependencies: an answer is kept beside the transaction that it belongs to. */
const engineOf = (ctx: Ctx) => (ctx.deps as AppDeps).engine;

/** Part of the call was written and the rest failed: it may be asked for again. */
const giveKeyBack = (ctx: Ctx, { key }: Intent) =>
  engineOf(ctx).query('delete from operation_key where key = $1', [key]);

/** What the first call was answered; null when there was none. @throws 409 when that is not known */
async function firstAnswer<T>(ctx: Ctx, intent: Intent): Promise<{ answer: T } | null> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const row = await rowOf(ctx.db, intent.key);
    if (!row) return null;
    if (row.user_id !== ctx.actor.userId) throw invalid({ form: 'Этот ключ уже занят' });
    if (row.asked !== intent.asked) throw new Refused(409, { message: OTHER, code: KEY_USED });
    if (row.status !== null) {
      const text = ctx.deps.secrets.open(Buffer.from(row.answer as string, 'base64'));
      return { answer: (JSON.parse(text) ?? undefined) as T };
    }
    if (waited >= PATIENCE_MS) throw new Refused(409, { message: WRITTEN, code: KEY_USED });
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const rowOf = (db: ReadDb, key: string) =>
  db
    .selectFrom('operation_key')
    .where('key', '=', key)
    .select(['user_id', 'asked', 'answer', 'status'])
    .executeTakeFirst();
