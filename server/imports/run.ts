// The run of a batch: chunks of rows, each one transaction with its log line; taken up where it stopped.
import type { ImportOverride, ImportLayout } from '../../contract/importFields.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../kernel/ctx.ts';
import { parseRegistry, rowHash, type ParsedRow } from './parse.ts';
import { planRow, type RowPlan } from './plan.ts';
import * as q from './queries.ts';
import { readWorkbook } from './workbook.ts';
import { balancesOf, garagesOf, keysOf, ownershipsOf, peopleOf } from './storeRows.ts';

/** Rows of one transaction: readers wait no longer than a chunk takes. */
export const CHUNK = 200;
export const IMPORT_JOB = 'registry-import';

/** Parsed rows of a batch. */
export async function parsedBatch(deps: Deps, batch: q.Batch) {
  const workbook = await workbookOf(deps, batch);
  return {
    workbook,
    parsed: parseRegistry(workbook, batch.layout as ImportLayout, batch.overrides as ImportOverride[]),
  };
}

export async function workbookOf(deps: Deps, batch: q.Batch) {
  const file = await q.fileOf(deps.db, batch.file_id!);
  const chunks: Buffer[] = [];
  for await (const chunk of deps.files.get(file.store_key)) chunks.push(chunk as Buffer);
  return readWorkbook(new Uint8Array(Buffer.concat(chunks)), batch.file_name, {
    sheetIndex: (batch.layout as ImportLayout).sheetIndex,
  });
}

/** Loads what is left of a batch; called by the queue, again after a crash. */
export async function runBatch(deps: Deps, data: { batchId: number; jobId: number }): Promise<void> {
  const batch = await q.batchById(deps.db, data.batchId);
  if (!batch || batch.status === 'done' || batch.status === 'rolled_back') return;
  const user = await deps.db
    .selectFrom('app_user')
    .where('id', '=', batch.created_by)
    .select(['id', 'last_name', 'first_name'])
    .executeTakeFirstOrThrow();
  const ctx = workCtx(deps, {
    userId: user.id,
    name: [user.last_name, user.first_name[0] && `${user.first_name[0]}.`].filter(Boolean).join(' '),
    isSuperuser: 2,
  });
  try {
    const { parsed } = await parsedBatch(deps, batch);
    const rows = parsed.rows.filter((row) => row.outcome !== 'ignored');
    for (let from = batch.rows_done; from < rows.length; from += CHUNK)
      await runChunk(ctx, batch, rows.slice(from, from + CHUNK), {
        done: Math.min(from + CHUNK, rows.length),
        total: rows.length,
        jobId: data.jobId,
      });
    await finish(ctx, batch, data.jobId, rows.length);
  } catch (error) {
    await fail(ctx, batch, data.jobId, error as Error);
    throw error;
  }
}

interface Progress {
  done: number;
  total: number;
  jobId: number;
}

async function runChunk(ctx: Ctx, batch: q.Batch, rows: ParsedRow[], progress: Progress) {
  await act(ctx, 'garage.import', async (write) => {
    const { tx } = write;
    const closedUntil = await lockBooks(tx, batch.mo_id);
    const digests = rows.map(rowHash);
    const owners = rows.flatMap((row) => row.owners.flatMap((owner) => keysOf(ctx, owner)));
    const places = rows.flatMap((row) => row.garage ?? []);
    const [garages, people, loaded] = [
      await q.knownGarages(tx, batch.po_id, places),
      await q.knownPeople(tx, batch.po_id, owners),
      await q.loadedHashes(tx, batch.po_id, batch.id, digests),
    ];
    const place = { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id };
    const plans = rows.map((row, i) =>
      planRow(
        row,
        row.garage ? garages.get(`${row.garage.section}|${row.garage.number}`) : undefined,
        loaded.has(digests[i]!),
      ),
    );
    const profileIds = await peopleOf(write, ctx, batch, place, rows, plans, people);
    const garageIds = await garagesOf(write, ctx, batch, place, rows, plans, profileIds);
    await ownershipsOf(write, batch, rows, plans, garageIds, profileIds);
    await balancesOf(write, ctx, batch, place, rows, plans, garageIds, profileIds, closedUntil);
    await tx
      .insertInto('import_row')
      .values(
        rows.map((row, i) => ({
          batch_id: batch.id,
          row_no: row.row,
          outcome: row.outcome,
          result: resultOf(plans[i]!),
          result_text: plans[i]!.text,
          row_hash: digests[i]!,
          garage_id: garageIds[i] ?? plans[i]!.garage?.id ?? null,
          payload: '{}',
        })),
      )
      .execute();
    const failed = plans.filter((plan) => plan.step === 'skip' || plan.step === 'conflict').length;
    await tx
      .updateTable('import_batch')
      .set((e) => ({
        status: 'running',
        rows_done: progress.done,
        rows_total: progress.total,
        rows_failed: e('rows_failed', '+', failed),
        started_at: ctx.now().toISOString(),
      }))
      .where('id', '=', batch.id)
      .execute();
    await tx
      .updateTable('background_job')
      .set((e) => ({
        status: 'running',
        stage: 'Загрузка строк',
        done: progress.done,
        total: progress.total,
        errors: e('errors', '+', failed),
      }))
      .where('id', '=', progress.jobId)
      .execute();
    await write.log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      place,
      text: `Загрузка реестра: строк ${progress.done} из ${progress.total}`,
    });
    await write.emit(
      { user: batch.created_by },
      {
        type: 'admin_garage_table_load_status',
        message: {
          job_id: progress.jobId,
          stage: 'Загрузка строк',
          done: progress.done,
          total: progress.total,
          errors: failed,
        },
      },
    );
  });
}

const resultOf = (plan: RowPlan) =>
  ({ create: 'created', update: 'updated', same: 'same', conflict: 'conflict', skip: 'skipped' })[plan.step];

async function finish(ctx: Ctx, batch: q.Batch, jobId: number, total: number) {
  await act(ctx, 'garage.import', async ({ tx, log, emit }) => {
    await tx
      .updateTable('import_batch')
      .set({ status: 'done', rows_done: total, rows_total: total, failure: null, finished_at: ctx.now().toISOString() })
      .where('id', '=', batch.id)
      .execute();
    await tx
      .updateTable('background_job')
      .set({ status: 'done', stage: 'Готово', done: total, total, finished_at: ctx.now().toISOString() })
      .where('id', '=', jobId)
      .execute();
    await log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      text: `Реестр загружен: ${batch.file_name}`,
    });
    await emit(
      { user: batch.created_by },
      {
        type: 'admin_garage_table_load_status',
        message: { job_id: jobId, stage: 'Готово', done: total, total, errors: 0 },
      },
    );
    await emit(
      { region: batch.region_id, mo: batch.mo_id, po: batch.po_id },
      { type: 'records_changed', message: { resource: 'garages', ids: [] } },
    );
  });
}

async function fail(ctx: Ctx, batch: q.Batch, jobId: number, error: Error) {
  await act(ctx, 'garage.import', async ({ tx, log }) => {
    const failure = error.message.slice(0, 500);
    await tx.updateTable('import_batch').set({ status: 'failed', failure }).where('id', '=', batch.id).execute();
    await tx.updateTable('background_job').set({ status: 'failed', failure }).where('id', '=', jobId).execute();
    await log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      text: `Загрузка реестра остановлена: ${failure}`,
    });
  }).catch(() => {});
}
