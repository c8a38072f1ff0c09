// The thread of small pictures: a photo upright and small, a PDF by its first page; an answer of null for what can't be read.
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';

const SIDE = 192;
/** Dots of a picture that is decoded at all: a sheet of A3 at 400 dpi and any telephone. */
const MOST_DOTS = 60_000_000;
/** Longer side of a page as it is drawn, before it is made small, dots. */
const PAGE_SIDE = 800;

const { mime, bytes } = workerData as { mime: string; bytes: Uint8Array };

const small = (picture: Sharp) =>
  picture
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: 72 })
    .toBuffer();

async function firstPage(pdf: Uint8Array): Promise<Buffer> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = PAGE_SIDE / Math.max(originalWidth, originalHeight, 1);
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  return small(sharp(data, { raw: { width, height, channels: 4 } }));
}

try {
  const made =
    mime === 'application/pdf'
      ? await firstPage(bytes)
      : await small(sharp(bytes, { limitInputPixels: MOST_DOTS }).rotate());
  parentPort!.postMessage(new Uint8Array(made));
} catch {
  parentPort!.postMessage(null);
}
