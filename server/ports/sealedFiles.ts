// Files at rest are sealed with the installation's key: results of jobs, statements, scans, papers. Who copies the folder reads nothing.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Secrets } from '../kernel/secrets.ts';
import type { FileStore } from './files.ts';

/** Stands before what is sealed; what was kept before, and films, has no such beginning and is given as it is. */
const MARK = Buffer.from('\0GRSEALED1', 'latin1');
/** Stands before a file sealed piece by piece, with a name of its own behind it: pieces open only in their place of their file. */
const PIECES = Buffer.from('\0GRSEALED2', 'latin1');
const NAME_BYTES = 16;
/** Bytes of the file in one piece: so many are in memory. */
const PIECE = 1 << 20;
const LENGTH_BYTES = 4;

type Keys = Pick<Secrets, 'sealBytes' | 'openBytes'>;

/**
 * The same store with everything sealed. Sizes and hashes are those of the file itself. Films stay open: they are
 * instructions for everybody, and are read by parts.
 */
export function sealedStore(store: FileStore, keys: Keys): FileStore {
  return {
    ...store,
    async put(bytes) {
      const { storeKey } = await store.put(Buffer.concat([MARK, keys.sealBytes(bytes)]));
      return { storeKey, sizeBytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    async putStream(body, kept) {
      if (kept?.isOpen) return store.putStream(body, kept);
      const sum = { hash: createHash('sha256'), size: 0 };
      const { storeKey } = await store.putStream(Readable.from(sealedPieces(body, keys, sum)));
      return { storeKey, sizeBytes: sum.size, sha256: sum.hash.digest('hex') };
    },
    get: (storeKey, part) => Readable.from(opened(storeKey, part)),
  };

  async function* opened(storeKey: string, part?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const mark = await wholeOf(store.get(storeKey, { start: 0, end: MARK.length - 1 }));
    if (mark.equals(PIECES)) return yield* partOf(openedPieces(store.get(storeKey), keys), part);
    if (!mark.equals(MARK)) return yield* store.get(storeKey, part) as AsyncIterable<Buffer>;
    const whole = keys.openBytes((await wholeOf(store.get(storeKey))).subarray(MARK.length));
    yield part ? whole.subarray(part.start, part.end + 1) : whole;
  }
}

/** Bytes of a file as they lie in the store, opened where they are sealed. @throws when they are not those that were sealed */
export function openStored(bytes: Buffer, keys: Pick<Secrets, 'openBytes'>): Buffer {
  const mark = bytes.subarray(0, MARK.length);
  if (mark.equals(MARK)) return keys.openBytes(bytes.subarray(MARK.length));
  if (!mark.equals(PIECES)) return bytes;
  const pieces: Buffer[] = [];
  let at = PIECES.length + NAME_BYTES;
  const name = bytes.subarray(PIECES.length, at).toString('hex');
  for (let nth = 0; at < bytes.length; nth += 1) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    pieces.push(keys.openBytes(bytes.subarray(at + LENGTH_BYTES, end), placeOf(name, nth, end === bytes.length)));
    at = end;
  }
  if (!pieces.length) throw new Error('a sealed file without its end');
  return Buffer.concat(pieces);
}

/** Where a piece stands; the last one says so, so that a file cut short does not open. */
const placeOf = (name: string, nth: number, isLast: boolean) => `${name}:${nth}${isLast ? ':end' : ''}`;

/** The file in sealed pieces; `sum` is that of the file itself. */
async function* sealedPieces(
  body: AsyncIterable<unknown>,
  keys: Keys,
  sum: { hash: ReturnType<typeof createHash>; size: number },
): AsyncGenerator<Buffer> {
  const id = randomBytes(NAME_BYTES);
  const name = id.toString('hex');
  yield Buffer.concat([PIECES, id]);
  const sealed = (bytes: Buffer, nth: number, isLast: boolean) => {
    const piece = keys.sealBytes(bytes, placeOf(name, nth, isLast));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(piece.length);
    return Buffer.concat([length, piece]);
  };
  let left: Buffer[] = [];
  let bytes = 0;
  let nth = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    sum.hash.update(chunk);
    sum.size += chunk.byteLength;
    left.push(Buffer.from(chunk));
    bytes += chunk.byteLength;
    // One byte is kept back: the last piece is known only when nothing follows.
    while (bytes > PIECE) {
      const all = Buffer.concat(left);
      yield sealed(all.subarray(0, PIECE), nth, false);
      nth += 1;
      left = [all.subarray(PIECE)];
      bytes -= PIECE;
    }
  }
  yield sealed(Buffer.concat(left), nth, true);
}

/** Pieces of a file, opened one by one. @throws when one is not in its place, or the end is missing */
async function* openedPieces(stream: Readable, keys: Keys): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  /** So many bytes, fewer at the end of the file. */
  const take = async (most: number) => {
    const parts = [held];
    let size = held.length;
    while (size < most) {
      const next = await chunks.next();
      if (next.done) break;
      parts.push(next.value);
      size += next.value.length;
    }
    const all = Buffer.concat(parts);
    held = all.subarray(most);
    return all.subarray(0, most);
  };
  try {
    const name = (await take(PIECES.length + NAME_BYTES)).subarray(PIECES.length).toString('hex');
    let length = await take(LENGTH_BYTES);
    for (let nth = 0; ; nth += 1) {
      if (length.length < LENGTH_BYTES) throw new Error('a sealed file without its end');
      const piece = await take(length.readUInt32BE());
      length = await take(LENGTH_BYTES);
      yield keys.openBytes(piece, placeOf(name, nth, !length.length));
      if (!length.length) return;
    }
  } finally {
    stream.destroy();
  }
}

/** Of a file the bytes from `start` to `end`, both in. */
async function* partOf(
  pieces: AsyncIterable<Buffer>,
  { start, end }: { start: number; end: number } = { start: 0, end: Infinity },
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.length) yield wanted;
    at += piece.length;
    if (at > end) return;
  }
}

async function wholeOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
