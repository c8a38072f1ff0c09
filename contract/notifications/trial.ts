// A mailing tried on oneself.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { IdValue } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';
import { MailingContent } from '../notifications.ts';

const tag = 'Рассылки';

/** One message of the walk to the actor's own mailbox, as its receiver will get it: nobody else gets anything. */
export const testNotification = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_test/',
  summary: 'Проба себе',
  needs: mailingSend,
  body: MailingContent.extend({
    at: z.number().int().min(0).max(100_000).default(0),
    /** The draft whose files go with it. */
    draft: IdValue.nullish(),
  }),
  reply: z.object({ email: z.string() }),
});
