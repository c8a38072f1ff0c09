// A folder for the embedded database whose syncs reach the disk: the stock one has none.
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fdatasyncSync } from 'node:fs';

interface Stream {
  nfd: number;
}
interface MountedFolder {
  stream_ops: {
    fsync?: (stream: Stream) => number;
    write: (...args: unknown[]) => number;
  };
}
/** Numbers of «no space left on device» and «input/output error» in the emulated system. */
const ENOSPC = 51;
const EIO = 29;

/**
 * Folder with real fsync. `onAbort` is called when the database ends itself, after which its thread may spin for ever;
 * `wasFull()` tells whether a write has met a full disk. For tests of the guards: `syncs()` counts what reached the disk,
 * `failWrites(true)` makes every write fail as a full disk does.
 */
export function durableFolder(path: string, options: { fsync: boolean; onAbort(): void }) {
  let syncs = 0;
  let writesFail = false;
  let wasFull = false;
  class DurableFS extends NodeFS {
    override async init(pg: Parameters<NodeFS['init']>[0], given: Parameters<NodeFS['init']>[1]) {
      const ready = await super.init(pg, given);
      const install = (module: { NODEFS?: MountedFolder; FS: { ErrnoError: new (code: number) => Error } }) => {
        const operations = module.NODEFS?.stream_ops;
        if (!operations) throw new Error('the embedded database gives no access to its files');
        const write = operations.write;
        operations.write = (...args) => {
          try {
            if (writesFail) throw new module.FS.ErrnoError(ENOSPC);
            return write(...args);
          } catch (error) {
            wasFull ||= (error as { errno?: number }).errno === ENOSPC;
            throw error;
          }
        };
        if (!options.fsync) return;
        operations.fsync = (stream) => {
          try {
            fdatasyncSync(stream.nfd);
          } catch {
            // In a form that the database understands: it goes down and recovers from its journal rather than trust a lost write.
            throw new module.FS.ErrnoError(EIO);
          }
          syncs += 1;
          return 0;
        };
      };
      const { emscriptenOpts } = ready as {
        emscriptenOpts: { preRun?: ((module: never) => void)[]; onAbort?: () => void };
      };
      emscriptenOpts.onAbort = options.onAbort;
      emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), install as (module: never) => void];
      return ready;
    }
  }
  return {
    fs: new DurableFS(path),
    syncs: () => syncs,
    wasFull: () => wasFull,
    failWrites: (on: boolean) => void (writesFail = on),
  };
}
