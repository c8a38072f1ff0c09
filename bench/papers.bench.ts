// Papers on M: pages a core-second of the engine alone, the whole print beside it, one click, memory over thousands.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { generateDocument } from '../contract/documents.ts';
import { NUMBER_SIGN } from '../server/documents/compose.ts';
import { checkCode } from '../server/documents/rules.ts';
import { pileOf } from '../server/documents/rules/pile.ts';
import { firstFile } from '../server/documents/writing/keeping.ts';
import { preparePaper, takePaper, takePapers, type Prepared } from '../server/documents/writing/printing.ts';
import { openSnapshot } from '../server/documents/writing/snapshots.ts';
import { act } from '../server/kernel/act.ts';
import { longDate } from '../server/kernel/paper/words.ts';
import { quotedText } from '../server/kernel/richText/typst.ts';
import { workCtx, type Ctx } from '../server/kernel/ctx.ts';
import { typstEngine, type PdfEngine } from '../server/ports/pdf/engine.ts';
import { benchFolder, middle, officialOf, quantile, report, reportMs, timed, type Bench } from './kit.ts';

const PAGES = 300;
const CLICKS = 60;
const MANY = 5000;
const ROUNDS = 3;
/** Papers after which the compiler remembers nothing of those before. */
const FORGETS_AFTER = 12;
/** Other engines are slower: so many files of one page are enough. */
const PEER_PAGES = 30;
/** Pages a second of the engine, no fewer. */
const LEAST_PAGES = 250;
/** Compilers that were seen: one that has ended has no name any more and is not yet among those that are gone. */
const seen = new Set<string>();
/** Core time that compilers have used, those that were replaced too, ms; memory of the one at work, MB. Read as Linux tells it. */
function compilerUse(): { cpuMs: number; mb: number } {
  const ticksOf = (pid: string | number, from: number) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(words[from]) + Number(words[from + 1]);
  };
  const compilers = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((child) => seen.has(child) || readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(COMPILER));
  for (const pid of compilers) seen.add(pid);
  const ticks = compilers.reduce((sum, pid) => sum + ticksOf(pid, OWN_TICKS), ticksOf('self', ENDED_TICKS));
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${compilers.at(-1)}/status`, 'utf8'))![1]);
  return { cpuMs: ticks * TICK_MS, mb: kb / 1024 };
}
/** Where the line of a process tells what it has used, and what its children had that are gone. */
const [OWN_TICKS, ENDED_TICKS] = [11, 13];
const TICK_MS = 10;
const COMPILER = 'ports/pdf/worker.ts';

/** Milliseconds that the cores worked for it here and in the compiler: neighbours of the machine do not count. */
async function coreMs(work: () => Promise<unknown>): Promise<number> {
  const [before, worker] = [process.cpuUsage(), compilerUse()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 + compilerUse().cpuMs - worker.cpuMs;
}

/** The certificate that ours is made of, for the other engines: the same parts in the same font. */
const ORG = ['Всероссийское общество автомобилистов', 'Региональное отделение № 1', 'Местное отделение № 1'];
const PLACE = 'КАС № 1-1';
const DAY = longDate(new Date().toISOString());
const TITLE = 'о членстве и владении гаражом';
/** Everybody's paper is another's: an engine that remembers what it has laid out is given a new person on every sheet. */
const personOf = (nth: number) =>
  `${['Миронову', 'Петрову', 'Соколову'][nth % 3]} ${['Валерию', 'Андрею', 'Николаю', 'Сергею'][nth % 4]} Анатольевичу, ${(nth % 28) + 1} января ${1940 + (nth % 50)} года рождения`;
const garageOf = (nth: number) => `№ ${nth + 1} секции Б`;
/** The source of a paper, said of somebody else under another number. @throws when it is not the certificate that is written above */
function sourceFor(source: string, nth: number): string {
  const said = [`№ 1001-1/${nth}-26`, personOf(nth), garageOf(nth), String(1001000312 + nth)].map(quotedText);
  const made = source
    .replaceAll(/#"№\s\d+-1\/\d+-26";/g, said[0]!)
    .replace(/(выдана ";).*?(#", в том, что ")/s, `$1#strong[${said[1]}];$2`)
    .replace(/#"№\s\d+ секции [^"]*";/, said[2]!)
    .replace(/#"1001\d{6}";/, said[3]!);
  const missing = said.filter((part) => !made.includes(part));
  if (missing.length) throw new Error(`the paper does not say ${missing.join(', ')}`);
  return made;
}
/** Paragraphs of our certificate, for the other engines. */
const wordsOf = (source: string) =>
  [...source.matchAll(/#par\(justify: true\)\[(.*?)\]\n/gs)].map(([, content]) =>
    [...content!.matchAll(/#"((?:[^"\\]|\\.)*)";/g)].map(([, text]) => text).join(''),
  );
/** What a page of another engine says: the number, the paragraphs of ours under it. */
interface Certificate {
  nth: number;
  words: string[];
}
const SIGNED = 'Председатель ПО';
const BY = 'Исп. Замер';
const fontFile = (style: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/pt-serif/${style}/PTSerif_${style}.ttf`);

const htmlStyle = () => `<style>
@font-face{font-family:PT;src:url(data:font/ttf;base64,${readFileSync(fontFile('400Regular')).toString('base64')})}
@font-face{font-family:PT;font-weight:700;src:url(data:font/ttf;base64,${readFileSync(fontFile('700Bold')).toString('base64')})}
body{font:12pt PT;text-align:justify;margin:0}p{text-indent:10mm;margin:6pt 0}.h{display:grid;grid-template-columns:22mm 1fr;text-align:center;font-size:11pt}
.o{width:18mm;height:18mm;border:1.5pt solid;border-radius:50%;line-height:18mm;font-weight:700}.r{display:flex;justify-content:space-between}
h1{font-size:15pt;text-align:center}h2{font-size:12pt;text-align:center}.s{flex:0 0 50mm;border-bottom:.5pt solid}.f{text-align:right;font-size:9pt}section+section{break-before:page}</style>`;
const htmlOf = (pages: readonly Certificate[]) =>
  pages
    .map(
      ({ nth, words }) =>
        `<section><div class=h><div class=o>ВОА</div><div>${ORG.join('<br>')}<br><b>${PLACE}</b></div></div><hr><div class=r><span>№ 1001-1/${nth}-26</span><span>${DAY}</span></div><h1>СПРАВКА</h1><h2>${TITLE}</h2>${words.map((text) => `<p>${text}</p>`).join('')}<div class=r><span>${SIGNED}</span><span class=s></span><span>/____________________/</span></div><div>М. П.</div><div>${BY}</div><div class=f>1 / 1</div></section>`,
    )
    .join('');
const pdfmakeOf = (pages: readonly Certificate[]) => ({
  pageSize: 'A4',
  // As ours: fit to be kept. Chromium has no such standard.
  version: '1.7',
  subset: 'PDF/A-2b',
  pageMargins: [57, 57, 28, 57],
  defaultStyle: { font: 'PTSerif', fontSize: 12 },
  footer: (page: number, pages: number) => ({
    text: `${page} / ${pages}`,
    alignment: 'right',
    fontSize: 9,
    margin: [0, 20, 28, 0],
  }),
  content: pages.flatMap(({ nth, words }, at) => [
    {
      columns: [
        {
          width: 60,
          stack: [
            { canvas: [{ type: 'ellipse', x: 26, y: 26, r1: 25, r2: 25, lineWidth: 1.5 }] },
            { text: 'ВОА', bold: true, relativePosition: { x: 13, y: -34 } },
          ],
        },
        {
          width: '*',
          fontSize: 11,
          alignment: 'center',
          text: [...ORG.map((line) => `${line}\n`), { text: PLACE, bold: true }],
        },
      ],
      ...(at > 0 && { pageBreak: 'before' }),
    },
    { canvas: [{ type: 'line', x1: 0, y1: 4, x2: 510, y2: 4, lineWidth: 0.8 }] },
    { columns: [{ text: `№ 1001-1/${nth}-26` }, { text: DAY, alignment: 'right' }] },
    { text: 'СПРАВКА', bold: true, fontSize: 15, alignment: 'center', margin: [0, 16, 0, 8] },
    { text: TITLE, bold: true, alignment: 'center' },
    ...words.map((text) => ({ text, alignment: 'justify', leadingIndent: 28, margin: [0, 3, 0, 3] })),
    {
      columns: [
        { text: SIGNED, width: 158 },
        { width: 150, canvas: [{ type: 'line', x1: 0, y1: 12, x2: 141, y2: 12, lineWidth: 0.5 }] },
        { text: '/____________________/', alignment: 'right' },
      ],
      margin: [0, 16, 0, 4],
    },
    { text: 'М. П.', fontSize: 10 },
    { text: BY, fontSize: 9 },
  ]),
});
/** What must be read out of the page of every engine, without spaces. */
const partsOf = ({ nth, words }: Certificate) => [
  ...ORG,
  PLACE,
  DAY,
  `1001-1/${nth}-26`,
  'СПРАВКА',
  TITLE,
  ...words,
  SIGNED,
  BY,
  '1 / 1',
];
const bare = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '');

/** Another engine: one file of so many pages; core time that it has used, ms. */
interface Peer {
  name: string;
  make(pages: readonly Certificate[]): Promise<Uint8Array>;
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
  // The fonts are there before the first page: only what a paper says is new.
  await page.setContent(`${htmlStyle()}<body></body>`);
  return {
    name: 'Chromium',
    async make(pages) {
      await page.evaluate((html) => {
        document.body.innerHTML = html;
        return document.fonts.ready.then(() => undefined);
      }, htmlOf(pages));
      return page.pdf({ format: 'A4', margin: { left: '20mm', right: '10mm', top: '20mm', bottom: '20mm' } });
    },
    usedMs: chromiumMs,
    close: () => browser.close(),
  };
}

const PDFMAKE = '0.3.11';
/** The package is fetched at the first run, beside the data of the benches: the product does not stand on it. */
async function pdfmakePeer(): Promise<Peer> {
  const folder = benchFolder('peers');
  if (!existsSync(join(folder, 'node_modules', 'pdfmake')))
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `pdfmake@${PDFMAKE}`]);
  const pdfmake = createRequire(join(folder, 'x.js'))('pdfmake') as Pdfmake;
  const [normal, bold] = [fontFile('400Regular'), fontFile('700Bold')];
  pdfmake.setFonts({ PTSerif: { normal, bold, italics: normal, bolditalics: bold } });
  // It fetches nothing and reads nothing but its fonts; without these it says so before every page.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold);
  return {
    name: 'pdfmake',
    make: (pages) => pdfmake.createPdf(pdfmakeOf(pages)).getBuffer(),
    usedMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: async () => undefined,
  };
}
interface Pdfmake {
  setFonts(fonts: object): void;
  setUrlAccessPolicy(may: (url: string) => boolean): void;
  setLocalAccessPolicy(may: (path: string) => boolean): void;
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

/** Garages of one ПО whose owners owe, and headers of its official. */
interface Debtors {
  po: number;
  garages: number[];
  headers: Record<string, string>;
}
async function debtorsOf({ deps }: Bench): Promise<Debtors> {
  const { rows } = await sql<{ id: number; po_id: number }>`select g.id, g.po_id from garage g
    join garage_balance b on b.garage_id = g.id where g.is_active and b.debt_kopecks > 0
      and exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null) order by g.id limit 400`.execute(
    deps.db,
  );
  const po = rows[0]!.po_id;
  const garages = rows.filter((row) => row.po_id === po).map(({ id }) => id);
  return { po, garages, headers: await officialOf(deps, { po }) };
}

const clicked = async ({ app }: Bench, { garages, headers }: Debtors, nth: number) => {
  const reply = await app.inject({
    method: 'POST',
    url: generateDocument.path,
    headers,
    payload: { document_type_id: 1, garage_id: garages[nth % garages.length] },
  });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
};

/** `click`, `keeping`, `beside`, `memory`: each is measured by itself when it is named. */
export async function run(bench: Bench, wanted: readonly string[] = []) {
  const debtors = await debtorsOf(bench);
  await clicked(bench, debtors, 0);
  const parts = {
    click: () => click(bench, debtors),
    keeping: () => keeping(bench.deps, debtors),
    beside: () => onEngine(bench, beside),
    memory: () => onEngine(bench, memory),
  };
  for (const [name, part] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) await part();
}

async function click(bench: Bench, debtors: Debtors) {
  const times: number[] = [];
  for (let nth = 0; nth < CLICKS; nth += 1) times.push(await timed(() => clicked(bench, debtors, nth)));
  reportMs('справка от щелчка до файла, p95', quantile(times, 0.95), 150);
  const before = process.cpuUsage();
  for (let nth = 0; nth < CLICKS; nth += 1) await clicked(bench, debtors, nth);
  const { user, system } = process.cpuUsage(before);
  const ownMs = (user + system) / 1000 / CLICKS;
  console.log(
    `· из них середина ${middle(times).toFixed(1)} мс; сам процесс занимал ядро ${ownMs.toFixed(1)} мс на справку`,
  );
}

/** An engine of its own and the source of the paper that was printed last. */
async function onEngine({ deps }: Bench, part: (engine: PdfEngine, source: string) => Promise<void>) {
  const { rows } = await sql<{
    snapshot: Uint8Array;
    number: string;
  }>`select snapshot, number from document where snapshot is not null order by id desc limit 1`.execute(deps.db);
  const { source } = openSnapshot(deps.secrets, rows[0]!.snapshot, rows[0]!.number);
  const engine = typstEngine();
  await part(engine, source);
  await engine.close();
}

/** Numbers, hash and storing beside rendering alone: the papers are ready but for these. One by one, then as a pile. */
async function keeping(deps: Bench['deps'], { po, garages }: Debtors) {
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
  let lastNumber = 0;
  const sourceOf = ({ source }: Prepared) => source.replaceAll(NUMBER_SIGN, `1-1/${(lastNumber += 1)}-26`);
  const singles: number[][] = [[], []];
  const piles: number[][] = [[], []];
  const at = ctx.now().getTime();
  const works: [number[], () => Promise<unknown>][] = [
    [
      singles[0]!,
      async () => {
        for (const one of prepared) await deps.pdf.render({ source: sourceOf(one), isKept: true, at });
      },
    ],
    [
      singles[1]!,
      async () => {
        for (const ready of prepared) {
          const taken = await act(ctx, 'reference.print', async ({ tx, log }) => {
            await log({ place: { region_id: place.region_id, mo_id: place.mo_id, po_id: po }, text: 'Замер' });
            return takePaper(ctx, tx, anew(ready));
          });
          await firstFile(ctx, taken);
        }
      },
    ],
    [piles[0]!, () => deps.pdf.render({ source: pileOf(prepared.map(sourceOf)), isKept: true, at })],
    [piles[1]!, () => pileKept(deps, ctx, prepared)],
  ];
  for (let round = 0; round < ROUNDS * 2; round += 1)
    for (const [times, work] of round % 2 ? works.toReversed() : works) {
      // What the compiler remembers of the same papers would be a gift to whoever comes second.
      for (let nth = 0; nth < FORGETS_AFTER; nth += 1) await deps.pdf.render({ source: `${nth}`, isKept: false, at });
      times.push(await coreMs(work));
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
  const kept = await deps.db
    .selectFrom('document')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['snapshot', 'number'])
    .execute();
  const sources = kept.map(({ snapshot, number }) => openSnapshot(deps.secrets, snapshot!, number).source);
  await deps.files.put(await deps.pdf.render({ source: pileOf(sources), isKept: true, at: 0 }));
}

/** The page of another engine says what ours says. @throws when it lacks a part */
async function requireParts(name: string, page: Certificate, bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  const missing = partsOf(page).filter((part) => !bare(text).includes(bare(part)));
  if (missing.length) throw new Error(`${name} lacks «${missing.join('», «')}»`);
}

/** How much more than the bare compiler a paper may take: its pictures, the way to the compiler's process and back. */
const MOST_OVER_FLOOR = 1.35;
/** Core time of the bare compiler for a page, ms: the same source, fonts and standard, in a process that does nothing else. */
function floorOf() {
  const bare = fork(fileURLToPath(new URL('./papersFloor.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    async msOf(sources: readonly string[]): Promise<number> {
      bare.send(sources);
      const [{ ms, bytes }] = (await once(bare, 'message')) as [{ ms: number; bytes: number }];
      if (!bytes) throw new Error('the bare compiler made nothing');
      return ms / sources.length;
    },
    close: () => bare.disconnect(),
  };
}

/** Pages a core-second of ours and of the other engines in turn: a file for each page, and one file of many. */
async function beside(engine: PdfEngine, source: string) {
  const peers = [await chromiumPeer(), await pdfmakePeer()];
  const numbered = (nth: number) => sourceFor(source, nth);
  const page = (nth: number): Certificate => ({ nth, words: wordsOf(numbered(nth)) });
  const ours = {
    one: (nth: number) => engine.render({ source: numbered(nth), isKept: true, at: nth * 1000 }),
    pile: (from: number) =>
      engine.render({
        source: pileOf(Array.from({ length: PAGES }, (_, nth) => numbered(from * PAGES + nth))),
        isKept: true,
        at: from,
      }),
  };
  await requireParts('our engine', page(0), await ours.one(0));
  const bare = floorOf();
  await bare.msOf(Array.from({ length: 20 }, (_, nth) => numbered(nth)));
  for (const peer of peers)
    for (let nth = 0; nth < 5; nth += 1) await requireParts(peer.name, page(nth), await peer.make([page(nth)]));
  const one: number[] = [];
  const pile: number[] = [];
  const floor: number[] = [];
  const theirs = peers.map(() => ({ one: [] as number[], pile: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round * PAGES;
    one.push(
      (await coreMs(async () => {
        for (let nth = 0; nth < PAGES; nth += 1) await ours.one(from + nth);
      })) / PAGES,
    );
    floor.push(await bare.msOf(Array.from({ length: PAGES }, (_, nth) => numbered(from + nth))));
    pile.push((await coreMs(() => ours.pile(round))) / PAGES);
    for (const [nth, peer] of peers.entries()) {
      const pages = Array.from({ length: PAGES }, (_, at) => page(from + at));
      const start = peer.usedMs();
      for (const one of pages.slice(0, PEER_PAGES)) await peer.make([one]);
      const between = peer.usedMs();
      await peer.make(pages);
      theirs[nth]!.one.push((between - start) / PEER_PAGES);
      theirs[nth]!.pile.push((peer.usedMs() - between) / PAGES);
    }
  }
  for (const peer of peers) await peer.close();
  bare.close();
  const rate = (ms: number[]) => 1000 / middle(ms);
  report(
    'вёрстка по одной к голому компилятору того же листа',
    middle(one) / middle(floor),
    MOST_OVER_FLOOR,
    `${middle(one).toFixed(2)} и ${middle(floor).toFixed(2)} мс ядра на страницу, его предел ${rate(floor).toFixed(0)} страниц в секунду ядра`,
  );
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
      if (of === 'pile') {
        console.log(`· ${peer.name} ${what}: ${other.toFixed(0)} страниц в секунду ядра`);
        continue;
      }
      report(
        `вёрстка ${what}: ${peer.name} к нашей`,
        other / pages,
        1 / LEAST_TIMES,
        `${other.toFixed(0)} страниц в секунду ядра, мы быстрее в ${(pages / other).toFixed(1)} раза`,
      );
    }
  }
}

/** Papers after which a worker has what it keeps of all of them: letters, lines of the office, pictures. */
const SETTLED = 50;
/** What the worker grows by over thousands of papers, each of somebody else, and over as many that do not compile. */
async function memory(engine: PdfEngine, source: string) {
  for (let nth = 0; nth < SETTLED; nth += 1)
    await engine.render({ source: sourceFor(source, nth), isKept: true, at: nth * 1000 });
  const start = compilerUse().mb;
  let most = start;
  for (let nth = 0; nth < MANY; nth += 1) {
    await engine.render({ source: sourceFor(source, nth), isKept: true, at: nth * 1000 });
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
    `было ${start.toFixed(0)} МБ, не больше ${most.toFixed(0)} МБ`,
  );
}
