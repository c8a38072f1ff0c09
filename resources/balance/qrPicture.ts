// A QR code as squares and as the path of an SVG: error level M, the quiet zone around.
import { encode } from 'uqr';

/** Empty modules around the code: less, and readers miss it. */
export const QUIET_MODULES = 4;

export interface QrPicture {
  /** Modules on a side with the quiet zone. */
  size: number;
  /** Dark modules by row. */
  rows: boolean[][];
  /** The dark modules as one path in a box of `size` by `size`. */
  path: string;
}

/** The picture of a text in UTF-8. */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode([...new TextEncoder().encode(text)], {
    ecc: 'M',
    boostEcc: false,
    border: QUIET_MODULES,
  });
  return { size, rows: data, path: data.map(rowPath).join('') };
}

/** Runs of dark modules in a row are one strip each: no seams between squares. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    let end = x;
    while (row[end + 1]) end += 1;
    path += `M${x} ${y}h${end - x + 1}v1H${x}z`;
    x = end;
  }
  return path;
}
