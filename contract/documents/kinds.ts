// Kinds of papers as a superuser keeps them: name, what the print dialog asks, who may print, whether they are in use.
import { z } from 'zod';
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
};

const DocumentKindRow = z.object({
  id: z.number(),
  version: z.number(),
  ...kind,
  contexts: z.array(DocumentContext),
  /** Papers of the kind were printed. */
  is_used: z.boolean(),
  /** Fields that keep their value, with the reason. */
  fixed: z.record(z.string(), z.string()),
});
export type DocumentKindRow = z.infer<typeof DocumentKindRow>;

/** Kinds come with the program; they are changed and taken out of use, never added or removed here. */
export const documentKinds = resource({
  name: 'document_types',
  title: 'Виды документов',
  read: superuser,
  write: superuser,
  row: DocumentKindRow,
  card: DocumentKindRow,
  updateBody: z.object({ ...kind, version: Version }),
  filter: z.object({
    id: z.array(z.number().int()).max(1000).optional(),
    q: z.string().max(100).optional(),
    is_active: z.boolean().optional(),
  }),
  sorts: ['sort', 'name'],
});
