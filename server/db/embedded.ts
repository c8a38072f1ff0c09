// The embedded database: PGlite in a worker thread, one connection handed out in turn, a locked folder.
import { Worker } from 'node:worker_threads';
import { lockFolder } from './dataLock.ts';
import { DbError, type Connection, type Engine, type Rows } from './engine.ts';
import type { WorkerCall, WorkerOptions } from './embeddedWorker.ts';

export interface EmbeddedOptions {
  /** Folder of the database; absent: in memory. */
  folder?: string | undefined;
  dump?: Uint8Array | undefined;
  /** Switches guards off; tests use it to show that a guard is what makes them pass. */
  unguarded?: { fsync?: boolean; lock?: boolean } | undefined;
  /** Pause between runs of `vacuum (analyze)`, ms; 0 never. */
  vacuumEveryMs?: number | undefined;
}

export interface EmbeddedEngine extends Engine {
  kind: 'embedded';
  /** The whole database as bytes, to open another from. */
  dump(): Promise<Uint8Array>;
  vacuum(): Promise<void>;
  /** Syncs that reached the disk since opening. */
  syncs(): Promise<number>;
  failWrites(on: boolean): Promise<void>;
}

/** Memory of the database's own cache. Twice as much is no faster. */
const SHARED_BUFFERS_MB = 64;
/** The embedded database has no autovacuum. */
const VACUUM_EVERY_MS = 30 * 60_000;

type Unsent = WorkerCall extends infer Call ? (Call extends unknown ? Omit<Call, 'id'> : never) : never;

/** Opens (and on first use creates) an embedded database. @throws in Russian when another process holds the folder */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const unlock = options.folder && !options.unguarded?.lock ? lockFolder(options.folder) : () => {};
  const workerData: WorkerOptions = {
    folder: options.folder,
    dump: options.dump,
    sharedBuffersMb: SHARED_BUFFERS_MB,
    fsync: !options.unguarded?.fsync,
  };
  const worker = new Worker(new URL('./embeddedWorker.ts', import.meta.url), { workerData });
  const { send, listeners, ready } = converse(worker);
  try {
    await ready;
  } catch (error) {
    unlock();
    throw error;
  }
  const turns = turnstile();
  const run = (text: string, params: readonly unknown[] = []) => send({ op: 'query', text, params }) as Promise<Rows>;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await turns();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  const engine: EmbeddedEngine = {
    kind: 'embedded',
    query: (text, params) => inTurn(() => run(text, params)),
    async acquire(): Promise<Connection> {
      const leave = await turns();
      return { query: run, release: leave };
    },
    script: (text) => inTurn(async () => void (await send({ op: 'script', text }))),
    copyOut: (query) =>
      inTurn(() => send({ op: 'copyOut', text: `copy (${query}) to '/dev/blob'` }) as Promise<Uint8Array>),
    copyIn: (target, bytes) =>
      inTurn(async () => void (await send({ op: 'copyIn', text: `copy ${target} from '/dev/blob'`, bytes }))),
    async listen(channel, hear) {
      const hearers = listeners.get(channel) ?? new Set();
      listeners.set(channel, hearers.add(hear));
      if (hearers.size === 1) await inTurn(() => send({ op: 'listen', text: channel }));
      return async () => {
        hearers.delete(hear);
        if (!hearers.size) await inTurn(() => send({ op: 'unlisten', text: channel }));
      };
    },
    dump: () => inTurn(() => send({ op: 'dump' }) as Promise<Uint8Array>),
    vacuum: () => inTurn(async () => void (await send({ op: 'script', text: 'vacuum (analyze)' }))),
    syncs: () => send({ op: 'syncs' }) as Promise<number>,
    failWrites: async (on) => void (await send({ op: 'failWrites', on })),
    async close() {
      clearInterval(sweeper);
      await inTurn(() => send({ op: 'close' })).finally(async () => {
        await worker.terminate();
        unlock();
      });
    },
  };
  const every = options.vacuumEveryMs ?? (options.folder ? VACUUM_EVERY_MS : 0);
  // A failed sweep is tried again at the next turn; nothing waits for it.
  const sweeper = every ? setInterval(() => void engine.vacuum().catch(() => {}), every) : undefined;
  sweeper?.unref();
  return engine;
}

/** Calls to the worker and its answers, matched by number. */
function converse(worker: Worker) {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let last = 0;
  const ready = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on(
    'message',
    (message: { id?: number; value?: unknown; fault?: { message: string }; channel?: string; payload?: string }) => {
      if (message.channel !== undefined) {
        for (const hear of listeners.get(message.channel) ?? []) hear(message.payload ?? '');
        return;
      }
      const caller = waiting.get(message.id!);
      waiting.delete(message.id!);
      if (message.fault) caller?.reject(new DbError(message.fault));
      else caller?.resolve(message.value);
    },
  );
  const fail = (error: Error) => {
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the embedded database has stopped')));
  const send = (call: Unsent): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...call, id });
    });
  return { send, listeners, ready };
}

/** Lets one in at a time, in the order of asking. */
function turnstile() {
  let tail = Promise.resolve();
  return async (): Promise<() => void> => {
    const before = tail;
    let leave = () => {};
    tail = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  };
}
