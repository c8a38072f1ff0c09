// Copies of the installation: when the last good one was, all that were made, a new one.
import { z } from 'zod';
import { JobStatus } from '../jobs.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { superuser } from '../kernel/scope.ts';

export const BackupRow = z.object({
  id: z.number(),
  name: z.string(),
  at: z.string(),
  state: z.enum(['proved', 'unproved', 'gaps', 'failed']),
  failure: z.string().nullable(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  /** Files that the register speaks of and the store does not have. */
  missing: z.number(),
  has_key: z.boolean(),
  made_ms: z.number(),
  proved_ms: z.number(),
  who: z.string(),
  origin: z.enum(['schedule', 'person', 'command']),
  /** It still lies in the folder. */
  isHere: z.boolean(),
});
export type BackupRow = z.infer<typeof BackupRow>;

const admin = { tag: 'Инструменты', needs: superuser } as const;
export const backupList = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/backups/',
  summary: 'Копии установки',
  reply: z.object({
    data: z.array(BackupRow),
    /** The last that was proved. */
    lastGood: z.string().nullable(),
    dir: z.string(),
    isDaily: z.boolean(),
    keepDays: z.number(),
    /** People whose data are destroyed: they stay so after a restore. */
    destroyed: z.number(),
    job: z
      .object({ id: z.number(), status: JobStatus, stage: z.string(), done: z.number(), total: z.number() })
      .nullable(),
  }),
});
export const makeBackup = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/backups/',
  summary: 'Сделать копию',
  /** The last copy the person knows of: two who press at once begin one. */
  body: z.object({ after: z.number().int().nullable() }),
  reply: z.object({ job_id: z.number() }),
});
