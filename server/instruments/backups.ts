// The copy of the installation in the background: made, proved in an empty place, older ones thrown away; the due one of the night.
import { z } from 'zod';
import { pages } from '../../contract/pages.ts';
import { BackupBusy } from '../db/backupLock.ts';
import { isDiskFull } from '../db/engine.ts';
import { daily, type DueKind } from '../jobs/due.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { orUnderWay } from '../jobs/oneAtATime.ts';
import { startJob } from '../jobs/records.ts';
import { act, type Write } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { daysBefore } from '../ports/clock.ts';
import type { Manifest } from '../db/backup.ts';
import { proofOf, type Proof } from '../db/proofFaults.ts';
import { lastJob } from './queries/overview.ts';

export const BACKUP = 'backup';
const nowhere = { region_id: null, mo_id: null, po_id: null };
const DAY_MS = 86_400_000;

interface BackupParams {
  origin: 'schedule' | 'person';
}

export const backupJob: JobKind<BackupParams> = {
  kind: BACKUP,
  cancel: 'queued',
  canRetry: true,
  isAlone: true,
  params: z.object({ origin: z.enum(['schedule', 'person']) }),
  stage: 'Копия установки',
  verb: 'admin.backup',
  undone: 'Копия установки не сделана',
  fault: 'Копия прервалась. Повторите: недописанная копия удаляется сама',
  run: backUp,
};

/** Every night when the setting says so; late is as good as in time. */
export const backupDue: DueKind = {
  what: 'backup.make',
  title: 'Копия установки',
  latest: daily(2),
  lateAfterMs: DAY_MS,
  late: 'run',
  async run(deps, due) {
    if (!deps.settings.BACKUP_DAILY) return;
    const last = await lastJob(deps.db, BACKUP);
    if (last && ['queued', 'running'].includes(last.status)) return;
    const ctx = workCtx(deps, { name: 'Расписание' });
    await act(ctx, 'admin.backup', async (write) => {
      await startJob(write, ctx, backupJob, {
        title: 'Копия установки',
        place: nowhere,
        params: { origin: 'schedule' },
        link: pages.adminBackups,
      });
      await write.log({ place: nowhere, text: 'Начата ночная копия установки' });
      await due.done(write.tx);
    }).catch(orUnderWay);
  },
};

async function backUp(job: RunningJob<BackupParams>): Promise<void> {
  const { ctx } = job;
  const room = ctx.deps.backups;
  const started = Date.now();
  const made = await room
    .make(ctx.now(), (stage, done, total) => job.tell({ stage, done, total }))
    .catch(async (error: unknown) => {
      if (error instanceof BackupBusy) throw new Refused(409, { message: error.message });
      const words = wordsOf(error, ctx.deps.settings.BACKUP_DIR);
      if (words) await tellFailed(job, words);
      throw words ? new Refused(507, { message: words }) : error;
    });
  const madeMs = Date.now() - started;
  await job.tell({ stage: 'Проверка восстановлением', done: 0, total: 0 });
  const proof = await proofOf(room.prove(made.name));
  const provedMs = Date.now() - started - madeMs;
  const { name, manifest } = made;
  await act(ctx, 'admin.backup', async (write) => {
    const by = ctx.actor.userId || null;
    await keepBackup(write, { name, manifest, madeMs, provedMs, ...proof, by, origin: job.params.origin });
    await write.log({ place: nowhere, text: backupWords(name, proof) });
    if (proof.failure) return;
    const summary = proof.unproved
      ? `не проверена: ${proof.unproved}`
      : manifest.missing.length
        ? `не хватает файлов — ${manifest.missing.length}`
        : 'проверена восстановлением';
    await job.finish(write, { done: 1, summary, link: pages.adminBackups });
  });
  if (proof.failure) throw new Refused(422, { message: `Копия не прошла проверку: ${proof.failure}` });
  // Older ones go only where there is a newer good one.
  if (!proof.unproved) await dropOld(ctx.deps, ctx.now());
}

/** Why nothing could be written, where a person can mend it; null for any other fault. */
function wordsOf(error: unknown, folder: string): string | null {
  if (isDiskFull(error)) return 'На диске копий кончилось место';
  return isUnwritable(error, folder) ? UNWRITABLE : null;
}
const UNWRITABLE = 'В папку копий не записать. Проверьте папку BACKUP_DIR и право на запись в неё, потом повторите';
/** Its folder is none, or may not be written; a file of the installation that can't be read is another matter. */
function isUnwritable(error: unknown, folder: string): boolean {
  const { code, path } = error as { code?: unknown; path?: unknown };
  return (
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(String(code)) &&
    String(path).startsWith(folder)
  );
}

/** What is told of a copy that lies in its folder. */
export function backupWords(name: string, { failure, unproved }: Proof): string {
  if (failure) return `Копия ${name} не прошла проверку: ${failure}`;
  return unproved ? `Копия ${name} сделана, но не проверена: ${unproved}` : `Копия ${name} сделана и проверена`;
}

async function tellFailed(job: RunningJob<BackupParams>, failure: string) {
  const { ctx } = job;
  await act(ctx, 'admin.backup', async ({ tx, log }) => {
    const at = ctx.now().toISOString();
    await tx
      .insertInto('backup')
      .values({
        name: `${at} ${job.id}.${job.attempt}`,
        at,
        state: 'failed',
        failure,
        origin: job.params.origin,
        made_by: ctx.actor.userId || null,
      })
      .execute();
    await log({ place: nowhere, text: `Копия установки не сделана: ${failure}` });
  });
}

export interface KeptBackup {
  name: string;
  manifest: Manifest;
  madeMs: number;
  provedMs: number;
  /** Why the proof failed. */
  failure: string | null;
  /** Why there was none. */
  unproved: string | null;
  by: number | null;
  origin: 'schedule' | 'person' | 'command';
}

/** Writes down a copy that lies in its folder. */
export async function keepBackup({ tx }: Pick<Write, 'tx'>, kept: KeptBackup): Promise<void> {
  const { name, manifest, madeMs, provedMs, failure, unproved, by, origin } = kept;
  const state = failure ? 'failed' : unproved ? 'unproved' : manifest.missing.length ? 'gaps' : 'proved';
  await tx
    .insertInto('backup')
    .values({
      name,
      at: manifest.madeAt,
      state,
      failure: failure ?? (unproved && `Не проверена: ${unproved}`),
      bytes: manifest.bytes,
      rows_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files_count: manifest.files.length,
      missing: JSON.stringify(manifest.missing.slice(0, 100)),
      has_key: manifest.hasKey,
      made_ms: madeMs,
      proved_ms: provedMs,
      made_by: by,
      origin,
    })
    .execute();
}

/** Copies older than the term go; the newest good one that lies there never. */
async function dropOld(deps: Deps, now: Date) {
  const there = await deps.backups.list();
  const good = await deps.db
    .selectFrom('backup')
    .where('state', 'in', ['proved', 'gaps'])
    .where('name', 'in', there)
    .orderBy('at', 'desc')
    .limit(1)
    .select('name')
    .executeTakeFirst();
  if (!good) return;
  const until = daysBefore(now, deps.settings.BACKUP_KEEP_DAYS).slice(0, 19).replaceAll(':', '-');
  for (const name of there) if (name < until && name !== good.name) await deps.backups.drop(name);
}
