// Re-registrations in two real browsers side by side: a sale, an inheritance by shares, an heir who sells, an exchange with a debt.
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { enter, isFitting } from './kit.ts';

/** Counts what the hand does: presses of the mouse and keys. */
function hand(page: Page) {
  const done = { clicks: 0, keys: 0 };
  return {
    done,
    click: async (what: Locator) => {
      done.clicks += 1;
      await what.click();
    },
    type: async (text: string) => {
      done.keys += text.length;
      await page.keyboard.type(text);
    },
    press: async (key: string) => {
      done.keys += 1;
      await page.keyboard.press(key);
    },
  };
}

/** Two browsers, both themes and three widths take their time on a busy machine. */
test.setTimeout(150_000);

interface Row {
  id: number;
  section: string;
  number: string;
  owners: { full_name: string }[];
  is_locked: boolean;
  balance_kopecks: number;
}
/** The list's rows as the page got them after signing in. */
async function rowsOf(page: Page, email: string): Promise<Row[]> {
  const answer = page.waitForResponse((one) => one.url().includes('/api/garages/?') && one.ok());
  await enter(page, email);
  return ((await (await answer).json()) as Row[]).filter((row) => !row.is_locked && row.owners.length === 1);
}
const next = (page: Page, step: string) => page.getByRole('button', { name: `Далее: ${step}` });

/** «ДД.ММ.ГГГГ» of a day before today. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toLocaleDateString('ru-RU');

/** A second desk: a browser of its own, with somebody else in it. */
async function beside(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1366, height: 768 },
  });
  const page = await context.newPage();
  await enter(page, email);
  return page;
}
/** Picks the first person whom the box offers for a name. */
async function choose(page: Page, card: string, name: string) {
  await page.getByRole('region', { name: card }).getByRole('combobox', { name: 'Человек' }).fill(name);
  await page.getByRole('option').first().click();
}

test('a sale: the ПО applies, the МО sees it at once and completes it', async ({ page: po, browser }) => {
  const garage = (await rowsOf(po, 'po@example.ru')).find((row) => row.balance_kopecks >= 0)!;
  const mo = await beside(browser, 'mo@example.ru');
  const menu = mo.getByRole('link', { name: /Переоформления/ }).first();
  const badge = async () => Number(/\+(\d+)/.exec((await menu.textContent()) ?? '')?.[1] ?? 0);
  await expect.poll(badge).toBeGreaterThan(0);
  const waiting = await badge();

  await po.goto(`/garage/${garage.id}`);
  const seller = hand(po);
  await seller.click(po.getByRole('button', { name: 'Ещё действия' }));
  await seller.click(po.getByRole('menuitem', { name: 'Переоформить' }));
  await seller.click(po.getByLabel('Цена гаража'));
  await seller.type('350000');
  await seller.press('Enter');
  await seller.click(po.getByRole('combobox', { name: 'Человек' }));
  await seller.type('Иван');
  await expect(po.getByRole('option').first()).toBeVisible();
  await seller.press('ArrowDown');
  await seller.press('Enter');
  await expect(po.getByRole('complementary', { name: 'Что получится' })).toContainText('Сбор');
  await seller.click(next(po, 'бумаги'));
  await seller.click(next(po, 'долг и сбор'));
  await seller.click(next(po, 'проверка'));
  await expect(po.getByText('Произойдёт всё сразу или ничего')).toBeVisible();
  await isFitting(po);
  await po.setViewportSize({ width: 1366, height: 768 });
  await seller.click(po.getByRole('button', { name: 'Подать заявку' }));
  await expect(po).toHaveURL(/\/reregistration\/\d+/);
  const id = Number(po.url().split('/').at(-1));

  await expect.poll(badge).toBe(waiting + 1);
  const buyer = hand(mo);
  await buyer.click(menu);
  await buyer.click(mo.getByRole('tab', { name: /Заявки/ }));
  await buyer.click(
    mo
      .getByRole('row')
      .filter({ has: mo.getByText(String(id), { exact: true }) })
      .first(),
  );
  await expect(mo.getByRole('heading', { name: `Переоформление № ${id}` })).toBeVisible();
  await buyer.click(mo.getByRole('button', { name: 'Взять в работу' }));
  await expect.poll(badge).toBe(waiting);
  await buyer.click(mo.getByRole('button', { name: 'Все получены' }));
  await isFitting(mo);
  await mo.setViewportSize({ width: 1366, height: 768 });
  await buyer.click(mo.getByRole('button', { name: 'Завершить' }));
  const dialog = mo.getByRole('dialog');
  await expect(dialog).toContainText('Владельцы');
  await buyer.click(dialog.getByRole('button', { name: 'Завершить' }));
  await expect(mo.getByText('Переоформление завершено').first()).toBeVisible();

  // The other desk sees it without a reload; the garage has its new owner and no lock.
  await expect(po.getByText('Завершено').first()).toBeVisible();
  await po.goto(`/garage/${garage.id}`);
  await expect(po.getByRole('region', { name: 'Владельцы' })).not.toContainText(garage.owners[0]!.full_name);
  await po.goto(`/garage/${garage.id}?tab=owners`);
  await expect(po.getByText(`Сменился владелец: ${garage.owners[0]!.full_name} → `)).toBeVisible();
  await po.goto(`/garage/${garage.id}/contributions`);
  await expect(po.getByText('За переоформление').first()).toBeVisible();
  const clicks = seller.done.clicks + buyer.done.clicks;
  const keys = seller.done.keys + buyer.done.keys;
  test.info().annotations.push({ type: 'hand', description: `${clicks} clicks, ${keys} keys` });
  expect(clicks).toBeLessThanOrEqual(15);
  expect(keys).toBeLessThanOrEqual(60);

  // The papers of the case come from its card, each with its own words; the second extract of the protocol is warned of.
  const seen = garage.owners[0]!.full_name.slice(0, 4);
  for (const [kind, words] of [
    ['Заявление о вступлении и принятии гаража', 'Прошу принять меня в члены'],
    ['Заявление о переоформлении', 'куплей-продажей'],
    [EXTRACT, seen],
  ] as const)
    expect(await printedOf(mo, kind), kind).toContain(words);
  await mo.getByRole('button', { name: 'Напечатать' }).first().click();
  await chooseKind(mo, EXTRACT);
  await expect(mo.getByRole('dialog')).toContainText('уже запрашивался по этому переоформлению');
  await mo.context().close();
});

const EXTRACT = 'Выписка из протокола бюро о переоформлении';

/** Chooses a kind in the window of printing. */
async function chooseKind(page: Page, kind: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Вид документа' }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
}

/** Prints a kind from the card on screen; answers the text of the file that was saved. */
async function printedOf(page: Page, kind: string): Promise<string> {
  await page.getByRole('button', { name: 'Напечатать' }).first().click();
  await chooseKind(page, kind);
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Напечатать' }).click();
  const bytes = await readFile(await (await saved).path());
  await expect(page.getByRole('dialog')).toBeHidden();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.normalize('NFC').replaceAll(/\s+/g, ' ');
}

test('an inheritance by two heirs: a closed tab loses nothing, the ПО sees both come', async ({
  page: po,
  browser,
}) => {
  const garage = (await rowsOf(po, 'po@example.ru')).filter((row) => row.balance_kopecks >= 0).at(-1)!;
  await po.goto(`/garage/${garage.id}`);
  const page = await beside(browser, 'mo@example.ru');
  await page.goto(`/garage/${garage.id}/new_reregistration`);
  await page.getByLabel('Основание').click();
  await page.getByRole('option', { name: 'Наследование' }).click();
  await page.getByLabel('Свидетельство о праве на наследство, №').fill('78 АВ 3114020');
  await page.getByLabel('Дата свидетельства').fill('01.02.2026');
  await page.getByLabel('Нотариус').fill('Лапина О. Ю.');
  await page.getByLabel('Свидетельство о смерти, №').fill('II-АК 512904');
  await page.getByLabel('Дата смерти').fill('14.08.2025');
  await expect(page.getByText(/Черновик сохранён/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Нотариус')).toHaveValue('Лапина О. Ю.');
  // Gone within the pause before a draft is kept by itself: the page sends it on its way out.
  await page.getByLabel('Примечание').fill('Второй наследник в отъезде');
  await page.reload();
  await expect(page.getByLabel('Примечание')).toHaveValue('Второй наследник в отъезде');
  await next(page, 'люди').click();
  await choose(page, 'Новый владелец 1', 'Петр');
  await page.getByRole('button', { name: 'Ещё один новый владелец' }).click();
  await choose(page, 'Новый владелец 2', 'Ив');
  await page.getByRole('button', { name: 'Поровну: по 1/2' }).click();
  await expect(page.getByText('1/2 + 1/2 = 1')).toBeVisible();
  await next(page, 'бумаги').click();
  await page.getByRole('button', { name: 'Все получены' }).click();
  await expect(page.getByRole('heading', { name: 'Бумаги: 3 из 3' })).toBeVisible();
  await next(page, 'долг и сбор').click();
  await next(page, 'проверка').click();
  await page.getByRole('button', { name: 'Завершить сразу' }).click();
  await expect(page).toHaveURL(/\/reregistration\/\d+/);
  // At the other desk without a reload.
  await expect(po.getByRole('region', { name: 'Владельцы' }).getByText(/доля 1\/2/)).toHaveCount(2);
  await page.context().close();
});

test('an heir who sells: each change at its own price, both stand in the history', async ({ page: po, browser }) => {
  const garage = (await rowsOf(po, 'po@example.ru')).filter((row) => row.balance_kopecks >= 0).at(-2)!;
  await po.goto(`/garage/${garage.id}/new_reregistration`);
  await po.getByLabel('Цена гаража').fill('350000');
  await next(po, 'люди').click();
  await choose(po, 'Новый владелец 1', 'Ив');
  await po.getByLabel('Прежний владелец передаёт гараж прямо новому, без промежуточных').click();
  await choose(po, 'Промежуточный владелец 1', 'Петр');
  const step = po.getByRole('region', { name: 'Промежуточный владелец 1' });
  await step.getByLabel('Владеет с').fill(daysAgo(3));
  await step.getByLabel('Основание').click();
  await po.getByRole('option', { name: 'Наследование' }).click();
  await step.getByLabel('Бумага').fill('свидетельство 78 АВ № 3114377');
  const result = po.getByRole('complementary', { name: 'Что получится' });
  await expect(result.getByText(/Наследование/)).toBeVisible();
  await expect(result.getByText(/Купля-продажа/).first()).toBeVisible();
  for (const one of ['бумаги', 'долг и сбор', 'проверка']) await next(po, one).click();
  await po.getByRole('button', { name: 'Подать заявку' }).click();
  await expect(po).toHaveURL(/\/reregistration\/\d+/);
  const mo = await beside(browser, 'mo@example.ru');
  await mo.goto(po.url());
  await mo.getByRole('button', { name: 'Взять в работу' }).click();
  // Both change the card: pressed in one breath, one of them is told that it is older than the other.
  await expect(mo.getByRole('button', { name: 'Взять в работу' })).toBeHidden();
  await mo.getByRole('button', { name: 'Все получены' }).click();
  await mo.getByRole('button', { name: 'Завершить' }).click();
  const dialog = mo.getByRole('dialog');
  // 1 500,00 ₽ of the heir and the price of a sale, in one sum.
  await expect(dialog.getByText(/наследование 1\s500,00\s₽ \+ купля-продажа/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Завершить' }).click();
  await expect(po.getByText('Завершено').first()).toBeVisible();
  await po.goto(`/garage/${garage.id}?tab=owners`);
  await expect(po.getByText(/промежуточно/).first()).toBeVisible();
  await mo.context().close();
});

test('an exchange where one of the garages owes stands still at both desks, and says why', async ({
  page: po,
  browser,
}) => {
  const rows = await rowsOf(po, 'po@example.ru');
  const calm = rows.filter((row) => row.balance_kopecks >= 0).at(-3)!;
  // A fee of today is no question of an exchange of today: the largest debt is older.
  const owes = rows.toSorted((one, other) => one.balance_kopecks - other.balance_kopecks)[0]!;
  await po.goto(`/garage/${owes.id}`);
  const mo = await beside(browser, 'mo@example.ru');
  await mo.goto(`/garage/${calm.id}/new_reregistration`);
  await mo.getByLabel('Основание').click();
  await mo.getByRole('option', { name: 'Обмен', exact: true }).click();
  await next(mo, 'люди').click();
  await mo.getByRole('combobox', { name: 'Гараж для обмена' }).fill(`${owes.section} ${owes.number}`);
  await mo
    .getByRole('option')
    .filter({ hasText: owes.owners[0]!.full_name.split(' ')[0]! })
    .first()
    .click();
  for (const step of ['бумаги', 'долг и сбор', 'проверка']) await next(mo, step).click();
  await expect(mo.getByText(/По второму гаражу есть долг/).first()).toBeVisible();
  await expect(mo.getByRole('button', { name: 'Завершить сразу' })).toBeDisabled();
  await mo.getByRole('button', { name: 'Подать заявку' }).click();
  await expect(mo).toHaveURL(/\/reregistration\/\d+/);
  await mo.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(mo.getByRole('button', { name: 'Завершить' })).toBeDisabled();
  await expect(mo.getByText(/По второму гаражу есть долг/).first()).toBeVisible();
  // The other half is there for the ПО, with the same debt as its own.
  await po
    .getByRole('link', { name: /ереоформлени. № \d+/ })
    .first()
    .click();
  await expect(po.getByRole('heading', { name: /Переоформление № \d+/ })).toBeVisible();
  await expect(po.getByText(/Есть долг .* Выберите, кто его погашает/).first()).toBeVisible();
  await mo.context().close();
});
