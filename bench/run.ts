// `npm run bench [name…]`: every workload on data set M (the largest ones by name only); exit 1 when a limit is not kept.
// `name:part` runs one part of a workload that has parts.
import { readdirSync } from 'node:fs';
import { keepHeapSmall } from '../server/heap.ts';
import { openBench, type Bench } from './kit.ts';

/** Too big for a run of everything. */
const byNameOnly = new Set(['giantLog']);
const asked = process.argv.slice(2).map((one) => one.split(':'));
const wanted = asked.map(([name]) => name!);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => (wanted.length ? wanted.includes(name) : !byNameOnly.has(name)));
keepHeapSmall();
const bench = await openBench();
try {
  for (const name of names) {
    const { run } = (await import(`./${name}.bench.ts`)) as {
      run: (bench: Bench, parts: readonly string[]) => Promise<void>;
    };
    const parts = asked.flatMap(([one, part]) => (one === name && part ? [part] : []));
    await run(bench, parts);
  }
} finally {
  await bench.close();
}
