// Background jobs of a person.
import { endpoint } from './kernel/endpoint.ts';
import { signedIn } from './kernel/scope.ts';
import { z } from 'zod';

export const Job = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  errors: z.number(),
  failure: z.string().nullable(),
  /** Page of the console where the result is. */
  link: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

export type Job = z.infer<typeof Job>;

/** Own background work, newest first. */
export const jobList = endpoint({
  tag: 'Задания',
  method: 'GET',
  path: '/api/jobs/',
  summary: 'Мои задания',
  needs: signedIn,
  reply: z.object({ data: z.array(Job) }),
});
