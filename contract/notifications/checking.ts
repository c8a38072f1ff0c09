// The list of the check before sending: who gets it, who is left out, who is skipped, by name and searched.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Kopecks } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';
import { ChannelRule, MailingContent } from '../notifications.ts';

const tag = 'Рассылки';

/** Получат · Не получат · Пропущены: left out by their own facts, or skipped because they were written to already. */
export const MailingSide = z.enum(['reached', 'left', 'skipped']);
export type MailingSide = z.infer<typeof MailingSide>;

export const MailingReceiver = z.object({
  /** Place in the walk of the preview; null for whoever gets nothing. */
  at: z.number().nullable(),
  id: z.number(),
  /** A user, not a person of the register: his number is of another list. */
  isOfficial: z.boolean(),
  name: z.string(),
  /** Those for whom he reads: children, estates. */
  wards: z.array(z.number()),
  plates: z.array(z.object({ id: z.number(), section: z.string(), number: z.string() })),
  po_name: z.string().nullable(),
  channels: z.array(z.enum(['mail', 'sms'])),
  /** Masked; of the first channel. */
  address: z.string().nullable(),
  segments: z.number(),
  cost: Kopecks,
  /** Variables without a value. */
  empty: z.array(z.string()),
  reason: z.string().nullable(),
});
export type MailingReceiver = z.infer<typeof MailingReceiver>;

export const ReceiverCount = z.object({
  people: z.number(),
  garages: z.number(),
  /** Letters and SMS: as many as messages, one for each garage where they are not one for each person. */
  email: z.number(),
  sms: z.number(),
  none: z.number(),
  /** Why nothing reaches a person: how many. They sum to `none`. */
  reasons: z.record(z.string(), z.number()),
  byChannel: z.record(ChannelRule, z.object({ reach: z.number() })),
});
export type ReceiverCount = z.infer<typeof ReceiverCount>;
/** How many people and garages a selection names and by what they are reached: the sum and the names come later, with the preview. */
export const countReceivers = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_receivers/count/',
  summary: 'Сколько человек получит рассылку',
  needs: mailingSend,
  reads: true,
  body: MailingContent.pick({
    kind: true,
    channel: true,
    template: true,
    selection: true,
    onePerPerson: true,
    skipRepeated: true,
    skipTemplate: true,
  }),
  reply: ReceiverCount,
});

/** Which side, of it what words find, a page. */
export const ReceiversAsked = z.object({
  side: MailingSide.default('reached'),
  q: z.string().trim().max(100).default(''),
  offset: z.number().int().min(0).max(100_000).default(0),
  limit: z.number().int().min(1).max(200).default(50),
});

/** One side of the list by name. */
export const mailingReceivers = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_receivers/',
  summary: 'Кто получит рассылку',
  needs: mailingSend,
  reads: true,
  body: MailingContent.extend(ReceiversAsked.shape),
  reply: z.object({
    rows: z.array(MailingReceiver),
    /** Rows of this side that the words find. */
    total: z.number(),
    counts: z.record(MailingSide, z.number()),
  }),
});

/** The same list whole, as a table. */
export const exportReceivers = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_receivers/export/',
  summary: 'Выгрузить получателей рассылки',
  needs: mailingSend,
  body: MailingContent,
  kind: 'file',
});
