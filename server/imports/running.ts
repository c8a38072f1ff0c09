// The run of a load, its way back, and the workbooks it gives.
import { todayOf } from '../kernel/ctx.ts';
import * as contract from '../../contract/imports.ts';
import type { ImportLayout, ImportQuestion } from '../../contract/importFields.ts';
import { reverseDocument } from '../balance/ledger.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { startJob } from '../jobs/records.ts';
import { act } from '../kernel/act.ts';
import { invalid } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { openBatch } from './batchView.ts';
import { remarksBook, resultBook } from './books.ts';
import { card, found, openQuestions, refusing } from './card.ts';
import * as q from './queries.ts';
import { importJob } from './run.ts';
import { laterEdits, takeBack } from './takingBack.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function mountRuns(mount: Mount): void {
  mount(contract.runImport, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    if (batch.status !== 'draft' && batch.status !== 'failed') throw invalid({ form: 'Эта загрузка уже запущена' });
    const layout = batch.layout as ImportLayout;
    const open = layout.tables ? openQuestions(batch.questions as ImportQuestion[], layout).length : 0;
    if (open) throw invalid({ form: `Сначала ответьте на вопросы: осталось ${open}` });
    await act(ctx, 'garage.import_run', async (write) => {
      const { tx, log } = write;
      // Two presses of the button make one run.
      const taken = await tx
        .updateTable('import_batch')
        .set({ status: 'queued', failure: null })
        .where('id', '=', batch.id)
        .where('status', '=', batch.status)
        .executeTakeFirst();
      if (!taken.numUpdatedRows) throw invalid({ form: 'Эта загрузка уже запущена' });
      await startJob(write, ctx, importJob, {
        title: `Загрузка реестра ${batch.file_name}`,
        place: { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id },
        params: { batchId: batch.id },
        total: batch.rows_total,
        link: `/admin/po/${batch.po_id}`,
      });
      await log({
        object: { type: 'po', id: batch.po_id, name: batch.file_name },
        text: `Запущена загрузка реестра ${batch.file_name}`,
      });
    });
    return card(ctx, batch.id);
  });

  mount(contract.rollbackImport, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    if (batch.status !== 'done' && batch.status !== 'failed')
      throw invalid({ form: 'Отменить можно только выполненную загрузку' });
    await act(ctx, 'garage.import_rollback', async ({ tx, log }) => {
      // Money that comes meanwhile waits: it finds the garages in the archive, or the rollback finds it.
      await lockBooks(tx, batch.mo_id);
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
            place: { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id },
            onDate: todayOf(ctx),
            comment: `Отмена загрузки № ${batch.id}`,
            importBatchId: batch.id,
            createdBy: ctx.actor.userId,
            at,
          },
          id,
        );
      await takeBack(tx, ctx, batch);
      await tx
        .updateTable('import_batch')
        .set({ status: 'rolled_back', rolled_back_at: at, rolled_back_by: ctx.actor.userId })
        .where('id', '=', batch.id)
        .execute();
      await log({
        object: { type: 'po', id: batch.po_id, name: batch.file_name },
        text: `Отменена загрузка реестра ${batch.file_name}`,
      });
    });
    return card(ctx, batch.id);
  });

  mount(contract.importResult, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    const { workbook, layout } = await refusing(() => openBatch(ctx.deps, batch));
    const results = await q.resultsOf(ctx.db, batch.id);
    const body = await resultBook(
      workbook,
      layout,
      new Map(results.map((row) => [`${row.sheet_no}:${row.row_no}:${row.column_no}`, row.result_text ?? ''])),
    );
    return { name: `Результат ${batch.file_name.replace(/\.\w+$/, '')}.xlsx`, mime: XLSX, body };
  });

  mount(contract.importRemarks, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    const { workbook, parsed } = await refusing(() => openBatch(ctx.deps, batch));
    return {
      name: `Замечания ${batch.file_name.replace(/\.\w+$/, '')}.xlsx`,
      mime: XLSX,
      body: await remarksBook(workbook, parsed.rows),
    };
  });
}
