// Files at rest are sealed with the installation's key: results of jobs, statements, scans, papers. Who copies the folder reads nothing.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Secrets } from '../kernel/secrets.ts';
import type { FileStore } from './files.ts';

/** Stands before what is sealed; what was kept before, and films, has no such beginning and is given as it is. */
const MARK = Buffer.from('\0GRSEALED1', 'latin1');

/**
 * The same store with `put` sealed. Sizes and hashes are those of the file itself. Films (`putStream`) stay open: they are
 * instructions for everybody, and are read by parts.
 */
export function sealedStore(
  store: FileStore,
  { sealBytes, openBytes }: Pick<Secrets, 'sealBytes' | 'openBytes'>,
): FileStore {
  return {
    ...store,
    async put(bytes) {
      const { storeKey } = await store.put(Buffer.concat([MARK, sealBytes(bytes)]));
      return { storeKey, sizeBytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    get: (storeKey, part) => Readable.from(opened(storeKey, part)),
  };

  async function* opened(storeKey: string, part?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const mark = await wholeOf(store.get(storeKey, { start: 0, end: MARK.length - 1 }));
    if (!mark.equals(MARK)) return yield* store.get(storeKey, part) as AsyncIterable<Buffer>;
    const whole = openBytes((await wholeOf(store.get(storeKey))).subarray(MARK.length));
    yield part ? whole.subarray(part.start, part.end + 1) : whole;
  }
}

/** Bytes of a file as they lie in the store, opened where they are sealed. @throws when they are not those that were sealed */
export const openStored = (bytes: Buffer, { openBytes }: Pick<Secrets, 'openBytes'>): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? openBytes(bytes.subarray(MARK.length)) : bytes;

async function wholeOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
