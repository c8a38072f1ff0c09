// The run of a load, its way back, and the workbooks it gives.
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import * as contract from '../../contract/imports.ts';
import type { ImportLayout, ImportQuestion } from '../../contract/importFields.ts';
import { reverseDocument } from '../balance/ledger.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { holdPo } from '../garages/queries.ts';
import { startJob } from '../jobs/records.ts';
import { act, type Write } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { invalid } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { openBatch } from './batchView.ts';
import { remarksBook, resultBook } from './books.ts';
import { card, found, openQuestions, refusing } from './card.ts';
import * as q from './queries.ts';
import { resultsOf } from './results.ts';
import { importJob } from './run.ts';
import { isForgotten, laterEdits, takeBack } from './takingBack.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Puts a batch into the queue of jobs. @throws when it is there already: two presses of the button make one run */
export async function queueRun(write: Write, ctx: Ctx, batch: q.Batch): Promise<void> {
  const { tx, log } = write;
  const place = { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id };
  const taken = await tx
    .updateTable('import_batch')
    .set({ status: 'queued', failure: null })
    .where('id', '=', batch.id)
    .where('status', '=', batch.status)
    .executeTakeFirst();
  if (!taken.numUpdatedRows) throw invalid({ form: 'Эта загрузка уже запущена' });
  await startJob(write, ctx, importJob, {
    title: `Загрузка реестра ${batch.file_name}`,
    place,
    params: { batchId: batch.id },
    total: batch.rows_total,
    link: `/admin/po/${batch.po_id}`,
  });
  const text = `Запущена загрузка реестра ${batch.file_name}`;
  await log({ object: { type: 'po', id: batch.po_id, name: batch.file_name }, place, text });
}

/** @throws when somebody has changed since what the batch made */
export async function takeBatchBack(write: Write, ctx: Ctx, batch: q.Batch): Promise<void> {
  const { tx, log } = write;
  const place = { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id };
  // Money that comes meanwhile waits: it finds the garages in the archive, or the rollback finds it.
  await lockBooks(tx, batch.mo_id);
  await holdPo(tx, batch.po_id);
  // Somebody has taken it back, or gone on with it, since it was looked at.
  if ((await q.holdBatch(tx, batch.id))?.status !== batch.status)
    throw invalid({ form: 'Эту загрузку уже отменили или продолжили. Обновите страницу' });
  if (await isForgotten(tx, batch.id))
    throw invalid({ form: 'Прежние значения карточек удалены вместе с книгой: отменить эту загрузку нельзя' });
  const later = await laterEdits(tx, batch.id);
  if (later.length)
    throw invalid({
      form: `После загрузки уже есть изменения: ${later.map((one) => one.name).join(', ')}. Отменить её нельзя`,
    });
  const at = ctx.now().toISOString();
  for (const { id } of await q.postingsOf(tx, batch.id))
    await reverseDocument(
      tx,
      {
        idempotencyKey: `rollback:${batch.id}:${id}`,
        place,
        onDate: todayOf(ctx),
        comment: `Отмена загрузки № ${batch.id}`,
        importBatchId: batch.id,
        createdBy: ctx.actor.userId,
        at,
      },
      id,
    );
  await takeBack(write, ctx, batch);
  await tx
    .updateTable('import_batch')
    .set({ status: 'rolled_back', rolled_back_at: at, rolled_back_by: ctx.actor.userId })
    .where('id', '=', batch.id)
    .execute();
  const text = `Отменена загрузка реестра ${batch.file_name}`;
  await log({ object: { type: 'po', id: batch.po_id, name: batch.file_name }, place, text });
}

export function mountRuns(mount: Mount): void {
  mount(contract.runImport, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    if (batch.status !== 'draft' && batch.status !== 'failed') throw invalid({ form: 'Эта загрузка уже запущена' });
    const layout = batch.layout as ImportLayout;
    const open = layout.tables ? openQuestions(batch.questions as ImportQuestion[], layout).length : 0;
    if (open) throw invalid({ form: `Сначала ответьте на вопросы: осталось ${open}` });
    await act(ctx, 'garage.import_run', (write) => queueRun(write, ctx, batch));
    return card(ctx, batch.id);
  });

  mount(contract.rollbackImport, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    if (batch.status !== 'done' && batch.status !== 'failed')
      throw invalid({ form: 'Отменить можно только выполненную загрузку' });
    await act(ctx, 'garage.import_rollback', (write) => takeBatchBack(write, ctx, batch));
    return card(ctx, batch.id);
  });

  mount(contract.importResult, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    const { workbook, layout } = await refusing(() => openBatch(ctx.deps, batch));
    const results = await resultsOf(ctx.db, batch.id);
    const name = `Результат ${batch.file_name.replace(/\.\w+$/, '')}.xlsx`;
    await tellTaken(ctx, batch, name, 'Результат загрузки реестра');
    const body = await resultBook(
      workbook,
      layout,
      new Map(results.map((row) => [`${row.sheet_no}:${row.row_no}:${row.column_no}`, row.result_text ?? ''])),
    );
    return { name, mime: XLSX, body };
  });

  mount(contract.importRemarks, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    const { workbook, parsed } = await refusing(() => openBatch(ctx.deps, batch));
    const name = `Замечания ${batch.file_name.replace(/\.\w+$/, '')}.xlsx`;
    await tellTaken(ctx, batch, name, 'Замечания к реестру');
    return { name, mime: XLSX, body: await remarksBook(workbook, parsed.rows) };
  });
}

/** The book holds whole values of people: who has taken it stands among the copies. */
const tellTaken = (ctx: Ctx, batch: q.Batch, file: string, of: string) =>
  act(ctx, 'copy.export', ({ log }) =>
    log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      place: { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id },
      text: `Выгрузка «${of}»: ${batch.file_name}`,
      after: copied({ file, of }),
    }),
  );
