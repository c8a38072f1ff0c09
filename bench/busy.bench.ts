// Whether others can work while a year is charged to a hundred thousand garages: the list's time beside the run against its idle time, on servers of M and L.
import { garages } from '../contract/garages.ts';
import { undone, posted } from './accrual.bench.ts';
import { middle, openServerBench, report, timed, type Bench } from './kit.ts';

const LIMIT = 2;
const IDLE = 40;
/** Times of the list while nobody works. */
export async function idleLists(bench: Bench): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < IDLE; nth += 1) times.push(await timed(() => list(bench)));
  return times;
}
/** Times of the list until `work` ends. */
export async function listsBeside(bench: Bench, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isRunning = true;
  const ended = work.finally(() => (isRunning = false));
  while (isRunning) times.push(await timed(() => list(bench)));
  await ended;
  return times;
}

export async function run() {
  for (const name of ['m', 'l'] as const) {
    const bench = await openServerBench(name);
    try {
      await beside(bench, name.toUpperCase());
    } finally {
      await bench.close();
    }
  }
}

async function beside(bench: Bench, set: string) {
  const idle = await idleLists(bench);
  const charging = undone(bench, (tx) => posted(bench, tx));
  const busy = await listsBeside(bench, charging);
  const { lines } = await charging;
  const more = `${middle(idle).toFixed(1)} → ${middle(busy).toFixed(1)} мс, списков за время начисления ${busy.length}, гаражей ${lines}`;
  report(`список во время начисления к покою (сервер, набор ${set})`, middle(busy) / middle(idle), LIMIT, more);
}

async function list({ app, headers }: Bench) {
  const url = encodeURI(`${garages.list.path}?sort=["place","ASC"]&range=[0,24]&filter={}`);
  const reply = await app.inject({ url, headers, remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.1` });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
}
