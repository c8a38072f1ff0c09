// SQL of comments and attached files.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { inScope, personInScope } from '../kernel/scope.ts';
import { cleanName, mediaType, WRONG_FILE } from './rules.ts';

export interface PaperPlace {
  region_id: number;
  mo_id: number;
  po_id: number;
  name: string;
}

/** Where an object stands, when the actor may see it. */
export async function placeOfObject(ctx: Ctx, type: 'garage' | 'profile', id: number): Promise<PaperPlace | undefined> {
  if (type === 'garage')
    return ctx.db
      .selectFrom('garage as g')
      .where('g.id', '=', id)
      .where(inScope(ctx.actor, 'g'))
      .select(['g.region_id', 'g.mo_id', 'g.po_id', sql<string>`trim(g.section || ' ' || g.number)`.as('name')])
      .executeTakeFirst();
  return ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', id)
    .where(personInScope(ctx.actor, 'p'))
    .select(['p.region_id', 'p.mo_id', 'p.po_id', sql<string>`p.full_name`.as('name')])
    .executeTakeFirst();
}

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

export const commentById = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('comment').where('id', '=', id).where('deleted_at', 'is', null).selectAll().executeTakeFirst();

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

/** Row of a file whose bytes are already in the store. */
export async function insertFile(
  tx: WriteDb,
  ctx: Ctx,
  file: { storeKey: string; sizeBytes: number; sha256: string; name: string; mime: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('stored_file')
    .values({
      store_key: file.storeKey,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      created_by: ctx.actor.userId,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Act = (verb: string, fn: Parameters<typeof act<void>>[2]) => Promise<void>;

/** Checks and stores an uploaded file, then writes its rows; the bytes are dropped when the rows are refused. */
export async function keepFile(
  ctx: Ctx,
  uploaded: UploadedFile,
  write: (fileId: (tx: WriteDb) => Promise<number>, name: string, act: Act) => Promise<void>,
): Promise<void> {
  const name = cleanName(uploaded.name);
  const mime = mediaType(name, uploaded.bytes);
  if (!mime) throw invalid({ file: WRONG_FILE });
  const stored = await ctx.deps.files.put(uploaded.bytes);
  try {
    await write(
      (tx) => insertFile(tx, ctx, { ...stored, name, mime }),
      name,
      (verb, fn) => act(ctx, verb, fn),
    );
  } catch (error) {
    await ctx.deps.files.remove(stored.storeKey);
    throw error;
  }
}
