// Compresses the built console once, so that serving it costs nothing.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from './setup.mjs';

const dist = join(root, 'dist');
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, String(name));
  if (!/\.(js|css|html|svg|json)$/.test(file) || statSync(file).size < 1024) continue;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
