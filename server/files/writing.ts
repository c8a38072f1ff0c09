// Storing an uploaded file together with its rows.
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import type { StoredBytes } from '../ports/files.ts';
import { THUMB_MIME, thumbOf } from '../ports/thumbs/thumbs.ts';
import { cleanName, mediaType, wrongFile } from './rules.ts';

/** Row of a file whose bytes are already in the store, with that of its small picture. */
export async function insertFile(
  tx: WriteDb,
  ctx: Ctx,
  file: StoredBytes & { name: string; mime: string; thumb?: StoredBytes | null },
): Promise<number> {
  const thumb = file.thumb && (await insertFile(tx, ctx, { ...file.thumb, name: file.name, mime: THUMB_MIME }));
  const { id } = await tx
    .insertInto('stored_file')
    .values({
      ...(thumb && { thumb_file_id: thumb }),
      store_key: file.storeKey,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      created_by: ctx.actor.userId || null,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Act = (verb: string, fn: Parameters<typeof act<void>>[2]) => Promise<void>;

/**
 * Checks and stores an uploaded file, then writes its rows; the bytes are dropped when the rows are refused. `thumb`: with a small
 * picture of it, where one can be made.
 */
export async function keepFile(
  ctx: Ctx,
  uploaded: UploadedFile,
  write: (fileId: (tx: WriteDb) => Promise<number>, name: string, act: Act) => Promise<void>,
  { thumb: isSmall = false } = {},
): Promise<void> {
  const name = cleanName(uploaded.name);
  const mime = mediaType(name, uploaded.bytes);
  if (!mime) throw invalid({ file: wrongFile(name, uploaded.bytes) });
  const stored = await ctx.deps.files.put(uploaded.bytes);
  let thumb: StoredBytes | null = null;
  try {
    const small = isSmall && (await thumbOf(mime, uploaded.bytes));
    if (small) thumb = await ctx.deps.files.put(small);
    await write(
      (tx) => insertFile(tx, ctx, { ...stored, name, mime, thumb }),
      name,
      (verb, fn) => act(ctx, verb, fn),
    );
  } catch (error) {
    await ctx.deps.files.remove(stored.storeKey);
    if (thumb) await ctx.deps.files.remove(thumb.storeKey);
    throw error;
  }
}
