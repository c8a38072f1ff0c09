// Re-registrations in a real browser: a sale between two desks, an inheritance by shares, an exchange with a debt.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { axeFindings, enter, sideways } from './kit.ts';

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

/** Nothing serious for screen readers in either theme, nothing sticks out at three widths. */
async function isFitting(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => axeFindings(page)).toEqual([]);
  }
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
}

test('a sale: the ПО applies, the МО sees it at once and completes it', async ({ page: po, browser }) => {
  const garage = (await rowsOf(po, 'po@example.ru')).find((row) => row.balance_kopecks >= 0)!;
  const other = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1366, height: 768 },
  });
  const mo = await other.newPage();
  await enter(mo, 'mo@example.ru');
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
  const clicks = seller.done.clicks + buyer.done.clicks;
  const keys = seller.done.keys + buyer.done.keys;
  test.info().annotations.push({ type: 'hand', description: `${clicks} clicks, ${keys} keys` });
  expect(clicks).toBeLessThanOrEqual(15);
  expect(keys).toBeLessThanOrEqual(60);
  await other.close();
});

test('an inheritance by two heirs in equal shares; a closed tab loses nothing', async ({ page }) => {
  const garage = (await rowsOf(page, 'mo@example.ru')).filter((row) => row.balance_kopecks >= 0).at(-1)!;
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
  await next(page, 'люди').click();
  const heir = async (nth: number, name: string) => {
    const card = page.getByRole('region', { name: `Новый владелец ${nth}` });
    await card.getByRole('combobox', { name: 'Человек' }).fill(name);
    await page.getByRole('option').first().click();
  };
  await heir(1, 'Петр');
  await page.getByRole('button', { name: 'Ещё один новый владелец' }).click();
  await heir(2, 'Ив');
  await page.getByRole('button', { name: 'Поровну: по 1/2' }).click();
  await expect(page.getByText('1/2 + 1/2 = 1')).toBeVisible();
  await next(page, 'бумаги').click();
  await page.getByRole('button', { name: 'Все получены' }).click();
  await expect(page.getByRole('heading', { name: 'Бумаги: 3 из 3' })).toBeVisible();
  await next(page, 'долг и сбор').click();
  await next(page, 'проверка').click();
  await page.getByRole('button', { name: 'Завершить сразу' }).click();
  await expect(page).toHaveURL(/\/reregistration\/\d+/);
  await page.goto(`/garage/${garage.id}`);
  await expect(page.getByRole('region', { name: 'Владельцы' }).getByText(/доля 1\/2/)).toHaveCount(2);
});

test('an exchange where one of the garages owes cannot be completed, and says why', async ({ page }) => {
  const rows = await rowsOf(page, 'mo@example.ru');
  const calm = rows.filter((row) => row.balance_kopecks >= 0).at(-1)!;
  const owes = rows.find((row) => row.balance_kopecks < 0)!;
  await page.goto(`/garage/${calm.id}/new_reregistration`);
  await page.getByLabel('Основание').click();
  await page.getByRole('option', { name: 'Обмен', exact: true }).click();
  await next(page, 'люди').click();
  await page.getByRole('combobox', { name: 'Гараж для обмена' }).fill(owes.number);
  await page
    .getByRole('option')
    .filter({ hasText: owes.owners[0]!.full_name.split(' ')[0]! })
    .first()
    .click();
  for (const step of ['бумаги', 'долг и сбор', 'проверка']) await next(page, step).click();
  await expect(page.getByText(/По второму гаражу есть долг/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Завершить сразу' })).toBeDisabled();
});
