// Comments on a card: garages and people.
import { endpoint } from './kernel/endpoint.ts';
import { OfObject } from './kernel/objects.ts';
import { Id } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { z } from 'zod';

const tag = 'Комментарии и файлы';

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

/** «Вернуть» after a slip of the hand: the comment stands where it stood. */
export const restoreComment = endpoint({
  tag,
  method: 'POST',
  path: '/api/comment/:id/restore/',
  summary: 'Вернуть свой удалённый комментарий',
  needs: signedIn,
  params: z.object({ id: Id }),
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
