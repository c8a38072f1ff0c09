// Instruments of the administrator: what there is, what waits in each, when each was used last.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { superuser } from './kernel/scope.ts';

export const instrumentKeys = ['merge', 'normalise', 'backups'] as const;

export const Instrument = z.object({
  key: z.enum(instrumentKeys),
  /** Pairs, or spellings of addresses, that wait for a decision. */
  waiting: z.number(),
  /** The last run of its search. */
  last: z
    .object({
      at: z.string(),
      who: z.string(),
      status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      /** What came out, or why nothing did. */
      words: z.string().nullable(),
    })
    .nullable(),
  /** Of the last 30 days: merges, cards with addresses put right, copies proved. */
  done: z.number(),
});
export type Instrument = z.infer<typeof Instrument>;

export const instrumentList = endpoint({
  tag: 'Инструменты',
  method: 'GET',
  path: '/api/instruments/',
  summary: 'Инструменты администратора',
  needs: superuser,
  reply: z.object({ data: z.array(Instrument) }),
});
