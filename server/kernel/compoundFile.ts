// A compound file (MS-CFB, version 3) of two streams, a short one and one of any size, written from its beginning to its end.

const SECTOR = 512;
/** Numbers of sectors that one sector holds. */
const PER_SECTOR = SECTOR / 4;
const MINI = 64;
/** Shorter streams lie in the small sectors. */
const SHORT = 4096;
/** Sectors of the table that the head itself names. */
const IN_HEAD = 109;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;
const TABLE_OF_TABLES = 0xfffffffc;
/** What this version can say of a stream's size. */
const MOST = 2 ** 31;

export interface LongStream {
  name: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The file's bytes. The short stream is under 4 KiB and has the shorter name, the long one has 4 KiB at least.
 * @throws when they are otherwise, or the long one has 2 GiB or more
 */
export async function* compoundFile(
  short: { name: string; bytes: Buffer },
  long: LongStream,
): AsyncGenerator<Uint8Array> {
  if (long.size >= MOST) throw new Error('a compound file holds no more than 2 GiB');
  if (short.bytes.length >= SHORT) throw new Error('the short stream is not short');
  if (long.size < SHORT) throw new Error('the long stream is not long');
  const sectors = (bytes: number) => Math.ceil(bytes / SECTOR);
  const minis = Math.ceil(short.bytes.length / MINI);
  const at = { long: 0, mini: sectors(long.size), miniTable: 0, directory: 0, table: 0, tables: 0 };
  at.miniTable = at.mini + sectors(minis * MINI);
  at.directory = at.miniTable + 1;
  at.table = at.directory + 1;
  const counts = tableSizes(at.table);
  at.tables = at.table + counts.table;
  yield head(at, counts);
  let written = 0;
  for await (const bytes of long.bytes) {
    written += bytes.length;
    yield bytes;
  }
  if (written !== long.size) throw new Error('the long stream is of another size');
  yield Buffer.alloc(at.mini * SECTOR - long.size);
  yield filledUp(short.bytes, (at.miniTable - at.mini) * SECTOR);
  yield numbers(PER_SECTOR, (nth) => (nth < minis - 1 ? nth + 1 : nth === minis - 1 ? END : FREE));
  yield directory(short, long, at, minis * MINI);
  yield* table(at, counts);
  yield* tableOfTables(at, counts);
}

interface Places {
  long: number;
  mini: number;
  miniTable: number;
  directory: number;
  table: number;
  tables: number;
}
interface Counts {
  table: number;
  tables: number;
}

/** Sectors of the table of sectors and of the table of its sectors, which tell of themselves too. */
function tableSizes(others: number): Counts {
  const counts = { table: 1, tables: 0 };
  for (;;) {
    const needed = Math.ceil((others + counts.table + counts.tables) / PER_SECTOR);
    const tables = Math.max(0, Math.ceil((needed - IN_HEAD) / (PER_SECTOR - 1)));
    if (needed === counts.table && tables === counts.tables) return counts;
    Object.assign(counts, { table: needed, tables });
  }
}

function head(at: Places, counts: Counts): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  for (const [place, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, place);
  for (const [place, value] of [
    [44, counts.table],
    [48, at.directory],
    [56, SHORT],
    [60, at.miniTable],
    [64, 1],
    [68, counts.tables ? at.tables : END],
    [72, counts.tables],
  ] as const)
    bytes.writeUInt32LE(value, place);
  for (let nth = 0; nth < IN_HEAD; nth += 1)
    bytes.writeUInt32LE(nth < counts.table ? at.table + nth : FREE, 76 + nth * 4);
  return bytes;
}

function directory(short: { name: string; bytes: Buffer }, long: LongStream, at: Places, miniSize: number): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  const entry = (
    nth: number,
    name: string,
    kind: number,
    [right, child, start, size]: readonly [number, number, number, number],
  ) => {
    const from = nth * 128;
    bytes.write(name, from, 'utf16le');
    bytes.writeUInt16LE(name ? name.length * 2 + 2 : 0, from + 64);
    bytes.writeUInt8(kind, from + 66);
    // Black, but for the last one: a tree of two is balanced so.
    bytes.writeUInt8(nth === 2 ? 0 : 1, from + 67);
    bytes.writeUInt32LE(FREE, from + 68);
    bytes.writeUInt32LE(right, from + 72);
    bytes.writeUInt32LE(child, from + 76);
    bytes.writeUInt32LE(start, from + 116);
    bytes.writeUInt32LE(size, from + 120);
  };
  entry(0, 'Root Entry', 5, [FREE, 1, at.mini, miniSize]);
  entry(1, short.name, 2, [2, FREE, 0, short.bytes.length]);
  entry(2, long.name, 2, [FREE, FREE, at.long, long.size]);
  entry(3, '', 0, [FREE, FREE, 0, 0]);
  return bytes;
}

/** Which sector follows each one, a sector of it at a time. */
function* table(at: Places, counts: Counts): Generator<Buffer> {
  const lastOf = new Set([at.mini - 1, at.miniTable - 1, at.directory - 1, at.table - 1]);
  const end = at.tables + counts.tables;
  const next = (nth: number): number => {
    if (nth >= end) return FREE;
    if (nth >= at.tables) return TABLE_OF_TABLES;
    if (nth >= at.table) return TABLE;
    return lastOf.has(nth) ? END : nth + 1;
  };
  for (let sector = 0; sector < counts.table; sector += 1)
    yield numbers(PER_SECTOR, (nth) => next(sector * PER_SECTOR + nth));
}

/** Sectors of the table that the head has no room for. */
function* tableOfTables(at: Places, counts: Counts): Generator<Buffer> {
  const own = PER_SECTOR - 1;
  for (let sector = 0; sector < counts.tables; sector += 1)
    yield numbers(PER_SECTOR, (nth) => {
      if (nth === own) return sector === counts.tables - 1 ? END : at.tables + sector + 1;
      const one = IN_HEAD + sector * own + nth;
      return one < counts.table ? at.table + one : FREE;
    });
}

const filledUp = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes], size);

function numbers(count: number, of: (nth: number) => number): Buffer {
  const bytes = Buffer.alloc(count * 4);
  for (let nth = 0; nth < count; nth += 1) bytes.writeUInt32LE(of(nth), nth * 4);
  return bytes;
}
