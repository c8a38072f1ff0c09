// TrueType fonts without what a paper has no use for, instructions for screens and the words of their licence: each paper carries its
// letters, so its file and its making are a third smaller.

/** Tables that only speak to screens. */
const OF_SCREENS = new Set(['fpgm', 'prep', 'cvt ', 'gasp', 'hdmx', 'VDMX', 'LTSH', 'DSIG']);
/** Names by which a font is found: family, style, whole name, PostScript name, and the same of larger families. */
const NAMES = new Set([1, 2, 4, 6, 16, 17]);
/** Flags of a part of a composite glyph. */
const [WORDS, SCALE, MORE, XY_SCALE, TWO_BY_TWO, INSTRUCTIONS] = [0x1, 0x8, 0x20, 0x40, 0x80, 0x100];

/** The same font, its glyphs the same to the point; tables lie at multiples of four. @throws RangeError for a file that is torn */
export function lean(font: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const tables = new Map<string, Buffer>();
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const from = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12)));
  }
  const [glyf, loca, head] = [tables.get('glyf'), tables.get('loca'), tables.get('head')];
  // Outlines of another kind carry no such instructions.
  if (!glyf || !loca || !head) return font;
  const isLong = head.readInt16BE(50) === 1;
  const offsets = Array.from({ length: loca.length / (isLong ? 4 : 2) }, (_, nth) =>
    isLong ? loca.readUInt32BE(nth * 4) : loca.readUInt16BE(nth * 2) * 2,
  );
  const glyphs = offsets.slice(0, -1).map((from, nth) => bare(glyf.subarray(from, offsets[nth + 1])));
  const places = Buffer.alloc(offsets.length * 4);
  let end = 0;
  for (const [nth, glyph] of glyphs.entries()) places.writeUInt32BE((end += glyph.length), (nth + 1) * 4);
  const longHead = Buffer.from(head);
  longHead.writeInt16BE(1, 50);
  const kept = new Map([...tables].filter(([name]) => !OF_SCREENS.has(name)));
  kept.set('glyf', Buffer.concat(glyphs)).set('loca', places).set('head', longHead);
  const names = tables.get('name');
  if (names) kept.set('name', namesIn(names));
  return assembled(font.subarray(0, 4), kept);
}

/** The table of names with those alone by which the font is found. */
function namesIn(table: Buffer): Buffer {
  const words = table.subarray(table.readUInt16BE(4));
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, nth) =>
    table.subarray(6 + nth * 12, 18 + nth * 12),
  ).filter((record) => NAMES.has(record.readUInt16BE(6)));
  const head = Buffer.alloc(6 + records.length * 12);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(head.length, 4);
  const texts: Buffer[] = [];
  let at = 0;
  for (const [nth, record] of records.entries()) {
    const from = record.readUInt16BE(10);
    const text = words.subarray(from, from + record.readUInt16BE(8));
    record.copy(head, 6 + nth * 12);
    head.writeUInt16BE(at, 6 + nth * 12 + 10);
    texts.push(text);
    at += text.length;
  }
  return Buffer.concat([head, ...texts]);
}

/** A glyph without its instructions, padded to four bytes. */
function bare(glyph: Buffer): Buffer {
  if (!glyph.length) return glyph;
  const contours = glyph.readInt16BE(0);
  const parts = contours < 0 ? compositeParts(glyph) : simpleParts(glyph, contours);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, Buffer.alloc(-size & 3)]);
}

function simpleParts(glyph: Buffer, contours: number): Buffer[] {
  const at = 10 + contours * 2;
  return [glyph.subarray(0, at), Buffer.alloc(2), glyph.subarray(at + 2 + glyph.readUInt16BE(at))];
}

function compositeParts(glyph: Buffer): Buffer[] {
  const copy = Buffer.from(glyph);
  let at = 10;
  for (;;) {
    const flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(flags & ~INSTRUCTIONS, at);
    at += 4 + (flags & WORDS ? 4 : 2);
    if (flags & SCALE) at += 2;
    else if (flags & XY_SCALE) at += 4;
    else if (flags & TWO_BY_TWO) at += 8;
    if (!(flags & MORE)) return [copy.subarray(0, at)];
  }
}

/** A file of these tables. Nobody reads the sums of a font that is taken apart at once: they stay zero. */
function assembled(version: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer<ArrayBuffer> {
  const names = [...tables.keys()].toSorted();
  const start = 12 + names.length * 16;
  const head = Buffer.alloc(start);
  version.copy(head);
  const power = 2 ** Math.floor(Math.log2(names.length));
  head.writeUInt16BE(names.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((names.length - power) * 16, 10);
  const parts: Buffer[] = [head];
  let at = start;
  for (const [nth, name] of names.entries()) {
    const table = tables.get(name)!;
    head.write(name, 12 + nth * 16, 'latin1');
    head.writeUInt32BE(at, 12 + nth * 16 + 8);
    head.writeUInt32BE(table.length, 12 + nth * 16 + 12);
    const padding = -table.length & 3;
    parts.push(table, Buffer.alloc(padding));
    at += table.length + padding;
  }
  return Buffer.concat(parts);
}
