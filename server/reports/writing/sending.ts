// Reports go out: at their moment to each receiver within his own place and rights, once; what was missed waits for a person.
import { formatDate, formatNumber } from '../../../contract/kernel/words.ts';
import { pages } from '../../../contract/pages.ts';
import { insertFile } from '../../files/writing.ts';
import { decideDue, planDue, type DueKind } from '../../jobs/due.ts';
import { act } from '../../kernel/act.ts';
import { copied } from '../../kernel/copied.ts';
import { workCtx, type Ctx, type Deps } from '../../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../../kernel/errors.ts';
import { timeZoneOfActor } from '../../kernel/timeZones.ts';
import { nextRun } from '../../jobs/rhythm.ts';
import { dateIn, daysBefore } from '../../ports/clock.ts';
import { writeLetter } from '../../ports/outbox.ts';
import {
  heirsOf,
  lateOf,
  lockReport,
  oldFiles,
  ownerStays,
  receiversOf,
  reportById,
  runningReports,
  type KeptReport,
  type ReceiverRow,
} from '../queries.ts';
import { actorOfReceiver, FILE_DAYS, momentName, readMoment, receiverRefusal, REPORT_DUE } from '../rules.ts';
import { needsOf, reportFileOf, type ReportFile } from './files.ts';
import { giveTo, placeOf, requireOwn, rhythmOf, stopReport, zoneOf } from './keeping.ts';

const LATE_MS = 60 * 60_000;
/** After a standstill of many days so many moments are asked about, the last ones. */
const MOST_MISSED = 10;
const AUTHOR = { name: 'Отчёты по расписанию' };

/** A report goes out at its moment; one that is late waits for a person. */
export const reportDue: DueKind = {
  what: REPORT_DUE,
  title: 'Отчёт по расписанию',
  lateAfterMs: LATE_MS,
  late: 'ask',
  leaves: true,
  channel: 'reports',
  run: async (deps, due) => {
    const { report: id, at } = readMoment(due.object);
    const report = await withOwner(deps, id);
    if (!report || report.is_paused) return;
    const zone = await zoneOf(deps, report);
    const day = dateIn(at, zone);
    const before = await sentTo(deps, id, at);
    for (const receiver of await receiversOf(deps.db, [id]))
      if (!before.has(receiver.user_id)) await sendTo(deps, report, receiver, at, day);
    const ctx = workCtx(deps, AUTHOR);
    await act(ctx, 'copy.report', async ({ tx, log }) => {
      await due.done(tx);
      const kept = await lockReport(tx, id);
      if (kept && !kept.is_paused) await planNext(tx, report, nextRun(rhythmOf(report), later(ctx.now(), at), zone));
      await log({
        place: placeOf(report),
        text: await outcome(tx, report, at, day),
        after: copied({ of: report.name }),
      });
    });
  },
};

const later = (one: Date, other: Date) => (one > other ? one : other);

async function planNext(tx: Parameters<typeof planDue>[0], { id }: KeptReport, next: Date): Promise<void> {
  await tx.updateTable('report').set({ next_at: next.toISOString() }).where('id', '=', id).execute();
  await planDue(tx, { what: REPORT_DUE, object: momentName(id, next), at: next });
}

/** «Отчёт «Должники» за 23.11.2026: отправлено 2, не отправлено 1». */
async function outcome(tx: Parameters<typeof planDue>[0], { id, name }: KeptReport, at: Date, day: string) {
  const rows = await tx
    .selectFrom('report_sending')
    .where('report_id', '=', id)
    .where('due_at', '=', at.toISOString())
    .select('outbox_id')
    .execute();
  const sent = rows.filter(({ outbox_id }) => outbox_id !== null).length;
  return `Отчёт «${name}» на ${formatDate(day)}: отправлено ${sent}, не отправлено ${rows.length - sent}`;
}

/** Who has had the report of a moment already: an attempt before this one may have been cut off. */
async function sentTo({ db }: Deps, report: number, at: Date): Promise<Set<number>> {
  const rows = await db
    .selectFrom('report_sending')
    .where('report_id', '=', report)
    .where('due_at', '=', at.toISOString())
    .select('user_id')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * The report with somebody who answers for it: when its owner is disabled, works there no more or lost the right of its screen, it is handed to the first
 * colleague of its place, receivers before others; with nobody there it stops and says so.
 */
async function withOwner(deps: Deps, id: number): Promise<KeptReport | undefined> {
  const report = await reportById(deps.db, id);
  if (!report || report.owner_id === null) return report;
  const needs = needsOf(report.source);
  if (await ownerStays(deps.db, id, needs)) return report;
  const [heir] = await heirsOf(deps.db, id, needs);
  const ctx = workCtx(deps, AUTHOR);
  await act(ctx, 'copy.report_set', async (write) => {
    if (heir) return giveTo(write, ctx, report, heir, `${report.owner} за него больше не отвечает`);
    await stopReport(
      write.tx,
      ctx,
      report,
      `${report.owner} здесь больше не работает или потерял право, передать некому`,
      null,
    );
    const text = `Отчёт по расписанию «${report.name}»: остановлен, ${report.owner} здесь больше не работает или потерял право, передать некому`;
    await write.log({ place: placeOf(report), text, after: copied({ of: report.name, reason: 'передать некому' }) });
  });
  return reportById(deps.db, id);
}

/** The receiver at his place; null when there is none. */
export async function ctxOfReceiver(deps: Deps, receiver: ReceiverRow): Promise<Ctx> {
  const { po_id: po, mo_id: mo, region_id: region } = receiver;
  return workCtx(deps, actorOfReceiver(receiver), undefined, await timeZoneOfActor(deps.db, { po, mo, region }));
}

/** One receiver of one moment: the file as he would see it, or why he gets nothing; kept with its letter in one transaction. */
async function sendTo(deps: Deps, report: KeptReport, receiver: ReceiverRow, at: Date, day: string): Promise<void> {
  const made = await fileFor(deps, report, receiver, day);
  const isEmpty = 'bytes' in made && made.rows === 0 && report.skips_empty;
  if (!('bytes' in made) || isEmpty) {
    const reason = 'bytes' in made ? 'строк нет' : made.reason;
    return keepLeftOut(deps, report, receiver, at, reason);
  }
  const stored = await deps.files.put(made.bytes);
  const ctx = workCtx(deps, AUTHOR);
  try {
    await act(ctx, 'copy.report', async ({ tx, log }) => {
      const file = await insertFile(tx, ctx, { ...stored, name: made.name, mime: made.mime });
      const outbox_id = await writeLetter(tx, ctx, {
        to: receiver.email,
        ...letterOf(deps, report, receiver, made, day),
        what: `report:${momentName(report.id, at)}`,
        receiver: `user:${receiver.user_id}`,
        files: [file],
      });
      const row = { report_id: report.id, due_at: at.toISOString(), user_id: receiver.user_id };
      await tx
        .insertInto('report_sending')
        .values({ ...row, at: ctx.now().toISOString(), outbox_id, row_count: made.rows, file_id: file })
        .execute();
      await log({
        place: placeOf(receiver),
        text: `Отчёт «${report.name}» отправлен: ${receiver.name}, ${receiver.place}, строк ${made.rows}`,
        after: copied(
          { file: made.name, of: report.name, reason: 'по расписанию' },
          { receiver: receiver.user_id, source: report.source },
        ),
      });
    });
  } catch (error) {
    await deps.files.remove(stored.storeKey);
    throw error;
  }
}

async function fileFor(
  deps: Deps,
  report: KeptReport,
  receiver: ReceiverRow,
  day: string,
): Promise<ReportFile | { reason: string }> {
  const reason = receiverRefusal(receiver, needsOf(report.source));
  if (reason) return { reason };
  try {
    return await reportFileOf(await ctxOfReceiver(deps, receiver), report, day);
  } catch (error) {
    // A refusal is an answer: the same would be said tomorrow. A fault is tried again.
    if (!(error instanceof Refused)) throw error;
    return { reason: Object.values(error.problem.errors ?? {})[0] ?? error.problem.message };
  }
}

async function keepLeftOut(deps: Deps, report: KeptReport, receiver: ReceiverRow, at: Date, reason: string) {
  const ctx = workCtx(deps, AUTHOR);
  await act(ctx, 'copy.report', async ({ tx, log }) => {
    const row = { report_id: report.id, due_at: at.toISOString(), user_id: receiver.user_id };
    await tx
      .insertInto('report_sending')
      .values({ ...row, at: ctx.now().toISOString(), reason })
      .execute();
    await log({
      place: placeOf(report),
      text: `Отчёт «${report.name}» не отправлен: ${receiver.name}, ${reason}`,
      after: copied({ of: report.name, reason }),
    });
  });
}

function letterOf(deps: Deps, report: KeptReport, receiver: ReceiverRow, file: ReportFile, day: string) {
  const hello = [receiver.first_name, receiver.father_name].filter(Boolean).join(' ');
  const text = [
    `Здравствуйте${hello ? `, ${hello}` : ''}!`,
    '',
    `Отчёт «${report.name}» на ${formatDate(day)} приложен к письму.`,
    `Место: ${receiver.place}. Строк: ${formatNumber(file.rows)}.`,
    ...(report.conditions ? [`Отбор: ${report.conditions}.`] : []),
    '',
    'В файле то, что вы увидели бы сами по своему месту и правам. В нём могут быть личные данные: не пересылайте его.',
    `Кто что получает и как отказаться: ${deps.settings.publicUrl}${pages.reports}`,
    ...(report.owner ? [`За отчёт отвечает ${report.owner}.`] : []),
  ];
  return { subject: `${report.name}, ${formatDate(day)}`, text: text.join('\n') };
}

/**
 * Each night: reports change hands where their owner left, and what a standstill left unplanned is planned; moments that passed
 * come late and are asked about.
 */
export async function planReports(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await runningReports(deps.db)) {
    const report = await withOwner(deps, id);
    if (!report || report.is_paused || new Date(report.next_at) > now) continue;
    const moments = await missedMoments(deps, report, now);
    const ctx = workCtx(deps, AUTHOR);
    await act(ctx, 'copy.report_set', async ({ tx, log }) => {
      for (const at of moments) await planNext(tx, report, at);
      await log({
        place: placeOf(report),
        text: `Отчёт по расписанию «${report.name}»: назначены следующие отправки`,
        after: copied({ of: report.name }),
      });
    });
  }
}

/** Moments after the last one that was planned, up to the first that is still to come. */
async function missedMoments(deps: Deps, report: KeptReport, now: Date): Promise<Date[]> {
  const zone = await zoneOf(deps, report);
  const moments: Date[] = [];
  let last = new Date(report.next_at);
  while (last <= now) moments.push((last = nextRun(rhythmOf(report), last, zone)));
  return moments.slice(-MOST_MISSED - 1);
}

/** A missed moment is sent now, for the days it was meant for, or left out. @throws 404, 403, 422 */
export async function decideReport(ctx: Ctx, id: number, { moment, isWanted }: { moment: number; isWanted: boolean }) {
  const report = await requireOwn(ctx, id);
  const late = (await lateOf(ctx.db, [id])).find((one) => one.id === moment);
  if (!late) throw notFound();
  const day = formatDate(dateIn(readMoment(late.object).at, await zoneOf(ctx.deps, report)));
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    const decided = await decideDue(tx, { id: moment, isWanted, by: ctx.actor.userId, now: ctx.now() });
    if (!decided) throw invalid({ form: 'Это уже решено' });
    const what = isWanted ? 'отправляется с опозданием' : 'не нужен';
    await log({
      place: placeOf(report),
      text: `Отчёт «${report.name}», пропущенный ${day}: ${what}`,
      after: copied({ of: report.name }),
    });
  });
}

/** Removes files of letters whose time is over; a letter that never went goes no more. */
export async function forgetReportFiles(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const old = await oldFiles(deps.db, daysBefore(ctx.now(), FILE_DAYS));
  if (!old.length) return;
  await act(ctx, 'admin.report_files_forget', async ({ tx, log }) => {
    const letters = old.flatMap(({ outbox_id: letter }) => letter ?? []);
    if (letters.length)
      await tx
        .updateTable('outbox')
        .set({ state: 'cancelled' })
        .where('id', 'in', letters)
        .where('state', 'in', ['failed', 'unknown'])
        .execute();
    const files = old.map(({ file }) => file);
    await tx.deleteFrom('stored_file').where('id', 'in', files).execute();
    await log({ text: `Удалены файлы отчётов старше ${FILE_DAYS} дней: ${files.length}` });
  });
  for (const { store_key: storeKey } of old) await deps.files.remove(storeKey);
}
