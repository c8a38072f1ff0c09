// Bank statements: loading a file, what each payment was taken for, assigning, splitting, posting, registries of a bank.
import { z } from 'zod';
import { Amount } from './books.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { Id, IdValue, Kopecks, Named, Version } from './kernel/scalars.ts';
import { financeEdit, financeRead } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';

const tag = 'Банковские выписки';

/** How surely a payment was recognised. */
export const certaintyNames = {
  sure: 'Точно',
  likely: 'Вероятно',
  possible: 'Возможно',
  none: 'Не распознано',
} as const;
export const Certainty = z.enum(['sure', 'likely', 'possible', 'none']);
export type Certainty = z.infer<typeof Certainty>;

/** What became of a row; the open ones come first, as sure as they are. */
export const groupNames = {
  partial: 'Проведено не всё',
  assigned: 'Назначено вручную',
  ...certaintyNames,
  registry: 'Разобрано по реестру',
  posted: 'Проведено',
  skipped: 'Пропущено',
  duplicate: 'Уже загружено раньше',
  outgoing: 'Списания',
  withdrawn: 'Отозвано',
} as const;
/** In the order in which they are shown. */
export const rowGroups = [
  'partial',
  'assigned',
  'sure',
  'likely',
  'possible',
  'none',
  'registry',
  'posted',
  'skipped',
  'duplicate',
  'outgoing',
  'withdrawn',
] as const;
export const RowGroup = z.enum(rowGroups);
export type RowGroup = z.infer<typeof RowGroup>;

/** Part of a payment: a garage, and the entry that the payer names (type and year together, or neither). */
export const RowPart = z.object({
  garage: PlateRef,
  /** The payer of the day of the payment, or the former owner. */
  owner: z.string().nullable(),
  /** The former owner whose debt it closes, and what he owes; null: the present owners. */
  debtor: z.object({ id: z.number(), full_name: z.string(), debt_kopecks: Kopecks }).nullable(),
  account_no: z.string(),
  /** Both may be above zero: money may be set aside beside a debt. */
  debt_kopecks: Kopecks,
  advance_kopecks: Kopecks,
  accrual_type: Named.nullable(),
  year: z.number().nullable(),
  amount_kopecks: Kopecks,
});
export type RowPart = z.infer<typeof RowPart>;

/** What stands in the books of a payment: a line of a document made of it, or of what corrected that. */
export const PostedPart = z.object({
  garage: PlateRef,
  owner: z.string().nullable(),
  accrual_type: Named.nullable(),
  year: z.number().nullable(),
  amount_kopecks: Kopecks,
  contribution: z.number(),
  operation: z.number(),
});
export type PostedPart = z.infer<typeof PostedPart>;

export const StatementRow = z.object({
  id: z.number(),
  version: z.number(),
  statement_id: z.number(),
  /** The document whose registry holds the row. */
  parent_id: z.number().nullable(),
  /** Place in the file, from 1. */
  nth: z.number(),
  kind: z.enum(['incoming', 'outgoing', 'duplicate', 'withdrawn']),
  group: RowGroup,
  certainty: Certainty,
  /** Why it was taken for that garage, or why for none. */
  reason: z.string().nullable(),
  /** What was named and is not taken, or taken without being named, as sentences: «Вид назван без года…». */
  note: z.string().nullable(),
  on_date: z.string(),
  number: z.string(),
  doc_kind: z.string(),
  amount_kopecks: Kopecks,
  /** Kept by the bank; registries only. */
  fee_kopecks: Kopecks,
  payer: z.string(),
  purpose: z.string(),
  /** Where what is left of it goes; empty while nobody knows. */
  parts: z.array(RowPart),
  posted: z.array(PostedPart),
  /** What stands in the books: all of the payment, nothing, or less when a part was undone by itself. */
  standing_kopecks: Kopecks,
  /** What may still be posted. */
  left_kopecks: Kopecks,
  /** Why it can not be posted now, as a sentence; null when it can. */
  refusal: z.string().nullable(),
  /** A payment in the books that looks like this one: whether it is the same a person says. */
  resembles: z.object({ operation: z.number(), text: z.string() }).nullable(),
  /** Ticked before anybody touches it. */
  preticked: z.boolean(),
  /** It was posted, and all of it was undone. */
  was_undone: z.boolean(),
  /** Null also when the first one stands in a file that the reader does not see. */
  duplicate_of: z.object({ statement: z.number(), file_name: z.string(), nth: z.number() }).nullable(),
  /** Rows of the attached registry. */
  registry: z.object({ rows: z.number(), posted: z.number(), fee_kopecks: Kopecks }).nullable(),
});
export type StatementRow = z.infer<typeof StatementRow>;

const Count = z.object({ group: RowGroup, rows: z.number(), amount_kopecks: Kopecks });
export const Statement = z.object({
  id: z.number(),
  account: z.string(),
  po: Named.nullable(),
  file_name: z.string(),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  /** Null when the file does not say. */
  opening_kopecks: Kopecks.nullable(),
  closing_kopecks: Kopecks.nullable(),
  /** Sums of the documents, a repeated one counted once. */
  incoming_kopecks: Kopecks,
  outgoing_kopecks: Kopecks,
  /** What does not agree in the file, as sentences. */
  warnings: z.array(z.string()),
  created_at: z.string(),
  user: z.string(),
  /** Taken back as loaded by mistake: nothing of it is counted, the same file may be loaded again. */
  withdrawn: z.object({ at: z.string(), user: z.string() }).nullable(),
  counts: z.array(Count),
});
export type Statement = z.infer<typeof Statement>;

/** Loaded statements of the place, newest first, and the sums of what waits in all of them. */
export const statements = endpoint({
  tag,
  method: 'GET',
  path: '/api/statements/',
  summary: 'Загруженные выписки',
  needs: financeRead,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ data: z.array(Statement), total: z.number(), waiting: z.array(Count) }),
});
/** Takes a file of the bank (multipart field `file`); a file of several own accounts makes several statements. */
export const uploadStatement = endpoint({
  tag,
  method: 'POST',
  path: '/api/statements/',
  summary: 'Загрузить выписку',
  needs: financeEdit,
  reply: z.object({ ids: z.array(z.number()) }),
  kind: 'upload',
});
export const statement = endpoint({
  tag,
  method: 'GET',
  path: '/api/statements/:id',
  summary: 'Выписка',
  needs: financeRead,
  params: ByIdParams,
  reply: Statement,
});
/**
 * Takes back a statement loaded by mistake; nothing of it may stand in the books. What was posted and undone stays in the
 * books with its undoing, the rows are kept out of sight.
 */
export const withdrawStatement = endpoint({
  tag,
  method: 'POST',
  path: '/api/statements/:id/withdraw/',
  summary: 'Отозвать выписку',
  needs: financeEdit,
  params: ByIdParams,
  /** Payments assigned by hand as the person saw them: their work is not thrown away unseen. */
  body: z.object({ assigned: z.number().int().min(0) }),
  reply: Statement,
});
/**
 * Recognises the open payments anew, of one statement or of all: owners, garages and accounts may have changed. What a
 * person assigned, put aside or posted is not touched.
 */
export const rematchRows = endpoint({
  tag,
  method: 'POST',
  path: '/api/statement_matches/',
  summary: 'Узнать платежи заново',
  needs: financeEdit,
  body: z.object({ statement: IdValue.nullable().default(null) }),
  /** `changed` payments differ from what was suggested before. */
  reply: z.object({ changed: z.number() }),
});
/** Most rows of one answer. */
export const MAX_ROWS = 2000;
/** Rows of one statement, or of all of them when none is named. */
export const statementRows = endpoint({
  tag,
  method: 'GET',
  path: '/api/statement_rows/',
  room: 'statements',
  summary: 'Строки выписок',
  needs: financeRead,
  query: z.object({
    statement: Id.optional(),
    group: RowGroup.optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(100),
  }),
  reply: z.object({ data: z.array(StatementRow), total: z.number() }),
});

const Year = z.number('Укажите год').int('Укажите год').min(1990, 'Год от 1990').max(2100, 'Год до 2100');
export const PartBody = z
  .object({
    garage: IdValue,
    /** A former owner who owes of this garage; none: the present owners. */
    debtor: IdValue.nullable().default(null),
    accrual_type: IdValue.nullable().default(null),
    year: Year.nullable().default(null),
    amount_kopecks: Amount,
  })
  .refine((part) => (part.accrual_type === null) === (part.year === null), {
    message: 'Укажите и вид, и год',
    path: ['year'],
  });
/** Says where the money of a row goes; no parts takes the row back to what was suggested. */
export const assignRow = endpoint({
  tag,
  method: 'PUT',
  path: '/api/statement_rows/:id',
  summary: 'Назначить или разделить строку',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({ version: Version, parts: z.array(PartBody).max(50, 'Не больше 50 частей') }),
  reply: StatementRow,
});
/** Puts a row aside, or back. */
export const skipRow = endpoint({
  tag,
  method: 'POST',
  path: '/api/statement_rows/:id/skip/',
  summary: 'Пропустить строку или вернуть её',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({ version: Version, skip: z.boolean() }),
  reply: StatementRow,
});

/** Most rows of one call: the one connection of the embedded database is held no longer than others can wait. More are posted call by call. */
export const MAX_POSTED = 20;
export const PostAnswer = z.object({
  rows: z.array(z.object({ id: z.number(), contribution: z.number() })),
  amount_kopecks: Kopecks,
  /** Payments of before that close something else now: rows of a bank come late. */
  relaid: z.number(),
  isRepeat: z.boolean(),
});
export type PostAnswer = z.infer<typeof PostAnswer>;
/** Posts the chosen rows, all or none: each becomes a document of its own. Refusals name rows: `rows.15`; one with the code `duplicate_payment` may be confirmed. */
export const postRows = endpoint({
  tag,
  method: 'POST',
  path: '/api/statement_posts/',
  summary: 'Провести строки выписки',
  needs: financeEdit,
  body: z.object({
    /** Made by the client once for an intention. */
    idempotencyKey: z.uuid('Нужен ключ операции'),
    rows: z
      .array(z.object({ id: IdValue, version: Version }))
      .min(1, 'Отметьте хотя бы одну строку')
      .max(MAX_POSTED, `Не больше ${MAX_POSTED} строк за раз`)
      .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'Строка указана дважды'),
    /** The person has seen which payments of the books they look like. */
    confirmDuplicate: z.boolean().default(false),
  }),
  reply: PostAnswer,
});

/** What columns of a bank registry hold. */
export const registryFields = {
  date: 'Дата',
  account: 'Лицевой счёт',
  payer: 'Плательщик',
  amount: 'Сумма',
  fee: 'Комиссия',
} as const;
export type RegistryField = keyof typeof registryFields;
const Column = z.number().int().min(0).max(199).nullable();
/** Columns from 0; null where there is none. `headerRows` lines on top are not payments. */
export const RegistryLayout = z.object({
  headerRows: z.number().int().min(0).max(50),
  columns: z.object({ date: Column, account: Column, payer: Column, amount: Column, fee: Column }),
});
export type RegistryLayout = z.infer<typeof RegistryLayout>;
export const RegistryPreview = z.object({
  layout: RegistryLayout,
  /** First lines of the file, cut into cells. */
  head: z.array(z.array(z.string())),
  columns: z.number(),
  rows: z.number(),
  sum_kopecks: Kopecks,
  fee_kopecks: Kopecks,
  document_kopecks: Kopecks,
  /** Payments that were recognised for sure. */
  sure: z.number(),
  /** Why it can not be attached, as sentences. */
  problems: z.array(z.string()),
});
export type RegistryPreview = z.infer<typeof RegistryPreview>;
/** Reads a registry of a bank against a document without keeping it; the form may carry `layout` as JSON. */
export const previewBankRegistry = endpoint({
  tag,
  method: 'POST',
  path: '/api/statement_rows/:id/registry_preview/',
  summary: 'Проверить реестр банка',
  needs: financeEdit,
  reads: true,
  params: ByIdParams,
  reply: RegistryPreview,
  kind: 'upload',
});
/** Attaches a registry: its payments take the place of the one document; their sum must be that of the document. */
export const attachBankRegistry = endpoint({
  tag,
  method: 'POST',
  path: '/api/statement_rows/:id/registry/',
  summary: 'Приложить реестр банка',
  needs: financeEdit,
  params: ByIdParams,
  reply: StatementRow,
  kind: 'upload',
});
/** Takes a registry off while none of its payments stands. */
export const detachBankRegistry = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/statement_rows/:id/registry/',
  summary: 'Убрать реестр банка',
  needs: financeEdit,
  params: ByIdParams,
  reply: StatementRow,
});
