// Questions to the support: a talk of an official with those on duty, resumed by the number of its last event.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { Id } from './kernel/scalars.ts';
import { signedIn, supportStaff } from './kernel/scope.ts';

const tag = 'Поддержка';
export const LONGEST_MESSAGE = 4000;

const Text = z
  .string()
  .trim()
  .min(1, 'Напишите сообщение')
  .max(LONGEST_MESSAGE, `Не длиннее ${LONGEST_MESSAGE} знаков`)
  .refine((text) => !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text), 'Недопустимые знаки');
/** Made by the client for each message: sent again, it is the same message. */
const Key = z.string().regex(/^[\w-]{16,64}$/, 'Неверный ключ');
const ById = z.object({ id: Id });

export const SupportEvent = z.object({
  seq: z.number(),
  kind: z.enum(['message', 'note', 'state']),
  author: z.string(),
  is_mine: z.boolean(),
  is_staff: z.boolean(),
  text: z.string(),
  file: z.object({ name: z.string(), mime: z.string(), size_bytes: z.number(), url: z.string() }).nullable(),
  key: z.string(),
  at: z.string(),
});
export type SupportEvent = z.infer<typeof SupportEvent>;
export const ThreadStatus = z.enum(['waiting', 'taken', 'solved']);

export const SupportThread = z.object({
  id: z.number(),
  status: ThreadStatus,
  title: z.string(),
  assignee: z.string().nullable(),
  is_mine: z.boolean(),
  last_seq: z.number(),
  /** How far the other side has read. */
  read_seq: z.number(),
  unread: z.number(),
  opened_at: z.string(),
  consent_until: z.string().nullable(),
});
export type SupportThread = z.infer<typeof SupportThread>;

export const mySupport = endpoint({
  tag,
  method: 'GET',
  path: '/api/support_chat/',
  summary: 'Мой вопрос поддержке',
  needs: signedIn,
  reply: z.object({
    thread: SupportThread.nullable(),
    history: z.array(z.object({ id: z.number(), title: z.string(), opened_at: z.string() })),
    /** Who of the support is here now; empty: the question goes by letter too. */
    duty: z.array(z.string()),
    /** Nobody is here: the moment until which a letter answers. */
    answer_by: z.string().nullable(),
  }),
});
/** Opens a question, or goes on with the open one. */
export const askSupport = endpoint({
  tag,
  method: 'POST',
  path: '/api/support_chat/',
  summary: 'Написать в поддержку',
  needs: signedIn,
  body: z.object({ text: Text, key: Key }),
  reply: z.object({ thread: SupportThread, event: SupportEvent }),
});
/** Multipart: `file`, `key`: a picture or a file into the open question (or a new one). */
export const askWithFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/support_chat/file/',
  summary: 'Файл в поддержку',
  needs: signedIn,
  reply: z.object({ thread: SupportThread, event: SupportEvent }),
  kind: 'upload',
});
/** Events after `after`, in order, at most 200; notes are for the support alone. */
export const supportEvents = endpoint({
  tag,
  method: 'GET',
  path: '/api/support_chat/:id/events/',
  summary: 'Сообщения вопроса после номера',
  needs: signedIn,
  params: ById,
  query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
  reply: z.object({ thread: SupportThread, events: z.array(SupportEvent) }),
});
export const readSupport = endpoint({
  tag,
  method: 'POST',
  path: '/api/support_chat/:id/read/',
  summary: 'Сообщения прочитаны',
  needs: signedIn,
  params: ById,
  body: z.object({ seq: z.number().int().min(0).max(2_147_483_647) }),
});
/** Tells the other side that one is writing; nothing is kept. */
export const typingSupport = endpoint({
  tag,
  method: 'POST',
  path: '/api/support_chat/:id/typing/',
  summary: 'Пишет сообщение',
  needs: signedIn,
  params: ById,
});
/** What is shown with the asker's consent: no names, no numbers of people. */
const Context = z.object({
  page: z
    .string()
    .max(300)
    .regex(/^\/[^\s]*$/, 'Неверный адрес'),
  screen: z.string().max(60),
  refusals: z
    .array(
      z.object({
        at: z.iso.datetime({ offset: true }),
        status: z.number().int().min(0).max(599),
        text: z.string().max(300),
      }),
    )
    .max(5),
});
export type SupportContext = z.infer<typeof Context>;
/** «Показать мой экран»: for half an hour, or no longer. */
export const consentSupport = endpoint({
  tag,
  method: 'POST',
  path: '/api/support_chat/:id/consent/',
  summary: 'Показать мой экран поддержке',
  needs: signedIn,
  params: ById,
  body: z.object({ context: Context.nullable() }),
  reply: SupportThread,
});

const desk = { tag, needs: supportStaff } as const;
export const QueueRow = z.object({
  id: z.number(),
  status: ThreadStatus,
  asker: z.string(),
  place: z.string(),
  role: z.string(),
  text: z.string(),
  unread: z.number(),
  assignee: z.string().nullable(),
  is_mine: z.boolean(),
  waiting_since: z.string().nullable(),
  last_at: z.string(),
});
export type QueueRow = z.infer<typeof QueueRow>;
export const supportQueue = endpoint({
  ...desk,
  method: 'GET',
  path: '/api/support_queue/',
  summary: 'Очередь вопросов',
  query: z.object({
    show: z.enum(['mine', 'waiting', 'all']).default('waiting'),
    q: z.string().max(100).optional(),
  }),
  reply: z.object({
    data: z.array(QueueRow),
    counts: z.object({ mine: z.number(), waiting: z.number(), all: z.number() }),
    /** Minutes to the first answer over seven days, and over the seven before; null without answers. */
    first_answer: z.number().nullable(),
    first_answer_before: z.number().nullable(),
    duty: z.array(z.string()),
  }),
});
export const supportCard = endpoint({
  ...desk,
  method: 'GET',
  path: '/api/support_queue/:id',
  summary: 'Вопрос и кто спрашивает',
  params: ById,
  reply: z.object({
    thread: SupportThread,
    asker: z.object({
      id: z.number(),
      name: z.string(),
      role: z.string(),
      place: z.string(),
      rights: z.array(z.number()),
    }),
    at: z.object({ level: z.enum(['region', 'mo', 'po']), id: z.number() }).nullable(),
    context: Context.nullable(),
    earlier: z.array(z.object({ id: z.number(), title: z.string(), opened_at: z.string() })),
  }),
});
export type SupportCard = z.infer<NonNullable<typeof supportCard.reply>>;
export const answerSupport = endpoint({
  ...desk,
  method: 'POST',
  path: '/api/support_queue/:id/answer/',
  summary: 'Ответить или оставить заметку',
  params: ById,
  body: z.object({ text: Text, key: Key, is_note: z.boolean() }),
  reply: z.object({ thread: SupportThread, event: SupportEvent }),
});
/** Multipart: `file`, `key`: a picture or a file as an answer. */
export const answerWithFile = endpoint({
  ...desk,
  method: 'POST',
  path: '/api/support_queue/:id/file/',
  summary: 'Файл в ответ',
  params: ById,
  reply: z.object({ thread: SupportThread, event: SupportEvent }),
  kind: 'upload',
});
/** `take`: I answer; `release`: back into the queue; `solve`: solved; `look`: I look through the asker's eyes (with his consent). */
export const moveSupport = endpoint({
  ...desk,
  method: 'POST',
  path: '/api/support_queue/:id/state/',
  summary: 'Взять, вернуть, решить вопрос',
  params: ById,
  body: z.object({ what: z.enum(['take', 'release', 'solve', 'look']) }),
  reply: SupportThread,
});
