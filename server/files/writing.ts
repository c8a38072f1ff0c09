// Storing an uploaded file together with its rows.
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { cleanName, mediaType, WRONG_FILE } from './rules.ts';

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
      created_by: ctx.actor.userId || null,
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
