// A registry that was brought and never loaded holds passports nobody asked to keep.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { workCtx, type Deps, type WriteDb } from '../kernel/ctx.ts';
import { daysBefore } from '../ports/clock.ts';
import { FORGOTTEN } from './rules/forgotten.ts';

/** How long a draft of a load is kept after it was brought, days. */
export const DRAFT_DAYS = 30;

/** Deletes old drafts with their files; the file goes after the rows, so that no draft is left without its file. */
export async function forgetOldDrafts(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const old = await deps.db
    .selectFrom('import_batch as b')
    .leftJoin('stored_file as f', 'f.id', 'b.file_id')
    .where('b.status', '=', 'draft')
    .where('b.created_at', '<', daysBefore(ctx.now(), DRAFT_DAYS))
    .select(['b.id', 'b.region_id', 'b.mo_id', 'b.po_id', 'b.file_id', 'b.file_name', 'f.store_key'])
    .execute();
  for (const { id, file_id, file_name, store_key, ...place } of old) {
    const isGone = await act(ctx, 'garage.import_forget', async ({ tx, log }) => {
      const { numDeletedRows } = await tx
        .deleteFrom('import_batch')
        .where('id', '=', id)
        .where('status', '=', 'draft')
        .executeTakeFirst();
      if (!numDeletedRows) throw new Loading();
      const isLast = file_id ? await dropFile(tx, file_id) : false;
      const text = `Удалён незагруженный файл реестра ${file_name}: прошло ${DRAFT_DAYS} дней`;
      await log({ object: { type: 'po', id: place.po_id }, place, text });
      return isLast;
    }).catch((error: unknown) => {
      if (error instanceof Loading) return false;
      throw error;
    });
    if (isGone && store_key) await deps.files.remove(store_key);
  }
}

/** How long the workbook is kept after its load, days: so long can its result be had and its rows looked at. */
export const WORKBOOK_DAYS = 30;

/** Deletes workbooks of loads that are long over; what they made and their counts stay. */
export async function forgetOldWorkbooks(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const old = await deps.db
    .selectFrom('import_batch as b')
    .innerJoin('stored_file as f', 'f.id', 'b.file_id')
    .where('b.status', 'in', ['done', 'failed', 'rolled_back'])
    .where((e) => e.fn.coalesce('b.finished_at', 'b.created_at'), '<', daysBefore(ctx.now(), WORKBOOK_DAYS))
    .select(['b.id', 'b.region_id', 'b.mo_id', 'b.po_id', 'f.id as file_id', 'b.file_name', 'f.store_key'])
    .execute();
  for (const { id, file_id, file_name, store_key, ...place } of old) {
    const isLast = await act(ctx, 'garage.import_forget', async ({ tx, log }) => {
      // Corrections hold what people typed: they go with the workbook.
      await tx
        .updateTable('import_batch')
        .set({ file_id: null, overrides: '[]', questions: '[]' })
        .where('id', '=', id)
        .execute();
      await forgetValues(tx, id);
      const isLast = await dropFile(tx, file_id);
      const text = `Удалена книга загруженного реестра ${file_name}: прошло ${WORKBOOK_DAYS} дней`;
      await log({ object: { type: 'po', id: place.po_id }, place, text });
      return isLast;
    });
    if (isLast) await deps.files.remove(store_key);
  }
}

/** What the load found in cards before it changed them, and the sentences about its rows: kept as long as the workbook. */
async function forgetValues(tx: WriteDb, batchId: number): Promise<void> {
  await sql`update import_row set result_text = null where batch_id = ${batchId} and result_text is not null`.execute(
    tx,
  );
  await sql`update import_effect set before = ${FORGOTTEN}
    where batch_id = ${batchId} and (table_name = 'profile' and before is not null or table_name = 'garage' and before ->> 'note' <> '')`.execute(
    tx,
  );
}

/** The row of a file that no batch needs any more; a workbook of a МО has a batch for each ПО. */
async function dropFile(tx: WriteDb, fileId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('stored_file')
    .where('id', '=', fileId)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('import_batch').select('id').whereRef('import_batch.file_id', '=', 'stored_file.id')),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Somebody has begun to load it meanwhile: it stays. */
class Loading extends Error {}
