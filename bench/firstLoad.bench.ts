// What a browser loads to show the garage list for the first time: brotli bytes of scripts against plain react-admin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { report } from './kit.ts';

/** Plain react-admin with the same two resources, measured once with the same tools. */
const PLAIN_KB = 293;

export async function run() {
  const dist = join(import.meta.dirname, '..', 'dist');
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(dist, 'assets', file), 'utf8');
    for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) walk(next!);
  };
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  for (const [, file] of page.matchAll(/assets\/([\w.-]+\.js)/g)) walk(file!);
  const entry = [...seen].map((file) => readFileSync(join(dist, 'assets', file), 'utf8')).join('\n');
  const list = /GarageList-[\w-]+\.js/.exec(entry)?.[0];
  if (list) walk(list);
  const bytes = [...seen].reduce(
    (sum, file) => sum + brotliCompressSync(readFileSync(join(dist, 'assets', file))).byteLength,
    0,
  );
  report(
    'первая загрузка списка, brotli, к голому react-admin',
    bytes / 1024 / PLAIN_KB,
    0.85,
    `${Math.round(bytes / 1024)} КБ`,
  );
}
