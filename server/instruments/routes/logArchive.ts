// The archive of the log: what left it, what is due, beginning the job, the file of a month.
import * as contract from '../../../contract/instruments/logArchive.ts';
import { pages } from '../../../contract/pages.ts';
import { logKeptFrom } from '../../kernel/logKept.ts';
import { monthName } from '../../../contract/logWords.ts';
import { startJob } from '../../jobs/records.ts';
import { act } from '../../kernel/act.ts';
import { copied } from '../../kernel/copied.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { lastProofs } from '../../kernel/proofs.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';
import { takeCheckedPassword } from '../../session/writing.ts';
import { LOG_ARCHIVE, logArchiveJob } from '../logArchive.ts';
import { archivedFile, archivedMonths, dueLog } from '../queries/logArchive.ts';
import { lastJob } from '../queries/overview.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };

export function logArchiveRoutes(mount: Mount): void {
  mount(contract.logArchives, async (ctx) => {
    const { db } = ctx;
    const [data, due, kept_from, proofs, job] = [
      await archivedMonths(db),
      await dueLog(db, dateIn(ctx.now(), HOME_ZONE)),
      await logKeptFrom(db),
      await lastProofs(db),
      await lastJob(db, LOG_ARCHIVE),
    ];
    return {
      data,
      ...due,
      kept_from,
      proof: proofs.archive,
      job: job && {
        id: job.job_id,
        status: job.status,
        stage: job.stage,
        done: job.done,
        total: job.total,
        failure: job.failure,
      },
    };
  });

  mount(contract.archiveLog, async (ctx, { body }) => {
    const running = await lastJob(ctx.db, LOG_ARCHIVE);
    if (running && ['queued', 'running'].includes(running.status))
      throw invalid({ form: 'Журнал уже выносится: дождитесь конца или отмените задание' });
    const { due } = await dueLog(ctx.db, dateIn(ctx.now(), HOME_ZONE));
    const last = due.findIndex(({ month }) => month === body.through);
    if (last < 0) throw invalid({ through: 'Этот месяц ещё не старше пяти лет или уже вынесен. Обновите страницу' });
    const chosen = due.slice(0, last + 1);
    const lines = chosen.reduce((sum, one) => sum + one.lines, 0);
    if (lines !== body.lines) throw invalid({ form: `Строк стало ${lines}, а было ${body.lines}. Обновите страницу` });
    return act(ctx, 'admin.log_archive', async (write) => {
      await takeCheckedPassword(write.tx, ctx);
      const words =
        chosen.length > 1 ? `${monthName(chosen[0]!.month)} – ${monthName(body.through)}` : monthName(body.through);
      await write.log({ place: nowhere, text: `Начат вынос журнала в архив: ${words}, строк ${lines}` });
      const asked = {
        title: `Архив журнала: ${words}`,
        place: nowhere,
        params: { through: body.through, lines },
        total: lines,
        link: pages.adminLogArchive,
      };
      return { job_id: await startJob(write, ctx, logArchiveJob, asked) };
    });
  });

  mount(contract.archivedMonthFile, async (ctx, { params }) => {
    const file = await archivedFile(ctx.db, params.id);
    if (!file) throw notFound();
    await act(ctx, 'copy.log_archive', ({ log }) =>
      log({
        place: nowhere,
        text: `Скачан архив журнала за ${monthName(file.month)}: строк ${file.lines}`,
        after: copied({ file: file.name, of: `Журнал действий за ${monthName(file.month)}` }),
      }),
    );
    return { name: file.name, mime: file.mime, body: ctx.deps.files.get(file.store_key) };
  });
}
