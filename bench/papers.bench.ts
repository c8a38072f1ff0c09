// Papers on M: pages a core-second of the engine alone, the whole print beside it, one click, memory over thousands.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { generateDocument } from '../contract/documents.ts';
import { NUMBER_SIGN } from '../server/documents/compose.ts';
import { checkCode } from '../server/documents/rules.ts';
import { pileOf } from '../server/documents/rules/pile.ts';
import { firstFile } from '../server/documents/writing/keeping.ts';
import {
  preparePaper,
  takePaper,
  takePapers,
  type Prepared,
  type Snapshot,
} from '../server/documents/writing/printing.ts';
import { act } from '../server/kernel/act.ts';
import { workCtx, type Ctx } from '../server/kernel/ctx.ts';
import { typstEngine, type PdfEngine } from '../server/ports/pdf/engine.ts';
import { middle, officialOf, quantile, report, reportMs, timed, type Bench } from './kit.ts';

const PAGES = 300;
const CLICKS = 60;
const MANY = 5000;
const ROUNDS = 3;
/** Other engines are slower: so many files of one page are enough. */
const PEER_PAGES = 30;
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

/** A certificate of the same words as HTML and for pdfmake: so many of them, a page each. */
const HEAD = 'Всероссийское общество автомобилистов';
const WORDS =
  'Настоящая справка выдана Петрову Ивану Сергеевичу в том, что он является владельцем гаража № 45 секции А, тип — кирпич, 6,00 × 4,00 м.';
const LINES = 4;
const htmlOf = (numbers: readonly number[]) =>
  `<style>body{font:12pt serif;text-align:justify}h1{font-size:15pt;text-align:center}div+div{break-before:page}</style>${numbers
    .map((nth) => `<div><p>${HEAD}</p><hr><h1>СПРАВКА ${nth}</h1>${`<p>${WORDS}</p>`.repeat(LINES)}</div>`)
    .join('')}`;
const pdfmakeOf = (numbers: readonly number[]) => ({
  pageSize: 'A4',
  defaultStyle: { font: 'PTSerif', fontSize: 12, alignment: 'justify' },
  content: numbers.flatMap((nth, at) => [
    { text: HEAD, ...(at > 0 && { pageBreak: 'before' }) },
    { text: `СПРАВКА ${nth}`, bold: true, fontSize: 15, alignment: 'center' },
    ...Array.from({ length: LINES }, () => ({ text: WORDS })),
  ]),
});

/** Another engine: one file of so many pages; core time that it has used, ms. */
interface Peer {
  name: string;
  make(numbers: readonly number[]): Promise<void>;
  usedMs(): number;
  close(): Promise<void>;
}

async function chromiumPeer(): Promise<Peer> {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage();
  return {
    name: 'Chromium',
    async make(numbers) {
      await page.setContent(htmlOf(numbers));
      await page.pdf({ format: 'A4' });
    },
    usedMs: chromiumMs,
    close: () => browser.close(),
  };
}

const PDFMAKE = '0.3.11';
/** The package is fetched at the first run, beside the data of the benches: the product does not stand on it. */
async function pdfmakePeer(): Promise<Peer> {
  const folder = resolve('data', 'peers');
  if (!existsSync(join(folder, 'node_modules', 'pdfmake')))
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `pdfmake@${PDFMAKE}`]);
  const pdfmake = createRequire(join(folder, 'x.js'))('pdfmake') as Pdfmake;
  const font = (style: string) =>
    createRequire(import.meta.url).resolve(`@expo-google-fonts/pt-serif/${style}/PTSerif_${style}.ttf`);
  const [normal, bold] = [font('400Regular'), font('700Bold')];
  pdfmake.setFonts({ PTSerif: { normal, bold, italics: normal, bolditalics: bold } });
  return {
    name: 'pdfmake',
    async make(numbers) {
      await pdfmake.createPdf(pdfmakeOf(numbers)).getBuffer();
    },
    usedMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: async () => undefined,
  };
}
interface Pdfmake {
  setFonts(fonts: object): void;
  createPdf(doc: object): { getBuffer(): Promise<Uint8Array> };
}

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
/** How much slower than ours the other engines are, no less. */
const LEAST_TIMES = 10;

export async function run({ app, deps }: Bench) {
  const { rows } = await sql<{ id: number; po_id: number }>`select g.id, g.po_id from garage g
    join garage_balance b on b.garage_id = g.id where g.is_active and b.debt_kopecks > 0
      and exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null) order by g.id limit 400`.execute(
    deps.db,
  );
  const po = rows[0]!.po_id;
  const headers = await officialOf(deps, { po });
  const garages = rows.filter((row) => row.po_id === po).map(({ id }) => id);
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
    await sql<{
      snapshot: Uint8Array;
    }>`select snapshot from document where snapshot is not null order by id desc limit 1`.execute(deps.db)
  ).rows as [{ snapshot: Uint8Array }];
  const { source } = JSON.parse(deps.secrets.open(snapshot)) as { source: string };
  await keeping(deps, po, garages);
  const engine = typstEngine();
  await beside(engine, source);
  await memory(engine, source);
  await engine.close();
}

/** Numbers, hash and storing beside rendering alone: the papers are ready but for these. One by one, then as a pile. */
async function keeping(deps: Bench['deps'], po: number, garages: readonly number[]) {
  const place = await deps.db
    .selectFrom('po')
    .where('id', '=', po)
    .select(['mo_id', 'region_id'])
    .executeTakeFirstOrThrow();
  const base = workCtx(deps, { name: 'Замер' });
  const ctx: Ctx = { ...base, actor: { ...base.actor, po, capabilities: [1, 2, 3] } };
  const prepared: Prepared[] = [];
  for (let nth = 0; nth < PAGES; nth += 1)
    prepared.push(await preparePaper(ctx, { document_type_id: 1, garage_id: garages[nth % garages.length]! }));
  const sourceOf = ({ source }: Prepared, nth: number) => source.replaceAll(NUMBER_SIGN, `1-1/${nth}-26`);
  const singles: number[][] = [[], []];
  const piles: number[][] = [[], []];
  const at = ctx.now().getTime();
  for (let round = 0; round < ROUNDS; round += 1) {
    singles[0]!.push(
      await coreMs(async () => {
        for (const [nth, one] of prepared.entries())
          await deps.pdf.render({ source: sourceOf(one, nth + round * PAGES), isKept: true, at });
      }),
    );
    singles[1]!.push(
      await coreMs(async () => {
        for (const ready of prepared) {
          const one = anew(ready);
          const { id } = await act(ctx, 'reference.print', async ({ tx, log }) => {
            await log({ place: { region_id: place.region_id, mo_id: place.mo_id, po_id: po }, text: 'Замер' });
            return takePaper(ctx, tx, one);
          });
          await firstFile(ctx, id);
        }
      }),
    );
    piles[0]!.push(
      await coreMs(() =>
        deps.pdf.render({
          source: pileOf(prepared.map((one, nth) => sourceOf(one, nth + round * PAGES))),
          isKept: true,
          at,
        }),
      ),
    );
    piles[1]!.push(await coreMs(() => pileKept(deps, ctx, prepared)));
  }
  const [alone, whole] = singles.map(middle) as [number, number];
  report(
    'бумаги по одной: номер, отпечаток и хранение к одной вёрстке',
    whole / alone,
    1.5,
    `${(alone / PAGES).toFixed(2)} и ${(whole / PAGES).toFixed(2)} мс ядра на бумагу`,
  );
  const [aloneOf, wholeOf] = piles.map(middle) as [number, number];
  report(
    `пачка в ${PAGES}: номера, отпечаток и хранение к одной вёрстке`,
    wholeOf / aloneOf,
    1.5,
    `${(aloneOf / PAGES).toFixed(2)} и ${(wholeOf / PAGES).toFixed(2)} мс ядра на бумагу`,
  );
}

/** The same paper under a code of its own. */
const anew = (one: Prepared): Prepared => ({ ...one, code: checkCode(randomBytes(12)) });

/** A pile as the job prints it: the numbers in one transaction, the pages as one file. */
async function pileKept(deps: Bench['deps'], ctx: Ctx, prepared: readonly Prepared[]) {
  const ids = await act(ctx, 'reference.batch', async ({ tx, log }) => {
    await log({ text: 'Замер' });
    return takePapers(ctx, tx, prepared.map(anew));
  });
  const kept = await deps.db.selectFrom('document').where('id', 'in', ids).orderBy('id').select('snapshot').execute();
  const sources = kept.map(({ snapshot }) => (JSON.parse(deps.secrets.open(snapshot!)) as Snapshot).source);
  await deps.files.put(await deps.pdf.render({ source: pileOf(sources), isKept: true, at: 0 }));
}

/** Pages a core-second of ours and of the other engines in turn: a file for each page, and one file of many. */
async function beside(engine: PdfEngine, source: string) {
  const peers = [await chromiumPeer(), await pdfmakePeer()];
  const ours = {
    one: (nth: number) =>
      engine.render({ source: source.replace('СПРАВКА', `СПРАВКА ${nth}`), isKept: true, at: nth * 1000 }),
    pile: (from: number) =>
      engine.render({
        source: pileOf(Array.from({ length: PAGES }, (_, nth) => source.replace('СПРАВКА', `СПРАВКА ${from}-${nth}`))),
        isKept: true,
        at: from,
      }),
  };
  await ours.one(0);
  for (const peer of peers) for (let nth = 0; nth < 5; nth += 1) await peer.make([nth]);
  const one: number[] = [];
  const pile: number[] = [];
  const theirs = peers.map(() => ({ one: [] as number[], pile: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round * PAGES;
    one.push(
      (await coreMs(async () => {
        for (let nth = 0; nth < PAGES; nth += 1) await ours.one(from + nth);
      })) / PAGES,
    );
    pile.push((await coreMs(() => ours.pile(round))) / PAGES);
    for (const [nth, peer] of peers.entries()) {
      const start = peer.usedMs();
      for (let page = 0; page < PEER_PAGES; page += 1) await peer.make([from + page]);
      const between = peer.usedMs();
      await peer.make(Array.from({ length: PAGES }, (_, page) => from + page));
      theirs[nth]!.one.push((between - start) / PEER_PAGES);
      theirs[nth]!.pile.push((peer.usedMs() - between) / PAGES);
    }
  }
  for (const peer of peers) await peer.close();
  const rate = (ms: number[]) => 1000 / middle(ms);
  for (const [what, own, of] of [
    ['по одной, каждая — файл PDF/A со своими шрифтами', one, 'one'],
    [`одним файлом в ${PAGES} страниц`, pile, 'pile'],
  ] as const) {
    const pages = rate(own);
    report(
      `вёрстка ${what}: к ${LEAST_PAGES} страницам в секунду ядра`,
      LEAST_PAGES / pages,
      1,
      `${pages.toFixed(0)} страниц в секунду ядра`,
    );
    for (const [nth, peer] of peers.entries()) {
      const other = rate(theirs[nth]![of]);
      report(
        `вёрстка ${what}: ${peer.name} к нашей`,
        other / pages,
        1 / LEAST_TIMES,
        `${other.toFixed(0)} страниц в секунду ядра, мы быстрее в ${(pages / other).toFixed(1)} раза`,
      );
    }
  }
}

/** What the worker grows by over thousands of papers, and over as many that do not compile. */
async function memory(engine: PdfEngine, source: string) {
  const start = compilerUse().mb;
  let most = start;
  for (let nth = 0; nth < MANY; nth += 1) {
    await engine.render({ source: source.replace('СПРАВКА', `СПРАВКА ${nth}`), isKept: true, at: nth * 1000 });
    if (nth % 100 === 0) most = Math.max(most, compilerUse().mb);
  }
  for (let nth = 0; nth < MANY; nth += 1) {
    // Each of its own: what they leave behind would fill the memory first.
    await engine.render({ source: `${source}\n#no-such-word-${nth}`, isKept: true, at: nth }).catch(() => undefined);
    if (nth % 100 === 0) most = Math.max(most, compilerUse().mb);
  }
  const grown = most - start;
  report(
    `память за ${MANY} бумаг и ${MANY} бумаг с ошибкой`,
    grown / MOST_MB,
    1,
    `было ${start.toFixed(0)} МБ, выросла на ${grown.toFixed(0)} МБ`,
  );
}
