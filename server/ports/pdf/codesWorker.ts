// The thread that reads the codes of scanned pages: pictures of each page, in halves and bands, upright or not.
import jsQR from 'jsqr';
import { parentPort, workerData } from 'node:worker_threads';
import { extractImages, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { CODE_TEXT, SHEET_TEXT } from './codes.ts';

interface Picture {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}
interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Side of the picture that is searched: a module of our code is then three dots or more on a scan of 150 dpi. */
const SIDE = 1800;
/** Pictures smaller than this are codes by themselves, one dot a module: they are enlarged. */
const SMALL = 200;

/** Where a sheet of several has its code: millimetres of the left foot of A4. */
const [CORNER_MM, FOOT_MM, A4_MM] = [75, 38, 210];
/** Dots to the millimetre at which that small place is searched: as the scanner saw it, and a coarse scan made finer. */
const FINE = 12;

/** Share of the narrow side that is no field for writing; how much darker than the paper ink is, of 255; share of dots that dust takes. */
const [EDGE, INK, DUST] = [0.07, 45, 0.000_05];

const { pdf, most } = workerData as { pdf: Uint8Array; most: number };
try {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  if (document.numPages > most) throw new Error('too many pages');
  const pages = [];
  for (let nth = 1; nth <= document.numPages; nth += 1) {
    const page = await document.getPage(nth);
    const [x0 = 0, y0 = 0, x1 = 595, y1 = 842] = page.view;
    const pictures = (await extractImages(document, nth)) as Picture[];
    const codes = new Set(pictures.flatMap((picture) => sheetCodes(picture) ?? codesOf(grey(picture))));
    const isBlank = !codes.size && pictures.length > 0 && pictures.every(isClean) && (await isScanAlone(page));
    pages.push({ codes: [...codes], isBlank, width: x1 - x0, height: y1 - y0 });
  }
  parentPort!.postMessage({ pages });
} catch (error) {
  parentPort!.postMessage({ fault: error instanceof Error ? error.message : String(error) });
}

/** Nothing stands on the page but its pictures: no text, lines, fills, masks, whose ink the pictures would not show. */
async function isScanAlone(page: Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const quiet = new Set([OPS.endPath, OPS.clip, OPS.eoClip]);
  const inked = new Set<number>([
    OPS.stroke,
    OPS.closeStroke,
    OPS.fill,
    OPS.eoFill,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
    OPS.rawFillPath,
    OPS.shadingFill,
    OPS.beginAnnotation,
    OPS.showText,
    OPS.showSpacedText,
    OPS.nextLineShowText,
    OPS.nextLineSetSpacingShowText,
    OPS.paintImageMaskXObject,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintSolidColorImageMask,
    OPS.paintInlineImageXObject,
    OPS.paintInlineImageXObjectGroup,
    OPS.paintImageXObjectRepeat,
  ]);
  // A path is made with what is done to it in one: one that only cuts leaves no ink.
  return fnArray.every((op, nth) =>
    op === OPS.constructPath ? quiet.has(argsArray[nth]?.[0] as number) : !inked.has(op),
  );
}

/**
 * A picture of a page with nothing written: no more than dust differs from the paper. Edges are left out: holes, clips and shadows are
 * there. What shines through from the other side is nearer to the paper than ink.
 */
function isClean(picture: Picture): boolean {
  const { data, width, height } = grey(picture);
  if (Math.max(width, height) <= SMALL * 6) return false;
  const edge = Math.round(Math.min(width, height) * EDGE);
  const counts = new Uint32Array(256);
  for (let y = edge; y < height - edge; y += 1)
    for (let x = edge; x < width - edge; x += 1) counts[data[y * width + x]!]! += 1;
  const all = counts.reduce((sum, count) => sum + count, 0);
  let paper = 0;
  for (let seen = 0; seen + counts[paper]! < all / 2; paper += 1) seen += counts[paper]!;
  const ink = counts.subarray(0, Math.max(0, paper - INK)).reduce((sum, count) => sum + count, 0);
  return paper > INK * 2 && ink <= all * DUST;
}

/** One value a dot, at the size that is searched. */
function grey({ data, width, height, channels }: Picture): Grey {
  const longest = Math.max(width, height);
  const scale = longest < SMALL ? 6 : Math.min(1, SIDE / longest);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const at = (Math.floor(y / scale) * width + Math.floor(x / scale)) * channels;
      out[y * w + x] = channels === 1 ? data[at]! : (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
    }
  return { data: out, width: w, height: h };
}

/** The code of a sheet of several, upright or upside down; null where there is none. */
function sheetCodes(picture: Picture): string[] | null {
  const { width, height } = picture;
  if (Math.min(width, height) < SMALL) return null;
  const mm = width / A4_MM;
  const [w, h] = [Math.round(CORNER_MM * mm), Math.round(FOOT_MM * mm)];
  for (const [left, top] of [
    [0, height - h],
    [width - w, 0],
  ] as const) {
    if (left < 0 || top < 0) continue;
    const corner = resampled(picture, { left, top, w, h }, FINE / mm);
    const codes = found(corner, 0, 0, corner.width, corner.height).filter((text) => SHEET_TEXT.test(text));
    if (codes.length) return codes;
  }
  return null;
}

interface Part {
  left: number;
  top: number;
  w: number;
  h: number;
}
/** A part of a picture in grey, its dots between those of the scan where it is made finer. */
function resampled({ data, width, channels }: Picture, { left, top, w, h }: Part, scale: number): Grey {
  const valueAt = (x: number, y: number) => {
    const at = ((top + Math.min(y, h - 1)) * width + left + Math.min(x, w - 1)) * channels;
    return channels === 1 ? data[at]! : (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
  };
  const [outW, outH] = [Math.floor(w * scale), Math.floor(h * scale)];
  const out = new Uint8Array(outW * outH);
  for (let y = 0; y < outH; y += 1)
    for (let x = 0; x < outW; x += 1) {
      const [sx, sy] = [x / scale, y / scale];
      const [ix, iy] = [Math.floor(sx), Math.floor(sy)];
      const [fx, fy] = [sx - ix, sy - iy];
      const upper = valueAt(ix, iy) * (1 - fx) + valueAt(ix + 1, iy) * fx;
      const lower = valueAt(ix, iy + 1) * (1 - fx) + valueAt(ix + 1, iy + 1) * fx;
      out[y * outW + x] = upper * (1 - fy) + lower * fy;
    }
  return { data: out, width: outW, height: outH };
}

/** The code of the check stands at the left, too; a sheet put in upside down has it at the right. The whole page comes last. */
function codesOf(picture: Grey): string[] {
  const { width, height } = picture;
  if (Math.max(width, height) <= SMALL * 6) return found(picture, 0, 0, width, height);
  const side = Math.round(width * 0.4);
  const band = Math.round(height / 4);
  const codes: string[] = [];
  for (const left of [0, width - side])
    for (let top = 0; top + band <= height + band / 2; top += Math.round(band / 2)) {
      codes.push(...found(picture, left, top, side, Math.min(band, height - top)));
      if (codes.some((code) => CODE_TEXT.test(code))) return codes;
    }
  return [...codes, ...found(picture, 0, 0, width, height)];
}

function found({ data, width }: Grey, left: number, top: number, w: number, h: number): string[] {
  if (w < 20 || h < 20) return [];
  const dots = new Uint8ClampedArray(w * h * 4);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const value = data[(top + y) * width + left + x]!;
      dots.set([value, value, value, 255], (y * w + x) * 4);
    }
  const code = jsQR(dots, w, h, { inversionAttempts: 'dontInvert' });
  return code ? [code.data] : [];
}
