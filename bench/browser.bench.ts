// In a real Chromium: when the first rows of the list are painted on a slow computer, and what two hundred pages leave in memory.
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { buildApp } from '../server/app.ts';
import { compare, report, type Bench } from './kit.ts';
import { plainConsole } from './plainBuild.ts';

/** How many times slower than this machine the computer of an office is. */
const SLOWER = 4;
const ROUNDS = 5;
const MB = 1024 * 1024;

export async function run({ deps, headers }: Bench) {
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
    const both = await compare(
      () => painted(browser, `${ours.url}/`, token, 'tbody tr, [role=row]'),
      () => painted(browser, `${plain.url}/#/garages`, token, 'tbody tr'),
      ROUNDS,
    );
    const more = `${(both.ours / 1000).toFixed(2)} с против ${(both.peer / 1000).toFixed(2)}`;
    report(
      `строки списка нарисованы, процессор в ${SLOWER} раза медленнее, к голому react-admin`,
      both.ratio,
      0.6,
      more,
    );
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

/** A browser that has been here before: signed in, nothing cached. */
async function arrived(browser: Browser, token: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await context.addInitScript((value) => localStorage.setItem('id_token', value), token);
  return { context, page: await context.newPage() };
}

async function painted(browser: Browser, url: string, token: string, row: string) {
  const { context, page } = await arrived(browser, token);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length >= 20, row, { polling: 'raf' });
  await context.close();
}

/** Walks between the lists and cards without loading the page anew. */
async function heap(browser: Browser, url: string, token: string) {
  const { context, page } = await arrived(browser, token);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${url}/`);
  const used = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  const walk = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      await page
        .locator(n % 2 ? 'nav a[href="/"]' : 'nav a[href="/profiles"]')
        .first()
        .click();
      await page.waitForFunction(() => document.querySelectorAll('tbody tr, [role=row]').length >= 20);
    }
  };
  await walk(0, 20);
  const early = await used();
  await walk(20, 200);
  const late = await used();
  const more = `${(early / MB).toFixed(1)} → ${(late / MB).toFixed(1)} МБ`;
  report('память после 200 переходов сверх той, что после 20, к 3 МБ', Math.max(0, late - early) / (3 * MB), 1, more);
  await context.close();
}
