// What is done beside the requests: kinds of jobs, and what comes due. Each slice names its own here.
import { proveArchives } from './actionLog/archiveProof.ts';
import { proveLogCounts } from './actionLog/counting.ts';
import { closeLedgerDay } from './balance/writing/days.ts';
import { accrualJob } from './contributions/run.ts';
import { forgetOldReceipts } from './documents/retention.ts';
import { finishPapers } from './documents/writing/finishing.ts';
import { batchJob } from './documents/batches.ts';
import { logJob } from './exports/log.ts';
import { packJob } from './exports/pack.ts';
import { asOfJob } from './garages/routes/asOf.ts';
import { forgetUnusedFiles } from './files/retention.ts';
import { DRAFT_DAYS, forgetOldDrafts, forgetOldWorkbooks, WORKBOOK_DAYS } from './imports/retention.ts';
import { importJob } from './imports/run.ts';
import { forgetOldActs, forgetOldAddresses, forgetOldMerges } from './instruments/retention.ts';
import { backupDue, backupJob } from './instruments/backups.ts';
import { logArchiveJob } from './instruments/logArchive.ts';
import { destroyDue, lookAtDemands } from './instruments/writing/demands.ts';
import { decideJob, normaliseJob } from './instruments/normalising.ts';
import { searchJob } from './instruments/search.ts';
import { nightly, type DueKind } from './jobs/due.ts';
import type { AnyJobKind } from './jobs/kinds.ts';
import { forgetOldFiles, forgetOldKeys } from './jobs/retention.ts';
import { publishDue } from './news/publishing.ts';
import { startDue } from './notifications/delivering.ts';
import { noticeDue } from './notifications/writing/notices.ts';
import { ruleDue } from './notifications/writing/reminders.ts';
import { penaltyJob } from './penalties/run.ts';
import { forgetReportFiles, planReports, reportDue } from './reports/writing/sending.ts';
import { completeDue } from './reregistrations/planned.ts';
import { forgetOldSignIns } from './session/retention.ts';
import { returnDue } from './support/writing.ts';

/** Kinds of work in the background. */
export const jobKinds: readonly AnyJobKind[] = [
  importJob,
  accrualJob,
  penaltyJob,
  searchJob,
  normaliseJob,
  decideJob,
  backupJob,
  logArchiveJob,
  batchJob,
  asOfJob,
  logJob,
  packJob,
];

/**
 * What is done at its moment. While the gate of the schedule is closed, as after a restore, only upkeep is: sums and seals compared,
 * files of papers finished. What completes, publishes, returns, destroys, deletes or makes copies waits for a person.
 */
export const dueKinds: readonly DueKind[] = [
  startDue,
  ruleDue,
  noticeDue,
  completeDue,
  destroyDue,
  { ...nightly, what: 'sign-ins.forget', title: 'Уборка старых входов и писем', run: forgetOldSignIns },
  { ...nightly, what: 'drafts.forget', title: `Уборка файлов реестра старше ${DRAFT_DAYS} дней`, run: forgetOldDrafts },
  {
    ...nightly,
    what: 'workbooks.forget',
    title: `Уборка загруженных книг реестра старше ${WORKBOOK_DAYS} дней`,
    run: forgetOldWorkbooks,
  },
  { ...nightly, what: 'job-files.forget', title: 'Уборка файлов заданий', run: forgetOldFiles },
  {
    ...nightly,
    isUpkeep: true,
    what: 'papers.finish',
    title: 'Файлы документов, которые не успели сохраниться',
    run: finishPapers,
  },
  { ...nightly, what: 'receipts.forget', title: 'Уборка файлов старых квитанций', run: forgetOldReceipts },
  { ...nightly, what: 'files.forget', title: 'Уборка файлов, на которые ничто не ссылается', run: forgetUnusedFiles },
  { ...nightly, what: 'merges.forget', title: 'Уборка снимков объединений', run: forgetOldMerges },
  { ...nightly, what: 'addresses.forget', title: 'Уборка прежних написаний адресов', run: forgetOldAddresses },
  { ...nightly, what: 'demands.look', title: 'Требования прекратить обработку', run: lookAtDemands },
  { ...nightly, what: 'acts.forget', title: 'Уборка актов об уничтожении старше 3 лет', run: forgetOldActs },
  { ...nightly, what: 'keys.forget', title: 'Уборка старых ключей операций', run: forgetOldKeys },
  { ...nightly, isUpkeep: true, what: 'ledger.day', title: 'Сверка учёта и печати дня', run: closeLedgerDay },
  { ...nightly, isUpkeep: true, what: 'log.counts', title: 'Сверка показателей журнала', run: proveLogCounts },
  { ...nightly, isUpkeep: true, what: 'log.archive', title: 'Сверка архива журнала', run: proveArchives },
  { ...nightly, what: 'reports.plan', title: 'Сроки отчётов по расписанию', run: planReports },
  { ...nightly, what: 'report-files.forget', title: 'Уборка файлов отчётов', run: forgetReportFiles },
  reportDue,
  publishDue,
  returnDue,
  backupDue,
];
