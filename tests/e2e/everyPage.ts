// Looking at every address of a resource and of `contract/pages.ts`: fits six widths in both themes, says nothing in the console,
// asks nothing that fails, and has no serious finding of axe. A new page is looked at without being named here.
import { expect, test, type Page } from '@playwright/test';
import { refusal, signedIn, SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { allResources } from '../../resources/admin/index.ts';
import { pagesOf } from '../../resources/productResource.ts';
import { inTime } from '../kit/busy.ts';
import { axeFindings, crushedWords, enter, sideways, touchingTicks } from './kit.ts';

const WIDTHS = [390, 768, 820, 1024, 1366, 1440];

/** Accounts, the least able first: a page is opened by the first one that may. */
const accounts: [email: string, actor: Actor][] = (
  [
    ['po@example.ru', { po: 1 }],
    ['mo@example.ru', { mo: 1 }],
    ['super@example.ru', { mo: 1, isSuperuser: SUPERUSER }],
  ] as const
).map(([email, facts]) => [
  email,
  {
    userId: 1,
    sessionId: 1,
    name: '',
    role: '',
    isSuperuser: 0,
    region: null,
    mo: null,
    po: null,
    capabilities: [1, 2, 3],
    ...facts,
  },
]);

/** Cards of what the demo world has none of. */
const without = new Set([
  '/handovers/:id',
  '/admin/admin_gallery/:id',
  '/admin/po/:id/import/:batch',
  '/admin/mo/:id/import/:book',
  '/document/:id',
]);
/** Cards whose first record is not everybody's: the one that the account sees first is opened. */
const seenFirst = '/reregistration/:id';
const ofResources = allResources
  .flatMap(pagesOf)
  .filter(({ path }) => !without.has(path))
  .map(({ path, needs = signedIn, away }) => ({
    address: path.replace(':id', '1'),
    email: accounts.find(([, actor]) => !refusal(actor, needs) && !away?.(actor, '1'))![0],
  }));

/** The first record of the demo world, but where a page is asked for by a word. */
const samples: Partial<Record<keyof typeof pages, string | number>> = {
  search: 'иванов',
  statisticsTab: 'user',
  adminTab: 'poes',
};
const known = new Set(ofResources.map(({ address }) => address));
const others = Object.entries(pages)
  .map(([name, address]) => {
    const sample = samples[name as keyof typeof pages] ?? 1;
    return typeof address === 'string' ? address : (address as (value: string | number) => string)(sample);
  })
  .filter(
    (address) =>
      !known.has(address) &&
      address !== '/admin/admin_gallery/1' &&
      !/\/import\/|^\/document\/|^\/handovers\/|undefined/.test(address),
  )
  .map((address) => ({ address, email: address.startsWith('/admin') ? 'super@example.ru' : 'po@example.ru' }));
const visited = [...ofResources, ...others].filter(({ address }) => !address.startsWith('/sign'));

/** Declares the test of every page that `email` is the first to open. */
export const testEveryPageOf = (email: string) =>
  testPages(email, (one) => one.email === email, { kinds: 0.5, isExpected: () => false });

/** Declares the test of every page that somebody else than a superuser may open, as `email` sees it: some lead away, some cards are not his. */
export const testEveryPageAs = (email: string) =>
  testPages(email, (one) => !one.address.startsWith('/admin'), {
    kinds: 0.25,
    isExpected: (trouble) => /: 404 |status of 404/.test(trouble),
  });

interface Allowed {
  /** Part of the pages that say something of their own, at least: the walk walked. */
  kinds: number;
  isExpected(trouble: string): boolean;
}
const testPages = (email: string, isAsked: (one: (typeof visited)[number]) => boolean, allowed: Allowed) =>
  test(`every page of ${email}`, async ({ page }) => {
    test.setTimeout(1_800_000);
    const seen = await enterAndFind(page, email);
    const troubles: string[] = [];
    const shown: string[] = [];
    for (const { address } of visited.filter(isAsked).map(seen)) {
      troubles.push(...(await look(page, address, { open: goInside })).map((trouble) => `${address}: ${trouble}`));
      shown.push(`${await page.title()} ${(await page.locator('h1').allTextContents()).join(' ')}`);
    }
    expect(troubles.filter((one) => !outlived.test(one) && !allowed.isExpected(one))).toEqual([]);
    expect(new Set(shown).size).toBeGreaterThan(shown.length * allowed.kinds);
  });

/** A walk on a slow machine outlives its token: the call is sent again with a new one. Without one nothing of the page is there. */
const outlived = /: 401 \/api\/|status of 401/;

/** Signs in; answers how an address is put right for the account: the case it sees first instead of number 1. */
async function enterAndFind(page: Page, email: string) {
  const asked = page.waitForRequest((request) => Boolean(request.headers()['x-fingerprint']));
  await enter(page, email);
  const fingerprint = (await asked).headers()['x-fingerprint']!;
  const cases = await page.evaluate(async (print) => {
    const headers = { 'X-Fingerprint': print, Authorization: `Bearer ${localStorage.getItem('id_token')}` };
    return (await (
      await fetch('/api/reregistrations/?filter=%7B%22status%22%3A%5B1%2C2%2C3%2C4%2C5%2C6%5D%7D', { headers })
    ).json()) as { id: number }[];
  }, fingerprint);
  expect(cases.length).toBeGreaterThan(0);
  const own = seenFirst.replace(':id', String(cases[0]!.id));
  return (one: (typeof visited)[number]) =>
    one.address === seenFirst.replace(':id', '1') ? { ...one, address: own } : one;
}

type Opening = (page: Page, address: string) => Promise<unknown>;

/** As a typed address is: the whole console starts. */
const load: Opening = (page, address) => page.goto(address, { waitUntil: 'networkidle' });

/** As a link is, inside the running console: starting it a hundred times takes longer than looking at what it shows. */
async function goInside(page: Page, address: string): Promise<void> {
  let asking = 0;
  let quietSince = Date.now();
  const begun = () => (asking += 1);
  const ended = () => {
    asking -= 1;
    quietSince = Date.now();
  };
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    const state = { idx: idx + 1, key: `page${idx + 1}`, usr: null };
    window.history.pushState(state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
  quietSince = Date.now();
  // The page before stands until the next is drawn, on a busy machine a while after all is answered; some share its heading.
  await page
    .waitForFunction(() => !document.querySelector('[data-before]'), null, { timeout: 2000 })
    .catch(() => undefined);
  await expect.poll(() => asking <= 0 && Date.now() - quietSince > quietMs(), { intervals: [50] }).toBe(true);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
}

/** Without a request for so long a page inside the running console is there: what one answer asks for is asked at once. */
const quietMs = () => inTime(100);

interface Looking {
  open?: Opening;
  widths?: readonly number[];
  /** How long a page that sticks out is given to be drawn for its width, ms. */
  patienceMs?: number;
}

/** Everything wrong with one page. */
export async function look(
  page: Page,
  address: string,
  { open = load, widths = WIDTHS, patienceMs }: Looking = {},
): Promise<string[]> {
  const troubles: string[] = [];
  const onConsole = (message: { type(): string; text(): string }) =>
    message.type() === 'error' && troubles.push(`console: ${message.text().slice(0, 200)}`);
  const onError = (error: Error) => troubles.push(`page: ${error.message.slice(0, 200)}`);
  const onResponse = (response: { status(): number; url(): string }) =>
    response.status() >= 400 && troubles.push(`${response.status()} ${new URL(response.url()).pathname}`);
  page.on('console', onConsole).on('pageerror', onError).on('response', onResponse);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, address);
  troubles.push(...(await axeFindings(page)).map((one) => `axe, light, 1366: ${one}`));
  // Colours of a page that is open glide to the other theme: axe waits for them.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 768 });
    await page.evaluate(twoFrames);
    let wrong = await wrongAt(page, width, patienceMs);
    if (wrong.length) {
      // A browser short of time draws no frame and hears of no new width: a picture makes it draw one.
      await page.screenshot();
      wrong = await wrongAt(page, width, patienceMs);
    }
    troubles.push(...wrong);
    troubles.push(...(await touchingTicks(page)).map((name) => `${width}: tick «${name}» touches the one before`));
    if (width === 390) troubles.push(...(await axeFindings(page)).map((one) => `axe, dark, 390: ${one}`));
  }
  page.off('console', onConsole).off('pageerror', onError).off('response', onResponse);
  return troubles;
}

async function wrongAt(page: Page, width: number, patienceMs?: number): Promise<string[]> {
  const over = await sideways(page, patienceMs);
  const crushed = await crushedWords(page);
  return [...(over > 0 ? [`${over} px sideways`] : []), ...crushed.map((words) => `crushed «${words}»`)].map(
    (trouble) => `${width}: ${trouble}`,
  );
}

/** Until what was resized is drawn; a browser that draws nothing for a while, as a busy machine's may, is not waited for without end. */
const twoFrames = () =>
  new Promise<void>((done) => {
    setTimeout(done, 1000);
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });
