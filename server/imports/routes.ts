// Loading a registry: the file, its layout, the preview, the run, the result, the way back.
import { createHash } from 'node:crypto';
import { writeXlsx } from 'hucre';
import * as contract from '../../contract/imports.ts';
import type { ImportLayout, ImportOverride } from '../../contract/importFields.ts';
import { reverseDocument } from '../balance/ledger.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { closedPeriod } from '../balance/rules.ts';
import { startJob } from '../jobs/records.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { insertFile } from '../files/writing.ts';
import { cleanName } from '../files/rules.ts';
import { dateIn } from '../ports/clock.ts';
import { parseRegistry, rowHash, type ParsedRow } from './parse.ts';
import { planRow } from './plan.ts';
import * as q from './queries.ts';
import { guessLayout } from './rules/layout.ts';
import { importJob, parsedBatch, workbookOf } from './run.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { WorkbookProblem } from './workbookProblem.ts';

const SHOWN_HEAD_ROWS = 12;

export function importRoutes(mount: Mount): void {
  mount(contract.uploadRegistry, async (ctx, { params, file }) => {
    const po = await q.poById(ctx.db, params.po);
    if (!po) throw notFound();
    const uploaded = await file();
    const workbook = await refusing(() => readWorkbook(uploaded.bytes, uploaded.name));
    const guessed = guessLayout(workbook);
    const layout =
      ((await q.rememberedLayout(ctx.db, po.id, signatureOf(guessed))) as ImportLayout | undefined) ?? guessed;
    const { summary } = parseRegistry(workbook, layout);
    const stored = await ctx.deps.files.put(uploaded.bytes);
    const name = cleanName(uploaded.name);
    const id = await act(ctx, 'garage.import_file', async ({ tx, log }) => {
      const file_id = await insertFile(tx, ctx, { ...stored, name, mime: uploaded.mime });
      const batch = await tx
        .insertInto('import_batch')
        .values({
          region_id: po.region_id,
          mo_id: po.mo_id,
          po_id: po.id,
          file_id,
          file_name: name,
          file_sha256: stored.sha256,
          layout: JSON.stringify(layout),
          summary: JSON.stringify(summary),
          balance_date: dateIn(ctx.now()),
          created_by: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await log({ object: { type: 'po', id: po.id, name: po.name }, text: `Принят файл реестра ${name}` });
      return batch.id;
    }).catch(async (error) => {
      await ctx.deps.files.remove(stored.storeKey);
      throw error;
    });
    return card(ctx, id);
  });

  mount(contract.importBatches, async (ctx, { params }) => ({ data: (await q.batchesOf(ctx.db, params.po)) as never }));
  mount(contract.importBatch, async (ctx, { params }) => card(ctx, params.id));

  mount(contract.changeImport, async (ctx, { params, body }) => {
    const batch = await draft(ctx, params.id);
    const layout = body.layout ?? (batch.layout as ImportLayout);
    const overrides = body.overrides ?? (batch.overrides as ImportOverride[]);
    const closed = await q.closedUntil(ctx.db, batch.mo_id);
    refuseIf(layoutProblems(layout, body.balanceDate, { today: dateIn(ctx.now()), closed }));
    const workbook = await refusing(() => workbookOf(ctx.deps, { ...batch, layout }));
    const { summary } = await refusing(async () => parseRegistry(workbook, layout, overrides));
    await act(ctx, 'garage.import_layout', async ({ tx, log }) => {
      await tx
        .updateTable('import_batch')
        .set({
          layout: JSON.stringify(layout),
          overrides: JSON.stringify(overrides),
          summary: JSON.stringify(summary),
          balance_date: body.balanceDate ?? batch.balance_date,
        })
        .where('id', '=', batch.id)
        .execute();
      await q.rememberLayout(tx, batch.po_id, signatureOf(layout), JSON.stringify(layout), ctx.now().toISOString());
      await log({
        object: { type: 'po', id: batch.po_id, name: batch.file_name },
        text: 'Изменены столбцы или строки перед загрузкой',
      });
    });
    return card(ctx, batch.id);
  });

  mount(contract.importRows, async (ctx, { params, query }) => {
    const batch = await found(ctx, params.id);
    const { parsed } = await parsedBatch(ctx.deps, batch);
    const results = new Map((await q.resultsOf(ctx.db, batch.id)).map((row) => [row.row_no, row.result_text]));
    const rows = query.outcome ? parsed.rows.filter((row) => row.outcome === query.outcome) : parsed.rows;
    return {
      data: rows
        .slice(query.offset, query.offset + query.limit)
        .map((row) => previewRow(row, results.get(row.row) ?? null)),
      total: rows.length,
    };
  });

  mount(contract.runImport, async (ctx, { params }) => {
    const batch = await found(ctx, params.id);
    if (batch.status !== 'draft' && batch.status !== 'failed') throw invalid({ form: 'Эта загрузка уже запущена' });
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
      const later = await q.laterEdits(tx, batch.id);
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
            onDate: dateIn(ctx.now()),
            comment: `Отмена загрузки № ${batch.id}`,
            importBatchId: batch.id,
            createdBy: ctx.actor.userId,
            at,
          },
          id,
        );
      await q.takeBack(tx, batch, at);
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
    const { workbook } = await parsedBatch(ctx.deps, batch);
    const body = await resultBook(
      workbook,
      batch.layout as ImportLayout,
      new Map((await q.resultsOf(ctx.db, batch.id)).map((row) => [row.row_no, row.result_text ?? ''])),
    );
    return {
      name: `Результат ${batch.file_name.replace(/\.\w+$/, '')}.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body,
    };
  });
}

/** The sheet as it was with one more column; texts that begin like formulas stay texts. */
async function resultBook(workbook: Workbook, layout: ImportLayout, results: Map<number, string>): Promise<Uint8Array> {
  const sheet = workbook.sheets[layout.sheetIndex]!;
  const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
  const width = sheet.columnCount;
  const rows = Array.from({ length: sheet.rowCount }, (_, index) => {
    const line = sheet.lineOf(index);
    const cells = Array.from({ length: width }, (_unused, column) => safe(sheet.row(index)[column]?.text ?? ''));
    return [...cells, line === layout.headerRow ? 'Результат' : safe(results.get(line) ?? '')];
  });
  return writeXlsx({ sheets: [{ name: sheet.name.slice(0, 31), rows }] } as never);
}

async function card(ctx: Ctx, id: number): Promise<contract.ImportBatch> {
  const batch = await found(ctx, id);
  const { workbook, parsed } = await refusing(() => parsedBatch(ctx.deps, batch));
  const sheet = workbook.sheets[workbook.sheetIndex]!;
  const isDraft = batch.status === 'draft';
  return {
    id: batch.id,
    po_id: batch.po_id,
    file_name: batch.file_name,
    status: batch.status as contract.ImportBatch['status'],
    layout: batch.layout as ImportLayout,
    sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })),
    head: Array.from({ length: Math.min(SHOWN_HEAD_ROWS, sheet.rowCount) }, (_, index) =>
      sheet.row(index).map((cell) => cell.text.slice(0, 80)),
    ),
    overrides: batch.overrides as ImportOverride[],
    balance_date: batch.balance_date,
    summary: parsed.summary,
    plan: isDraft ? await planOf(ctx, batch, parsed.rows) : null,
    rows_total: batch.rows_total || parsed.rows.filter((row) => row.outcome !== 'ignored').length,
    rows_done: batch.rows_done,
    rows_failed: batch.rows_failed,
    failure: batch.failure,
    created_at: batch.created_at,
    finished_at: batch.finished_at,
  };
}

async function planOf(ctx: Ctx, batch: q.Batch, rows: ParsedRow[]) {
  const digests = rows.map((row) => (row.garage ? rowHash(row) : ''));
  const [garages, loaded] = await Promise.all([
    q.knownGarages(ctx.db, batch.po_id),
    q.loadedHashes(ctx.db, batch.po_id, batch.id, digests.filter(Boolean)),
  ]);
  const plan = { create: 0, update: 0, same: 0, conflict: 0 };
  for (const [i, row] of rows.entries()) {
    const { step } = planRow(
      row,
      row.garage ? garages.get(`${row.garage.section}|${row.garage.number}`) : undefined,
      loaded.has(digests[i]!),
    );
    if (step !== 'skip') plan[step] += 1;
  }
  return plan;
}

function previewRow(row: ParsedRow, result: string | null): contract.PreviewRow {
  return {
    row: row.row,
    outcome: row.outcome,
    ...(row.ignoredAs ? { ignoredAs: row.ignoredAs } : {}),
    section: row.garage?.section ?? '',
    number: row.garage?.number ?? '',
    owners: row.owners
      .map(
        (owner) =>
          [owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' ') +
          (owner.share ? ` (${owner.share})` : ''),
      )
      .join(', '),
    balance_kopecks: row.openingBalanceKopecks,
    issues: row.issues,
    raw: row.raw as Record<string, string>,
    result,
  };
}

function layoutProblems(
  layout: ImportLayout,
  balanceDate: string | undefined,
  { today, closed }: { today: string; closed: string | null },
) {
  const fields = layout.columns.map((column) => column.field);
  return {
    ...(fields.includes('number') ? {} : { layout: 'Укажите, в каком столбце номер гаража' }),
    ...(balanceDate && balanceDate > today ? { balanceDate: 'Дата не может быть позже сегодняшней' } : {}),
    ...(balanceDate && closedPeriod(balanceDate, closed) ? { balanceDate: closedPeriod(balanceDate, closed)! } : {}),
  };
}

async function found(ctx: Ctx, id: number) {
  const batch = await q.batchById(ctx.db, id);
  if (!batch) throw notFound();
  return batch;
}
async function draft(ctx: Ctx, id: number) {
  const batch = await found(ctx, id);
  if (batch.status !== 'draft') throw invalid({ form: 'Загрузка уже запущена: менять её нельзя' });
  return batch;
}

/** A workbook that can't be read is the person's to fix, in words. */
async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WorkbookProblem) throw invalid({ file: error.message });
    throw error;
  }
}

const signatureOf = (layout: ImportLayout) =>
  createHash('sha256')
    .update(layout.columns.map((column) => column.title).join('|'))
    .digest('hex');
