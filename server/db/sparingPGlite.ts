// The embedded engine without its half a gigabyte of a moment: one function of it is never compiled a second time.
import { PGlite, protocol } from '@electric-sql/pglite';
import { setFlagsFromString } from 'node:v8';

/**
 * V8 compiles what is used much once more, better. For the parser of SQL, one function of 100 KB, that takes 600 MB for a third of a second
 * (measured with `--trace-wasm-compilation-times`), and texts are parsed no faster after it. Whether a function counts its use is
 * decided when it is compiled at first, at its first call: the parser's comes here, with an empty statement, while compiling better is off.
 */
export class SparingPGlite extends PGlite {
  override async _initArrayTypes(options?: { force?: boolean | undefined }): Promise<void> {
    if (!options?.force) await this.#parseOnce();
    return super._initArrayTypes(options);
  }

  async #parseOnce() {
    setFlagsFromString('--no-wasm-tier-up');
    setFlagsFromString('--no-wasm-dynamic-tiering');
    try {
      await this.execProtocol(protocol.serialize.query(';'));
    } finally {
      setFlagsFromString('--wasm-dynamic-tiering');
      setFlagsFromString('--wasm-tier-up');
    }
  }
}
