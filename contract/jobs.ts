// Background jobs: who asked, how far it is, what may still be done, what came out.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { signedIn } from './kernel/scope.ts';

export const JobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const Job = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  author: z.object({ id: z.number().nullable(), name: z.string(), isMe: z.boolean() }),
  status: JobStatus,
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  errors: z.number(),
  failure: z.string().nullable(),
  /** One line about what came out. */
  summary: z.string().nullable(),
  /** Page of the console where the result is. */
  link: z.string().nullable(),
  /** The file it made, for its author alone. */
  file: z.object({ name: z.string(), size: z.number(), until: z.string() }).nullable(),
  /** By the pace until now, s; null while it can't be told. */
  left_seconds: z.number().nullable(),
  /** Jobs of the same kind that wait or run before it. */
  ahead: z.number(),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

export const jobStates = ['all', 'active', 'done', 'failed'] as const;
const tag = 'Задания';
const Jobs = z.object({
  data: z.array(Job),
  total: z.number(),
  counts: z.object({ all: z.number(), active: z.number(), done: z.number(), failed: z.number() }),
  /** Kinds that are there, for the filter. */
  kinds: z.array(z.string()),
  /** Files of the person's jobs, bytes. */
  bytes: z.number(),
  /** How long files are kept, days. */
  fileDays: z.number(),
});

/** Own jobs, or those of the place too: running ones first, then those that need a decision, then the newest. */
export const jobList = endpoint({
  tag,
  method: 'GET',
  path: '/api/jobs/',
  summary: 'Задания',
  needs: signedIn,
  query: z.object({
    state: z.enum(jobStates).default('all'),
    whose: z.enum(['mine', 'place']).default('mine'),
    kind: z.string().max(40).optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: Jobs,
});
/** Ends a job that waits, or asks a running one to end at its next step. */
export const cancelJob = endpoint({
  tag,
  method: 'POST',
  path: '/api/jobs/:id/cancel/',
  summary: 'Отменить задание',
  needs: signedIn,
  params: ByIdParams,
});
/** Puts a failed job of one's own into the queue again. */
export const retryJob = endpoint({
  tag,
  method: 'POST',
  path: '/api/jobs/:id/retry/',
  summary: 'Повторить задание',
  needs: signedIn,
  params: ByIdParams,
});
/** The file of a job of one's own. */
export const jobFile = endpoint({
  tag,
  method: 'GET',
  path: '/api/jobs/:id/file/',
  summary: 'Файл задания',
  needs: signedIn,
  params: ByIdParams,
  kind: 'file',
});
