// A process that writes row after row and says each number once it is acknowledged; the test kills it. `node endlessWriter.ts <folder>`
import { openEmbedded } from '../../server/db/embedded.ts';

const engine = await openEmbedded({ folder: process.argv[2] });
await engine.query('create table t (n int)');
for (let n = 1; ; n += 1) {
  await engine.query('insert into t values ($1)', [n]);
  console.log(n);
}
