// How much script a browser reads to show the garage list for the first time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Brotli bytes, in KiB, of the scripts that the page of a built console asks for, with everything they import at once. */
export function firstLoadKb(dist: string): number {
  const seen = new Map<string, string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    const text = readFileSync(join(dist, 'assets', file), 'utf8');
    seen.set(file, text);
    for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) walk(next!);
  };
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  for (const [, file] of page.matchAll(/assets\/([\w.-]+\.js)/g)) walk(file!);
  return [...seen.values()].reduce((sum, text) => sum + brotliCompressSync(text).byteLength, 0) / 1024;
}
