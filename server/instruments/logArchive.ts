// Months of the log older than five years, one after another from the oldest: exported, read back, written down, read back again, dropped.
import { z } from 'zod';
import { pages } from '../../contract/pages.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { formatNumber } from '../../contract/kernel/words.ts';
import { lastArchive, monthFacts, nextMonth, type ArchiveRow } from '../actionLog/queries/archive.ts';
import { storedFault } from '../actionLog/queries/archiveFaults.ts';
import { packedMonth, readBack } from '../actionLog/queries/archiveFile.ts';
import { dueMonths, fileFault, type ArchiveFacts } from '../actionLog/rules/archive.ts';
import { monthName } from '../../contract/logWords.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { act } from '../kernel/act.ts';
import { Refused } from '../kernel/errors.ts';
import { failPoint } from '../kernel/failPoints.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { dropMonth, keepMonth } from './writing/archiving.ts';

export const LOG_ARCHIVE = 'log-archive';
const VERB = 'admin.log_archive';

const Params = z.object({ through: z.string(), lines: z.number() });
type Params = z.infer<typeof Params>;

export const logArchiveJob: JobKind<Params> = {
  kind: LOG_ARCHIVE,
  cancel: 'running',
  canRetry: true,
  isAlone: true,
  params: Params,
  stage: 'Архив журнала',
  verb: VERB,
  undone: 'Журнал не вынесен в архив',
  fault: 'Вынос журнала прервался. Повторите: он продолжится с того же месяца',
  run: archiveMonths,
};

/** Goes on from wherever it was: the next month is the one that has not left yet. */
async function archiveMonths(job: RunningJob<Params>): Promise<void> {
  const { ctx, params } = job;
  await requireSuperuser(job);
  let done = 0;
  for (let month = await dueMonth(job); month; month = await dueMonth(job)) {
    const archive = await archiveOf(job, month);
    done += archive.lines;
    await job.tell({ stage: `Проверка файла: ${monthName(month)}`, done, total: params.lines });
    const fault = await storedFault(ctx.deps.files, archive);
    if (fault) throw refusedFile(month, fault);
    await act(ctx, VERB, async (write) => {
      await job.step(write, { stage: `Вынесен ${monthName(month!)}`, done, total: params.lines });
      await dropMonth(write, ctx, archive);
    });
  }
  const summary = `вынесено по ${monthName(params.through)}, строк ${formatNumber(params.lines)}`;
  await job.settle({ done: params.lines, total: params.lines, summary, link: pages.adminLogArchive });
}

/** The next month of those asked for; null when all of them are gone. */
async function dueMonth({ ctx, params }: RunningJob<Params>): Promise<string | null> {
  const next = await nextMonth(ctx.db);
  if (!next || next > params.through) return null;
  return dueMonths(next, dateIn(ctx.now(), HOME_ZONE))[0] ?? null;
}

async function requireSuperuser({ ctx }: RunningJob<Params>) {
  const author = await ctx.db
    .selectFrom('app_user')
    .where('id', '=', ctx.actor.userId)
    .select('is_superuser')
    .executeTakeFirst();
  if (author?.is_superuser !== SUPERUSER)
    throw new Refused(403, { message: 'Автор задания больше не суперпользователь' });
}

const refusedFile = (month: string, fault: string) =>
  new Refused(422, {
    message: `Архив за ${monthName(month)} не прошёл проверку: ${fault}. Из журнала ничего не удалено`,
  });

/** The archive of a month: the one that an earlier attempt wrote down when its file is whole, else a new one. */
async function archiveOf(job: RunningJob<Params>, month: string): Promise<ArchiveRow> {
  const last = await lastArchive(job.ctx.db);
  const former = last?.month === month ? last : null;
  if (former && !(await storedFault(job.ctx.deps.files, former))) return former;
  await makeArchive(job, month, { former, previous: former ? former.previous : (last?.seal ?? null) });
  return (await lastArchive(job.ctx.db))!;
}

async function makeArchive(
  { ctx, ...job }: RunningJob<Params>,
  month: string,
  { former, previous }: { former: ArchiveRow | null; previous: string | null },
): Promise<void> {
  const { files } = ctx.deps;
  const { isCounted, ...held } = await monthFacts(ctx.db, month);
  if (!isCounted)
    throw new Refused(422, { message: `Показатели за ${monthName(month)} ещё считаются. Повторите через минуту` });
  const stage = `Выгрузка: ${monthName(month)}`;
  let since = Date.now();
  const told = async (lines: number) => {
    await job.tell({ stage, done: lines, total: held.lines });
    await job.giveWay(Date.now() - since);
    since = Date.now();
  };
  const stored = await files.putStream(packedMonth(ctx.db, month, told));
  try {
    await failPoint('log file stored');
    const facts: ArchiveFacts = { month, ...held, bytes: stored.sizeBytes, sha256: stored.sha256, previous };
    const fault = fileFault(facts, await readBack(files, stored.storeKey));
    if (fault) throw refusedFile(month, fault);
    const gone = await act(ctx, VERB, async (write) => {
      await job.step(write, { stage });
      return keepMonth(write, ctx, facts, { stored, former });
    });
    for (const storeKey of gone) await files.remove(storeKey);
  } catch (error) {
    await removeUnkept(ctx.deps, stored.storeKey);
    throw error;
  }
}

/** Takes away the bytes of a file that was not written down: a fault after the commit leaves what the archive needs. */
async function removeUnkept({ db, files }: RunningJob<Params>['ctx']['deps'], storeKey: string) {
  const kept = await db.selectFrom('stored_file').where('store_key', '=', storeKey).select('id').executeTakeFirst();
  if (!kept) await files.remove(storeKey);
}
