// In a real Chromium on a slow computer: when the rows of the list are seen and when they answer, a second visit, a page of charts,
// what moves while it comes; and what two hundred pages with cards and dialogs leave in memory.
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { plusDays } from '../contract/kernel/days.ts';
import { buildApp } from '../server/app.ts';
import { dateIn, HOME_ZONE } from '../server/ports/clock.ts';
import { followWriters, middle, report, type Bench } from './kit.ts';
import { plainConsole } from './plainBuild.ts';

/** How many times slower than this machine the computer of an office is. */
const SLOWER = 4;
const ROUNDS = 5;
const MB = 1024 * 1024;

export async function run({ deps, headers }: Bench) {
  await followWriters(deps);
  const token = headers.authorization!.replace('Bearer ', '');
  const [ours, plain] = [
    await served(await buildApp(deps, { consoleDir: join(import.meta.dirname, '..', 'dist') })),
    await served(await buildApp(deps, { consoleDir: await plainConsole() })),
  ];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const list = { browser, token, url: `${ours.url}/`, rows: 'tbody tr, [role=row]' };
    const peer = { browser, token, url: `${plain.url}/#/garages`, rows: 'tbody tr' };
    const told = ({ ours: one, peer: other }: { ours: number; peer: number }) =>
      `${(one / 1000).toFixed(2)} с против ${(other / 1000).toFixed(2)}`;
    const against = async (what: string, limit: number, work: () => Promise<number>, other: () => Promise<number>) => {
      const both = await compareTimes(work, other);
      report(`${what}, процессор в ${SLOWER} раза медленнее`, both.ratio, limit, told(both));
    };
    const rows = (visit: Visit) => () => arrive(visit).then(({ seen }) => seen);
    const usable = (visit: Visit) => () => arrive(visit).then(({ answers }) => answers);
    await against('строки списка видны, к голому react-admin', 0.6, rows(list), rows(peer));
    await against('строки списка отвечают, к голому react-admin', 1, usable(list), usable(peer));
    await against('второй приход: строки видны, к голому react-admin', 0.5, again(list), again(peer));
    // A year: an empty month has nothing to draw.
    const year = JSON.stringify({ mode: 'graph', from: plusDays(dateIn(new Date(), HOME_ZONE), -364) });
    const charts = {
      ...list,
      url: `${ours.url}/statistics/balance_operation?filter=${encodeURIComponent(year)}`,
      rows: 'svg.recharts-surface',
      few: 1,
    };
    await against('страница графиков нарисована, к списку гаражей', 1.3, usable(charts), usable(list));
    const { shift } = await arrive(list);
    report('сдвиг страницы, пока приходит список, к 0,02', shift / 0.02, 1);
    await heap(browser, ours.url, token);
  } finally {
    await browser.close();
    await ours.app.close();
    await plain.app.close();
  }
}

async function served(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** One coming to a page: its rows, or what stands in their place, and how many of them make the page. */
interface Visit {
  browser: Browser;
  token: string;
  url: string;
  rows: string;
  few?: number;
}

/** Times of two ways taken by turns, as their middles, ms. */
async function compareTimes(ours: () => Promise<number>, peer: () => Promise<number>) {
  const times: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push([await ours(), await peer()]);
  const [one, other] = [middle(times.map(([ms]) => ms)), middle(times.map(([, ms]) => ms))];
  return { ours: one, peer: other, ratio: one / other };
}

/** Someone signed in, with nothing cached. */
async function newcomer(browser: Browser, token: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await context.addInitScript((value) => {
    localStorage.setItem('id_token', value);
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  }, token);
  return { context, page: await context.newPage() };
}

async function arrive(visit: Visit) {
  const { context, page } = await newcomer(visit.browser, visit.token);
  const times = await open(context, page, visit);
  await context.close();
  return times;
}

/** The second coming of one browser, ms until its rows are seen. */
const again = (visit: Visit) => async () => {
  const { context, page } = await newcomer(visit.browser, visit.token);
  await open(context, page, visit);
  await page.goto('about:blank');
  const { seen } = await open(context, page, visit);
  await context.close();
  return seen;
};

/** Milliseconds until the rows are seen and until they are drawn by the console itself, and how far the page moved meanwhile. */
async function open(context: BrowserContext, page: Page, { url, rows, few = 20 }: Visit) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const from = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const wait = async (drawn: boolean) => {
    await page.waitForFunction(
      ([selector, least, own]) => {
        const found = [...document.querySelectorAll(selector)];
        // React names its hold on an element so; rows painted before it have none.
        const held = own
          ? found.filter((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber')))
          : found;
        return held.length >= least;
      },
      [rows, few, drawn] as const,
      { polling: 'raf' },
    );
    return performance.now() - from;
  };
  const seen = await wait(false);
  const answers = await wait(true);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  return { seen, answers, shift };
}

/** Walks between the lists and cards without loading the page anew. */
async function heap(browser: Browser, url: string, token: string) {
  const { context, page } = await newcomer(browser, token);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${url}/`);
  const used = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  const listed = () => page.waitForFunction(() => document.querySelectorAll('tbody tr, [role=row]').length >= 20);
  const steps = [
    () => page.locator('nav a[href="/profiles"]').first().click().then(listed),
    () => page.locator('nav a[href="/"]').first().click().then(listed),
    () => page.locator('tbody a[href^="/garage/"], [role=row] a[href^="/garage/"]').first().click(),
    async () => {
      await page
        .getByRole('button', { name: /Напечатать|Документ/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  ];
  const walk = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) await steps[n % steps.length]!();
  };
  await walk(0, 20);
  const early = await used();
  await walk(20, 200);
  const late = await used();
  const more = `${(early / MB).toFixed(1)} → ${(late / MB).toFixed(1)} МБ`;
  report('память после 200 переходов сверх той, что после 20, к 3 МБ', Math.max(0, late - early) / (3 * MB), 1, more);
  await context.close();
}
