// Letters of the mail port.
import { resource } from './kernel/resource.ts';
import { superuser } from './kernel/scope.ts';
import { z } from 'zod';

const OutboxLetter = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  failure: z.string().nullable(),
});

/** Letters of the mail port, readable by a superuser. */
export const outbox = resource({
  name: 'outbox',
  title: 'Исходящая почта',
  read: superuser,
  row: OutboxLetter,
  card: OutboxLetter,
  filter: z.object({ q: z.string().max(100).optional() }),
  sorts: ['created_at', 'recipient'],
});
