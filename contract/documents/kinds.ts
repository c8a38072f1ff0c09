// Kinds of papers as a superuser keeps them: name, what the print dialog asks, who may print, whether they are in use.
import { z } from 'zod';
import { UsedBy } from '../kernel/usedBy.ts';
import { DocumentContext } from '../documents.ts';
import { resource } from '../kernel/resource.ts';
import { line, Version } from '../kernel/scalars.ts';
import { superuser } from '../kernel/scope.ts';

const DateMode = z.enum(['day', 'period']);

const flag = () => z.boolean('Укажите да или нет');
const kind = {
  name: line(80),
  /** The place of the kind in lists: the smaller, the higher. */
  sort: z.number('Укажите порядок').int('Порядок — целое число').min(0, 'Не меньше 0').max(9999, 'Не больше 9999'),
  is_po_specific: flag(),
  is_manual_numerated: flag(),
  /** What the dialog asks: a day, a period, nothing. */
  date_mode: DateMode.nullable(),
  warns_of_repeat: flag(),
  /** Asks for «Ведение реестра». */
  is_personal: flag(),
  is_active: flag(),
  /** Levels at which it is printed. */
  levels: z
    .array(z.enum(['region', 'mo', 'po']))
    .min(1, 'Выберите хотя бы один уровень')
    .max(3),
  /** Cards that it is printed from; of a kind that came with the program they stay. */
  contexts: z.array(DocumentContext).min(1, 'Выберите, откуда печатают').max(5),
};

const DocumentKindRow = z.object({
  id: z.number(),
  version: z.number(),
  ...kind,
  /** Papers of the kind were printed. */
  is_used: z.boolean(),
  /** Fields that keep their value, with the reason. */
  fixed: z.record(z.string(), z.string()),
  /** On a card: what uses it. Rows of a list do not say. */
  used_by: UsedBy.nullable(),
});
export type DocumentKindRow = z.infer<typeof DocumentKindRow>;

/** Eighteen kinds come with the program; those that people add are a text of the studio in the common frame. */
export const documentKinds = resource({
  name: 'document_types',
  title: 'Виды документов',
  read: superuser,
  write: superuser,
  row: DocumentKindRow,
  card: DocumentKindRow,
  createBody: z.object(kind),
  updateBody: z.object({ ...kind, version: Version }),
  filter: z.object({
    id: z.array(z.number().int()).max(1000).optional(),
    q: z.string().max(100).optional(),
    is_active: z.boolean().optional(),
  }),
  sorts: ['sort', 'name'],
});
