// What a browser loads to show the garage list for the first time: brotli bytes of scripts against plain react-admin with the same two lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { report } from './kit.ts';
import { plainConsole } from './plainBuild.ts';

export async function run() {
  const ours = firstLoadKb(join(import.meta.dirname, '..', 'dist'), /GarageList-[\w-]+\.js/);
  const plain = firstLoadKb(await plainConsole());
  const more = `${Math.round(ours)} КБ против ${Math.round(plain)}`;
  report('первая загрузка списка, brotli, к голому react-admin', ours / plain, 0.85, more);
}

/** Scripts of the page with everything they import at once, and the lazy page of the list. */
function firstLoadKb(dist: string, lazyPage?: RegExp): number {
  const seen = new Set<string>();
  const read = (file: string) => readFileSync(join(dist, 'assets', file), 'utf8');
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, next] of read(file).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) walk(next!);
  };
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  for (const [, file] of page.matchAll(/assets\/([\w.-]+\.js)/g)) walk(file!);
  const list = lazyPage?.exec([...seen].map(read).join('\n'))?.[0];
  if (list) walk(list);
  return [...seen].reduce((sum, file) => sum + brotliCompressSync(read(file)).byteLength, 0) / 1024;
}
