// A ZIP archive as it is written: each part is pressed while it is made, sizes and sums stand after it.
import { crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib';

export interface ZipPart {
  /** Latin letters: the path as it stands in the archive. */
  path: string;
  pieces: AsyncIterable<string> | Iterable<string>;
}

/** How hard it is pressed: XML of cells is as small at 1 as at 4 within a twentieth, in a third of the time. */
const LEVEL = 1;
/** Pressed bytes handed on at a time. */
const CHUNK = 64 * 1024;
/** Bytes given to the press at a time. */
const BLOCK = 128 * 1024;
/** Bytes that a letter takes at most for each of its units. */
const LETTER = 3;
/** Version that reads it, and the flag «sizes come after». */
const VERSION = 20;
const SIZES_AFTER = 8;
const DEFLATE = 8;
/** 1 January 1980: the oldest day that the format knows. */
const NO_DATE = 0x21;

interface Written {
  /** A text: a small buffer would keep all that lies beside it in its pool until the archive is whole. */
  path: string;
  sum: number;
  packed: number;
  size: number;
  at: number;
}

/** Bytes of the archive, parts in the order given; a part is asked for when the one before it is written. */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  const blocks: Blocks = [Buffer.allocUnsafeSlow(BLOCK), Buffer.allocUnsafeSlow(BLOCK)];
  let at = 0;
  for await (const { path, pieces } of parts) {
    const part: Written = { path, sum: 0, packed: 0, size: 0, at };
    const head = Buffer.concat([figures([4, 0x04034b50], ...commonOf(part, true), [2, 0]), Buffer.from(path)]);
    yield head;
    for await (const chunk of pressed(pieces, part, blocks)) yield chunk;
    const tail = figures([4, 0x08074b50], [4, part.sum], [4, part.packed], [4, part.size]);
    yield tail;
    at += head.length + part.packed + tail.length;
    written.push(part);
  }
  const directory = Buffer.concat(
    written.map((part) =>
      Buffer.concat([
        figures(
          [4, 0x02014b50],
          [2, VERSION],
          ...commonOf(part, false),
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, part.at],
        ),
        Buffer.from(part.path),
      ]),
    ),
  );
  yield directory;
  yield figures(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  );
}

type Figure = [bytes: 2 | 4, value: number];

/** What stands alike before a part and in the directory; before it nothing is known yet. */
const commonOf = ({ path, sum, packed, size }: Written, isUnknown: boolean): Figure[] => [
  [2, VERSION],
  [2, SIZES_AFTER],
  [2, DEFLATE],
  [2, 0],
  [2, NO_DATE],
  ...[sum, packed, size].map((value): Figure => [4, isUnknown ? 0 : value]),
  // Latin letters alone: as many bytes.
  [2, path.length],
];

function figures(...all: Figure[]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  // @throws over 4 GiB: this format holds no more, and half an archive is told by its failure.
  for (const [size, value] of all) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/**
 * Deflated chunks of a part; its sum and sizes are counted on the way. A part of one block is pressed at once; of a larger
 * one the blocks are pressed beside the thread that makes them.
 */
async function* pressed(pieces: ZipPart['pieces'], part: Written, blocks: Blocks): AsyncGenerator<Buffer> {
  const gathered = gather(pieces, part, blocks);
  const first = await gathered.next();
  const second = first.done ? first : await gathered.next();
  if (second.done) {
    const whole = deflateRawSync(first.value ?? '', { level: LEVEL });
    part.packed += whole.length;
    yield whole;
    return;
  }
  const press = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK });
  const fed = feed(press, [first.value!, second.value], gathered);
  fed.catch((error: unknown) => press.destroy(error as Error));
  for await (const chunk of press as AsyncIterable<Buffer>) {
    part.packed += chunk.length;
    yield chunk;
  }
  await fed;
}

/** Filled in turn: while one is filled, the other is pressed. They serve every part, so nothing is left behind by each. */
type Blocks = [Buffer, Buffer];

/** The pieces by blocks. A block is the reader's until he has asked for the next one but one. */
async function* gather(pieces: ZipPart['pieces'], part: Written, blocks: Blocks): AsyncGenerator<Buffer, undefined> {
  let filled = 0;
  const take = (bytes: Buffer) => {
    part.sum = crc32(bytes, part.sum);
    part.size += bytes.length;
    return bytes;
  };
  const takeFilled = () => {
    const bytes = take(blocks[0].subarray(0, filled));
    blocks.reverse();
    filled = 0;
    return bytes;
  };
  for await (const piece of pieces) {
    if (filled && filled + piece.length * LETTER > BLOCK) yield takeFilled();
    if (piece.length * LETTER > BLOCK) yield take(Buffer.from(piece));
    else filled += blocks[0].write(piece, filled);
  }
  if (filled) yield takeFilled();
}

async function feed(press: DeflateRaw, first: [Buffer, Buffer], rest: AsyncGenerator<Buffer>): Promise<void> {
  const hand = (bytes: Buffer) => {
    const handed = new Promise<void>((resolve, reject) => {
      press.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    // A press that was stopped answers the one who waits next, or nobody.
    handed.catch(() => undefined);
    return handed;
  };
  try {
    let before = hand(first[0]);
    let last = hand(first[1]);
    await before;
    for await (const bytes of rest) {
      before = last;
      last = hand(bytes);
      await before;
    }
    await last;
    press.end();
  } finally {
    await rest.return(undefined);
  }
}
