// The studio of papers: texts of a kind by version and region, their variables, a look at them on a record, trial and taking effect.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { FilledRichText, RichTextSchema } from '../kernel/richText.ts';
import { IdValue, Version } from '../kernel/scalars.ts';
import { superuser } from '../kernel/scope.ts';
import { about } from '../documents.ts';

const tag = 'Документы';
/** Whose text: of a region, or the common one. */
const Region = IdValue.nullish().transform((value) => value ?? null);
const Nth = z.number('Назовите версию').int().min(0);

export const TemplateVersion = z.object({
  /** 0 is the text of the program. */
  nth: z.number(),
  state: z.enum(['draft', 'in_force', 'past']),
  saved_at: z.string().nullable(),
  in_force_since: z.string().nullable(),
  ended_at: z.string().nullable(),
  author: z.string().nullable(),
  /** Papers made of it. */
  papers: z.number(),
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

export const TemplateVariable = z.object({
  key: z.string(),
  about: z.string(),
  /** A slot is a part that the program fills: a table, a picture. */
  kind: z.enum(['variable', 'slot']),
});
export type TemplateVariable = z.infer<typeof TemplateVariable>;

export const Studio = z.object({
  kind: z.object({ id: z.number(), name: z.string(), contexts: z.array(z.string()) }),
  region_id: z.number().nullable(),
  /** Regions, and whether each has a text of its own in force. */
  regions: z.array(z.object({ id: z.number(), name: z.string(), has_text: z.boolean() })),
  /** The newest first. */
  versions: z.array(TemplateVersion),
  /** What is edited: the draft, or the text in force while there is none. */
  body: RichTextSchema,
  draft: z.object({ nth: z.number(), version: z.number() }).nullable(),
  variables: z.array(TemplateVariable),
});
export type Studio = z.infer<typeof Studio>;

export const templateStudio = endpoint({
  tag,
  method: 'GET',
  path: '/api/document_templates/:id',
  summary: 'Текст вида документа',
  needs: superuser,
  params: ByIdParams,
  query: z.object({ region: z.coerce.number().int().positive().optional() }),
  reply: Studio,
});

/** The text of one version, for comparing. */
export const templateVersion = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/version/',
  summary: 'Версия текста',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ region: Region, nth: Nth }),
  reply: z.object({ nth: z.number(), body: RichTextSchema }),
  reads: true,
});

/** Keeps the draft; `version` is what the person had before him, null where there was none. */
export const saveTemplate = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/draft/',
  summary: 'Сохранить черновик текста',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ region: Region, body: FilledRichText, version: Version.nullable() }),
  reply: Studio,
});

/** A version as the draft again; what was in the draft is left. */
export const restoreTemplate = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/restore/',
  summary: 'Вернуть версию текста',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ region: Region, nth: Nth, version: Version.nullable() }),
  reply: Studio,
});

/** The draft takes effect; the text before it is past. */
export const enactTemplate = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/enact/',
  summary: 'Ввести текст в действие',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ region: Region, version: Version }),
  reply: Studio,
});

export const TemplateRecord = z.object({
  /** `garage:45`: context and id. */
  key: z.string(),
  label: z.string(),
  context: z.string(),
  id: z.number(),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

/** Records of the reader's place that the kind can be printed of. */
export const templateRecords = endpoint({
  tag,
  method: 'GET',
  path: '/api/document_templates/:id/records/',
  summary: 'Записи для просмотра текста',
  needs: superuser,
  params: ByIdParams,
  query: z.object({ q: z.string().max(100).optional() }),
  reply: z.object({ data: z.array(TemplateRecord) }),
});

export const TemplatePreview = z.object({
  /** The trial as one picture of all pages, SVG; null when it can't be drawn. */
  picture: z.string().nullable(),
  /** Values of all variables for this record; an empty one has none. */
  values: z.record(z.string(), z.string()),
  /** Names that the kind does not know, with the likely one. */
  unknown: z.array(z.object({ key: z.string(), likely: z.string().nullable() })),
  /** Variables of the text without a value for this record. */
  empty: z.array(z.string()),
  /** Why each of these has none, in words. */
  why: z.record(z.string(), z.string()),
  /** Why this record would be refused, or why nothing is drawn. */
  refusal: z.string().nullable(),
});
export type TemplatePreview = z.infer<typeof TemplatePreview>;

/** A trial on one record: nothing is numbered or kept. */
export const previewTemplate = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/preview/',
  summary: 'Посмотреть текст на записи',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ body: RichTextSchema, ...about }),
  reply: TemplatePreview,
  reads: true,
});

export const TemplateTrial = z.object({
  /** Records that were looked at, of how many. */
  checked: z.number(),
  total: z.number(),
  /** Records that would be refused in words. */
  refused: z.number(),
  empty: z.array(z.object({ key: z.string(), records: z.number(), sample: TemplateRecord })),
  long: z.array(z.object({ key: z.string(), records: z.number(), sample: TemplateRecord })),
});
export type TemplateTrial = z.infer<typeof TemplateTrial>;

/** Runs the text over the records of the place: where a variable is empty or too long. */
export const tryTemplate = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_templates/:id/trial/',
  summary: 'Пробный прогон текста',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ body: FilledRichText }),
  reply: TemplateTrial,
  reads: true,
});
