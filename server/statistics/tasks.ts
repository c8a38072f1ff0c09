// Worklists of the cockpit given to colleagues: who, by which day, done or not; the colleague is told by a letter.
import { sql } from 'kysely';
import { formatDate } from '../../contract/kernel/words.ts';
import { financeRead, mailingSend, SUPERUSER } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { answerWords, type Task, type TaskState } from '../../contract/tasks.ts';
import { worklistWords, type Worklist } from '../../contract/today.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused, refuseIf } from '../kernel/errors.ts';
import { placeOfActor } from '../notifications/queries.ts';
import { colleagues } from '../users/queries/colleagues.ts';
import { writeToUser } from '../ports/userLetter.ts';
import { tasksFor, type KeptTask } from './queries/tasks.ts';

/** Lists of money, of mailings, and those of superusers: who may not read them gets nothing to do. */
const ofMoney: readonly Worklist[] = ['bank_rows', 'statement', 'month', 'cash_days'];
const ofMailings: readonly Worklist[] = ['mailings'];
const ofSuperusers: readonly Worklist[] = ['letters', 'upkeep'];
const MOST_OPEN = 100;

export async function allTasks(ctx: Ctx): Promise<{ data: Task[] }> {
  const today = todayOf(ctx);
  const kept = await tasksFor(ctx, ctx.db);
  return { data: kept.map((task) => shown(ctx, task, today)) };
}

function shown({ actor }: Ctx, task: KeptTask, today: string): Task {
  const { region_id: _region, mo_id: _mo, po_id: _po, ...rest } = task;
  const [isMine, isOwn] = [task.assignee.id === actor.userId, mayTakeBack(actor, task)];
  return {
    ...rest,
    is_late: task.state === 'open' && task.due_on !== null && task.due_on < today,
    may_mark: isMine || isOwn,
    is_own: isOwn,
    is_mine: isMine,
  };
}
const mayTakeBack = (actor: Ctx['actor'], { author }: KeptTask) =>
  author.id === actor.userId || actor.isSuperuser === SUPERUSER;

interface Asked {
  list: Worklist;
  assignee: number;
  dueOn: string | null;
  note: string | null;
}

/** Gives a worklist to a colleague, and writes to him. @throws 422 by field */
export async function giveTask(ctx: Ctx, { list, assignee, dueOn, note }: Asked): Promise<void> {
  const place = await placeOfActor(ctx);
  if (!place) throw invalid({ form: 'Выберите место работы' });
  const who = (await colleagues(ctx)).find(({ id }) => id === assignee);
  if (!who) throw invalid({ assignee: 'Выберите человека из списка' });
  const mayNot =
    (ofMoney.includes(list) && !who.capabilities.includes(financeRead.capability!)) ||
    (ofMailings.includes(list) && !who.capabilities.includes(mailingSend.capability!)) ||
    (ofSuperusers.includes(list) && who.is_superuser !== SUPERUSER);
  refuseIf({
    ...(mayNot ? { assignee: `${who.name} не увидит этот список: не хватает прав` } : {}),
    ...(dueOn && dueOn < todayOf(ctx) ? { dueOn: 'Этот день уже прошёл' } : {}),
  });
  const by = dueOn ? `, до ${formatDate(dueOn)}` : '';
  await act(ctx, 'user.task', async ({ tx, log }) => {
    await refuseTwice(ctx, tx, list, assignee);
    const now = ctx.now().toISOString();
    const author_id = ctx.actor.userId;
    const { id } = await tx
      .insertInto('task')
      .values({ ...place, list, author_id, assignee_id: assignee, due_on: dueOn, note, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeToUser(tx, ctx, assignee, {
      subject: `Вам поручено: ${worklistWords[list]}${by}`,
      text: `${ctx.actor.name} поручает вам: ${worklistWords[list]}${by}.${note ? `\n\n${note}` : ''}`,
      page: pages.today,
      what: `task:${id}`,
    });
    await log({ place, text: `Поручено «${worklistWords[list]}»: ${who.name}${by}` });
  });
}

/**
 * Lists of one person are given one after another: of two hands at once the second one sees what the first has given.
 * @throws 422 for a list that he has already, and where too many are open
 */
async function refuseTwice(ctx: Ctx, tx: WriteDb, list: Worklist, assignee: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('task'), ${assignee}::int)`.execute(tx);
  const open = (await tasksFor(ctx, tx)).filter((task) => task.state === 'open');
  if (open.some((task) => task.list === list && task.assignee.id === assignee))
    throw invalid({ assignee: 'Этот список ему уже поручен' });
  if (open.length >= MOST_OPEN) throw invalid({ form: `Открытых поручений не больше ${MOST_OPEN}` });
}

/** @throws 404, 409, and 403 for who neither does it nor gave it out */
async function requireTask(ctx: Ctx, id: number): Promise<KeptTask> {
  const [task] = await tasksFor(ctx, ctx.db, id);
  if (!task) throw notFound();
  return task;
}

/** Done, declined with a word why, or open again; who gave it is told of a refusal by a letter. @throws 404, 403, 409, 422 */
export async function markTask(
  ctx: Ctx,
  id: number,
  { version, state, note }: { version: number; state: TaskState; note: string | null },
): Promise<void> {
  const task = await requireTask(ctx, id);
  const isMine = task.assignee.id === ctx.actor.userId;
  if (!isMine && !mayTakeBack(ctx.actor, task))
    throw forbidden(`Отмечает ${task.assignee.name} или ${task.author.name}`);
  if (state === 'declined' && !isMine) throw forbidden(`Отклоняет ${task.assignee.name}`);
  refuseIf(state === 'declined' && !note ? { note: WHY } : {});
  const done = { done_at: ctx.now().toISOString(), done_by: ctx.actor.userId, done_note: note };
  await act(ctx, 'user.task', async ({ tx, log }) => {
    const saved = await tx
      .updateTable('task')
      .set({ state, ...(state === 'open' ? undone : done), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (!saved.numUpdatedRows)
      throw new Refused(409, { message: 'Поручение изменено в другом окне. Обновите страницу', code: 'stale' });
    const what = worklistWords[task.list];
    if (state === 'declined')
      await writeToUser(tx, ctx, task.author.id, {
        subject: `Отклонено: ${what}`,
        text: `${ctx.actor.name} не берёт поручение «${what}»: ${note}`,
        page: pages.today,
        what: `task_declined:${id}:${version}`,
      });
    await log({
      place: placeOf(task),
      text: `Поручение «${what}» ${state === 'open' ? 'снова открыто' : answerWords[state]}${note ? `: ${note}` : ''}`,
    });
  });
}
/** Asked of who declines. */
export const WHY = 'Напишите, почему отклоняете';
const undone = { done_at: null, done_by: null, done_note: null };
const placeOf = ({ region_id, mo_id, po_id }: KeptTask) => ({ region_id, mo_id, po_id });

/** Takes a task back. @throws 404, 403 */
export async function withdrawTask(ctx: Ctx, id: number): Promise<void> {
  const task = await requireTask(ctx, id);
  if (!mayTakeBack(ctx.actor, task)) throw forbidden(`Снимает поручение ${task.author.name}`);
  await act(ctx, 'user.task', async ({ tx, log }) => {
    const taken = await tx
      .updateTable('task')
      .set({ withdrawn_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (!taken.numUpdatedRows) throw notFound();
    await log({ place: placeOf(task), text: `Поручение «${worklistWords[task.list]}» снято: ${task.assignee.name}` });
  });
}
