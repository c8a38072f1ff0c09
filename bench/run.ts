// `npm run bench [name…]`: every workload on data set M (the largest ones by name only); exit 1 when a limit is not kept.
// `name:part` runs one part of a workload that has parts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keepHeapSmall } from '../server/heap.ts';
import { openBench, openServerBench, type Bench } from './kit.ts';

/** Too big for a run of everything. */
const byNameOnly = new Set(['giantLog']);
/** They look at the built console. */
const ofConsole = new Set(['firstLoad', 'browser']);
const asked = process.argv.slice(2).map((one) => one.split(':'));
const wanted = asked.map(([name]) => name!);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => (wanted.length ? wanted.includes(name) : !byNameOnly.has(name)));
if (names.some((name) => ofConsole.has(name))) {
  const setup = (await import(join(import.meta.dirname, '..', 'tools', 'setup.mjs'))) as { ensureConsole(): void };
  setup.ensureConsole();
}
keepHeapSmall();
/** Data sets that were asked for: the embedded M, or one on a server; made at the first run. */
const opened = new Map<string, Promise<Bench>>();
const open = (dataSet?: 'm' | 'log') => {
  const bench =
    opened.get(dataSet ?? '') ?? (dataSet && !process.env.DATABASE_URL ? openServerBench(dataSet) : openBench());
  opened.set(dataSet ?? '', bench);
  return bench;
};

async function closeAll() {
  for (const bench of opened.values()) await (await bench).close();
  opened.clear();
}

interface Workload {
  /** Which of the servers' data sets it works on; without a word the embedded M. */
  dataSet?: 'm' | 'log';
  run: ((bench: Bench, parts: readonly string[]) => Promise<void>) | (() => Promise<void>);
}

try {
  for (const name of names) {
    const { run, dataSet } = (await import(`./${name}.bench.ts`)) as Workload;
    const parts = asked.flatMap(([one, part]) => (one === name && part ? [part] : []));
    if (run.length > 0) {
      await run(await open(dataSet), parts);
      continue;
    }
    // A workload that takes no data set opens what it needs: two servers never stand on one folder.
    await closeAll();
    await (run as () => Promise<void>)();
  }
} finally {
  await closeAll();
}
