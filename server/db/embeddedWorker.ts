// The embedded database in its own thread, so that a heavy query never holds the HTTP loop.
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { ltree } from '@electric-sql/pglite/contrib/ltree';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { parentPort, workerData } from 'node:worker_threads';
import { durableFolder } from './durableFolder.ts';
import { statementsOf } from './embeddedStatements.ts';
import { typeParsers, type DbError } from './engine.ts';
import { SparingPGlite } from './sparingPGlite.ts';

interface Fault {
  message: string;
  code?: string | undefined;
  constraint?: string | undefined;
  detail?: string | undefined;
}
/** What a worker says: the answer to a call (0: it is open), a notification, or that the database has ended itself. */
export type WorkerMessage =
  | { id: number; value?: unknown; fault?: Fault; isLast?: boolean }
  | { channel: string; payload: string }
  | { ended: Fault | null };

export interface WorkerOptions {
  /** Folder of the database; absent: in memory. */
  folder?: string | undefined;
  /** Contents to begin with, as `dump` made them. */
  dump?: Uint8Array | undefined;
  sharedBuffersMb: number;
  fsync: boolean;
  /** Begins with every write failing, as on a full disk. */
  writesFail: boolean;
}
export type WorkerCall =
  | { id: number; op: 'query'; text: string; params: readonly unknown[] }
  | { id: number; op: 'script'; text: string }
  | { id: number; op: 'copyOut'; text: string }
  | { id: number; op: 'copyIn'; text: string; bytes: Uint8Array }
  | { id: number; op: 'listen' | 'unlisten'; text: string }
  | { id: number; op: 'dump' | 'close' | 'syncs' }
  | { id: number; op: 'failWrites'; on: boolean };

const port = parentPort!;
const options = workerData as WorkerOptions;
const folder = options.folder ? durableFolder(options.folder, { fsync: options.fsync, onAbort: ended }) : null;
const listening = new Map<string, () => Promise<void>>();

folder?.failWrites(options.writesFail);
let database: PGlite;
let query: ReturnType<typeof statementsOf>;
try {
  database = await open();
  query = statementsOf(database);
  tell({ id: 0 });
  port.on('message', (call: WorkerCall) => void answer(call));
} catch (error) {
  // The database itself says only that it did not begin.
  tell({ id: 0, fault: folder?.wasFull() ? diskFull() : faultOf(error), isLast: true });
}

async function open() {
  const settings: PGliteOptions = {
    extensions: { pg_trgm, unaccent, citext, btree_gin, ltree },
    parsers: typeParsers,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      `shared_buffers=${options.sharedBuffersMb}MB`,
      '-c',
      'wal_sync_method=fsync',
      '-c',
      'timezone=UTC',
      ...(options.folder && options.fsync ? [] : ['-F']),
    ],
    ...(folder ? { fs: folder.fs } : {}),
    ...(options.dump ? { loadDataDir: new Blob([options.dump as Uint8Array<ArrayBuffer>]) } : {}),
  };
  const opening = new SparingPGlite(settings);
  await opening.waitReady;
  return opening;
}

async function answer(call: WorkerCall) {
  try {
    tell({ id: call.id, value: await perform(call) });
  } catch (error) {
    tell({ id: call.id, fault: faultOf(error), isLast: isLast(error) });
  }
}

function faultOf(error: unknown) {
  const { message, code, constraint, detail } = error as Partial<DbError> & { message: string };
  return {
    message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function diskFull() {
  return { message: 'No space left on device', code: '53100' };
}

/** Told from inside the database's own code: what follows may never return. */
function ended() {
  tell({ ended: folder?.wasFull() ? diskFull() : null });
}

/** After these the database answers nothing more: it has ended itself, though its thread is alive. */
function isLast(error: unknown): boolean {
  const { severity, name } = error as { severity?: string; name?: string };
  return severity === 'PANIC' || severity === 'FATAL' || name === 'ExitStatus' || name === 'RuntimeError';
}

function tell(message: WorkerMessage) {
  port.postMessage(message);
}

async function perform(call: WorkerCall): Promise<unknown> {
  switch (call.op) {
    case 'query':
      return query(call.text, call.params);
    case 'script':
      await database.exec(call.text);
      return null;
    case 'copyOut': {
      const result = await database.query(call.text);
      return result.blob ? new Uint8Array(await result.blob.arrayBuffer()) : new Uint8Array();
    }
    case 'copyIn':
      await database.query(call.text, [], { blob: new Blob([call.bytes as Uint8Array<ArrayBuffer>]) });
      return null;
    case 'listen':
      listening.set(call.text, await database.listen(call.text, (payload) => tell({ channel: call.text, payload })));
      return null;
    case 'unlisten':
      await listening.get(call.text)?.();
      listening.delete(call.text);
      return null;
    case 'dump':
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
    case 'syncs':
      return folder?.syncs() ?? 0;
    case 'failWrites':
      folder?.failWrites(call.on);
      return null;
    case 'close':
      await database.close();
      return null;
  }
}
