// A planned mailing as whoever agrees to it reads it: its people by name, a message of each, files, money. Nothing of it is changed here.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { mailingSend } from '../kernel/scope.ts';
import { NotificationPreview } from '../notifications.ts';
import { FileRef } from './attachments.ts';
import { mailingReceivers, ReceiversAsked } from './checking.ts';

const tag = 'Рассылки';

/** What would be sent as things stand now, as the place of its author sends it; `at` is the place in the walk. */
export const previewPlanned = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/preview/',
  summary: 'Что уйдёт по запланированной рассылке',
  needs: mailingSend,
  reads: true,
  params: ByIdParams,
  body: z.object({ at: z.number().int().min(0).max(100_000).default(0) }),
  reply: NotificationPreview.extend({
    /** With links for minutes. */
    files: z.array(FileRef.extend({ url: z.string() })),
  }),
});

/** One side of its list by name. */
export const plannedReceivers = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/receivers/',
  summary: 'Кто получит запланированную рассылку',
  needs: mailingSend,
  reads: true,
  params: ByIdParams,
  body: ReceiversAsked,
  reply: mailingReceivers.reply,
});
