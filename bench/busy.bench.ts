// Whether others can work while a year is charged to a hundred thousand garages: the list's time beside the run against its idle time, on a server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { garages } from '../contract/garages.ts';
import { startPostgres } from '../tests/kit/postgresServer.ts';
import { undone, posted } from './accrual.bench.ts';
import { middle, openBench, report, timed, type Bench } from './kit.ts';

const LIMIT = 2;
const IDLE = 40;

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-busy-'));
  const server = await startPostgres();
  const bench = await openBench({ DATA_DIR: folder, DATABASE_URL: server.url });
  try {
    const idle: number[] = [];
    for (let n = 0; n < IDLE; n += 1) idle.push(await timed(() => list(bench)));
    const busy: number[] = [];
    let isRunning = true;
    const charging = undone(bench, (tx) => posted(bench, tx)).finally(() => (isRunning = false));
    while (isRunning) busy.push(await timed(() => list(bench)));
    const { lines } = await charging;
    const more = `${middle(idle).toFixed(1)} → ${middle(busy).toFixed(1)} мс, списков за время начисления ${busy.length}, гаражей ${lines}`;
    report('список во время начисления к покою (сервер)', middle(busy) / middle(idle), LIMIT, more);
  } finally {
    await bench.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function list({ app, headers }: Bench) {
  const url = encodeURI(`${garages.list.path}?sort=["place","ASC"]&range=[0,24]&filter={}`);
  const reply = await app.inject({ url, headers, remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.1` });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
}
