// Writing into a question: each event takes the next number of its question, in the order in which they are kept.
import { sql } from 'kysely';
import { roleNames } from '../../contract/users.ts';
import type { SupportContext } from '../../contract/support.ts';
import { keepFile } from '../files/writing.ts';
import type { LiveAudience } from '../../contract/kernel/live.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { isUniqueViolation } from '../db/engine.ts';
import { planDue, withdrawDue, type DueKind } from '../jobs/due.ts';
import { act, sayPassing, type Write } from '../kernel/act.ts';
import { workCtx, type Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { placeOfActor } from '../kernel/scope.ts';
import { writeLetter } from '../ports/outbox.ts';
import {
  addressOfAbsent,
  answersSince,
  countSince,
  eventByKey,
  findThread,
  onDuty,
  unanswered,
  type ThreadRecord,
} from './queries.ts';
import {
  CONSENT_MS,
  MOST_A_MINUTE,
  MOST_LETTERS,
  moveProblem,
  RETURN_MS,
  titleOf,
  withoutPeople,
  type Move,
} from './rules.ts';

/** An event to be written. */
interface Said {
  kind: 'message' | 'note' | 'state';
  text: string;
  key: string;
  isStaff: boolean;
  file?: number;
  /** Whose event it is, where nobody pressed anything. */
  author?: number;
}

/** Where an event stands. */
export interface Kept {
  thread: number;
  seq: number;
}

/** @throws 429 */
async function refuseFlood(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now().getTime() - 60_000);
  if ((await countSince(ctx.db, ctx.actor.userId, since)) >= MOST_A_MINUTE)
    throw new Refused(429, { message: 'Слишком много сообщений подряд. Подождите минуту' });
}

/** The next event of a question; its row is held, so that numbers have no gaps and no twins. */
async function say({ tx, emit }: Write, ctx: Ctx, thread: number, said: Said): Promise<Kept> {
  const at = ctx.now().toISOString();
  const { last_seq: seq, user_id } = await tx
    .updateTable('support_thread')
    .set((e) => ({ last_seq: e('last_seq', '+', 1) }))
    .where('id', '=', thread)
    .returning(['last_seq', 'user_id'])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('support_event')
    .values({
      thread_id: thread,
      seq,
      kind: said.kind,
      author_id: said.author ?? ctx.actor.userId,
      is_staff: said.isStaff,
      text: said.text,
      file_id: said.file ?? null,
      client_key: said.key,
      at,
    })
    .execute();
  // What one has said oneself is read.
  const mark = said.isStaff ? { staff_seq: seq } : { asker_seq: seq };
  if (!said.author) await tx.updateTable('support_thread').set(mark).where('id', '=', thread).execute();
  const message = { type: 'support_changed', message: { thread, seq } } as const;
  if (said.kind !== 'note') await emit({ user: user_id }, message);
  await emit({ support: true }, message);
  return { thread, seq };
}

/** A message of the asker into his open question; without one a question is opened. The same key writes once. */
export async function ask(ctx: Ctx, text: string, key: string, uploaded?: UploadedFile): Promise<Kept> {
  const known = await eventByKey(ctx.db, ctx.actor.userId, key);
  if (known) return { thread: known.thread_id, seq: known.seq };
  await refuseFlood(ctx);
  const isWatched = (await onDuty(ctx)).length > 0;
  const write = async (w: Write, file?: number) => {
    const thread = await openThread(w, ctx, text);
    const kept = await say(w, ctx, thread.id, {
      kind: 'message',
      text,
      key,
      isStaff: false,
      ...(file ? { file } : {}),
    });
    if (thread.status !== 'taken')
      await w.tx
        .updateTable('support_thread')
        .set({ waiting_since: sql`coalesce(waiting_since, ${ctx.now().toISOString()})` })
        .where('id', '=', thread.id)
        .execute();
    else await planReturn(w, ctx, thread.id);
    await w.log({ text: `Сообщение в поддержку: вопрос № ${thread.id}` });
    if (!isWatched && (await unanswered(w.tx, thread.id)).count <= MOST_LETTERS) await letterOf(w, ctx, kept, text);
    return kept;
  };
  return keepSaid(ctx, { verb: 'user.support_ask', key, write, uploaded });
}

interface Saying {
  verb: string;
  key: string;
  write: (w: Write, file?: number) => Promise<Kept>;
  uploaded: UploadedFile | undefined;
}
/** Writes what is said, with its file. Of two that come at one moment with the same key the second gets what the first has written. */
async function keepSaid(ctx: Ctx, { verb, key, write, uploaded }: Saying): Promise<Kept> {
  try {
    if (!uploaded) return await act(ctx, verb, (w) => write(w));
    let kept: Kept | null = null;
    await keepFile(ctx, uploaded, (fileId, _name, doAct) =>
      doAct(verb, async (w) => {
        kept = await write(w, await fileId(w.tx));
      }),
    );
    return kept!;
  } catch (error) {
    const known = isUniqueViolation(error, 'support_event_key')
      ? await eventByKey(ctx.db, ctx.actor.userId, key)
      : null;
    if (!known) throw error;
    return { thread: known.thread_id, seq: known.seq };
  }
}

async function openThread({ tx }: Write, ctx: Ctx, text: string) {
  const at = ctx.now().toISOString();
  await tx
    .insertInto('support_thread')
    .values({
      user_id: ctx.actor.userId,
      role: ctx.actor.role,
      ...placeOfActor(ctx.actor),
      title: titleOf(text),
      opened_at: at,
      waiting_since: at,
    })
    .onConflict((on) => on.column('user_id').where('status', '<>', 'solved').doNothing())
    .execute();
  return tx
    .selectFrom('support_thread')
    .where('user_id', '=', ctx.actor.userId)
    .where('status', '<>', 'solved')
    .select(['id', 'status'])
    .executeTakeFirstOrThrow();
}

/** Replies to our letters come back: there is an address for them and a mailbox that is read. */
const isMailRead = ({ deps: { settings } }: Ctx) => Boolean(settings.BOUNCE_ADDRESS && settings.BOUNCE_IMAP_URL);

/** Nobody is on duty: the question goes to the mailbox of the support too, once for each message and not without end. */
async function letterOf({ tx }: Write, ctx: Ctx, { thread, seq }: Kept, text: string): Promise<void> {
  await writeLetter(tx, ctx, {
    to: ctx.deps.settings.SUPPORT_EMAIL,
    subject: `Вопрос № ${thread}: ${titleOf(text)}`,
    text: `${text}\n\n${ctx.actor.name}, ${roleNames[ctx.actor.role] ?? ctx.actor.role}\nОтветить: ${ctx.deps.settings.publicUrl}/support?id=${thread}${isMailRead(ctx) ? '\nОтвет на это письмо тоже попадёт в чат.' : ''}`,
    what: `support:${thread}:${seq}`,
    isAnswered: true,
  });
}

async function requireThread(ctx: Ctx, id: number): Promise<ThreadRecord> {
  const thread = await findThread(ctx, ctx.db, id);
  if (!thread) throw notFound();
  return thread;
}

/** An answer takes the question; a note stays among the support. The same key writes once. */
export async function answer(
  ctx: Ctx,
  id: number,
  { text, key, is_note }: { text: string; key: string; is_note: boolean },
  uploaded?: UploadedFile,
) {
  const known = await eventByKey(ctx.db, ctx.actor.userId, key);
  if (known?.thread_id === id) return { thread: id, seq: known.seq };
  if (known) throw invalid({ key: 'Этим ключом уже отвечено на другой вопрос' });
  const thread = await requireThread(ctx, id);
  if (!is_note) {
    const problem = moveProblem('take', thread, ctx.actor.userId, ctx.now());
    if (problem) throw invalid({ text: problem });
  }
  await refuseFlood(ctx);
  const address = is_note ? null : await addressOfAbsent(ctx, thread.user_id);
  const hourAgo = new Date(ctx.now().getTime() - 3_600_000);
  const mayWrite = address !== null && (await answersSince(ctx.db, id, hourAgo)) < MOST_LETTERS;
  const write = async (w: Write, file?: number) => {
    const kept = await say(w, ctx, id, {
      kind: is_note ? 'note' : 'message',
      text,
      key,
      isStaff: true,
      ...(file ? { file } : {}),
    });
    if (!is_note) {
      await takeFor(w, ctx, id);
      await withdrawDue(w.tx, { what: RETURN_DUE, object: String(id) });
    }
    if (mayWrite) await letterBack(w, ctx, thread, kept, address, text);
    await w.log({ text: `${is_note ? 'Заметка к вопросу' : 'Ответ на вопрос'} поддержки № ${id}` });
    return kept;
  };
  return keepSaid(ctx, { verb: 'user.support_answer', key, write, uploaded });
}

/** The question becomes the answerer's, unless another took it meanwhile. @throws 422 */
async function takeFor({ tx }: Write, ctx: Ctx, id: number): Promise<void> {
  const taken = await tx
    .updateTable('support_thread')
    .set({
      status: 'taken',
      assignee_id: ctx.actor.userId,
      waiting_since: null,
      answered_at: sql`coalesce(answered_at, ${ctx.now().toISOString()})`,
    })
    .where('id', '=', id)
    .where((e) => e.or([e('assignee_id', 'is', null), e('assignee_id', '=', ctx.actor.userId)]))
    .where('status', '<>', 'solved')
    .executeTakeFirst();
  if (!taken.numUpdatedRows) throw invalid({ text: 'Уже отвечает другой сотрудник' });
}

/** The asker is not at his screen: the answer goes to him by letter too, and waits for him in the chat. */
async function letterBack(
  { tx }: Write,
  ctx: Ctx,
  { id, title }: ThreadRecord,
  { seq }: Kept,
  to: string,
  text: string,
): Promise<void> {
  await writeLetter(tx, ctx, {
    to,
    subject: `Ответ поддержки на вопрос № ${id}: ${title}`,
    text: `${text}\n\n${ctx.actor.name}, поддержка\nОтвет ждёт вас и в чате: ${ctx.deps.settings.publicUrl}/?support\n${isMailRead(ctx) ? 'Можно просто ответить на это письмо: ответ попадёт в чат.' : 'На это письмо отвечать не нужно: ответ письмом в чат не попадёт.'}`,
    what: `support_answer:${id}:${seq}`,
    isAnswered: true,
  });
}

const RETURN_DUE = 'support.return';

async function planReturn({ tx }: Write, ctx: Ctx, id: number): Promise<void> {
  await planDue(tx, { what: RETURN_DUE, object: String(id), at: new Date(ctx.now().getTime() + RETURN_MS) });
}

/** A taken question whose asker still waits goes back to all who are on duty. */
export const returnDue: DueKind = {
  what: RETURN_DUE,
  title: 'Вопрос без ответа возвращается в очередь',
  lateAfterMs: 86_400_000,
  late: 'run',
  async run(deps, due) {
    const ctx = workCtx(deps, { name: 'Расписание', isSuperuser: SUPERUSER });
    const id = Number(due.object);
    const thread = await findThread(ctx, deps.db, id);
    const since = thread && (await unanswered(deps.db, id)).since;
    const isLate =
      since !== null && thread?.status === 'taken' && ctx.now().getTime() - Date.parse(since) >= RETURN_MS - 1000;
    await act(ctx, 'user.support_state', async (w) => {
      await due.done(w.tx);
      const text = 'Вопрос вернулся в очередь: полчаса без ответа';
      if (isLate) {
        await w.tx
          .updateTable('support_thread')
          .set({ status: 'waiting', assignee_id: null, waiting_since: since })
          .where('id', '=', id)
          .where('status', '=', 'taken')
          .execute();
        const key = `return-${due.id}`.padEnd(16, '-');
        await say(w, ctx, id, { kind: 'state', text, key, isStaff: true, author: thread.assignee_id! });
      }
      await w.log({ text: isLate ? `${text}: № ${id}` : `Вопрос поддержки № ${id}: ответ уже есть` });
    });
  },
};

/** Tells the other side that one is writing: never kept, and lost without harm. @throws 404 */
export async function tellTyping(ctx: Ctx, id: number): Promise<void> {
  const thread = await requireThread(ctx, id);
  if (thread.status === 'solved' || ctx.actor.viewOnly) return;
  const audience: LiveAudience = thread.user_id === ctx.actor.userId ? { support: true } : { user: thread.user_id };
  const message = { thread: id, user: ctx.actor.userId, name: ctx.actor.name };
  await sayPassing(ctx, audience, { type: 'support_typing', message });
}

const said: Record<Move, string> = {
  take: 'Вопрос взят',
  release: 'Вопрос вернулся в очередь',
  solve: 'Вопрос решён',
  look: 'Поддержка смотрит вашими глазами, только чтение',
};

/** Takes, gives back, solves; «look» tells the asker that he is being looked over the shoulder. */
export async function move(ctx: Ctx, id: number, what: Move, key: string): Promise<void> {
  const thread = await requireThread(ctx, id);
  const problem = moveProblem(what, thread, ctx.actor.userId, ctx.now());
  if (problem) throw invalid({ form: problem });
  const at = ctx.now().toISOString();
  const changes = {
    take: { status: 'taken', assignee_id: ctx.actor.userId, waiting_since: null },
    release: { status: 'waiting', assignee_id: null, waiting_since: at },
    solve: { status: 'solved', solved_at: at, waiting_since: null, consent_until: null, context: null },
    look: {},
  } as const;
  await act(ctx, 'user.support_state', async (w) => {
    await say(w, ctx, id, { kind: 'state', text: said[what], key, isStaff: true });
    const change = changes[what];
    if (Object.keys(change).length) {
      const moved = await w.tx
        .updateTable('support_thread')
        .set(change)
        .where('id', '=', id)
        .where('status', '=', thread.status)
        .where(sql<boolean>`assignee_id is not distinct from ${thread.assignee_id}::int`)
        .executeTakeFirst();
      if (!moved.numUpdatedRows) throw invalid({ form: 'Вопрос только что изменил другой сотрудник' });
    }
    await w.log({ text: `${said[what]}: № ${id}` });
  });
}

/** How far a side has read. The number never goes back and never beyond what there is. */
export async function markSeen(ctx: Ctx, id: number, seq: number): Promise<void> {
  const thread = await requireThread(ctx, id);
  const isAsker = thread.user_id === ctx.actor.userId;
  const column = isAsker ? 'asker_seq' : 'staff_seq';
  const seen = Math.min(seq, thread.last_seq);
  if (seen <= thread[column]) return;
  await act(ctx, 'user.support_state', async ({ tx, log, emit }) => {
    await tx
      .updateTable('support_thread')
      .set({ [column]: sql`greatest(${sql.ref(column)}, ${seen})` })
      .where('id', '=', id)
      .execute();
    await log({ text: `Сообщения прочитаны: вопрос поддержки № ${id}` });
    const message = { type: 'support_changed', message: { thread: id, seq: thread.last_seq } } as const;
    await emit({ user: thread.user_id }, message);
    await emit({ support: true }, message);
  });
}

/** What is shown names nobody: the words of refusals are ours, the names and numbers in them are people's. */
const safe = (context: SupportContext): SupportContext => ({
  ...context,
  refusals: context.refusals.map((one) => ({ ...one, text: withoutPeople(one.text) })),
});

/** «Показать мой экран» for half an hour with what is shown, or no longer (`null`). Only the asker himself. */
export async function consent(ctx: Ctx, id: number, context: SupportContext | null, key: string): Promise<void> {
  const thread = await requireThread(ctx, id);
  if (thread.user_id !== ctx.actor.userId) throw notFound();
  if (thread.status === 'solved') throw invalid({ form: 'Вопрос уже решён' });
  const until = context && new Date(ctx.now().getTime() + CONSENT_MS).toISOString();
  const wasShown = thread.consent_until !== null && new Date(thread.consent_until) > ctx.now();
  await act(ctx, 'user.support_consent', async (w) => {
    await w.tx
      .updateTable('support_thread')
      .set({ consent_until: until, context: context && JSON.stringify(safe(context)) })
      .where('id', '=', id)
      .execute();
    if (wasShown !== (context !== null))
      await say(w, ctx, id, {
        kind: 'state',
        text: context ? 'Экран показан поддержке на полчаса' : 'Экран больше не показан',
        key,
        isStaff: false,
      });
    await w.log({ text: `${context ? 'Экран показан' : 'Экран больше не показан'} поддержке: вопрос № ${id}` });
  });
}
