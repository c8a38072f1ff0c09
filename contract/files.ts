// Files attached to a card, stored files by signed links.
import { endpoint } from './kernel/endpoint.ts';
import { OfObject } from './kernel/objects.ts';
import { Id } from './kernel/scalars.ts';
import { registryEdit, signedIn } from './kernel/scope.ts';
import { z } from 'zod';

const tag = 'Комментарии и файлы';

export const attachmentKinds = { scan: 'Скан', file: 'Файл', consent: 'Согласие', photo: 'Фото' } as const;

export const Attachment = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string().nullable(),
  name: z.string(),
  mime: z.string(),
  size_bytes: z.number(),
  /** A file that shows somebody's data opens for those who keep the register, on record. */
  may_open: z.boolean(),
  /** Link for minutes to a small picture of it; null where there is none or the reader may not open the file. */
  thumb: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
});

export type Attachment = z.infer<typeof Attachment>;

const Attachments = z.object({ data: z.array(Attachment) });

export const attachments = endpoint({
  tag,
  method: 'GET',
  path: '/api/attachments/:type/:objectId',
  summary: 'Файлы',
  needs: signedIn,
  params: OfObject,
  reply: Attachments,
});

/** A link that opens the file: it lives for minutes and ends with the session. Opening one that shows somebody's data is logged. */
export const openAttachment = endpoint({
  tag,
  method: 'POST',
  path: '/api/attachment/:id/open/',
  summary: 'Открыть приложенный файл',
  needs: signedIn,
  params: z.object({ id: Id }),
  reply: z.object({ url: z.string() }),
});

/** Multipart: `file`, `kind`, `title`. */
export const attach = endpoint({
  tag,
  method: 'POST',
  path: '/api/attachments/:type/:objectId',
  summary: 'Приложить файл',
  needs: registryEdit,
  params: OfObject,
  reply: Attachments,
  kind: 'upload',
});

export const detach = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/attachment/:id',
  summary: 'Удалить файл',
  needs: registryEdit,
  params: z.object({ id: Id }),
  reply: Attachments,
});

/** Stored file by a signed link: `signature` covers the id, the hour of expiry and the session whose link it is. */
export const storedFile = endpoint({
  tag,
  method: 'GET',
  path: '/api/stored_file/:id',
  summary: 'Открыть файл',
  needs: { who: 'anyone' },
  params: z.object({ id: Id }),
  query: z.object({ expires: z.coerce.number().int(), signature: z.string().max(64), session: Id.optional() }),
  kind: 'file',
});
