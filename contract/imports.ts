// Loading a registry into a ПО: file, layout, preview, corrections, run, result, roll-back.
import { z } from 'zod';
import { Difference, ImportChoice, ImportChoices } from './importChoices.ts';
import {
  ImportField,
  ImportIssueCode,
  ImportLayout,
  ImportOutcome,
  ImportOverride,
  ImportQuestion,
  RowPlace,
} from './importFields.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { Id, IsoDate } from './kernel/scalars.ts';
import { registryEdit, superuser } from './kernel/scope.ts';

const tag = 'Загрузка реестра';
const needs = superuser;

export const batchStates = {
  draft: 'проверка',
  queued: 'в очереди',
  running: 'идёт',
  done: 'загружено',
  failed: 'не удалось',
  rolled_back: 'отменено',
} as const;
const State = z.enum(['draft', 'queued', 'running', 'done', 'failed', 'rolled_back']);

const Counts = z.object({
  created: z.number(),
  created_with_warning: z.number(),
  error: z.number(),
  ignored: z.number(),
  people: z.number(),
});
/** People named on their own, not beside a garage. */
const PeopleCounts = z.object({ created: z.number(), updated: z.number(), same: z.number() });
/** What the run would do to the register as it is now. */
const Plan = z.object({
  create: z.number(),
  update: z.number(),
  same: z.number(),
  conflict: z.number(),
  /** Rows with a value that differs from the register and is not decided. */
  differs: z.number(),
  /** Of a book that names people apart from garages; they are not among the counts above. */
  people: PeopleCounts.optional(),
});

/** A sheet with what is in it; tables of the layout say what happens to it. */
const SheetCard = z.object({ name: z.string(), hidden: z.boolean(), rows: z.number() });
/**
 * How many rows carry a remark, or were left out and why; `done` carried it and were settled by a person. `toCheck`: a remark
 * that is mended by a rule, yet some of its rows wait for a person.
 */
const toCheck = z.literal(true).optional();
const KindCount = z.object({ kind: z.string(), count: z.number(), done: z.number(), toCheck });
export type KindCount = z.infer<typeof KindCount>;

export const ImportBatch = z.object({
  id: z.number(),
  po_id: z.number(),
  /** The workbook of a whole МО it is a part of. */
  book_id: z.number().nullable(),
  mo_id: z.number(),
  file_name: z.string(),
  status: State,
  layout: ImportLayout,
  sheets: z.array(SheetCard),
  /** The first data cells of every column of each table, for the mapping screen. */
  examples: z.array(z.array(z.string())),
  questions: z.array(ImportQuestion),
  /** Titles that were known from an earlier load: its columns and answers were taken. */
  remembered: z.boolean(),
  overrides_count: z.number(),
  choices: ImportChoices,
  kinds: z.array(KindCount),
  debt_kopecks: z.number(),
  advance_kopecks: z.number(),
  balance_date: z.string().nullable(),
  summary: Counts,
  plan: Plan.nullable(),
  /** What the run made, once it is over. */
  results: z
    .object({
      created: z.number(),
      updated: z.number(),
      same: z.number(),
      conflict: z.number(),
      skipped: z.number(),
      people: PeopleCounts.optional(),
    })
    .nullable(),
  rows_total: z.number(),
  rows_done: z.number(),
  rows_failed: z.number(),
  failure: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;

const ShownIssue = z.object({ code: ImportIssueCode, field: ImportField, raw: z.string(), message: z.string() });
export const PreviewRow = z.object({
  ...RowPlace.shape,
  outcome: ImportOutcome,
  ignoredAs: z.string().optional(),
  section: z.string(),
  number: z.string(),
  owners: z.string(),
  balance_kopecks: z.number().nullable(),
  issues: z.array(ShownIssue),
  raw: z.record(z.string(), z.string()),
  /** Every field as it will be stored. */
  read: z.record(z.string(), z.string()),
  typed: z.array(ImportField),
  /** How it was settled: the hand in this row, one press for all alike. */
  by: z.enum(['hand', 'rule']).nullable(),
  differences: z.array(Difference),
  /** After the run. */
  result: z.string().nullable(),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

/** Takes a file (multipart field `file`); answers the guessed or remembered layout with the preview's counts. */
export const uploadRegistry = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/po/:po',
  summary: 'Принять файл реестра',
  needs,
  params: z.object({ po: Id }),
  reply: ImportBatch,
  kind: 'upload',
});
export const importBatches = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/po/:po',
  summary: 'Загрузки ПО',
  needs,
  params: z.object({ po: Id }),
  reply: z.object({
    data: z.array(
      z.object({ id: z.number(), file_name: z.string(), status: State, rows_done: z.number(), created_at: z.string() }),
    ),
  }),
});
export const importBatch = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/:id',
  summary: 'Загрузка',
  needs,
  params: ByIdParams,
  reply: ImportBatch,
});
export const changeImport = endpoint({
  tag,
  method: 'PUT',
  path: '/api/registry_imports/:id',
  summary: 'Столбцы, исправления, дата сальдо',
  needs,
  params: ByIdParams,
  body: z.object({
    layout: ImportLayout.optional(),
    answers: z.record(z.string().max(40), z.string().max(40)).optional(),
    overrides: z.array(ImportOverride).max(20_000).optional(),
    /** All choices anew. */
    choices: ImportChoices.optional(),
    /** Some decided, the others stay as they are by then. */
    choose: z.array(ImportChoice).max(500).optional(),
    balanceDate: IsoDate.optional(),
    /** Reads the workbook anew and forgets what is remembered of its titles. */
    forget: z.boolean().optional(),
  }),
  reply: ImportBatch,
});
export const importRows = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/:id/rows/',
  summary: 'Строки загрузки',
  needs,
  params: ByIdParams,
  query: z.object({
    outcome: ImportOutcome.optional(),
    /** Rows with this remark, left out for this reason, or `differs`. */
    kind: z.string().max(40).optional(),
    /** Of the remark: rows that still bear it, or those it was settled for; both when absent. */
    state: z.enum(['open', 'done']).optional(),
    q: z.string().max(100).optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.object({ data: z.array(PreviewRow), total: z.number() }),
});

/** Texts under one remark that are written alike, the most frequent first. */
export const importGroups = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/:id/groups/',
  summary: 'Одинаковые замечания',
  needs,
  params: ByIdParams,
  query: z.object({ kind: ImportIssueCode }),
  reply: z.object({
    data: z.array(z.object({ field: ImportField, raw: z.string(), count: z.number(), offer: z.string().nullable() })),
  }),
});

/** Corrects cells of a row, or all cells under a remark that say the same; `text: null` takes a correction back. */
export const fixImport = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/:id/fixes/',
  summary: 'Исправить ячейки',
  needs,
  params: ByIdParams,
  body: z.object({
    fixes: z
      .array(RowPlace.extend({ field: ImportField, text: z.string().max(2000).nullable() }))
      .max(500)
      .default([]),
    group: z
      .object({
        kind: ImportIssueCode,
        field: ImportField,
        /** Only cells that say this; all cells under the remark when absent. */
        raw: z.string().max(2000).optional(),
        text: z.string().max(2000),
      })
      .optional(),
  }),
  reply: z.object({
    summary: Counts,
    kinds: z.array(KindCount),
    changed: z.number(),
    rows: z.array(PreviewRow),
  }),
});
export const runImport = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/:id/run/',
  summary: 'Загрузить',
  needs,
  params: ByIdParams,
  reply: ImportBatch,
});
export const rollbackImport = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/:id/rollback/',
  summary: 'Отменить загрузку',
  needs,
  params: ByIdParams,
  reply: ImportBatch,
});
/** The rows as they were with the column «Результат». */
export const importResult = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/:id/result/',
  summary: 'Книга с результатом',
  needs,
  params: ByIdParams,
  kind: 'file',
});

/** The rows with remarks before the run: as they are and what is wrong. */
export const importRemarks = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/:id/remarks/',
  summary: 'Книга замечаний',
  needs,
  params: ByIdParams,
  kind: 'file',
});

/** A part of a workbook of a МО: what one of its ПО gets. */
const WholePart = z.object({
  batch_id: z.number(),
  po_id: z.number(),
  po_name: z.string(),
  status: State,
  summary: Counts,
  /** Questions nobody has answered yet. */
  open_questions: z.number(),
  debt_kopecks: z.number(),
  advance_kopecks: z.number(),
  rows_total: z.number(),
  /** Garages among the rows; the others are people. */
  garages: z.number(),
  rows_done: z.number(),
  rows_failed: z.number(),
  failure: z.string().nullable(),
});
const LeftOut = z.object({
  /** Name of the sheet or of the ПО as it is written. */
  name: z.string(),
  from: z.enum(['sheet', 'column']),
  rows: z.number(),
  why: z.string(),
});
export const WholeLoad = z.object({
  id: z.number(),
  mo_id: z.number(),
  mo_name: z.string(),
  file_name: z.string(),
  created_at: z.string(),
  parts: z.array(WholePart),
  left_out: z.array(LeftOut),
  /** All ПО of the МО: those without a part are not in the workbook. */
  poes: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type WholeLoad = z.infer<typeof WholeLoad>;

/** Takes a workbook of a МО: a sheet for each ПО, or a column that names them; each ПО gets a load of its own. */
export const uploadWhole = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/mo/:mo',
  summary: 'Принять файл реестра МО',
  needs,
  params: z.object({ mo: Id }),
  reply: WholeLoad,
  kind: 'upload',
});
export const wholeLoads = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/mo/:mo',
  summary: 'Загрузки МО',
  needs,
  params: z.object({ mo: Id }),
  reply: z.object({
    data: z.array(z.object({ id: z.number(), file_name: z.string(), parts: z.number(), created_at: z.string() })),
  }),
});
export const wholeLoad = endpoint({
  tag,
  method: 'GET',
  path: '/api/registry_imports/whole/:id',
  summary: 'Загрузка МО по ПО',
  needs,
  params: ByIdParams,
  reply: WholeLoad,
});
/** Says whose a sheet or a name is; its load is added to the others. */
export const assignWhole = endpoint({
  tag,
  method: 'PUT',
  path: '/api/registry_imports/whole/:id',
  summary: 'Указать ПО для листа или названия',
  needs,
  params: ByIdParams,
  body: z.object({ name: z.string().min(1).max(300), po: Id }),
  reply: WholeLoad,
});
/** Runs every part that waits. */
export const runWhole = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/whole/:id/run/',
  summary: 'Загрузить все ПО',
  needs,
  params: ByIdParams,
  reply: WholeLoad,
});
/** Takes all parts back, or none. */
export const rollbackWhole = endpoint({
  tag,
  method: 'POST',
  path: '/api/registry_imports/whole/:id/rollback/',
  summary: 'Отменить загрузку МО',
  needs,
  params: ByIdParams,
  reply: WholeLoad,
});

/** Texts of a registry that were not read whole: masked like the fields they were meant for. */
export const garageAttention = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/attention/',
  summary: 'Требует внимания: что осталось из реестра',
  needs: registryEdit,
  params: ByIdParams,
  reply: z.object({
    data: z.array(z.object({ id: z.number(), field: z.string(), title: z.string(), masked: z.string() })),
  }),
});
/** The texts whole; every call is written to the action log. */
export const revealAttention = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/attention/reveal/',
  summary: 'Показать тексты реестра целиком',
  needs: registryEdit,
  params: ByIdParams,
  reply: z.object({ data: z.array(z.object({ id: z.number(), text: z.string() })) }),
});
/** The texts are settled: they leave the card. */
export const settleAttention = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/attention/settle/',
  summary: 'Тексты реестра разобраны',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({ ids: z.array(Id).min(1).max(100) }),
  reply: z.object({ settled: z.number() }),
});
