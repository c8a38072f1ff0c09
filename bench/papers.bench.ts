// Papers on M: pages a core-second of the engine alone, the whole print beside it, one click, memory over thousands.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { generateDocument } from '../contract/documents.ts';
import { pileOf } from '../server/documents/rules/pile.ts';
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

/** Pages a core-second of a warm Chromium for a certificate of the same words; its processes' own core time. */
async function chromiumPages(): Promise<number> {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    const one = async (nth: number) => {
      await page.setContent(
        `<style>body{font:12pt serif;text-align:justify}h1{font-size:15pt;text-align:center}</style><p>Всероссийское общество автомобилистов</p><hr><h1>СПРАВКА ${nth}</h1>${'<p>Настоящая справка выдана Петрову Ивану Сергеевичу в том, что он является владельцем гаража № 45 секции А.</p>'.repeat(4)}`,
      );
      await page.pdf({ format: 'A4' });
    };
    for (let nth = 0; nth < 5; nth += 1) await one(nth);
    const before = chromiumMs();
    for (let nth = 0; nth < CHROMIUM_PAGES; nth += 1) await one(nth);
    return (CHROMIUM_PAGES * 1000) / (chromiumMs() - before);
  } finally {
    await browser.close();
  }
}
const CHROMIUM_PAGES = 30;

/** Core time of all processes under this one but the compiler, ms: read as Linux tells it. */
function chromiumMs(): number {
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return /^\d+$/.test(pid)
        ? [
            {
              pid,
              parent: words[1]!,
              ms: (Number(words[11]) + Number(words[12])) * TICK_MS,
              isIts: stat.includes('chrom'),
            },
          ]
        : [];
    } catch {
      return [];
    }
  });
  const under = new Set([String(process.pid)]);
  for (let grew = true; grew;) {
    const before = under.size;
    for (const one of all) if (under.has(one.parent)) under.add(one.pid);
    grew = under.size > before;
  }
  return all.reduce((sum, one) => sum + (under.has(one.pid) && one.isIts ? one.ms : 0), 0);
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
  console.log(
    `· вёрстка справок по одной, каждая — файл PDF/A со своими шрифтами: ${pages.toFixed(0)} страниц в секунду ядра`,
  );
  const peer = await chromiumPages();
  report('по одной, к прогретому Chromium', peer / pages, 0.2, `Chromium ${peer.toFixed(0)} страниц в секунду ядра`);
  const piles: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sources = Array.from({ length: PAGES }, (_, nth) => source.replace('СПРАВКА', `СПРАВКА ${round}-${nth}`));
    piles.push(await coreMs(() => engine.render({ source: pileOf(sources), isKept: true, at: round })));
  }
  const ofPile = (PAGES * 1000) / middle(piles);
  report(
    `вёрстка пачки в ${PAGES} справок`,
    LEAST_PAGES / ofPile,
    1,
    `${ofPile.toFixed(0)} страниц в секунду ядра, предел ${LEAST_PAGES}`,
  );
  report('вёрстка с отпечатком к одной вёрстке', middle(whole) / middle(alone), 1.5);

  const start = compilerUse().mb;
  let most = start;
  for (let nth = 0; nth < MANY; nth += 1) {
    await one(100_000 + nth);
    if (nth % 250 === 0) most = Math.max(most, compilerUse().mb);
  }
  for (let nth = 0; nth < MANY; nth += 1) {
    // Sources that don't compile, each of its own: what they leave behind would fill the memory first.
    await engine.render({ source: `${source}\n#no-such-word-${nth}`, isKept: true, at: nth }).catch(() => undefined);
    if (nth % 250 === 0) most = Math.max(most, compilerUse().mb);
  }
  await engine.close();
  const grown = most - start;
  report(`память за ${MANY} бумаг и ${MANY} бумаг с ошибкой`, grown / MOST_MB, 1, `выросла на ${grown.toFixed(0)} МБ`);
}
