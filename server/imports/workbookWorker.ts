// The thread of workbooks: a file comes in, its sheets go out part by part, so that taking one over is short.
import { parentPort, workerData } from 'node:worker_threads';
import { unpackWorkbook } from './workbook.ts';
import { WorkbookProblem } from './workbookProblem.ts';

/** Rows of one message. */
const PART = 500;

const { bytes, fileName } = workerData as { bytes: Uint8Array; fileName: string };
try {
  const { kind, sheets } = await unpackWorkbook(bytes, fileName);
  const parts = sheets.flatMap(({ rows }, sheet) =>
    Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) => ({ sheet, from: at * PART })),
  );
  // The next part goes when the last one was taken.
  parentPort!.on('message', () => {
    const part = parts.shift();
    parentPort!.postMessage(
      part ? { sheet: part.sheet, rows: sheets[part.sheet]!.rows.slice(part.from, part.from + PART) } : null,
    );
  });
  parentPort!.postMessage({ book: { kind, sheets: sheets.map((sheet) => ({ ...sheet, rows: [] })) } });
} catch (error) {
  if (!(error instanceof WorkbookProblem)) throw error;
  parentPort!.postMessage({ problem: error.code, message: error.message });
}
