// Builds the peer console once for a run of benches.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

let built: Promise<string> | undefined;

/** Folder of plain react-admin, built with the tools and settings of our own console. */
export function plainConsole(): Promise<string> {
  built ??= (async () => {
    const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'registry', 'plain');
    rmSync(outDir, { recursive: true, force: true });
    await build({
      root: join(import.meta.dirname, 'plain'),
      configFile: false,
      logLevel: 'silent',
      build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
    });
    return outDir;
  })();
  return built;
}
