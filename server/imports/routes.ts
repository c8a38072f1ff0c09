// Loading a registry: the file, its tables and questions, the preview with its corrections, the run.
import { todayOf } from '../kernel/ctx.ts';
import * as contract from '../../contract/imports.ts';
import { ImportChoices, withChoices } from '../../contract/importChoices.ts';
import type { ImportLayout, ImportOverride } from '../../contract/importFields.ts';
import { act } from '../kernel/act.ts';
import { notFound, refuseIf } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { insertFile } from '../files/writing.ts';
import { cleanName } from '../files/rules.ts';
import { mountAttention } from './attention.ts';
import { closeBatch, openBatch, readBook, sealWorkbook } from './batchView.ts';
import { card, draft, heldDraft, refusing, rowsOf } from './card.ts';
import { mountFixes } from './fixing.ts';
import { mountRuns } from './running.ts';
import { groupIssues } from './preview.ts';
import * as q from './queries.ts';
import { closedUntil } from './results.ts';
import { mountWholeLoads } from './wholeLoad.ts';
import { proposeFor } from './proposing.ts';
import { answerQuestions } from './rules/layout.ts';
import { problemsOf } from './rules/layoutProblems.ts';
import { applyMemory, signatureOf } from './rules/memory.ts';

export function importRoutes(mount: Mount): void {
  mountUpload(mount);
  mountLooking(mount);
  mountChanges(mount);
  mountFixes(mount);
  mountRuns(mount);
  mountAttention(mount);
  mountWholeLoads(mount);
}

function mountUpload(mount: Mount): void {
  mount(contract.uploadRegistry, async (ctx, { params, file }) => {
    const po = await q.poById(ctx.db, params.po);
    if (!po) throw notFound();
    const uploaded = await file();
    const workbook = await refusing(() => readBook(uploaded.bytes, uploaded.name));
    const proposal = await refusing(() => proposeFor(ctx, po, workbook));
    const signatures = proposal.layout.tables.map(signatureOf);
    const { layout } = applyMemory(proposal.layout, await q.rememberedFields(ctx.db, po.id, signatures));
    const stored = await ctx.deps.files.put(sealWorkbook(ctx.deps, uploaded.bytes));
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
          questions: JSON.stringify(proposal.questions),
          balance_date: todayOf(ctx),
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
}

function mountLooking(mount: Mount): void {
  mount(contract.importBatches, async (ctx, { params }) => ({ data: (await q.batchesOf(ctx.db, params.po)) as never }));
  mount(contract.importBatch, async (ctx, { params }) => card(ctx, params.id));
  mount(contract.importRows, async (ctx, { params, query }) => rowsOf(ctx, params.id, query));
  mount(contract.importGroups, async (ctx, { params, query }) => {
    const batch = await q.batchById(ctx.db, params.id);
    if (!batch) throw notFound();
    const { parsed } = await refusing(() => openBatch(ctx.deps, batch));
    return { data: groupIssues(parsed.rows, query.kind) };
  });
}

function mountChanges(mount: Mount): void {
  mount(contract.changeImport, async (ctx, { params, body }) => {
    const batch = await draft(ctx, params.id);
    const view = await refusing(() => openBatch(ctx.deps, batch));
    const closed = await closedUntil(ctx.db, batch.mo_id);
    const fresh = body.forget ? await proposeFor(ctx, { ...batch, id: batch.po_id }, view.workbook) : null;
    const questions = fresh?.questions ?? view.questions;
    await act(ctx, 'garage.import_layout', async ({ tx, log }) => {
      // Only what is sent is changed; all else is as others have left it by now.
      const held = await heldDraft(tx, batch.id);
      const stored = held.layout as Partial<ImportLayout>;
      const given = body.layout ?? fresh?.layout ?? (stored.tables ? (stored as ImportLayout) : view.layout);
      const layout = body.answers ? answerQuestions(given, questions, body.answers) : given;
      refuseIf(problemsOf(layout, view.workbook.sheets.length, body.balanceDate, todayOf(ctx), closed));
      const overrides = body.overrides ?? (held.overrides as ImportOverride[]);
      const choices = withChoices(body.choices ?? ImportChoices.parse(held.choices ?? {}), body.choose ?? []);
      await tx
        .updateTable('import_batch')
        .set({
          layout: JSON.stringify(layout),
          questions: JSON.stringify(questions),
          overrides: JSON.stringify(overrides),
          choices: JSON.stringify(choices),
          balance_date: body.balanceDate ?? held.balance_date,
        })
        .where('id', '=', batch.id)
        .execute();
      if (body.forget) await q.forgetFields(tx, batch.po_id, layout.tables.map(signatureOf));
      await log({
        object: { type: 'po', id: batch.po_id, name: batch.file_name },
        text: 'Изменены столбцы или строки перед загрузкой',
      });
    });
    if (body.layout || body.forget) closeBatch(ctx.deps, batch.id);
    return card(ctx, batch.id);
  });
}
