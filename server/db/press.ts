// Pieces of a copy are summed and pressed in a thread of their own, so that the connection is read without a pause.
import { Worker } from 'node:worker_threads';
import type { TableSum } from './tableText.ts';

export type PressTask = Uint8Array<ArrayBuffer> | 'end of table';
export interface PressedPiece {
  packed: Uint8Array;
  /** Of the pressed bytes, hex. */
  sha256: string;
}
export type PressAnswer = PressedPiece | TableSum;

/** Pieces on their way at once: one is pressed while the next one waits. */
const WAITING = 2;

/** Answers come in the order of the tasks. Close it whatever happens. */
export class Press {
  readonly #worker = new Worker(new URL('./pressWorker.ts', import.meta.url));
  readonly #asked: { resolve: (answer: never) => void; reject: (error: unknown) => void }[] = [];
  #broken: unknown = null;
  #last: Promise<unknown>[] = [];

  constructor() {
    this.#worker.on('message', (answer: PressAnswer) => this.#asked.shift()?.resolve(answer as never));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', () => this.#break(new Error('the thread that presses a copy has ended')));
  }

  /** Settles when there is room for the next piece. @throws what went wrong with an earlier one */
  async room(): Promise<void> {
    await this.#last.at(-WAITING);
  }

  /** Takes the bytes away: whoever gave them reads them no more. @throws when the thread has ended */
  piece(bytes: Uint8Array): Promise<PressedPiece> {
    // A small text may lie in a buffer that others use too.
    const isOwn = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
    const own = (isOwn ? bytes : new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>;
    const pressed = this.#ask<PressedPiece>(new Uint8Array(own.buffer), [own.buffer]);
    this.#last = [...this.#last.slice(1 - WAITING), pressed];
    return pressed;
  }

  /** Rows and sum of the pieces since the last sum. @throws when the thread has ended */
  sum(): Promise<TableSum> {
    return this.#ask<TableSum>('end of table');
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask<T extends PressAnswer>(task: PressTask, transfer: ArrayBuffer[] = []): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage(task, transfer);
    });
    // Waited for at a later piece or at the end: a failure before that is not lost.
    answer.catch(() => undefined);
    return answer;
  }

  #break(error: unknown): void {
    this.#broken ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(error);
  }
}
