// Worklists of the cockpit given to a colleague: with a day to be done by, and what came of it.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { IdValue, IsoDate, Named, optionalLine, Version } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { Worklist } from './today.ts';

const tag = 'Поручения';

/** What came of what was given or asked. */
export const TaskState = z.enum(['open', 'done', 'declined']);
export type TaskState = z.infer<typeof TaskState>;
export const answerWords: Record<Exclude<TaskState, 'open'>, string> = { done: 'сделано', declined: 'отклонено' };

const Task = z.object({
  id: z.number(),
  version: z.number(),
  list: Worklist,
  /** Whose worklist it is. */
  place: z.string(),
  author: Named,
  assignee: Named,
  due_on: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.string(),
  state: TaskState,
  done_at: z.string().nullable(),
  done_by: z.string().nullable(),
  done_note: z.string().nullable(),
  /** Open, and the day has passed. */
  is_late: z.boolean(),
  /** The reader does it, or gave it out: he marks it done, or opens it again. */
  may_mark: z.boolean(),
  /** The reader gave it out: he takes it back. */
  is_own: z.boolean(),
  is_mine: z.boolean(),
});
export type Task = z.infer<typeof Task>;
const Tasks = z.object({ data: z.array(Task) });

/** Those of the actor's place, those given to him and by him: open ones, and what was done within two weeks. */
export const tasks = endpoint({
  tag,
  method: 'GET',
  path: '/api/tasks/',
  summary: 'Поручения места',
  needs: signedIn,
  reply: Tasks,
});
/** Colleagues of the actor's place and below it. */
export const taskPeople = endpoint({
  tag,
  method: 'GET',
  path: '/api/task_people/',
  summary: 'Кому можно поручить',
  needs: signedIn,
  reply: z.object({ data: z.array(Named.extend({ place: z.string() })) }),
});
export const giveTask = endpoint({
  tag,
  method: 'POST',
  path: '/api/tasks/',
  summary: 'Поручить список коллеге',
  needs: signedIn,
  body: z.object({ list: Worklist, assignee: IdValue, dueOn: IsoDate.nullable(), note: optionalLine(300) }),
  reply: Tasks,
});
export const markTask = endpoint({
  tag,
  method: 'POST',
  path: '/api/tasks/:id/state/',
  summary: 'Отметить поручение сделанным, отклонить его или вернуть в работу',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ version: Version, state: TaskState, note: optionalLine(300) }),
  reply: Tasks,
});
export const withdrawTask = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/tasks/:id',
  summary: 'Снять поручение',
  needs: signedIn,
  params: ByIdParams,
  reply: Tasks,
});
