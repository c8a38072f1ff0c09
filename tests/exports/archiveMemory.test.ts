// A book of many sheets leaves nothing behind it while it is written: what it keeps of each is a few figures.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { zipStream, type ZipPart } from '../../server/kernel/zipStream.ts';

const PARTS = 3000;

it('an archive of thousands of parts holds no buffers of those it has written', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const held: number[] = [];
  async function* parts(): AsyncGenerator<ZipPart> {
    for (let nth = 0; nth < PARTS; nth += 1) {
      if (nth === 100 || nth === PARTS - 1) {
        // Buffers of pieces in hand are let go by the turn after.
        for (let turn = 0; turn < 3; turn += 1) {
          await new Promise((done) => setTimeout(done, 20));
          collect();
        }
        held.push(process.memoryUsage().arrayBuffers);
      }
      // Other work takes the rest of the pool: a name kept in it would keep it all.
      Buffer.from('x'.repeat(30_000));
      yield { path: `xl/worksheets/sheet${nth}.xml`, pieces: ['<worksheet/>'] };
      Buffer.allocUnsafe(20_000);
    }
  }
  for await (const chunk of zipStream(parts())) void chunk;
  expect((held[1]! - held[0]!) / 1024 / 1024).toBeLessThan(4);
});
