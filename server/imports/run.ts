// The run of a batch: chunks of rows, each one transaction with its log line; taken up where it stopped.
import { z } from 'zod';
import type { ImportLayout } from '../../contract/importFields.ts';
import { IdValue } from '../../contract/kernel/scalars.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { holdPo } from '../garages/queries.ts';
import { MANY_ROWS } from '../db/statistics.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { openBatch } from './batchView.ts';
import { isOfPeople, type ParsedRow } from './rows.ts';
import { planRows } from './facts.ts';
import { holdGarages, holdPeople } from './knownPlaces.ts';
import type { RowPlan } from './plan.ts';
import * as q from './queries.ts';
import { countConsents, lastEffect } from './results.ts';
import { fieldsOf, signatureOf } from './rules/memory.ts';
import { balancesOf } from './storeMoney.ts';
import { fillPeople, keepAttention } from './storePeople.ts';
import { garagesOf, ownershipsOf, peopleOf } from './storeRows.ts';
import { tiesOf } from './storeTies.ts';

/** Rows of one transaction: readers of the embedded database wait no longer than a chunk takes. */
const CHUNK = 200;
/** The same while somebody waits. */
const SMALL_CHUNK = 50;

/** Tables that a registry fills. */
const FILLED = [
  'profile',
  'profile_place',
  'import_person',
  'place_word',
  'consent',
  'garage',
  'ownership',
  'garage_balance',
  'balance_operation',
  'import_row',
];

/** Loads what is left of a batch; cancelled between two chunks, what is loaded stays and can be taken back. */
export const importJob: JobKind<{ batchId: number }> = {
  kind: 'registry-import',
  cancel: 'running',
  canRetry: true,
  params: z.object({ batchId: IdValue }),
  stage: 'Чтение файла',
  verb: 'garage.import',
  undone: 'Загрузка реестра остановлена',
  fault: 'На сервере случилась ошибка. Повтор продолжит с того места, где загрузка остановилась',
  tells: 'admin_garage_table_load_status',
  run: runBatch,
  async onStop({ tx }, { batchId }, reason) {
    await tx
      .updateTable('import_batch')
      .set({ status: 'failed', failure: reason })
      .where('id', '=', batchId)
      .where('status', 'in', ['queued', 'running'])
      .execute();
  },
};

async function runBatch(job: RunningJob<{ batchId: number }>): Promise<void> {
  const { ctx } = job;
  const batch = await q.batchById(ctx.db, job.params.batchId);
  if (!batch || batch.status === 'rolled_back') throw new Refused(409, { message: 'Загрузка отменена' });
  if (batch.status === 'done') return job.settle({ done: batch.rows_total });
  const { parsed } = await openBatch(ctx.deps, batch);
  const rows = parsed.rows.filter((row) => row.outcome !== 'ignored');
  batch.started_at ??= ctx.now().toISOString();
  let size = CHUNK;
  for (let from = batch.rows_done; from < rows.length;) {
    const done = Math.min(from + size, rows.length);
    const began = performance.now();
    await runChunk(job, batch, rows.slice(from, done), { from, done, total: rows.length });
    from = done;
    size = (await job.giveWay(performance.now() - began)) ? SMALL_CHUNK : CHUNK;
  }
  if (rows.length >= MANY_ROWS) await job.countTables(FILLED);
  await finish(job, batch, rows.length);
}

interface Progress {
  /** Rows done before this chunk. */
  from: number;
  done: number;
  total: number;
}

async function runChunk(
  job: RunningJob<{ batchId: number }>,
  batch: q.Batch,
  given: ParsedRow[],
  { from, done, total }: Progress,
) {
  const { ctx } = job;
  await act(ctx, 'garage.import', async (write) => {
    const { tx } = write;
    const closedUntil = await lockBooks(tx, batch.mo_id);
    await holdPo(tx, batch.po_id);
    const place = { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id };
    const { rows, plans, digests, people } = await heldPlans(ctx, tx, batch, given);
    const started = await lastEffect(tx, batch.id);
    const profileIds = await peopleOf(write, ctx, batch, place, rows, plans, people);
    const garageIds = await garagesOf(write, ctx, batch, place, rows, plans, profileIds);
    await ownershipsOf(write, batch, rows, plans, garageIds, profileIds);
    await tiesOf(write, batch, place, rows, plans, profileIds);
    await fillPeople(write, ctx, batch, rows, plans);
    await keepAttention(write, ctx, batch, rows, plans, garageIds);
    await balancesOf(write, ctx, { batch, place, rows, plans, garageIds, profileIds, closedUntil });
    await tx
      .insertInto('import_row')
      .values(
        rows.map((row, i) => ({
          batch_id: batch.id,
          sheet_no: row.sheet,
          row_no: row.row,
          column_no: row.column,
          outcome: row.outcome,
          result: resultOf(plans[i]!),
          result_text: plans[i]!.text,
          row_hash: digests[i]!,
          garage_id: garageIds[i] ?? plans[i]!.garage?.id ?? null,
          payload: '{}',
        })),
      )
      .execute();
    const named = rows.filter(isOfPeople).length;
    const consents = await countConsents(tx, batch.id, started);
    const failed = plans.filter((plan) => plan.step === 'skip' || plan.step === 'conflict').length;
    const { rows_failed } = await countRows(ctx, tx, batch, { from, done, total, failed });
    await job.step(write, { stage: 'Загрузка строк', done, total, errors: rows_failed });
    await write.log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      place,
      text: `Загрузка реестра: строк ${done} из ${total}${named ? `, из них людей ${named}` : ''}${consents ? `, записано согласий ${consents}` : ''}`,
    });
  });
}

/** What is done with each row; the garages and people that are changed are held before they are looked at. */
async function heldPlans(ctx: Ctx, tx: WriteDb, batch: q.Batch, rows: readonly ParsedRow[]) {
  await holdGarages(tx, batch.po_id, [...new Set(rows.flatMap(({ garage }) => garage?.number ?? []))]);
  const planned = await planRows(ctx, tx, batch, rows);
  const filled = planned.plans.flatMap(({ person, changes }) =>
    person && Object.keys(changes.person).length ? person.id : [],
  );
  if (!filled.length) return planned;
  await holdPeople(tx, filled);
  return planRows(ctx, tx, batch, rows);
}

/** @throws when another job has loaded this part meanwhile */
async function countRows(
  ctx: Ctx,
  tx: WriteDb,
  batch: q.Batch,
  { from, done, total, failed }: Progress & { failed: number },
) {
  const counted = await tx
    .updateTable('import_batch')
    .set((e) => ({
      status: 'running',
      rows_done: done,
      rows_total: total,
      rows_failed: e('rows_failed', '+', failed),
      // One start for the whole run: what comes after it is a later change.
      started_at: batch.started_at ?? ctx.now().toISOString(),
    }))
    .where('id', '=', batch.id)
    .where('rows_done', '=', from)
    .where('status', 'in', ['queued', 'running', 'failed'])
    .returning('rows_failed')
    .executeTakeFirst();
  if (!counted) throw new Refused(409, { message: 'Эту загрузку уже ведёт другое задание' });
  return counted;
}

const resultOf = (plan: RowPlan) =>
  ({ create: 'created', update: 'updated', same: 'same', conflict: 'conflict', skip: 'skipped' })[plan.step];

async function finish(job: RunningJob<{ batchId: number }>, batch: q.Batch, total: number) {
  const { ctx } = job;
  await act(ctx, 'garage.import', async (write) => {
    const { tx, log, emit } = write;
    const { rows_failed } = await tx
      .updateTable('import_batch')
      .set({ status: 'done', rows_done: total, rows_total: total, failure: null, finished_at: ctx.now().toISOString() })
      .where('id', '=', batch.id)
      .returning('rows_failed')
      .executeTakeFirstOrThrow();
    await job.finish(write, { done: total, errors: rows_failed, link: `/admin/po/${batch.po_id}` });
    // What the titles were taken for is remembered: the next file of the same kind needs no mapping.
    for (const table of (batch.layout as Partial<ImportLayout>).tables ?? [])
      if (table.fate !== 'skip' && table.headerRow > 0)
        await q.rememberFields(
          tx,
          batch.po_id,
          signatureOf(table),
          JSON.stringify({ fields: fieldsOf(table) }),
          ctx.now().toISOString(),
        );
    await log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      text: `Реестр загружен: ${batch.file_name}`,
    });
    await emit(
      { region: batch.region_id, mo: batch.mo_id, po: batch.po_id },
      { type: 'records_changed', message: { resource: 'garages', ids: [] } },
    );
  });
}
