// Copies of the installation: the list, a new one.
import * as contract from '../../../contract/instruments/backups.ts';
import { pages } from '../../../contract/pages.ts';
import { orUnderWay } from '../../jobs/oneAtATime.ts';
import { startJob } from '../../jobs/records.ts';
import { act } from '../../kernel/act.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { BACKUP, backupJob } from '../backups.ts';
import { countDestroyed, listBackups } from '../queries/backups.ts';
import { lastJob } from '../queries/overview.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };

export function backupRoutes(mount: Mount): void {
  mount(contract.backupList, async ({ db, deps }) => {
    const [rows, here, job, destroyed] = await Promise.all([
      listBackups(db),
      deps.backups.list(),
      lastJob(db, BACKUP),
      countDestroyed(db),
    ]);
    return {
      data: rows.map((row) => ({ ...row, isHere: here.includes(row.name) })),
      lastGood: rows.find(({ state }) => state === 'proved' || state === 'gaps')?.at ?? null,
      dir: deps.backups.dir,
      isDaily: deps.settings.BACKUP_DAILY,
      keepDays: deps.settings.BACKUP_KEEP_DAYS,
      destroyed,
      job: job && { id: job.job_id, status: job.status, stage: job.stage, done: job.done, total: job.total },
    };
  });

  mount(contract.makeBackup, async (ctx, { body }) => {
    const running = await lastJob(ctx.db, BACKUP);
    if (running && ['queued', 'running'].includes(running.status)) return { job_id: running.job_id };
    if (body.after !== (running?.job_id ?? null)) throw invalid({ after: 'Копию уже делали. Обновите страницу' });
    return act(ctx, 'admin.backup', async (write) => {
      await write.log({ place: nowhere, text: 'Начата копия установки' });
      const asked = {
        title: 'Копия установки',
        place: nowhere,
        params: { origin: 'person' as const },
        link: pages.adminBackups,
        after: body.after,
      };
      return { job_id: await startJob(write, ctx, backupJob, asked) };
    }).catch(orUnderWay);
  });
}
