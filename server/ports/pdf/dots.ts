// Pictures of black and white dots (QR) that are told by their name alone: a source says them, the worker draws them.
import { crc32 } from 'node:zlib';

/** The largest QR with its quiet zone is 185 dots. */
const MOST_SIDE = 200;
const NAME = /\/dots-(\d+)-([0-9a-f]+)(?=")/g;

/** Name of a square picture; `rows` by dots, true is black. */
export function dotsName(rows: readonly (readonly boolean[])[], side: number): string {
  const bits = rows.flat().map((dark) => (dark ? '1' : '0'));
  let hex = '';
  for (let at = 0; at < bits.length; at += 4)
    hex += Number.parseInt(
      bits
        .slice(at, at + 4)
        .join('')
        .padEnd(4, '0'),
      2,
    ).toString(16);
  return `/dots-${side}-${hex}`;
}

/** The pictures that a source names, each as PNG. */
export function dotPictures(source: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const [name, given, hex] of source.matchAll(NAME)) {
    const side = Number(given);
    // A name that only looks like one stays a name.
    if (side <= MOST_SIDE && hex!.length === Math.ceil((side * side) / 4)) found.set(name, png(side, hex!));
  }
  return found;
}

/** Rows of a white picture. Each begins with its filter: none. */
function whiteRows(side: number): Buffer {
  const rows = Buffer.alloc(side * (side + 1), 255);
  for (let y = 0; y < side; y += 1) rows[y * (side + 1)] = 0;
  return rows;
}

/** A square picture as PNG: `isDark` by column and row. */
export function squarePicture(side: number, isDark: (x: number, y: number) => boolean): Buffer {
  const rows = whiteRows(side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) if (isDark(x, y)) rows[y * (side + 1) + x + 1] = 0;
  return pngOf(side, rows);
}

function png(side: number, hex: string): Buffer {
  const rows = whiteRows(side);
  // Four dots a letter.
  for (let at = 0, nth = 0; nth < hex.length; nth += 1) {
    const bits = Number.parseInt(hex[nth]!, 16);
    for (let bit = 8; bit > 0 && at < side * side; bit >>= 1, at += 1)
      if (bits & bit) rows[at + Math.floor(at / side) + 1] = 0;
  }
  return pngOf(side, rows);
}

/** One byte a dot, grey: readers of scans and of PDF take it as it is. */
function pngOf(side: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits, grey.
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([SIGN, chunk('IHDR', head), chunk('IDAT', unpacked(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A zlib stream of one block that is not packed: the engine unpacks it at once, and a packer costs more than the whole picture. */
function unpacked(data: Buffer): Buffer {
  // The largest picture is 40 200 bytes: one block holds 65 535.
  const head = Buffer.from([0x78, 0x01, 0x01, 0, 0, 0, 0]);
  head.writeUInt16LE(data.length, 3);
  head.writeUInt16LE(~data.length & 0xffff, 5);
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % ADLER;
    high = (high + low) % ADLER;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(high * 0x10000 + low);
  return Buffer.concat([head, data, sum]);
}
const ADLER = 65_521;
const SIGN = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
