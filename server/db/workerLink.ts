// The conversation with one database worker: numbered calls, their answers, and the news that the worker is gone.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DbError } from './engine.ts';
import type { WorkerCall, WorkerMessage, WorkerOptions } from './embeddedWorker.ts';

type Unsent = WorkerCall extends infer Call ? (Call extends unknown ? Omit<Call, 'id'> : never) : never;

export interface WorkerLink {
  /** True once the worker can answer no more; every call is then refused at once. */
  readonly isDead: boolean;
  /** @throws DbError of the database; code 57P02 when the worker is dead or dies before answering */
  send(call: Unsent): Promise<unknown>;
  end(): Promise<void>;
}

/** Starts a worker and waits until its database is open. @throws DbError when it can't be opened */
export async function startWorker(
  options: WorkerOptions,
  hear: (channel: string, payload: string) => void,
): Promise<WorkerLink> {
  const worker = new Worker(join(import.meta.dirname, 'embeddedWorker.ts'), { workerData: options });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let isDead = false;
  const die = (reason: Error) => {
    isDead = true;
    for (const caller of waiting.values()) caller.reject(reason);
    waiting.clear();
  };
  worker.on('message', (message: WorkerMessage) => {
    if ('channel' in message) return hear(message.channel, message.payload);
    if ('ended' in message) {
      die(message.ended ? new DbError(message.ended) : stopped());
      void worker.terminate();
      return;
    }
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.fault) caller?.reject(new DbError(message.fault));
    else caller?.resolve(message.value);
    if (message.isLast) die(stopped());
  });
  worker.on('error', (cause) => die(stopped(cause)));
  worker.on('exit', () => die(stopped()));
  const expect = (id: number) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
  try {
    await expect(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    get isDead() {
      return isDead;
    },
    send(call) {
      if (isDead) return Promise.reject(stopped());
      const id = (last += 1);
      const answer = expect(id);
      worker.postMessage({ ...call, id });
      return answer;
    },
    async end() {
      isDead = true;
      await worker.terminate();
    },
  };
}

/** 57P02 is what a server says when it goes down in the middle of somebody's work. */
function stopped(cause?: unknown): DbError {
  const error = new DbError({ message: 'Встроенная база прервала работу, начатое не сохранено', code: '57P02' });
  if (cause !== undefined) error.cause = cause;
  return error;
}
