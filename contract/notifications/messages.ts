// Messages of mailings: their fate, and letters on paper for those whom nothing reached.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams, resource } from '../kernel/resource.ts';
import { IsoDate, Kopecks, Named } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';
import { MailingKind, MOST_RECEIVERS } from '../notifications.ts';

const tag = 'Рассылки';

/** Most letters of one print. */
export const MOST_LETTERS = 500;
/** Letters on paper for those whom nothing has reached; `expected` is how many people the person saw. */
export const printLetters = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/letters/',
  summary: 'Напечатать письма тем, кому не дошло',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({ expected: z.number().int().min(1) }),
  kind: 'file',
});

export const MessageRow = z.object({
  id: z.number(),
  notification: z.object({ id: z.number(), title: z.string(), kind: MailingKind }),
  profile: Named.nullable(),
  name: z.string(),
  plates: z.array(z.object({ id: z.number(), section: z.string(), number: z.string() })),
  channel: z.enum(['mail', 'sms']).nullable(),
  /** Masked. */
  address: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string(),
  status: z.number(),
  reason: z.string().nullable(),
  segments: z.number(),
  cost: Kopecks,
  created_at: z.string(),
  handed_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  letter_printed_at: z.string().nullable(),
  /** Day on which it was handed over on paper. */
  handed_on: z.string().nullable(),
  is_latest: z.boolean(),
});
export type MessageRow = z.infer<typeof MessageRow>;

/** Messages of mailings: of one mailing or of one person. */
export const informingHistory = resource({
  name: 'informing_history',
  title: 'История информирования',
  read: mailingSend,
  row: MessageRow,
  card: MessageRow,
  filter: z.object({
    notification: z.number().int().optional(),
    profile: z.number().int().optional(),
    nameFilter: z.string().max(100).optional(),
    statusFilter: z.array(z.number().int().min(0).max(11)).max(12).optional(),
  }),
  sorts: ['attention', 'name', 'changed_at'],
});
/** What a person knows of a message: it came, it was handed over on paper. */
export const markMessage = endpoint({
  tag,
  method: 'POST',
  path: '/api/informing_history/:id/mark/',
  summary: 'Отметить судьбу сообщения',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({
    status: z.union([z.literal(2), z.literal(10)]),
    /** The day of handing over: asked for with 10. */
    handedOn: IsoDate.nullish(),
  }),
  reply: MessageRow,
});

/** Sends one message anew, by hand: what may have arrived may come twice, and the person has to say that he knows. */
export const resendToPerson = endpoint({
  tag,
  method: 'POST',
  path: '/api/informing_history/:id/resend/',
  summary: 'Послать одно сообщение ещё раз',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({ mayComeTwice: z.boolean().default(false) }),
  reply: MessageRow,
});

const Fates = z.array(z.number().int().min(0).max(11)).max(12).default([]);
/** Messages of one mailing: ticked ones, or all of these fates but those taken out; `expected` is how many the person saw. */
export const MessageSelection = z.object({
  filter: z.object({ statusFilter: Fates }).strict(),
  all: z.boolean(),
  included: z.array(z.number().int()).max(MOST_RECEIVERS).default([]),
  excluded: z.array(z.number().int()).max(MOST_RECEIVERS).default([]),
  expected: z.number().int().min(1),
});
const NotSent = z.object({
  id: z.number(),
  name: z.string(),
  reason: z.string(),
});
/** What would be sent to those of a selection to whom nothing was sent, and to whom nothing may be sent still, each with the reason. */
export const previewResend = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/resend/preview/',
  room: 'informing_history',
  summary: 'Кому можно послать ещё раз и сколько это стоит',
  needs: mailingSend,
  reads: true,
  params: ByIdParams,
  body: MessageSelection,
  reply: z.object({
    people: z.number(),
    messages: z.number(),
    email: z.number(),
    sms: z.number(),
    segments: z.number(),
    cost: Kopecks,
    /** Of the month's limit; null without one. */
    left: Kopecks.nullable(),
    refused: z.array(NotSent),
    /** What keeps all of them, by field. */
    problems: z.record(z.string(), z.string()),
    /** Above this number of people it is typed. */
    confirm_above: z.number(),
    /** SMS wait for this moment: it is night. */
    quiet_until: z.string().nullable(),
  }),
});
/** Sends them: the rest stays as it is and is named with its reason. */
export const resendMessages = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/resend/',
  summary: 'Послать ещё раз тем, кому ничего не отправляли',
  needs: mailingSend,
  params: ByIdParams,
  body: MessageSelection.extend({
    seen: z.object({ messages: z.number().int().min(1), cost: Kopecks, refused: z.number().int().min(0) }),
    /** The number of people, typed where there are many. */
    confirmed: z.number().int().nullish(),
  }),
  reply: z.object({ messages: z.number(), cost: Kopecks, refused: z.array(NotSent) }),
});

/** Messages of one mailing as a table, as they stand on the page. */
export const exportMessages = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/messages/export/',
  summary: 'Выгрузить сообщения рассылки',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({ statusFilter: z.array(z.number().int().min(0).max(11)).max(12).default([]) }),
  kind: 'file',
});
