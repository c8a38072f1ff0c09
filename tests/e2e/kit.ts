// What every journey needs: entering, and looking at a page the way people with screen readers do.
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inTime } from '../kit/busy.ts';

export const PASSWORD = 'Garage-2026';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Signs in on `/sign` and waits for the first page. */
export async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/sign');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForURL((url) => url.pathname !== '/sign');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

const others: BrowserContext[] = [];
/** A page in a browser of somebody else; a file that opens one ends its tests with `closeOthers`. */
export async function pageOfAnother(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  others.push(context);
  return context.newPage();
}
/** A page that is left open behind a journey takes the frames of the next one. */
export async function closeOthers(): Promise<void> {
  for (const context of others.splice(0)) await context.close();
}

/** Signs in and goes to work in another place; answers a way to call the API from the page. */
export async function workAs(
  page: Page,
  email: string,
  place: { region: number | null; mo: number | null; po: number | null },
) {
  const asked = page.waitForRequest((request) => Boolean(request.headers()['x-fingerprint']));
  await enter(page, email);
  const fingerprint = (await asked).headers()['x-fingerprint']!;
  const send = (path: string, method: string, body: object) =>
    page.evaluate(
      async ([to, how, what, print]) => {
        const answer = await fetch(to!, {
          method: how!,
          headers: {
            'Content-Type': 'application/json',
            'X-Fingerprint': print!,
            Authorization: `Bearer ${localStorage.getItem('id_token')}`,
          },
          body: what!,
        });
        return { status: answer.status, body: (await answer.json()) as { token?: string } };
      },
      [path, method, JSON.stringify(body), fingerprint],
    );
  const { body } = await send('/api/update_token/', 'PUT', place);
  await page.evaluate((token) => localStorage.setItem('id_token', token), body.token!);
  return send;
}

/**
 * What `read` makes of all that `some` finds, once `least` of them are seen: neither a quiet network nor a heading means
 * that the rows are drawn, and what is not drawn has no faults. With 0 the caller has waited, and none is right as well.
 */
export async function readAll<T>(
  some: Locator,
  read: (elements: (HTMLElement | SVGElement)[]) => T,
  least = 1,
): Promise<T> {
  if (least > 0) await expect(some.nth(least - 1)).toBeVisible();
  return some.evaluateAll(read);
}
/** The words of each of them; see `readAll`. */
export const textsOf = (some: Locator, least = 1) =>
  readAll(some, (elements) => elements.map((element) => (element as HTMLElement).innerText), least);

/** Serious and critical findings of axe, each as «rule: element». */
export async function axeFindings(page: Page): Promise<string[]> {
  const first = await axeRun(page);
  if (first.length === 0) return [];
  await page.waitForTimeout(inTime(700));
  const again = await axeRun(page);
  return first.filter((one) => again.includes(one));
}

async function axeRun(page: Page): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: {
            id: string;
            impact: string;
            nodes: { target: string[]; any: { data?: { fgColor?: string; bgColor?: string } | null }[] }[];
          }[];
        }>;
      };
    };
    // Of what is right one example each is worked out, not thousands.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map(({ id, nodes: [node] }) => {
        const colours = node?.any[0]?.data;
        const pair = colours?.fgColor ? ` (${colours.fgColor} on ${colours.bgColor})` : '';
        return `${id}: ${node?.target.join(' ')}${pair}`;
      });
  });
}

/** Waits for what is fading in or out: half-seen letters have half the contrast. */
const settled = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const ended = Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    // None takes as long; one that stands still, because its element is not drawn, is not waited for without end.
    return Promise.race([ended, new Promise((done) => setTimeout(done, 2000))]).then(() => undefined);
  });

/** Nothing serious for screen readers in either theme, nothing sticks out at any width. */
export async function isFitting(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours glide to the other theme: what stays is looked at.
    await expect.poll(() => axeFindings(page), { timeout: inTime(60_000) }).toEqual([]);
  }
  for (const width of [390, 768, 1024, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** The connection is lost. On a machine without a network of its own the browser has nothing new to tell its page: it is told all the same. */
export async function goOffline(page: Page): Promise<void> {
  const wasOnline = await page.evaluate(() => navigator.onLine);
  await page.context().setOffline(true);
  if (!wasOnline) await page.evaluate(() => window.dispatchEvent(new Event('offline')));
}

/** Nothing serious for people with screen readers. */
export async function isClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

/**
 * Pixels by which the page, or its content below the header, scrolls sideways; 0 when it fits. A page that was resized a
 * moment ago is drawn for the new width some frames later, on a busy machine many: one that sticks out is looked at for
 * two seconds more, on a slow machine as much longer, or for `patienceMs`.
 */
export function sideways(page: Page, patienceMs = inTime(2000)): Promise<number> {
  return page.evaluate(async (lookedAtMs) => {
    const boxes = () => [document.documentElement, ...document.querySelectorAll('main')];
    const over = () => Math.max(...boxes().map((box) => box.scrollWidth - box.clientWidth));
    const pause = () => new Promise((done) => void setTimeout(done, 50));
    const end = performance.now() + lookedAtMs;
    await pause();
    while (over() > 0 && performance.now() < end) await pause();
    return over();
  }, patienceMs);
}

/** Words set letter under letter because their box was left no width: the first 40 characters of each. */
export const crushedWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent!.trim();
      const parent = node.parentElement!;
      // Words for readers alone stand in a box of one pixel.
      const isForReaders = parent.getBoundingClientRect().width <= 2;
      if (words.length < 6 || isForReaders || parent.closest('[aria-hidden="true"], svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 3 && words.length / lines < 3) found.push(words.slice(0, 40));
    }
    return found;
  });

/** Ticks that stand right at the name of the tick before them, so that it is not seen whose box it is: their names. */
export const touchingTicks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ticks = [...document.querySelectorAll('main label:has(> input[type="checkbox"])')];
    return ticks.flatMap((tick, index) => {
      const [own, before] = [tick.getBoundingClientRect(), ticks[index - 1]?.getBoundingClientRect()];
      const isBeside = before && own.top < before.bottom && before.top < own.bottom && own.left >= before.right - 1;
      return isBeside && own.left - before.right < 8 ? [tick.textContent.trim().slice(0, 40)] : [];
    });
  });
