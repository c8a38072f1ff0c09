// The thread of a copy: pieces of a table's text come in, they are summed in their order and go out pressed.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import type { PressAnswer, PressTask } from './press.ts';
import { TextSum } from './tableText.ts';

/** As small as gzip makes it at the same step, in a third of the time. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

let sum = new TextSum();

parentPort!.on('message', (task: PressTask) => {
  if (task === 'end of table') {
    parentPort!.postMessage(sum.told() satisfies PressAnswer);
    sum = new TextSum();
    return;
  }
  sum.add(task);
  // The bytes are a buffer of their own: handed over, not copied.
  const packed = new Uint8Array(zstdCompressSync(task, { params }));
  const sha256 = createHash('sha256').update(packed).digest('hex');
  parentPort!.postMessage({ packed, sha256 } satisfies PressAnswer, [packed.buffer]);
});
