// SQL of attached files.
import type { Ctx } from '../kernel/ctx.ts';

export const attachmentsOf = (ctx: Ctx, type: string, id: number) =>
  ctx.db
    .selectFrom('attachment as a')
    .innerJoin('stored_file as f', 'f.id', 'a.file_id')
    .leftJoin('app_user as u', 'u.id', 'a.created_by')
    .where('a.object_type', '=', type)
    .where('a.object_id', '=', id)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id', 'desc')
    .limit(500)
    .select([
      'a.id',
      'a.kind',
      'a.title',
      'a.created_at',
      'f.id as file_id',
      'f.name',
      'f.mime',
      'f.size_bytes',
      'u.last_name',
      'u.first_name',
    ])
    .execute();

export const attachmentById = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('attachment').where('id', '=', id).where('deleted_at', 'is', null).selectAll().executeTakeFirst();

export const fileById = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('stored_file').where('id', '=', id).selectAll().executeTakeFirst();
