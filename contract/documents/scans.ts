// Signed papers that come back: a pile of sheets scanned into one PDF, each filed by the code on it.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Named } from '../kernel/scalars.ts';
import { registryEdit } from '../kernel/scope.ts';

/** Most pages of one pile. */
export const MOST_SCANNED = 100;

export const ScannedSheet = z.object({
  /** Pages of the pile that belong together: sheets without a code follow the paper before them. */
  pages: z.array(z.number()),
  state: z.enum(['filed', 'again', 'no_force', 'foreign', 'unread']),
  document: Named.nullable(),
  /** What happened to it, in words. */
  words: z.string(),
});
export type ScannedSheet = z.infer<typeof ScannedSheet>;

/** Multipart: `file`, the pile as a PDF. */
export const fileScans = endpoint({
  tag: 'Документы',
  method: 'POST',
  path: '/api/document_scans/',
  summary: 'Разобрать сканы подписанных документов',
  needs: registryEdit,
  reply: z.object({ pages: z.number(), filed: z.number(), sheets: z.array(ScannedSheet) }),
  kind: 'upload',
});
