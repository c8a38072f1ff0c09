// Workbooks are unpacked in a thread of their own: the server answers others meanwhile.
import { Worker } from 'node:worker_threads';
import { openUnpacked, type UnpackedBook, type UnpackedSheet, type Workbook } from './workbook.ts';
import { WorkbookProblem, type WorkbookProblemCode } from './workbookProblem.ts';

/** No workbook within the limits takes as long; a thread that does is ended, ms. */
const LONGEST_MS = 120_000;
/** Smaller texts are read in less time than a thread starts, bytes. */
export const SMALL = 64 * 1024;
/** Memory of the thread: a file that unpacks to more is refused, MB. */
const MEMORY_MB = 1024;

type Answer =
  | { book: UnpackedBook }
  | { sheet: number; rows: UnpackedSheet['rows'] }
  | { problem: WorkbookProblemCode; message: string }
  | null;

/**
 * Reads a file as `readWorkbook` does, in its own thread.
 * @param memoryMb of the thread
 * @throws WorkbookProblem when the file is refused
 */
export function readWorkbookInThread(
  bytes: Uint8Array,
  fileName: string,
  memoryMb: number = MEMORY_MB,
): Promise<Workbook> {
  const worker = new Worker(new URL('./workbookWorker.ts', import.meta.url), {
    workerData: { bytes, fileName },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return new Promise<Workbook>((resolve, reject) => {
    let book: UnpackedBook | null = null;
    const timer = setTimeout(() => reject(new WorkbookProblem('archive_bomb')), LONGEST_MS);
    worker.on('message', (answer: Answer) => {
      if (answer === null) return resolve(openUnpacked(book!));
      if ('problem' in answer) return reject(new WorkbookProblem(answer.problem, answer.message));
      if ('book' in answer) book = answer.book;
      else for (const row of answer.rows) book!.sheets[answer.sheet]!.rows.push(row);
      // After a turn of the others.
      setImmediate(() => worker.postMessage('more'));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookProblem('archive_bomb') : error),
    );
    worker.on('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
