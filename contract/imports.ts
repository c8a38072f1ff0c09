// Loading a registry into a ПО: file, layout, preview, corrections, run, result, roll-back.
import { z } from 'zod';
import { ImportIssueCode, ImportField, ImportLayout, ImportOutcome, ImportOverride } from './importFields.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { Id, IsoDate } from './kernel/scalars.ts';
import { superuser } from './kernel/scope.ts';

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
/** What the run would do to the register as it is now. */
const Plan = z.object({ create: z.number(), update: z.number(), same: z.number(), conflict: z.number() });

export const ImportBatch = z.object({
  id: z.number(),
  po_id: z.number(),
  file_name: z.string(),
  status: State,
  layout: ImportLayout,
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  /** The first rows of the sheet as a person sees them, for the mapping screen. */
  head: z.array(z.array(z.string())),
  overrides: z.array(ImportOverride),
  balance_date: z.string().nullable(),
  summary: Counts,
  plan: Plan.nullable(),
  rows_total: z.number(),
  rows_done: z.number(),
  rows_failed: z.number(),
  failure: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;

export const PreviewRow = z.object({
  row: z.number(),
  outcome: ImportOutcome,
  ignoredAs: z.string().optional(),
  section: z.string(),
  number: z.string(),
  owners: z.string(),
  balance_kopecks: z.number().nullable(),
  issues: z.array(z.object({ code: ImportIssueCode, field: ImportField, raw: z.string(), message: z.string() })),
  raw: z.record(z.string(), z.string()),
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
    overrides: z.array(ImportOverride).max(5000).optional(),
    balanceDate: IsoDate.optional(),
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
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.object({ data: z.array(PreviewRow), total: z.number() }),
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
