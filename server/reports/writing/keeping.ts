// Keeping reports: made, changed, stopped, handed to a colleague, left by a receiver; each change with its line of the log.
import type { Schedule } from '../../../contract/kernel/rhythm.ts';
import { refusal } from '../../../contract/kernel/scope.ts';
import type { ReportBody } from '../../../contract/reports.ts';
import { planDue, withdrawDueOf } from '../../jobs/due.ts';
import { nextRun } from '../../jobs/rhythm.ts';
import { act, type Write } from '../../kernel/act.ts';
import { copied } from '../../kernel/copied.ts';
import { todayOf, type Ctx, type Deps, type WriteDb } from '../../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused } from '../../kernel/errors.ts';
import { timeZoneOfActor } from '../../kernel/timeZones.ts';
import { placeOfActor } from '../../notifications/queries.ts';
import { colleagues } from '../../users/queries/colleagues.ts';
import { heirsOf, lockReport, reportsFor, type KeptReport } from '../queries.ts';
import { mayLookAfter, momentName, momentsOf, REPORT_DUE } from '../rules.ts';
import { needsOf, reportFileOf } from './files.ts';

/** Of a place, the ids that are known. */
type Place = Record<'region_id' | 'mo_id' | 'po_id', number | null>;
export const placeOf = ({ region_id, mo_id, po_id }: Place) => ({ region_id, mo_id, po_id });

/** The zone by whose clock the report goes out. */
export const zoneOf = (deps: Pick<Deps, 'db'>, { region_id: region, mo_id: mo, po_id: po }: Place): Promise<string> =>
  timeZoneOfActor(deps.db, { po, mo: po ? null : mo, region: mo ? null : region });

export const rhythmOf = (kept: Pick<KeptReport, 'every' | 'on_day' | 'at_hour'>): Schedule => ({
  every: kept.every,
  onDay: kept.on_day,
  atHour: kept.at_hour,
});

/** What a report says, as columns. */
const columnsOf = (body: ReportBody) => ({
  name: body.name,
  source: JSON.stringify(body.source),
  conditions: body.conditions,
  format: body.format,
  every: body.every,
  on_day: body.every === 'day' ? null : body.onDay,
  at_hour: body.atHour,
  skips_empty: body.skipsEmpty,
});

/** Refuses what the owner himself could not take away now, and people who don't work here. @throws 403, 400, 422 by field */
async function checkBody(ctx: Ctx, body: ReportBody, known: readonly number[]): Promise<void> {
  const reason = refusal(ctx.actor, needsOf(body.source));
  if (reason) throw forbidden(reason);
  const here = new Set([...(await colleagues(ctx)).map(({ id }) => id), ...known]);
  if (body.receivers.some((id) => !here.has(id))) throw invalid({ receivers: 'Выберите людей из списка' });
  // Its columns and conditions are those of the screen, and it is not too long to be sent.
  await reportFileOf(ctx, body, todayOf(ctx));
}

/** A report that the actor sees. @throws 404 */
export async function requireReport(ctx: Ctx, id: number): Promise<KeptReport> {
  const [kept] = await reportsFor(ctx, ctx.db, id);
  if (!kept) throw notFound();
  return kept;
}
/** The same, when he may look after it too. @throws 404, 403 */
export async function requireOwn(ctx: Ctx, id: number): Promise<KeptReport> {
  const kept = await requireReport(ctx, id);
  if (!mayLookAfter(ctx.actor, kept))
    throw forbidden(`Отчётом распоряжается ${kept.owner ?? 'его владелец'}: попросите изменить или передать вам`);
  return kept;
}

async function hold(tx: WriteDb, id: number, version: number): Promise<void> {
  const held = await lockReport(tx, id);
  if (!held) throw notFound();
  if (held.version !== version)
    throw new Refused(409, { message: 'Отчёт изменён в другом окне. Обновите страницу', code: 'stale' });
}

/** Makes a report of the actor's place; he owns it. @throws 403, 422 */
export async function createReport(ctx: Ctx, body: ReportBody): Promise<void> {
  const place = await placeOfActor(ctx);
  if (!place) throw invalid({ form: 'Выберите место работы' });
  await checkBody(ctx, body, []);
  const now = ctx.now();
  const next = nextRun(body, now, await zoneOf(ctx.deps, place));
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    const { id } = await tx
      .insertInto('report')
      .values({
        ...columnsOf(body),
        ...place,
        owner_id: ctx.actor.userId,
        next_at: next.toISOString(),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setReceivers(tx, id, body.receivers);
    await planDue(tx, { what: REPORT_DUE, object: momentName(id, next), at: next });
    await log({ place, text: `Отчёт по расписанию «${body.name}»: создан`, after: loggedOf(body) });
  });
}

const loggedOf = ({ name, source, every, onDay, atHour, receivers }: ReportBody) =>
  copied({ of: name }, { source, every, onDay, atHour, receivers });

async function setReceivers(tx: WriteDb, report_id: number, receivers: readonly number[]) {
  await tx.deleteFrom('report_receiver').where('report_id', '=', report_id).execute();
  const rows = [...new Set(receivers)].map((user_id) => ({ report_id, user_id }));
  if (rows.length) await tx.insertInto('report_receiver').values(rows).execute();
}

/** Changes a report: its next moment is counted anew. @throws 404, 403, 409, 422 */
export async function updateReport(ctx: Ctx, id: number, { version, ...body }: ReportBody & { version: number }) {
  const kept = await requireOwn(ctx, id);
  const known = await ctx.db.selectFrom('report_receiver').where('report_id', '=', id).select('user_id').execute();
  await checkBody(
    ctx,
    body,
    known.map(({ user_id }) => user_id),
  );
  const zone = await zoneOf(ctx.deps, kept);
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    await hold(tx, id, version);
    await tx
      .updateTable('report')
      .set({ ...columnsOf(body), ...touched(ctx, version) })
      .where('id', '=', id)
      .execute();
    await setReceivers(tx, id, body.receivers);
    await planAnew(tx, kept, nextRun(body, ctx.now(), zone));
    await log({ place: placeOf(kept), text: `Отчёт по расписанию «${body.name}»: изменён`, after: loggedOf(body) });
  });
}

const touched = (ctx: Ctx, version: number) => ({ version: version + 1, updated_at: ctx.now().toISOString() });

/** Takes back what was planned and plans the next moment; one that is stopped has none. */
async function planAnew(tx: WriteDb, { id, is_paused: isPaused }: Pick<KeptReport, 'id' | 'is_paused'>, next: Date) {
  await withdrawDueOf(tx, { what: REPORT_DUE, prefix: momentsOf(id) });
  await tx.updateTable('report').set({ next_at: next.toISOString() }).where('id', '=', id).execute();
  if (!isPaused) await planDue(tx, { what: REPORT_DUE, object: momentName(id, next), at: next });
}

/** Off for ever. @throws 404, 403 */
export async function withdrawReport(ctx: Ctx, id: number): Promise<void> {
  const kept = await requireOwn(ctx, id);
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    await tx
      .updateTable('report')
      .set({ is_withdrawn: true, ...touched(ctx, kept.version) })
      .where('id', '=', id)
      .execute();
    await withdrawDueOf(tx, { what: REPORT_DUE, prefix: momentsOf(id) });
    await log({
      place: placeOf(kept),
      text: `Отчёт по расписанию «${kept.name}»: удалён`,
      after: copied({ of: kept.name }),
    });
  });
}

/** Stops a report, or lets it go on from its next moment. @throws 404, 403, 409 */
export async function pauseReport(ctx: Ctx, id: number, { version, isPaused }: { version: number; isPaused: boolean }) {
  const kept = await requireOwn(ctx, id);
  if (!isPaused && kept.owner_id === null) throw invalid({ form: 'Сначала выберите, кто отвечает за отчёт' });
  const next = nextRun(rhythmOf(kept), ctx.now(), await zoneOf(ctx.deps, kept));
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    await hold(tx, id, version);
    await tx
      .updateTable('report')
      .set({ is_paused: isPaused, pause_reason: null, ...touched(ctx, version) })
      .where('id', '=', id)
      .execute();
    await planAnew(tx, { id, is_paused: isPaused }, next);
    const text = `Отчёт по расписанию «${kept.name}»: ${isPaused ? 'приостановлен' : 'снова уходит'}`;
    await log({ place: placeOf(kept), text, after: copied({ of: kept.name }) });
  });
}

/** Gives a report to a colleague of its place. One that stood without an owner goes on. @throws 404, 403, 409, 422 */
export async function handReport(ctx: Ctx, id: number, { version, owner }: { version: number; owner: number }) {
  const kept = await requireOwn(ctx, id);
  const heir = (await heirsOf(ctx.db, id, needsOf(kept.source))).find((one) => one.id === owner);
  if (!heir) throw invalid({ owner: `Нужен сотрудник места «${kept.place}» с правом на этот список` });
  const next = nextRun(rhythmOf(kept), ctx.now(), await zoneOf(ctx.deps, kept));
  await act(ctx, 'copy.report_set', async (write) => {
    await hold(write.tx, id, version);
    await giveTo(write, ctx, kept, heir, 'передан');
    if (kept.owner_id === null) await planAnew(write.tx, { id, is_paused: false }, next);
  });
}

/** Writes the new owner. */
export async function giveTo(
  { tx, log }: Write,
  ctx: Ctx,
  kept: KeptReport,
  heir: { id: number; name: string },
  how: string,
): Promise<void> {
  const goesOn = kept.owner_id === null ? { is_paused: false, pause_reason: null } : {};
  await tx
    .updateTable('report')
    .set({ owner_id: heir.id, ...goesOn, ...touched(ctx, kept.version) })
    .where('id', '=', kept.id)
    .execute();
  await log({
    place: placeOf(kept),
    text: `Отчёт по расписанию «${kept.name}»: ${how}, теперь отвечает ${heir.name}`,
    after: copied({ of: kept.name }),
  });
}

/** A receiver takes himself out. The last one stops the report. @throws 404 when it is not sent to him */
export async function leaveReport(ctx: Ctx, id: number): Promise<void> {
  const kept = await requireReport(ctx, id);
  await act(ctx, 'copy.report_set', async ({ tx, log }) => {
    const gone = await tx
      .deleteFrom('report_receiver')
      .where('report_id', '=', id)
      .where('user_id', '=', ctx.actor.userId)
      .executeTakeFirst();
    if (!gone.numDeletedRows) throw notFound();
    const left = await tx
      .selectFrom('report_receiver')
      .where('report_id', '=', id)
      .select('user_id')
      .executeTakeFirst();
    if (!left) await stopReport(tx, ctx, kept, 'Получателей не осталось');
    // A form that was opened before would write him in again.
    else
      await tx
        .updateTable('report')
        .set((e) => ({ version: e('version', '+', 1), updated_at: ctx.now().toISOString() }))
        .where('id', '=', id)
        .execute();
    await log({
      place: placeOf(kept),
      text: `Отчёт по расписанию «${kept.name}»: получатель отказался`,
      after: copied({ of: kept.name }),
    });
  });
}

/** Stops a report with a reason that its page shows. */
export async function stopReport(tx: WriteDb, ctx: Ctx, kept: KeptReport, reason: string, owner = kept.owner_id) {
  await tx
    .updateTable('report')
    .set({ is_paused: true, pause_reason: reason, owner_id: owner, ...touched(ctx, kept.version) })
    .where('id', '=', kept.id)
    .execute();
  await withdrawDueOf(tx, { what: REPORT_DUE, prefix: momentsOf(kept.id) });
}
