// `npm run bench [name…]`: every workload on data set M (the largest ones by name only); exit 1 when a limit is not kept.
import { readdirSync } from 'node:fs';
import { openBench, type Bench } from './kit.ts';

/** Too big for a run of everything. */
const byNameOnly = new Set(['giantLog']);
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => (wanted.length ? wanted.includes(name) : !byNameOnly.has(name)));
const bench = await openBench();
try {
  for (const name of names) {
    const { run } = (await import(`./${name}.bench.ts`)) as { run: (bench: Bench) => Promise<void> };
    await run(bench);
  }
} finally {
  await bench.close();
}
