// QR codes of scanned pages, read in a thread of their own: a picture of a page is work for a second.
import { Worker } from 'node:worker_threads';

export interface PageCodes {
  /** Texts of the codes found on each page, in order of pages; whether the scan shows an empty sheet; the size of the page in points. */
  pages: { codes: string[]; isBlank: boolean; width: number; height: number }[];
}

/** The text of a code of ours: the check code, the sheet and how many there are where it says so. */
export const CODE_TEXT = /\/d\/([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})(?:\/(\d{1,3})\/(\d{1,3}))?$/i;
/** The text of the slip of a letter: the mailing, the person, the mark of the installation. */
export const SLIP_TEXT = /^LETTER:(\d{1,9}):(\d{1,9}):([\w-]{12})$/;
/** One that says its sheet. */
export const SHEET_TEXT = /\/d\/[0-9A-Z-]{14}\/\d{1,3}\/\d{1,3}$/i;

/** Longest work over one pile, ms. */
const LONGEST_MS = 300_000;

/** Reads every page of a PDF. @throws when it is no PDF, is closed by a password or has more pages than `most` */
export function readCodes(pdf: Uint8Array, most: number): Promise<PageCodes> {
  const worker = new Worker(new URL('./codesWorker.ts', import.meta.url), { workerData: { pdf, most } });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the pile took too long'));
      void worker.terminate();
    }, LONGEST_MS);
    worker.once('message', (answer: PageCodes | { fault: string }) => {
      clearTimeout(timer);
      if ('fault' in answer) reject(new Error(answer.fault));
      else resolve(answer);
      void worker.terminate();
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
