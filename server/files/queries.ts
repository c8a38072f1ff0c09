// SQL of attached files.
import { sql } from 'kysely';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';

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

/** Deletes the row of a file on which nothing hangs any more; answers where its bytes lie, null when it is still needed. */
export async function forgetFile(tx: WriteDb, id: number): Promise<string | null> {
  const { rows } = await sql<{ store_key: string }>`delete from stored_file f where f.id = ${id}
    and not exists (select 1 from attachment where file_id = f.id) and not exists (select 1 from garage where pib_file_id = f.id)
    and not exists (select 1 from reregistration_paper where file_id = f.id) and not exists (select 1 from consent where file_id = f.id)
    returning f.store_key`.execute(tx);
  return rows[0]?.store_key ?? null;
}
