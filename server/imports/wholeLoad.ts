// A workbook of a whole МО: divided into loads of its ПО, seen, run and taken back together.
import type { ImportLayout, ImportQuestion } from '../../contract/importFields.ts';
import * as contract from '../../contract/imports.ts';
import { cleanName } from '../files/rules.ts';
import { insertFile } from '../files/writing.ts';
import { act, type Write } from '../kernel/act.ts';
import { todayOf, type Ctx, type Deps } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { bookOf, openBatch, readBook, sealWorkbook } from './batchView.ts';
import { openQuestions, refusing } from './card.ts';
import * as q from './queries.ts';
import { garagesLoaded } from './results.ts';
import { refuseExportedList } from './rules/exportedList.ts';
import { keepFormer } from './rules/formerDraft.ts';
import { proposeLayout, type Proposal } from './rules/layout.ts';
import { applyMemory, signatureOf } from './rules/memory.ts';
import { divideBook, namesOf, type LeftOut, type Part } from './rules/wholeBook.ts';
import { queueRun, takeBatchBack } from './running.ts';
import type { Workbook } from './workbook.ts';

export function mountWholeLoads(mount: Mount): void {
  mount(contract.uploadWhole, async (ctx, { params, file }) => {
    const mo = await moById(ctx, params.mo);
    const uploaded = await file();
    const workbook = await refusing(() => readBook(uploaded.bytes, uploaded.name));
    await refusing(async () => refuseExportedList(workbook));
    const { parts, leftOut } = divideBook(workbook, await wholeLayout(workbook), await q.poesOf(ctx.db, mo.id), {});
    const drafts = await draftsOf(ctx, workbook, parts);
    const stored = await ctx.deps.files.put(sealWorkbook(ctx.deps, uploaded.bytes));
    const name = cleanName(uploaded.name);
    const id = await act(ctx, 'garage.import_file', async (write) => {
      const { tx, log } = write;
      const file_id = await insertFile(tx, ctx, { ...stored, name, mime: uploaded.mime });
      const book = await tx
        .insertInto('import_book')
        .values({
          region_id: mo.region_id,
          mo_id: mo.id,
          file_name: name,
          left_out: JSON.stringify(leftOut),
          assigned: JSON.stringify(namesOf(workbook, parts)),
          created_by: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await insertParts(write, ctx, { ...mo, file_id, name, sha256: stored.sha256, book_id: book.id }, drafts);
      const text = `Принят файл реестра МО ${name}: ПО ${parts.length}`;
      await log({ object: { type: 'mo', id: mo.id, name: mo.name }, text });
      return book.id;
    }).catch(async (error) => {
      await ctx.deps.files.remove(stored.storeKey);
      throw error;
    });
    return wholeCard(ctx, id);
  });

  mount(contract.wholeLoads, async (ctx, { params }) => {
    const mo = await moById(ctx, params.mo);
    const rows = await ctx.db
      .selectFrom('import_book as k')
      .where('k.mo_id', '=', mo.id)
      .orderBy('k.id', 'desc')
      .limit(q.MOST_LOADS)
      .select((e) => [
        'k.id',
        'k.file_name',
        'k.created_at',
        e
          .selectFrom('import_batch as b')
          .whereRef('b.book_id', '=', 'k.id')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('parts'),
      ])
      .execute();
    return { data: rows.map((row) => ({ ...row, parts: Number(row.parts) })) };
  });

  mount(contract.wholeLoad, async (ctx, { params }) => wholeCard(ctx, params.id));
  mountWholeChanges(mount);
}

function mountWholeChanges(mount: Mount): void {
  mount(contract.assignWhole, async (ctx, { params, body }) => {
    // Another name of the same book is given away meanwhile: this one is looked at again, beside it.
    while (!(await assignName(ctx, params.id, body)));
    return wholeCard(ctx, params.id);
  });

  mountWholeRuns(mount);
}

/** Gives what was left out of a book to a ПО; false when the book has changed since it was read, and nothing is written. */
async function assignName(ctx: Ctx, id: number, { name, po: poId }: { name: string; po: number }): Promise<boolean> {
  const book = await bookById(ctx, id);
  const poes = await q.poesOf(ctx.db, book.mo_id);
  const left = (book.left_out as LeftOut[]).find((one) => one.name === name);
  if (!left) throw invalid({ name: 'Такого листа или названия нет среди нераспределённых' });
  const po = poes.find((one) => one.id === poId);
  if (!po) throw invalid({ po: 'Выберите ПО этого МО' });
  const batches = await partsOf(ctx, book.id);
  const file = batches.find((one) => one.file_id) ?? null;
  if (!file) throw invalid({ name: 'Книга удалена: загрузите её снова' });
  const former = batches.find((one) => one.po_id === po.id);
  if (former && former.status !== 'draft') throw invalid({ po: 'Это ПО уже загружено из этой книги' });
  const workbook = await refusing(() => bookOf(ctx.deps, file.file_id!, book.file_name));
  const given = { ...(book.assigned as Record<string, number>), [name]: po.id };
  const { parts, leftOut } = divideBook(workbook, await wholeLayout(workbook), poes, given);
  const assigned = { ...namesOf(workbook, parts), ...given };
  const ours = parts.filter((part) => part.po.id === po.id);
  const drafts = (await draftsOf(ctx, workbook, ours)).map((one) => (former ? continued(one, former) : one));
  if (!drafts.length) throw invalid({ name: 'В нём нет гаражей: загружать нечего' });
  const { mo_id, region_id, file_name } = book;
  const into = { id: mo_id, region_id, file_id: file.file_id!, name: file_name, sha256: file.file_sha256, book_id: id };
  return act(ctx, 'garage.import_layout', async (write) => {
    const { tx, log } = write;
    await holdBook(tx, book);
    if (former) await tx.deleteFrom('import_batch').where('id', '=', former.id).where('status', '=', 'draft').execute();
    await insertParts(write, ctx, into, drafts);
    await tx
      .updateTable('import_book')
      .set({ assigned: JSON.stringify(assigned), left_out: JSON.stringify(leftOut) })
      .where('id', '=', id)
      .execute();
    const text = `В книге «${file_name}» название «${name}» отнесено к ПО ${po.name}`;
    await log({ object: { type: 'po', id: po.id, name: po.name }, text });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Moved) return false;
    throw error;
  });
}

/** Holds the book until the end of the transaction. @throws Moved when it is not as it was read */
async function holdBook(tx: Write['tx'], read: { id: number; assigned: unknown }): Promise<void> {
  const held = await tx
    .selectFrom('import_book')
    .where('id', '=', read.id)
    .select('assigned')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (JSON.stringify(held.assigned) !== JSON.stringify(read.assigned)) throw new Moved();
}

/** Somebody has given away another name of the book meanwhile. */
class Moved extends Error {}

/** Loading all ПО of the book, and taking all of it back. */
function mountWholeRuns(mount: Mount): void {
  mount(contract.runWhole, async (ctx, { params }) => {
    const book = await bookById(ctx, params.id);
    const waiting = (await partsOf(ctx, book.id)).filter((one) => one.status === 'draft' || one.status === 'failed');
    if (!waiting.length) throw invalid({ form: 'Загружать нечего: все ПО уже запущены' });
    const asked = waiting.filter((one) => questionsOf(one) > 0).map((one) => one.po_name);
    if (asked.length) throw invalid({ form: `Сначала ответьте на вопросы: ${asked.join(', ')}` });
    await act(ctx, 'garage.import_run', async (write) => {
      for (const batch of waiting) await queueRun(write, ctx, batch);
    });
    return wholeCard(ctx, book.id);
  });

  mount(contract.rollbackWhole, async (ctx, { params }) => {
    const book = await bookById(ctx, params.id);
    const parts = await partsOf(ctx, book.id);
    if (parts.some((one) => one.status === 'queued' || one.status === 'running'))
      throw invalid({ form: 'Загрузка ещё идёт: дождитесь её конца или остановите её в «Заданиях»' });
    const loaded = parts.filter((one) => one.status === 'done' || one.status === 'failed');
    if (!loaded.length) throw invalid({ form: 'Отменить можно только выполненную загрузку' });
    // All or none: what stands in the way of one ПО is told before anything is taken back.
    await act(ctx, 'garage.import_rollback', async (write) => {
      for (const batch of loaded.toReversed()) await takeBatchBack(write, ctx, batch);
    });
    return wholeCard(ctx, book.id);
  });
}

async function moById(ctx: Ctx, id: number) {
  const mo = await ctx.db.selectFrom('mo').where('id', '=', id).select(['id', 'name', 'region_id']).executeTakeFirst();
  if (!mo) throw notFound();
  return mo;
}

async function bookById(ctx: Ctx, id: number) {
  const book = await ctx.db.selectFrom('import_book').where('id', '=', id).selectAll().executeTakeFirst();
  if (!book) throw notFound();
  return book;
}

const partsOf = (ctx: Ctx, bookId: number) =>
  ctx.db
    .selectFrom('import_batch as b')
    .innerJoin('po', 'po.id', 'b.po_id')
    .where('b.book_id', '=', bookId)
    .orderBy('b.id')
    .selectAll('b')
    .select('po.name as po_name')
    .execute();

const questionsOf = (batch: q.Batch) =>
  openQuestions(batch.questions as ImportQuestion[], batch.layout as ImportLayout).length;

/** All sheets are looked at; what the names of sheets mean for sections, and whether two of one ПО tell the same, is asked when it is known whose they are. */
const wholeLayout = async (workbook: Workbook) => (await proposeLayout(workbook, new Map(), null, 'many')).layout;

interface Draft {
  poId: number;
  proposal: Proposal;
  /** What a person did in the draft it takes the place of. */
  done?: Pick<q.Batch, 'overrides' | 'choices' | 'balance_date'>;
}

/** A ПО that gets another sheet keeps the columns, answers and corrections of its draft. */
function continued(draft: Draft, former: q.Batch): Draft {
  const { overrides, choices, balance_date } = former;
  const proposal = keepFormer(draft.proposal, former.layout as ImportLayout);
  return { ...draft, proposal, done: { overrides, choices, balance_date } };
}

/** The layout of each part; parts of the same sheets share one reading. */
async function draftsOf(ctx: Ctx, workbook: Workbook, parts: readonly Part[]): Promise<Draft[]> {
  const known = new Map<string, Proposal>();
  const drafts: Draft[] = [];
  for (const { po, sheets, names, bare } of parts) {
    const key = [...sheets].join();
    const proposal = known.get(key) ?? (await proposeLayout(workbook, new Map(), sheets));
    known.set(key, proposal);
    const signatures = proposal.layout.tables.map(signatureOf);
    const { layout } = applyMemory(proposal.layout, await q.rememberedFields(ctx.db, po.id, signatures));
    const tables = layout.tables.map((table) => {
      const ours = names.get(table.sheetIndex);
      if (!ours && !bare.has(table.sheetIndex)) return table;
      if (table.columns.some((column) => column.field === 'po')) return { ...table, po: ours ?? [] };
      return bare.has(table.sheetIndex) ? table : { ...table, fate: 'skip' as const, why: 'Нет столбца ПО' };
    });
    drafts.push({ poId: po.id, proposal: { ...proposal, layout: { ...layout, tables } } });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return drafts;
}

interface Source {
  /** The МО. */
  id: number;
  region_id: number;
  book_id: number;
  file_id: number;
  name: string;
  sha256: string;
}

async function insertParts({ tx }: Write, ctx: Ctx, source: Source, drafts: readonly Draft[]): Promise<void> {
  if (!drafts.length) return;
  await tx
    .insertInto('import_batch')
    .values(
      drafts.map(({ poId, proposal, done }) => ({
        region_id: source.region_id,
        mo_id: source.id,
        po_id: poId,
        book_id: source.book_id,
        file_id: source.file_id,
        file_name: source.name,
        file_sha256: source.sha256,
        layout: JSON.stringify(proposal.layout),
        questions: JSON.stringify(proposal.questions),
        overrides: JSON.stringify(done?.overrides ?? []),
        choices: JSON.stringify(done?.choices ?? {}),
        balance_date: done?.balance_date ?? todayOf(ctx),
        created_by: ctx.actor.userId,
        created_at: ctx.now().toISOString(),
      })),
    )
    .execute();
}

type Figures = Pick<
  contract.WholeLoad['parts'][number],
  'summary' | 'debt_kopecks' | 'advance_kopecks' | 'rows_total' | 'garages'
>;
const figures = new WeakMap<Deps['db'], Map<number, { said: string; found: Figures }>>();

const noFigures: Figures = {
  summary: { created: 0, created_with_warning: 0, error: 0, ignored: 0, people: 0 },
  debt_kopecks: 0,
  advance_kopecks: 0,
  rows_total: 0,
  garages: 0,
};

/** Counts of a part, kept while neither its columns nor its corrections change: the rows are not read for each look. */
async function figuresOf(deps: Deps, batch: q.Batch): Promise<Figures> {
  // Of a file that is kept no more it is known what came of it.
  if (!batch.file_id) return { ...noFigures, garages: await garagesLoaded(deps.db, batch.id) };
  const known = figures.get(deps.db) ?? new Map<number, { said: string; found: Figures }>();
  figures.set(deps.db, known);
  const said = JSON.stringify([batch.layout, batch.overrides]);
  const kept = known.get(batch.id);
  if (kept?.said === said) return kept.found;
  const { parsed } = await refusing(() => openBatch(deps, batch));
  const money = parsed.rows.filter((row) => row.outcome !== 'error').map((row) => row.openingBalanceKopecks ?? 0);
  const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0);
  const found = {
    summary: parsed.summary,
    debt_kopecks: sum(money.filter((amount) => amount < 0)),
    advance_kopecks: sum(money.filter((amount) => amount > 0)),
    rows_total: parsed.rows.filter((row) => row.outcome !== 'ignored').length,
    garages: parsed.rows.filter((row) => row.garage).length,
  };
  known.delete(batch.id);
  known.set(batch.id, { said, found });
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return found;
}

/** Parts whose counts are kept: several large МО. */
const KEPT = 500;

async function wholeCard(ctx: Ctx, id: number): Promise<contract.WholeLoad> {
  const book = await bookById(ctx, id);
  const mo = await moById(ctx, book.mo_id);
  const poes = await q.poesOf(ctx.db, book.mo_id);
  const parts: contract.WholeLoad['parts'] = [];
  for (const batch of await partsOf(ctx, id)) {
    const found = await figuresOf(ctx.deps, batch);
    parts.push({
      batch_id: batch.id,
      po_id: batch.po_id,
      po_name: batch.po_name,
      status: batch.status as contract.ImportBatch['status'],
      ...found,
      open_questions: batch.status === 'draft' ? questionsOf(batch) : 0,
      rows_total: batch.rows_total || found.rows_total,
      rows_done: batch.rows_done,
      rows_failed: batch.rows_failed,
      failure: batch.failure,
    });
  }
  return {
    id: book.id,
    mo_id: book.mo_id,
    mo_name: mo.name,
    file_name: book.file_name,
    created_at: book.created_at,
    parts,
    left_out: book.left_out as LeftOut[],
    poes: poes.map(({ id: po, name }) => ({ id: po, name })),
  };
}
