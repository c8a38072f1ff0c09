// The embedded database: PGlite in a worker thread, one connection handed out in turn, a locked folder.
import { lockFolder } from './dataLock.ts';
import { DbError, type Connection, type Engine, type Rows } from './engine.ts';
import { startWorker, type WorkerLink } from './workerLink.ts';

export interface EmbeddedOptions {
  /** Folder of the database; absent: in memory. */
  folder?: string | undefined;
  dump?: Uint8Array | undefined;
  /** Switches guards off: for what is thrown away, and for tests that show that a guard is what makes them pass. */
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
  /** Makes every write fail as on a full disk, also after the database is reopened. */
  failWrites(on: boolean): Promise<void>;
}

/** Memory of the database's own cache. Twice as much is no faster. */
const SHARED_BUFFERS_MB = 64;
/** The embedded database has no autovacuum. */
const VACUUM_EVERY_MS = 30 * 60_000;

/**
 * Opens (and on first use creates) an embedded database. When the database itself goes down (a full disk at commit), what was begun is
 * refused and the next call opens the folder again: everything acknowledged is recovered from its journal.
 * @throws in Russian when another process holds the folder
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const unlock = options.folder && !options.unguarded?.lock ? lockFolder(options.folder) : () => {};
  const database = await supervised(options).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const turns = turnstile();
  const inTurn = async <T>(work: (link: WorkerLink) => Promise<T>): Promise<T> => {
    const leave = await turns.take();
    try {
      return await work(await database.living());
    } finally {
      leave();
    }
  };
  const engine: EmbeddedEngine = {
    kind: 'embedded',
    query: (text, params) => inTurn((link) => ask(link, text, params)),
    async acquire() {
      const leave = await turns.take();
      try {
        // One link for as long as it is held: after a restart the rest of a cut-off transaction must not run as if by itself.
        return connectionOver(await database.living(), leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    script: (text) => inTurn(async (link) => void (await link.send({ op: 'script', text }))),
    copyOut: (query) => inTurn((link) => copyOut(link, query)),
    copyIn: (target, bytes) => inTurn((link) => copyIn(link, target, bytes)),
    async listen(channel, hear) {
      const hearers = database.hearers.get(channel) ?? new Set();
      database.hearers.set(channel, hearers.add(hear));
      if (hearers.size === 1) await inTurn((link) => link.send({ op: 'listen', text: channel }));
      return async () => {
        hearers.delete(hear);
        if (hearers.size || !database.hearers.delete(channel)) return;
        await inTurn((link) => link.send({ op: 'unlisten', text: channel }));
      };
    },
    wasWaitedFor: () => turns.wasWaitedFor(),
    dump: () => inTurn((link) => link.send({ op: 'dump' }) as Promise<Uint8Array>),
    vacuum: () => inTurn(async (link) => void (await link.send({ op: 'script', text: 'vacuum (analyze)' }))),
    syncs: async () => (await database.living()).send({ op: 'syncs' }) as Promise<number>,
    failWrites: (on) => database.failWrites(on),
    async close() {
      clearInterval(sweeper);
      const leave = await turns.take();
      await database.close().finally(unlock);
      leave();
    },
  };
  const every = options.vacuumEveryMs ?? (options.folder ? VACUUM_EVERY_MS : 0);
  // A failed sweep is tried again at the next turn; nothing waits for it.
  const sweeper = every ? setInterval(() => void engine.vacuum().catch(() => {}), every) : undefined;
  sweeper?.unref();
  return engine;
}

function connectionOver(link: WorkerLink, leave: () => void): Connection {
  return {
    query: (text, params) => ask(link, text, params),
    copyOut: (query) => copyOut(link, query),
    copyIn: (target, bytes) => copyIn(link, target, bytes),
    release: leave,
  };
}

function ask(link: WorkerLink, text: string, params: readonly unknown[] = []): Promise<Rows> {
  return link.send({ op: 'query', text, params }) as Promise<Rows>;
}

function copyOut(link: WorkerLink, query: string): Promise<Uint8Array> {
  return link.send({ op: 'copyOut', text: `copy (${query}) to '/dev/blob'` }) as Promise<Uint8Array>;
}

async function copyIn(link: WorkerLink, target: string, bytes: Uint8Array): Promise<void> {
  await link.send({ op: 'copyIn', text: `copy ${target} from '/dev/blob'`, bytes });
}

/** A worker that is started again, with its listeners, when it is found dead. Only a folder can be opened again: memory is gone. */
async function supervised(options: EmbeddedOptions) {
  const hearers = new Map<string, Set<(payload: string) => void>>();
  const tell = (channel: string, payload: string) => {
    for (const hear of hearers.get(channel) ?? []) hear(payload);
  };
  let writesFail = false;
  let isClosed = false;
  const start = (dump?: Uint8Array) =>
    startWorker(
      {
        folder: options.folder,
        dump,
        sharedBuffersMb: SHARED_BUFFERS_MB,
        fsync: !options.unguarded?.fsync,
        writesFail,
      },
      tell,
    );
  let link = await start(options.dump);
  const restart = async () => {
    await link.end();
    try {
      const fresh = await start();
      for (const channel of hearers.keys()) await fresh.send({ op: 'listen', text: channel });
      link = fresh;
    } catch (cause) {
      const { message, code } = cause as Partial<DbError>;
      throw new DbError({ message: `Встроенная база остановилась и не открывается: ${message}`, code });
    }
  };
  return {
    hearers,
    /** The worker to speak to; the caller has the turn. @throws DbError in Russian when the folder can't be opened again now */
    async living(): Promise<WorkerLink> {
      if (isClosed) throw new DbError({ message: 'Встроенная база закрыта', code: '57P01' });
      if (link.isDead && options.folder) await restart();
      return link;
    },
    async failWrites(on: boolean) {
      writesFail = on;
      if (!link.isDead) await link.send({ op: 'failWrites', on });
    },
    async close() {
      isClosed = true;
      if (!link.isDead) await link.send({ op: 'close' }).finally(() => link.end());
    },
  };
}

/** Lets one in at a time, in the order of asking. */
function turnstile() {
  let tail = Promise.resolve();
  let inside = 0;
  let isWaitedFor = false;
  return {
    async take(): Promise<() => void> {
      isWaitedFor ||= inside > 0;
      inside += 1;
      const before = tail;
      let leave = () => {};
      tail = new Promise((resolve) => {
        leave = () => {
          inside -= 1;
          resolve();
        };
      });
      await before;
      return leave;
    },
    wasWaitedFor(): boolean {
      const was = isWaitedFor;
      isWaitedFor = false;
      return was;
    },
  };
}
