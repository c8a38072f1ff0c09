// Words and papers on a card: comments and attached files of garages, people and ПО.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { Id } from './kernel/scalars.ts';
import { registryEdit, signedIn } from './kernel/scope.ts';

const tag = 'Комментарии и файлы';
export const ObjectType = z.enum(['garage', 'profile']);
const OfObject = z.object({ type: ObjectType, objectId: Id });
const text = z.string().trim().min(1, 'Введите текст').max(2000, 'Не длиннее 2000 знаков');

export const Comment = z.object({
  id: z.number(),
  text: z.string(),
  author: z.object({ id: z.number(), name: z.string() }),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  /** The reader wrote it and may change it. */
  is_own: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;
const Comments = z.object({ data: z.array(Comment) });
export const comments = endpoint({
  tag,
  method: 'GET',
  path: '/api/comments/:type/:objectId',
  summary: 'Комментарии',
  needs: signedIn,
  params: OfObject,
  reply: Comments,
});
export const addComment = endpoint({
  tag,
  method: 'POST',
  path: '/api/comments/:type/:objectId',
  summary: 'Добавить комментарий',
  needs: signedIn,
  params: OfObject,
  body: z.object({ text }),
  reply: Comments,
});
export const editComment = endpoint({
  tag,
  method: 'PUT',
  path: '/api/comment/:id',
  summary: 'Изменить свой комментарий',
  needs: signedIn,
  params: z.object({ id: Id }),
  body: z.object({ text }),
  reply: Comments,
});
export const deleteComment = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/comment/:id',
  summary: 'Удалить свой комментарий',
  needs: signedIn,
  params: z.object({ id: Id }),
  reply: Comments,
});

export const attachmentKinds = { scan: 'Скан', file: 'Файл', consent: 'Согласие', photo: 'Фото' } as const;
export const Attachment = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string().nullable(),
  name: z.string(),
  mime: z.string(),
  size_bytes: z.number(),
  /** Signed link that opens the file. */
  url: z.string(),
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
/** Stored file by a signed link: `signature` covers the id and the day of expiry. */
export const storedFile = endpoint({
  tag,
  method: 'GET',
  path: '/api/stored_file/:id',
  summary: 'Открыть файл',
  needs: { who: 'anyone' },
  params: z.object({ id: Id }),
  query: z.object({ expires: z.coerce.number().int(), signature: z.string().max(64) }),
  kind: 'file',
});
export const addressSuggestions = endpoint({
  tag: 'Адреса',
  method: 'GET',
  path: '/api/address_suggestions/',
  summary: 'Подсказки адресов',
  needs: signedIn,
  query: z.object({ q: z.string().trim().min(3, 'Введите не менее 3 знаков').max(200) }),
  reply: z.object({ suggestions: z.array(z.object({ value: z.string(), postal_code: z.string().nullable() })) }),
});
