// The list of the check before sending: who gets it, who is left out, who is skipped, by name and searched.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Kopecks } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';
import { MailingContent } from '../notifications.ts';

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

/** One side of the list by name. */
export const mailingReceivers = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_receivers/',
  summary: 'Кто получит рассылку',
  needs: mailingSend,
  reads: true,
  body: MailingContent.extend({
    side: MailingSide.default('reached'),
    q: z.string().trim().max(100).default(''),
    offset: z.number().int().min(0).max(100_000).default(0),
    limit: z.number().int().min(1).max(200).default(50),
  }),
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
