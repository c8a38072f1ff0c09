// What leaves the house: messages of the outbox, the gate before every channel, what is late.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { line } from './kernel/scalars.ts';
import { superuser } from './kernel/scope.ts';

export const MessageState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled']);

const OutboxLetter = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  /** Without the secrets of its links: they open doors. */
  body_text: z.string(),
  state: MessageState,
  attempts: z.number(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  failure: z.string().nullable(),
  /** Of which mailing it is a message: that is where it is sent again. */
  mailing: z.number().nullable(),
});

/** Messages that left or wait, readable by a superuser. */
export const outbox = resource({
  name: 'outbox',
  title: 'Исходящие',
  read: superuser,
  row: OutboxLetter,
  card: OutboxLetter,
  filter: z.object({ q: z.string().max(100).optional(), state: MessageState.optional() }),
  sorts: ['created_at', 'recipient'],
});

const tag = 'Исходящее';
/** Puts a message that failed, or of which nobody knows, into the queue again. */
export const resendMessage = endpoint({
  tag,
  method: 'POST',
  path: '/api/outbox/:id/resend/',
  summary: 'Отправить ещё раз',
  needs: superuser,
  params: ByIdParams,
});

export const OutgoingChannel = z.enum(['mail', 'sms', 'imap', 'reports', 'schedule']);
export type OutgoingChannel = z.infer<typeof OutgoingChannel>;

const Gate = z.object({
  channel: OutgoingChannel,
  /** What waits to go out by it now. */
  waiting: z.number(),
  /** What of the schedule waits, by kinds. */
  parts: z.array(z.object({ title: z.string(), count: z.number() })),
  closed: z
    .object({
      cause: z.enum(['restore', 'trial', 'brake', 'person']),
      reason: z.string(),
      by: z.string().nullable(),
      at: z.string().nullable(),
    })
    .nullable(),
});
export type Gate = z.infer<typeof Gate>;
const Gates = z.object({ data: z.array(Gate), hasMail: z.boolean() });

/** Every channel: open, or closed with the reason and by whom. */
export const outgoing = endpoint({
  tag,
  method: 'GET',
  path: '/api/outgoing/',
  summary: 'Что уходит наружу',
  needs: superuser,
  reply: Gates,
});
export const closeOutgoing = endpoint({
  tag,
  method: 'POST',
  path: '/api/outgoing/close/',
  summary: 'Закрыть исходящее',
  needs: superuser,
  body: z.object({ channels: z.array(OutgoingChannel).min(1).max(5), reason: line(200) }),
  reply: Gates,
});
/** Opens a channel: what waits goes out. `waiting` is the count the person saw; another one refuses. */
export const openOutgoing = endpoint({
  tag,
  method: 'POST',
  path: '/api/outgoing/open/',
  summary: 'Открыть исходящее',
  needs: superuser,
  body: z.object({ channel: OutgoingChannel, waiting: z.number().int().min(0) }),
  reply: Gates,
});

/** Something whose moment has passed without it; a person says whether it is still wanted. */
const LateMoment = z.object({
  id: z.number(),
  what: z.string(),
  title: z.string(),
  object: z.string(),
  due_at: z.string(),
  failure: z.string().nullable(),
});
/** Work that comes back by itself and did not succeed at its last turn. */
const WorkFault = z.object({
  what: z.string(),
  title: z.string(),
  failure: z.string(),
  since: z.string(),
  last_at: z.string(),
  times: z.number(),
});
export const lateMoments = endpoint({
  tag,
  method: 'GET',
  path: '/api/due_moments/',
  room: 'outgoing',
  summary: 'Просроченное по расписанию',
  needs: superuser,
  reply: z.object({ data: z.array(LateMoment), faults: z.array(WorkFault) }),
});
export const decideMoment = endpoint({
  tag,
  method: 'POST',
  path: '/api/due_moments/:id/decide/',
  summary: 'Выполнить просроченное или пропустить',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ isWanted: z.boolean() }),
});
