// Small pictures of photos and of first pages, made in a thread of their own: what people upload is decoded nowhere else.
import { Worker } from 'node:worker_threads';

/** Longer than this no picture is waited for, ms. */
const LONGEST_MS = 20_000;
/** Memory of the thread, MB: a page of a hostile PDF ends the thread, not the server. */
const MOST_MB = 256;
/** Types of which a small picture is made. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);

export const THUMB_MIME = 'image/webp';

let last: Promise<unknown> = Promise.resolve();

/** WebP no larger than 192 × 192; null for what has no look, is broken or closed by a password. One at a time. */
export function thumbOf(mime: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!shown.has(mime)) return Promise.resolve(null);
  const made = last.then(() => inThread(mime, bytes));
  last = made;
  return made;
}

function inThread(mime: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./thumbWorker.ts', import.meta.url), {
      workerData: { mime, bytes },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });
    const end = (answer: Uint8Array | null) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(null), LONGEST_MS);
    worker.once('message', end);
    worker.once('error', () => end(null));
    worker.once('exit', () => end(null));
  });
}
