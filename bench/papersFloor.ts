// The bare compiler in a process of its own: the floor under the making of papers. `node bench/papersFloor.ts`, sources come by message.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dotPictures } from '../server/ports/pdf/dots.ts';
import { fontFiles } from '../server/ports/pdf/fonts.ts';

const workspace = mkdtempSync(join(tmpdir(), 'registry-floor-'));
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }));
process.on('disconnect', () => process.exit());
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fontFiles() }] });

process.on('message', (sources: string[]) => {
  // Its pictures are there before the first page: only the compiler is measured.
  for (const [name, bytes] of sources.flatMap((source) => [...dotPictures(source)]))
    compiler.mapShadow(join(workspace, name), bytes);
  const before = process.cpuUsage();
  let bytes = 0;
  for (const mainFileContent of sources) {
    bytes += compiler.pdf(compiler.compile({ mainFileContent }).result!, {
      pdfStandard: 'a-2b',
      pdfTags: false,
      creationTimestamp: 0,
    }).length;
    compiler.evictCache(10);
  }
  const { user, system } = process.cpuUsage(before);
  process.send!({ ms: (user + system) / 1000, bytes });
});
