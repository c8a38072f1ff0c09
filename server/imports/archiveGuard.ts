// Looks through a zip's own table of contents before anything is inflated: refuses broken archives and bombs.
import { WorkbookProblem } from './workbookProblem.ts';

/** Bounds of what an archive may unfold to, bytes. `ratio` bounds one entry above `ratioFrom` bytes. */
export interface ArchiveLimits {
  totalBytes: number;
  entries: number;
  ratio: number;
  ratioFrom: number;
}

/** A real sheet of 120 000 rows unfolds to about 120 MB, ten to thirty times its packed size. */
export const archiveLimits: ArchiveLimits = {
  totalBytes: 300 * 1024 * 1024,
  entries: 5_000,
  ratio: 200,
  ratioFrom: 8 * 1024 * 1024,
};

const endSignature = 0x06054b50;
const endSignature64 = 0x06064b50;
const entrySignature = 0x02014b50;
const sentinel32 = 0xffffffff;

interface ArchiveEntry {
  name: string;
  packed: number;
  unpacked: number;
  deflated: boolean;
  sizesFollowData: boolean;
}

/**
 * Names of the archive's entries. The reader of the workbook never inflates an entry beyond its declared size, so
 * bounding the declared sizes, and refusing entries that declare none, bounds what is really inflated.
 * @throws WorkbookProblem `archive_bomb` over the limits, `not_a_workbook` when the table of contents is broken
 */
export function checkArchive(bytes: Uint8Array, limits: ArchiveLimits = archiveLimits): string[] {
  let total = 0;
  const entries = readEntries(bytes, limits.entries);
  for (const entry of entries) {
    const silentAboutSize =
      entry.deflated && ((entry.unpacked === 0 && entry.packed > 16) || (entry.sizesFollowData && entry.packed === 0));
    if (silentAboutSize) throw new WorkbookProblem('not_a_workbook');
    if (entry.packed > bytes.length) throw new WorkbookProblem('not_a_workbook');
    total += entry.unpacked;
    const tooDense = entry.unpacked > limits.ratioFrom && entry.unpacked > entry.packed * limits.ratio;
    if (tooDense || total > limits.totalBytes) throw new WorkbookProblem('archive_bomb');
  }
  return entries.map((entry) => entry.name);
}

function readEntries(bytes: Uint8Array, limit: number): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { count, offset } = findDirectory(view);
    if (count > limit) throw new WorkbookProblem('archive_bomb');
    const entries: ArchiveEntry[] = [];
    let at = offset;
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== entrySignature) throw new WorkbookProblem('not_a_workbook');
      const nameLength = view.getUint16(at + 28, true);
      const extraLength = view.getUint16(at + 30, true);
      const { packed, unpacked } = entrySizes(view, at, at + 46 + nameLength, extraLength);
      entries.push({
        name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
        packed,
        unpacked,
        deflated: view.getUint16(at + 10, true) !== 0,
        sizesFollowData: (view.getUint16(at + 8, true) & 8) !== 0,
      });
      at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    }
    return entries;
  } catch (error) {
    // Reading past the end: the file was cut.
    if (error instanceof RangeError) throw new WorkbookProblem('not_a_workbook');
    throw error;
  }
}

function findDirectory(view: DataView): { count: number; offset: number } {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const count = view.getUint16(at + 10, true);
    const offset = view.getUint32(at + 16, true);
    if (count !== 0xffff && offset !== sentinel32) return { count, offset };
    const end64 = wide(view, at - 20 + 8);
    if (view.getUint32(end64, true) !== endSignature64) break;
    return { count: wide(view, end64 + 32), offset: wide(view, end64 + 48) };
  }
  throw new WorkbookProblem('not_a_workbook');
}

/** Sizes of an entry; the 64-bit ones stand in an extra field, unpacked first, each only when it overflowed. */
function entrySizes(
  view: DataView,
  at: number,
  extra: number,
  extraLength: number,
): { packed: number; unpacked: number } {
  let packed = view.getUint32(at + 20, true);
  let unpacked = view.getUint32(at + 24, true);
  for (let field = extra; field + 4 <= extra + extraLength; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let next = field + 4;
    if (unpacked === sentinel32) {
      unpacked = wide(view, next);
      next += 8;
    }
    if (packed === sentinel32) packed = wide(view, next);
  }
  return { packed, unpacked };
}

function wide(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
