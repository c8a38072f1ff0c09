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
/** Number of «no space left on device» in the emulated system. */
const ENOSPC = 51;

/**
 * Folder with real fsync. `syncs()` counts what reached the disk; `failWrites(true)` makes every write fail as a full disk does
 * (both for tests of the guard).
 */
export function durableFolder(path: string, options: { fsync: boolean }) {
  let syncs = 0;
  let full = false;
  class DurableFS extends NodeFS {
    override async init(pg: Parameters<NodeFS['init']>[0], given: Parameters<NodeFS['init']>[1]) {
      const ready = await super.init(pg, given);
      const install = (module: { NODEFS?: MountedFolder; FS: { ErrnoError: new (code: number) => Error } }) => {
        const operations = module.NODEFS?.stream_ops;
        if (!operations) throw new Error('the embedded database gives no access to its files');
        const write = operations.write;
        operations.write = (...args) => {
          if (full) throw new module.FS.ErrnoError(ENOSPC);
          return write(...args);
        };
        if (!options.fsync) return;
        operations.fsync = (stream) => {
          fdatasyncSync(stream.nfd);
          syncs += 1;
          return 0;
        };
      };
      const { emscriptenOpts } = ready as { emscriptenOpts: { preRun?: ((module: never) => void)[] } };
      emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), install as (module: never) => void];
      return ready;
    }
  }
  return { fs: new DurableFS(path), syncs: () => syncs, failWrites: (on: boolean) => void (full = on) };
}
