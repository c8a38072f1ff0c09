// What a ПО asks of its МО about a record: asked on the record's card, answered there or in the cockpit of the МО.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { OfObject } from './kernel/objects.ts';
import { ByIdParams } from './kernel/resource.ts';
import { Id, IsoDate, Named, optionalLine, text, Version } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { TaskState } from './tasks.ts';

const tag = 'Просьбы';

const PoRequest = z.object({
  id: z.number(),
  version: z.number(),
  type: OfObject.shape.type,
  objectId: z.number(),
  /** What the record is called; null where the reader may not see the record. */
  object_name: z.string().nullable(),
  /** The ПО that asks. */
  place: z.string(),
  author: Named,
  note: z.string(),
  due_on: z.string().nullable(),
  state: TaskState,
  created_at: z.string(),
  /** Whole days that it waits, or waited, for an answer. */
  days: z.number(),
  /** Open, and the day has passed. */
  is_late: z.boolean(),
  done_at: z.string().nullable(),
  done_by: z.string().nullable(),
  done_note: z.string().nullable(),
  /** Open, and the reader works in the МО that is asked. */
  may_answer: z.boolean(),
  /** Open, and the reader has asked it: he takes it back. */
  may_withdraw: z.boolean(),
});
export type PoRequest = z.infer<typeof PoRequest>;

/** Those of the actor's place, or about one record: open ones, and what was answered within two weeks. */
export const requests = endpoint({
  tag,
  method: 'GET',
  path: '/api/requests/',
  summary: 'Просьбы к МО',
  needs: signedIn,
  query: z.object({ type: OfObject.shape.type.optional(), objectId: Id.optional() }),
  reply: z.object({ data: z.array(PoRequest) }),
});
export const askMo = endpoint({
  tag,
  method: 'POST',
  path: '/api/requests/:type/:objectId',
  summary: 'Попросить МО',
  needs: signedIn,
  params: OfObject,
  body: z.object({
    note: text(500),
    dueOn: IsoDate.nullable(),
  }),
  reply: z.object({ id: z.number() }),
});
export const answerRequest = endpoint({
  tag,
  method: 'POST',
  path: '/api/requests/:id/answer/',
  summary: 'Ответить на просьбу: сделано или отклонено',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ version: Version, state: TaskState.exclude(['open']), note: optionalLine(300) }),
  reply: z.object({ id: z.number() }),
});
export const withdrawRequest = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/requests/:id',
  summary: 'Отозвать просьбу',
  needs: signedIn,
  params: ByIdParams,
  reply: z.object({ id: z.number() }),
});
