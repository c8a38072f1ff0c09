// SQL of comments.
import type { Ctx } from '../kernel/ctx.ts';

export const commentsOf = (ctx: Ctx, type: string, id: number) =>
  ctx.db
    .selectFrom('comment as c')
    .innerJoin('app_user as u', 'u.id', 'c.author_id')
    .where('c.object_type', '=', type)
    .where('c.object_id', '=', id)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id', 'desc')
    .limit(500)
    .select([
      'c.id',
      'c.text',
      'c.author_id',
      'c.created_at',
      'c.edited_at',
      'u.last_name',
      'u.first_name',
      'u.father_name',
      'u.email',
    ])
    .execute();

/** A comment, deleted or not. */
export const commentById = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('comment').where('id', '=', id).selectAll().executeTakeFirst();
