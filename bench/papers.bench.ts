// Papers on M: pages a core-second of the engine alone, the whole print beside it, one click, memory over thousands.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { generateDocument } from '../contract/documents.ts';
import { typstEngine } from '../server/ports/pdf/engine.ts';
import { middle, officialOf, quantile, report, reportMs, timed, type Bench } from './kit.ts';

const PAGES = 300;
const CLICKS = 60;
const MANY = 5000;
/** Pages a second of the engine, no fewer. */
const LEAST_PAGES = 250;
/** What the compiler's process has used: core time in ms, memory in MB. Read as Linux tells it. */
function compilerUse(): { cpuMs: number; mb: number } {
  const [pid] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').slice(-1);
  const [, , , , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, 'x')
    .split(' ');
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return { cpuMs: (Number(user) + Number(system)) * TICK_MS, mb: kb / 1024 };
}
const TICK_MS = 10;

/** Milliseconds that the cores worked for it here and in the compiler: neighbours of the machine do not count. */
async function coreMs(work: () => Promise<unknown>): Promise<number> {
  const [before, worker] = [process.cpuUsage(), compilerUse()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 + compilerUse().cpuMs - worker.cpuMs;
}

/** What the worker may grow by over thousands of papers, MB. */
const MOST_MB = 150;

export async function run({ app, deps }: Bench) {
  const { rows } = await sql<{ id: number; po_id: number }>`select g.id, g.po_id from garage g
    join garage_balance b on b.garage_id = g.id where g.is_active and b.debt_kopecks > 0
      and exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null) order by g.id limit 200`.execute(
    deps.db,
  );
  const headers = await officialOf(deps, { po: rows[0]!.po_id });
  const garages = rows.filter((row) => row.po_id === rows[0]!.po_id).map(({ id }) => id);
  const click = async (nth: number) => {
    const reply = await app.inject({
      method: 'POST',
      url: generateDocument.path,
      headers,
      payload: { document_type_id: 1, garage_id: garages[nth % garages.length] },
    });
    if (reply.statusCode !== 200) throw new Error(reply.payload);
    return reply;
  };
  await click(0);
  const times: number[] = [];
  for (let nth = 0; nth < CLICKS; nth += 1) times.push(await timed(() => click(nth)));
  reportMs('справка от щелчка до файла, p95', quantile(times, 0.95), 150);

  const [{ snapshot }] = (
    await sql<{ snapshot: Uint8Array }>`select snapshot from document order by id desc limit 1`.execute(deps.db)
  ).rows as [{ snapshot: Uint8Array }];
  const { source } = JSON.parse(deps.secrets.open(snapshot)) as { source: string };
  const engine = typstEngine();
  const one = (nth: number) =>
    engine.render({ source: source.replace('СПРАВКА', `СПРАВКА ${nth}`), isKept: true, at: nth * 1000 });
  await one(0);
  const alone: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    alone.push(
      await coreMs(async () => {
        for (let nth = 0; nth < PAGES; nth += 1) await one(round * PAGES + nth);
      }),
    );
    whole.push(
      await coreMs(async () => {
        for (let nth = 0; nth < PAGES; nth += 1)
          createHash('sha256')
            .update(await one(10_000 + round * PAGES + nth))
            .digest('hex');
      }),
    );
  }
  const pages = (PAGES * 1000) / middle(alone);
  report(
    'вёрстка одной справки, страниц в секунду ядра',
    LEAST_PAGES / pages,
    1,
    `${pages.toFixed(0)} страниц в секунду ядра`,
  );
  report('вёрстка с отпечатком к одной вёрстке', middle(whole) / middle(alone), 1.5);

  const start = compilerUse().mb;
  let most = start;
  for (let nth = 0; nth < MANY; nth += 1) {
    await one(100_000 + nth);
    if (nth % 250 === 0) most = Math.max(most, compilerUse().mb);
  }
  await engine.close();
  const grown = most - start;
  report(`память за ${MANY} бумаг`, grown / MOST_MB, 1, `выросла на ${grown.toFixed(0)} МБ`);
}
