// A batch as the screen sees it: its sheets, questions, counts, what the run would do, and its rows.
import type { ImportLayout, ImportOverride, ImportQuestion } from '../../contract/importFields.ts';
import { ImportChoices } from '../../contract/importChoices.ts';
import * as contract from '../../contract/imports.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { openBatch, type BatchView } from './batchView.ts';
import { planRows, type Planned } from './facts.ts';
import { isOfPeople, placeKey, type ParsedRow } from './rows.ts';
import type { RowPlan } from './plan.ts';
import { countKinds, filterRows, formerKinds, previewRow, type RowFilter, type Typed } from './preview.ts';
import * as q from './queries.ts';
import { plannedIssues } from './refused.ts';
import { countResults, resultsOf } from './results.ts';
import { signatureOf } from './rules/memory.ts';
import { WorkbookProblem } from './workbookProblem.ts';

const EXAMPLES = 3;

export async function found(ctx: Ctx, id: number): Promise<q.Batch> {
  const batch = await q.batchById(ctx.db, id);
  if (!batch) throw notFound();
  return batch;
}

export async function draft(ctx: Ctx, id: number): Promise<q.Batch> {
  const batch = await found(ctx, id);
  if (batch.status !== 'draft') throw invalid({ form: 'Загрузка уже запущена: менять её нельзя' });
  return batch;
}

/** The same held until the end of the transaction: what others have changed meanwhile is in it. */
export async function heldDraft(tx: WriteDb, id: number): Promise<q.Batch> {
  const batch = await q.holdBatch(tx, id);
  if (batch?.status !== 'draft') throw invalid({ form: 'Загрузка уже запущена: менять её нельзя' });
  return batch;
}

/** A workbook that can't be read is the person's to fix, in words. */
export async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WorkbookProblem) throw invalid({ file: error.message });
    throw error;
  }
}

/** Doubtful questions nobody has answered; what is not loaded needs no answer. */
export const openQuestions = (questions: readonly ImportQuestion[], { tables, answers }: ImportLayout) =>
  questions.filter(
    (one) =>
      !one.sure && answers[one.id] === undefined && (one.kind === 'tables' || tables[one.table]?.fate !== 'skip'),
  );

const peopleStep = { create: 'created', update: 'updated', same: 'same' } as const;

const isUndecided = (plan: RowPlan) => plan.changes.differences.some((one) => one.choice === null);

export async function card(ctx: Ctx, id: number): Promise<contract.ImportBatch> {
  const batch = await found(ctx, id);
  const view = batch.file_id ? await refusing(() => openBatch(ctx.deps, batch)) : null;
  const rows = view?.parsed.rows ?? [];
  const planned = batch.status === 'draft' ? await planRows(ctx, ctx.db, batch, rows, true) : null;
  const plans = planned?.plans ?? null;
  const plan = { create: 0, update: 0, same: 0, conflict: 0, differs: 0 };
  const people = { created: 0, updated: 0, same: 0 };
  let decided = 0;
  for (const [at, one] of plans?.entries() ?? []) {
    if (one.step !== 'skip' && one.step !== 'conflict' && isOfPeople(rows[at]!)) people[peopleStep[one.step]] += 1;
    else if (one.step !== 'skip') plan[one.step] += 1;
    if (isUndecided(one)) plan.differs += 1;
    else if (one.changes.differences.length) decided += 1;
  }
  const layout = view?.layout ?? { tables: [], answers: {} };
  const remembered = await q.rememberedFields(ctx.db, batch.po_id, layout.tables.map(signatureOf));
  const money = rows.filter((row) => row.outcome !== 'error').map((row) => row.openingBalanceKopecks ?? 0);
  const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0);
  const summary = view?.parsed.summary ?? { created: 0, created_with_warning: 0, error: 0, ignored: 0, people: 0 };
  return {
    id: batch.id,
    po_id: batch.po_id,
    book_id: batch.book_id,
    mo_id: batch.mo_id,
    file_name: batch.file_name,
    status: batch.status as contract.ImportBatch['status'],
    layout,
    sheets: view?.workbook.sheets.map(({ name, hidden, rowCount }) => ({ name, hidden, rows: rowCount })) ?? [],
    examples: view ? examplesOf(view) : [],
    questions: view?.questions ?? [],
    remembered: remembered.size > 0,
    overrides_count: (batch.overrides as ImportOverride[]).length,
    choices: ImportChoices.parse(batch.choices ?? {}),
    kinds: view
      ? countKinds(
          { ...view, parsed: withRemarks(view.parsed, planned) },
          formerKinds(batch.overrides as ImportOverride[]),
          { count: plan.differs, done: decided },
        )
      : [],
    debt_kopecks: sum(money.filter((amount) => amount < 0)),
    advance_kopecks: sum(money.filter((amount) => amount > 0)),
    balance_date: batch.balance_date,
    summary,
    plan: plans && (rows.some(isOfPeople) ? { ...plan, people } : plan),
    results: plans ? null : await countResults(ctx.db, batch.id),
    rows_total: batch.rows_total || rows.filter((row) => row.outcome !== 'ignored').length,
    rows_done: batch.rows_done,
    rows_failed: batch.rows_failed,
    failure: batch.failure,
    created_at: batch.created_at,
    finished_at: batch.finished_at,
  };
}

/** The first cells with something in them, for every column of every table. */
function examplesOf({ workbook, layout }: BatchView): string[][] {
  return layout.tables.map((table) => {
    const sheet = workbook.sheets[table.sheetIndex];
    const texts = table.columns.map(() => [] as string[]);
    for (let index = 0; sheet && index < Math.min(sheet.rowCount, 60); index += 1) {
      if (sheet.lineOf(index) < table.firstRow) continue;
      const cells = sheet.row(index);
      table.columns.forEach((column, at) => {
        const text = cells[column.index]?.text.trim();
        if (text && texts[at]!.length < EXAMPLES) texts[at]!.push(text.slice(0, 40));
      });
    }
    return texts.map((some) => some.join(' · '));
  });
}

/** Fields corrected by hand and by what, by place. */
export function typedFields(batch: q.Batch): Typed {
  const groups = Map.groupBy(batch.overrides as ImportOverride[], placeKey);
  return new Map(
    [...groups].map(([place, fixes]) => [
      place,
      { fields: fixes.map((fix) => fix.field), by: fixes.at(-1)!.rule ? ('rule' as const) : ('hand' as const) },
    ]),
  );
}

/** The rows with what the register adds to their remarks. */
const withRemarks = <T extends { rows: ParsedRow[] }>(parsed: T, planned: Planned | null): T =>
  planned
    ? {
        ...parsed,
        rows: parsed.rows.map((row, i) => {
          const { issues, owners } = planned.rows[i]!;
          return issues === row.issues ? row : { ...row, issues, owners };
        }),
      }
    : parsed;

/** A page of rows; what differs from the register is looked up for these rows only, unless it is filtered by. */
export async function rowsOf(ctx: Ctx, id: number, query: RowFilter & { offset: number; limit: number }) {
  const batch = await found(ctx, id);
  const { parsed } = await refusing(() => openBatch(ctx.deps, batch));
  const isDraft = batch.status === 'draft';
  const wantsAll = isDraft && (query.kind === 'differs' || plannedIssues.some((code) => code === query.kind));
  const whole = wantsAll ? await planRows(ctx, ctx.db, batch, parsed.rows, true) : null;
  const shown = withRemarks(parsed, whole).rows;
  const all = whole && new Map(whole.plans.map((plan, i) => [shown[i]!, plan]));
  const differs = (row: ParsedRow) => {
    const plan = all?.get(row);
    return plan?.changes.differences.length ? (isUndecided(plan) ? 'open' : 'done') : null;
  };
  const rows = filterRows(shown, query, differs, formerKinds(batch.overrides as ImportOverride[]));
  const page = rows.slice(query.offset, query.offset + query.limit);
  const planned = isDraft && !all ? await planRows(ctx, ctx.db, batch, page) : null;
  const plans = all ? page.map((row) => all.get(row)!) : (planned?.plans ?? []);
  const results = new Map(
    isDraft
      ? []
      : (await resultsOf(ctx.db, batch.id)).map((row) => [
          `${row.sheet_no}:${row.row_no}:${row.column_no}`,
          row.result_text,
        ]),
  );
  const typed = typedFields(batch);
  return {
    data: withRemarks({ rows: page }, planned).rows.map((row, i) =>
      previewRow(row, results.get(placeKey(row)) ?? null, typed, plans[i]?.changes.differences ?? []),
    ),
    total: rows.length,
  };
}
