// Signed papers that come back: a pile of sheets scanned into one PDF, each filed by the code on it.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { DocumentCard } from '../documents.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { Named } from '../kernel/scalars.ts';
import { registryEdit } from '../kernel/scope.ts';

/** Most pages of one pile. */
export const MOST_SCANNED = 100;

export const ScannedSheet = z.object({
  /** Pages of the pile that belong together: the sheets of one paper in their order. */
  pages: z.array(z.number()),
  /** `partial`: filed, and not all sheets of the paper are there yet; `blank`: an empty back, left out. */
  state: z.enum(['filed', 'partial', 'again', 'no_force', 'foreign', 'unread', 'blank']),
  document: Named.nullable(),
  /** Of a page that was not recognised: the papers before and after it, one of which it may belong to. */
  near: z.array(Named),
  /** What happened to it, in words. */
  words: z.string(),
});
export type ScannedSheet = z.infer<typeof ScannedSheet>;

/**
 * Multipart: `file`, the pile as a PDF. A page that was not recognised is filed by a person: the same pile with `page`, its number,
 * and `document`, the paper that it belongs to.
 */
export const fileScans = endpoint({
  tag: 'Документы',
  method: 'POST',
  path: '/api/document_scans/',
  summary: 'Разобрать сканы подписанных документов',
  needs: registryEdit,
  reply: z.object({ pages: z.number(), filed: z.number(), sheets: z.array(ScannedSheet) }),
  kind: 'upload',
});

/** A person says that the signed paper is there though its scan lacks sheets. */
export const takeAsReceived = endpoint({
  tag: 'Документы',
  method: 'POST',
  path: '/api/document_detail/:id/received/',
  summary: 'Отметить бумагу полученной без части листов',
  needs: registryEdit,
  params: ByIdParams,
  reply: DocumentCard,
});
