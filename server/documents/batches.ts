// Piles of papers: what goes in, the block of numbers taken at once, one file in the official order.
import { createHash } from 'node:crypto';
import {
  batchKinds,
  MOST_NAMES,
  MOST_PAPERS,
  printBatch,
  type BatchKind,
  type BatchPlan,
  type PrintBatch,
} from '../../contract/documents/batches.ts';
import { pages } from '../../contract/pages.ts';
import { consentKinds } from '../../contract/profiles.ts';
import { levelOf, refusal, registryEdit } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, Refused } from '../kernel/errors.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { startJob } from '../jobs/records.ts';
import { attendanceSheet, labelSheet, pileOf } from './rules/pile.ts';
import { logPhoneSearch } from '../profiles/writing/phoneSearch.ts';
import { longDate } from '../kernel/paper/words.ts';
import { withPictures } from './writing/pictures.ts';
import { kindById } from './queries.ts';
import {
  batchGarages,
  batchOfJob,
  blocksOfJob,
  batchPapers,
  lastNumbers,
  ownersOf,
  peopleNamed,
  peopleOfBatch,
  unknownOn,
  type BatchGarage,
} from './queries/batches.ts';
import { doubtfulIn } from './facts/doubtful.ts';
import { consentOf } from './rules/consents.ts';
import { autoNumber, printRefusal } from './rules.ts';
import { preparePaper, refuseMissing, takePapers, type Prepared } from './writing/printing.ts';
import { openSnapshot } from './writing/snapshots.ts';

const types: Record<BatchKind, number | null> = {
  receipts: 6,
  debt_notices: 16,
  owner_cards: 14,
  consents: 10,
  labels: null,
  attendance: null,
};
const PDF = 'application/pdf';
/** How often the job says how far it is, papers. */
const STEP = 25;

type Asked = Pick<PrintBatch, 'kind' | 'selection' | 'date' | 'consent_kind'>;

/** «Согласия, по листу на человека: СМС-оповещения»; one about health is told to those who open it. */
const nameOf = ({ kind, consent_kind: consent }: Pick<Asked, 'kind' | 'consent_kind'>): string =>
  kind === 'consents' && consentOf(consent) !== 'health'
    ? `${batchKinds[kind]}: ${consentKinds[consentOf(consent)]}`
    : batchKinds[kind];

/** Why the actor may not print such a pile; null when he may. */
async function batchRefusal(ctx: Ctx, { kind }: Pick<Asked, 'kind'>): Promise<string | null> {
  const type = types[kind];
  if (type === null) return kind === 'labels' ? refusal(ctx.actor, registryEdit) : null;
  const found = await kindById(ctx.db, type);
  if (!found?.is_active) return 'Этот вид документа не используется';
  if (found.is_manual_numerated) return 'Номера этого вида вводят вручную: пачкой его не печатают';
  return printRefusal(ctx.actor, found);
}

/** What a pile will hold, without printing anything. @throws 422 */
export async function planOf(ctx: Ctx, asked: Asked): Promise<BatchPlan> {
  if (asked.consent_kind && asked.kind !== 'consents')
    throw invalid({ consent_kind: 'Вид согласия называют только для согласий' });
  const why = await batchRefusal(ctx, asked);
  // How many are asked for it tells how many have a privilege of health.
  if (why && asked.consent_kind === 'health') throw forbidden(why);
  if (asked.selection.all) await logPhoneSearch(ctx, asked.selection.filter.nameFilter);
  const garages = await batchGarages(ctx, asked, asked.selection, MOST_PAPERS + 1);
  const printed = garages.filter((one) => one.left === null);
  const left = new Map<string, number>();
  for (const one of garages) if (one.left) left.set(one.left, (left.get(one.left) ?? 0) + 1);
  const tooMany = garages.length > MOST_PAPERS ? `В одной пачке не больше ${MOST_PAPERS} гаражей: сузьте выбор` : null;
  return {
    garages: new Set(garages.map((one) => one.id)).size,
    papers: printed.length,
    former: asked.kind === 'debt_notices' ? printed.filter((one) => one.person !== null).length : 0,
    left: [...left].map(([reason, count]) => ({ reason, garages: count })),
    blocks: await blocksOf(ctx, asked, printed),
    ...(await lookAt(ctx, asked, printed.slice(0, MOST_PAPERS))),
    refusal: why ?? tooMany ?? (printed.length ? null : 'Печатать нечего'),
  };
}

/** What a person looks at before so many papers: names that are declined by guess, garages that the history knows too late. */
async function lookAt(
  ctx: Ctx,
  { kind, date }: Asked,
  garages: readonly BatchGarage[],
): Promise<Pick<BatchPlan, 'doubtful' | 'unknown'>> {
  const type = types[kind];
  const found = type === null ? undefined : await kindById(ctx.db, type);
  if (!found) return { doubtful: { people: 0, first: [] }, unknown: 0 };
  const names = [];
  for (const [region, own] of Map.groupBy(garages, (one) => one.region_id))
    names.push(...(await doubtfulIn(ctx, found, await peopleNamed(ctx, own, date), region)));
  return {
    doubtful: { people: names.length, first: names.slice(0, MOST_NAMES) },
    unknown: kind === 'consents' ? 0 : await unknownOn(ctx, garages, date),
  };
}

async function blocksOf(
  ctx: Ctx,
  { kind, date }: Asked,
  garages: readonly BatchGarage[],
): Promise<BatchPlan['blocks']> {
  const type = types[kind];
  if (type === null || !garages.length) return [];
  const year = Number(date.slice(0, 4));
  const pos = new Map<number, BatchGarage[]>();
  for (const one of garages) pos.set(one.po_id, [...(pos.get(one.po_id) ?? []), one]);
  const last = await lastNumbers(ctx.db, type, year, [...pos.keys()]);
  return [...pos].map(([po, all]) => {
    const from = (last.get(po) ?? 0) + 1;
    const number = (seq: number) => autoNumber(all[0]!.code, type, seq, year);
    return { po: all[0]!.po_name, papers: all.length, first: number(from), last: number(from + all.length - 1) };
  });
}

/** Leaves the printing to the background. @throws 403, 422 when it is not what the person saw */
export async function startBatch(ctx: Ctx, asked: PrintBatch): Promise<number> {
  const plan = await planOf(ctx, asked);
  const why = await batchRefusal(ctx, asked);
  if (why) throw forbidden(why);
  if (plan.refusal) throw invalid({ form: plan.refusal });
  if (plan.papers !== asked.papers)
    throw invalid({ papers: `Вы видели ${asked.papers}, сейчас войдёт ${plan.papers}. Проверьте ещё раз` });
  const level = levelOf(ctx.actor);
  const place = {
    region_id: level === 'region' ? ctx.actor.region : null,
    mo_id: level === 'mo' ? ctx.actor.mo : null,
    po_id: level === 'po' ? ctx.actor.po : null,
  };
  return act(ctx, 'reference.batch', async (write) => {
    const title = `${nameOf(asked)}: ${plan.papers}`;
    await write.log({ place, text: `Начата печать пачки «${nameOf(asked)}», ${plan.papers} шт.` });
    return startJob(write, ctx, batchJob, { title, place, params: asked, total: plan.papers });
  });
}

export const batchJob: JobKind<PrintBatch> = {
  kind: 'paper-batch',
  cancel: 'running',
  canRetry: true,
  params: printBatch.body as never,
  stage: 'Печать пачки',
  verb: 'reference.batch',
  undone: 'Пачка не напечатана',
  undoneOf: ({ kind }) => (types[kind] === null ? batchJob.undone : `${batchJob.undone}, номера не заняты`),
  leftBehind: numbersLeft,
  fault: 'Печать прервалась. Повторите её',
  run: (job) => (types[job.params.kind] === null ? printSheet(job) : printPapers(job)),
};

/** Numbers of a pile that were taken before its work came to nothing: they are neither lost nor taken twice. */
async function numbersLeft(tx: WriteDb, jobId: number): Promise<string | null> {
  const blocks = await blocksOfJob(tx, jobId);
  if (!blocks.length) return null;
  const words = blocks.map(({ first, last }) => (first === last ? first : `${first} … ${last}`));
  return `Номера ${words.join(', ')} заняты, бумаги ждут печати: нажмите «Повторить», выйдут они же. Новую пачку не начинайте`;
}

/** Labels and lists: logged, neither numbered nor kept beyond the job's file. */
async function printSheet(job: RunningJob<PrintBatch>): Promise<void> {
  const { ctx, params } = job;
  const garages = (await batchGarages(ctx, params, params.selection, MOST_PAPERS)).filter((one) => !one.left);
  const people = await ownersOf(
    ctx,
    garages.map(({ id }) => id),
  );
  const written = people.filter((one) => params.kind === 'attendance' || one.address);
  const places = [...new Set(garages.map((one) => one.po_name))].join(', ');
  const source =
    params.kind === 'labels' ? labelSheet(written) : attendanceSheet(places, longDate(params.date), written);
  refuseMissing(source);
  const bytes = await ctx.deps.pdf.render({ source, isKept: false, at: ctx.now().getTime() });
  const file = await job.keep(`${batchKinds[params.kind]}, ${written.length}.pdf`, PDF, bytes);
  await act(ctx, 'reference.batch', async (write) => {
    await write.log({
      text: `Напечатано: «${batchKinds[params.kind]}», ${written.length} чел.`,
      // A list to sign holds names alone.
      people: params.kind === 'labels' ? written.map((one) => one.profile_id) : [],
    });
    await job.finish(write, { done: garages.length, summary: `Строк: ${written.length}`, file });
  });
}

async function printPapers(job: RunningJob<PrintBatch>): Promise<void> {
  const { ctx } = job;
  const before = await batchOfJob(ctx.db, job.id);
  const { batch, skipped } = before ? { batch: before, skipped: [] } : await takeBlock(job);
  await job.tell({ stage: 'Вёрстка', done: batch.papers, total: batch.papers });
  const papers = await batchPapers(ctx, batch.id);
  const snapshots = papers.map(({ snapshot, number }) => openSnapshot(ctx.deps.secrets, snapshot, number));
  const { sources, files } = await withPictures(ctx, snapshots);
  const bytes = await ctx.deps.pdf.render({ source: pileOf(sources), files, isKept: true, at: snapshots[0]!.at });
  const name = nameOf(job.params);
  const file = await job.keep(`${name}, ${batch.papers}.pdf`, PDF, bytes);
  await act(ctx, 'reference.batch', async (write) => {
    await write.tx
      .updateTable('document')
      .set({ state: 'valid' })
      .where('batch_id', '=', batch.id)
      .where('state', '=', 'printing')
      .execute();
    await write.tx
      .updateTable('document_batch')
      .set({ sha256: createHash('sha256').update(bytes).digest('hex') })
      .where('id', '=', batch.id)
      .execute();
    await write.log({
      text: `Напечатана пачка «${name}», ${batch.papers} шт.`,
      people: await peopleOfBatch(write.tx, batch.id),
    });
    const left = skipped.length ? `. Пропущено ${skipped.length}: ${skipped.slice(0, 5).join('; ')}` : '';
    await job.finish(write, {
      done: batch.papers,
      errors: skipped.length,
      summary: `Документов: ${batch.papers}${left}`,
      link: `${pages.documents}?filter=${encodeURIComponent(JSON.stringify({ batch: batch.id }))}`,
      file,
    });
  });
}

/** Every number of the pile in one transaction: all of them or none. */
async function takeBlock(job: RunningJob<PrintBatch>) {
  const { ctx, params } = job;
  const typeId = types[params.kind]!;
  const garages = (await batchGarages(ctx, params, params.selection, MOST_PAPERS)).filter((one) => !one.left);
  const prepared: Prepared[] = [];
  const skipped: string[] = [];
  for (const [nth, garage] of garages.entries()) {
    if (nth % STEP === 0) await job.tell({ done: nth, total: garages.length });
    try {
      prepared.push(
        await preparePaper(ctx, {
          document_type_id: typeId,
          // A consent is of the person alone, whatever he owns.
          garage_id: params.kind === 'consents' ? null : garage.id,
          profile_id: garage.person,
          specific_po: garage.po_id,
          consent_kind: params.kind === 'consents' ? params.consent_kind : null,
          start_date: params.date,
          end_date: params.date,
        }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      skipped.push(`${garage.label} — ${wordsOf(error)}`);
    }
  }
  if (!prepared.length) throw invalid({ form: `Печатать нечего: ${skipped.slice(0, 3).join('; ')}` });
  const batch = await act(ctx, 'reference.batch', async (write) => {
    const { id } = await write.tx
      .insertInto('document_batch')
      .values({
        kind: params.kind,
        type_id: typeId,
        job_id: job.id,
        papers: prepared.length,
        printed_by: ctx.actor.userId || null,
        printed_at: ctx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await takePapers(ctx, write.tx, prepared, id);
    await job.step(write, { done: prepared.length, total: garages.length });
    await write.log({ text: `Взяты номера пачки «${nameOf(params)}»: ${prepared.length}` });
    return { id, papers: prepared.length };
  });
  return { batch, skipped };
}

const wordsOf = (error: Refused) => Object.values(error.problem.errors ?? {})[0] ?? error.message;
