// Reports by the clock: who gets what, kept and decided by their owners.
import * as contract from '../../contract/reports.ts';
import { refusal } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { colleagues } from '../users/queries/colleagues.ts';
import { lastOf, lateOf, receiversOf, reportsFor, sendingsOf, type KeptReport } from './queries.ts';
import { mayLookAfter, readMoment, receiverRefusal } from './rules.ts';
import { needsOf, reportFileOf } from './writing/files.ts';
import * as keeping from './writing/keeping.ts';
import { decideReport } from './writing/sending.ts';

export function reportRoutes(mount: Mount): void {
  mount(contract.reports, all);
  mount(contract.reportReceivers, async (ctx) => ({
    data: (await colleagues(ctx)).map(({ id, name, place }) => ({ id, name, place })),
  }));
  mount(contract.createReport, async (ctx, { body }) => {
    await keeping.createReport(ctx, body);
    return all(ctx);
  });
  mount(contract.updateReport, async (ctx, { params, body }) => {
    await keeping.updateReport(ctx, params.id, body);
    return all(ctx);
  });
  mount(contract.withdrawReport, async (ctx, { params }) => {
    await keeping.withdrawReport(ctx, params.id);
    return all(ctx);
  });
  mount(contract.pauseReport, async (ctx, { params, body }) => {
    await keeping.pauseReport(ctx, params.id, body);
    return all(ctx);
  });
  mount(contract.handReport, async (ctx, { params, body }) => {
    await keeping.handReport(ctx, params.id, body);
    return all(ctx);
  });
  mount(contract.leaveReport, async (ctx, { params }) => {
    await keeping.leaveReport(ctx, params.id);
    return all(ctx);
  });
  mount(contract.decideReport, async (ctx, { params, body }) => {
    await decideReport(ctx, params.id, body);
    return all(ctx);
  });
  mount(contract.reportFile, async (ctx, { params }) => {
    const report = await keeping.requireReport(ctx, params.id);
    const reason = refusal(ctx.actor, needsOf(report.source));
    if (reason) throw forbidden(reason);
    const { rows, bytes, ...file } = await reportFileOf(ctx, report, todayOf(ctx));
    // Looking through someone's eyes writes nothing, taking a file away included.
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка отчёта «${report.name}»: строк ${rows}`,
        after: copied({ file: file.name, of: report.name }, { source: report.source }),
      }),
    );
    return { ...file, body: bytes };
  });
  mount(contract.reportSendings, async (ctx, { params }) => {
    await keeping.requireReport(ctx, params.id);
    return { data: await sendingsOf(ctx.db, params.id) };
  });
}

async function all(ctx: Ctx): Promise<{ data: contract.Report[] }> {
  const kept = await reportsFor(ctx, ctx.db);
  const ids = kept.map(({ id }) => id);
  const [receivers, late, last] = [
    await receiversOf(ctx.db, ids),
    await lateOf(ctx.db, ids),
    await lastOf(ctx.db, ids),
  ];
  return {
    data: kept.map((report) => ({
      ...bodyOf(report),
      receivers: receivers
        .filter((one) => one.report_id === report.id)
        .map((one) => ({
          id: one.user_id,
          name: one.name,
          place: one.place,
          refusal: receiverRefusal(one, needsOf(report.source)),
        })),
      late: late
        .filter((one) => one.report_id === report.id)
        .map(({ id, object, failure }) => ({ id, at: readMoment(object).at.toISOString(), failure })),
      last: lastFor(last, report.id),
      mayEdit: mayLookAfter(ctx.actor, report),
      isMine: receivers.some((one) => one.report_id === report.id && one.user_id === ctx.actor.userId),
    })),
  };
}

function lastFor(last: Awaited<ReturnType<typeof lastOf>>, report: number) {
  const found = last.find(({ report_id: id }) => id === report);
  return found ? { at: found.at, sent: found.sent, left_out: found.left_out } : null;
}

const bodyOf = (report: KeptReport) => ({
  id: report.id,
  version: report.version,
  name: report.name,
  source: report.source,
  conditions: report.conditions,
  format: report.format,
  every: report.every,
  onDay: report.on_day,
  atHour: report.at_hour,
  skipsEmpty: report.skips_empty,
  place: report.place,
  owner: report.owner_id === null ? null : { id: report.owner_id, name: report.owner ?? '' },
  isPaused: report.is_paused,
  pauseReason: report.pause_reason,
  next_at: report.next_at,
});
