// Paper from the browser's own print: the card of a garage with any number of owners, the act of reconciliation over several pages.
import { expect, test, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { StatementReply } from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { enter } from './kit.ts';

/** Text of each page of what would come out of a printer. */
async function printed(page: Page): Promise<string[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true, format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((one) => one.normalize('NFC').replaceAll(/\s+/g, ' '));
}

/** Address of the largest debtor of the place. */
async function largestDebtor(page: Page): Promise<string> {
  await page.goto('/contributions/ageing');
  const first = page
    .getByRole('region', { name: /[Кк]рупнейши[ех] должник/ })
    .getByRole('link', { name: /^Гараж / })
    .first();
  await expect(first).toBeVisible();
  return (await first.getAttribute('href'))!;
}

/** What a person sees of an element, as words. */
const wordsOf = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).innerText()).normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** The plate is a drawing: its words end every page. */
const withoutPlate = (pages: readonly string[], number: string) =>
  pages.map((text) => text.replace(new RegExp(` \\S+ ${number}$`), '')).join(' ');

const FAMILIES = ['Константинопольский-Задунайский', 'Петров', 'Кузнецова', 'Воронина'];

test('the card of a garage: the debt and its lines stand on the first page for 1 to 12 owners, no word is broken', async ({
  page,
}) => {
  await enter(page, 'po@example.ru');
  const address = await largestDebtor(page);
  let owners = 1;
  let plate = '';
  await page.route(/\/api\/garages\/\d+(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const card = (await answer.json()) as GarageCard;
    const [own] = card.owners;
    plate = card.number;
    const many = Array.from({ length: owners }, (_, nth) => ({
      ...own!,
      id: own!.id + nth,
      is_primary: nth === 0,
      share: owners > 1 ? `1/${owners}` : null,
      full_name: `${FAMILIES[nth % FAMILIES.length]} Александр Владимирович`,
      privilege: nth % 3 === 1 ? { name: 'Участник боевых действий', discount_percent: 50, is_expired: false } : null,
    }));
    await route.fulfill({ response: answer, json: { ...card, owners: many } });
  });
  for (owners of [1, 7, 12]) {
    await page.goto('/');
    await page.goto(address);
    const debt = page.getByRole('region', { name: 'Долг', exact: true });
    await expect(debt).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const lines = await wordsOf(page, 'Долг');
    const people = await wordsOf(page, 'Владельцы');
    const pages = await printed(page);
    expect(pages[0], `${owners} owners`).toContain(lines);
    expect(withoutPlate(pages, plate), `${owners} owners`).toContain(people);
    expect((people.match(/Александр Владимирович/g) ?? []).length).toBe(owners);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('the tab of money is printed with its bill as the page shows it', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto(`${await largestDebtor(page)}/contributions`);
  await expect(page.getByRole('region', { name: 'Почему такой долг?' }).getByText('Итого к оплате')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const bill = await wordsOf(page, 'Почему такой долг?');
  const plate = (await page.locator('h1').first().innerText()).match(/№ (\S+)/)![1]!;
  expect(withoutPlate(await printed(page), plate)).toContain(bill);
});

test('an act of several pages says its totals once, at the end', async ({ page }) => {
  await enter(page, 'po@example.ru');
  const address = await largestDebtor(page);
  let count = 0;
  await page.route(/\/api\/garages\/\d+\/statement/, async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as StatementReply;
    const lines = Array.from({ length: count }, (_, nth) => ({
      ...reply.lines[nth % reply.lines.length]!,
      id: 1e6 + nth,
    }));
    await route.fulfill({ response: answer, json: { ...reply, lines } });
  });
  // The end falls elsewhere on the last sheets with each.
  for (count of [113, 116, 119, 122, 125, 128, 131]) {
    await page.goto(`${address}/contributions`);
    await expect(page.getByRole('region', { name: 'Акт сверки' }).getByRole('table')).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute('data-paper', 'statement'));
    await page.emulateMedia({ media: 'print' });
    const pages = await printed(page);
    expect(pages.length).toBeGreaterThan(2);
    // The first sheet says the balances once more, above the lines; the signatures are never without the totals.
    const last = pages.length - 1;
    const rows = pages.map((text) => text.split('Итого за период').length - 1);
    expect(rows, `${count} lines`).toEqual(rows.map((_, nth) => (nth === last ? 1 : 0)));
    expect(pages[last]).toContain('Остаток на конец');
    expect(pages[last]).toContain('Владелец гаража');
    expect(pages[0]).toContain('Акт сверки взаимных расчётов');
    expect(pages.every((text) => text.includes('Операция'))).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  }
});
