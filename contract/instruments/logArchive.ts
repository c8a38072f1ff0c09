// The archive of the log: months older than five years leave it for files under seals.
import { z } from 'zod';
import { JobStatus } from '../jobs.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IsoDate } from '../kernel/scalars.ts';
import { superuser } from '../kernel/scope.ts';

/** Months are told by their first day. */
export const ArchivedMonth = z.object({
  id: z.number(),
  month: z.string(),
  lines: z.number(),
  bytes: z.number(),
  /** Begins of the seal and of the file's SHA-256 are shown, the whole stands here. */
  seal: z.string(),
  sha256: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  /** When its lines left the log; null while they are still there. */
  dropped_at: z.string().nullable(),
  dropped_by: z.string().nullable(),
});
export type ArchivedMonth = z.infer<typeof ArchivedMonth>;

const admin = { tag: 'Инструменты', needs: superuser } as const;

export const logArchives = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/log_archives/',
  summary: 'Архив журнала: месяцы старше пяти лет',
  reply: z.object({
    data: z.array(ArchivedMonth),
    /** Months that may leave now, the oldest first, all of their lines. */
    due: z.array(z.object({ month: z.string(), lines: z.number() })),
    /** The first month that is not old enough and the day from which it is; null while the log is empty. */
    next: z.object({ month: z.string(), on: z.string() }).nullable(),
    /** First day of the lines that are in the log; null while none has left it. */
    kept_from: z.string().nullable(),
    /** What the last night found: seals, files, counts. */
    proof: z.object({ at: z.string(), faults: z.number() }).nullable(),
    job: z
      .object({
        id: z.number(),
        status: JobStatus,
        stage: z.string(),
        done: z.number(),
        total: z.number(),
        failure: z.string().nullable(),
      })
      .nullable(),
  }),
});
/** Asks for a password checked a moment ago (`check_password`). */
export const archiveLog = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/log_archives/',
  summary: 'Вынести месяцы журнала в архив',
  body: z.object({
    /** The last month that leaves; every due one before it goes too. */
    through: IsoDate,
    /** How many lines the person saw in these months. */
    lines: z.number().int().min(0),
  }),
  reply: z.object({ job_id: z.number() }),
});
/** JSON objects, one a line, gzip. Taking it away is written in the log. */
export const archivedMonthFile = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/log_archives/:id/file/',
  summary: 'Файл вынесенного месяца журнала',
  params: ByIdParams,
  body: z.object({}),
  kind: 'file',
});
