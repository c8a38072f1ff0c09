// The desk by keyboard alone: three payments, a split, an undo; a repeat that warns; the day is closed.
import { expect, test, type Page } from '@playwright/test';
import { enter, isClean, sideways } from './kit.ts';

const taken = (page: Page) => page.getByRole('button', { name: /^Отменить платёж/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** Kopecks of the whole day, as the footer says. */
const dayTotal = async (page: Page) => {
  const text = await page.getByLabel('Итоги дня').getByText(/₽/).last().innerText();
  return Number(text.replace(/\D/g, ''));
};

/** Types a garage and waits until its plate is in the row. */
async function garage(page: Page, words: string) {
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('data-column')))
    .toBe('amount');
}

/** One payment: garage, sum, Enter, Enter. */
async function take(page: Page, words: string, sum: string) {
  const before = await taken(page).count();
  await garage(page, words);
  await page.keyboard.type(sum);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(taken(page)).toHaveCount(before + 1);
  await expect.poll(() => focused(page)).toBe('Гараж');
}

test('three payments, a split and an undo without a mouse', async ({ page }) => {
  await enter(page, 'treasurer@example.ru');
  await page.goto('/contributions/payments/desk');
  await expect(page.getByRole('heading', { name: 'Приём оплат' })).toBeVisible();
  await expect.poll(() => focused(page)).toBe('Гараж');
  await isClean(page);

  // The demo world may have payments of this very day: what is counted is what is added.
  const before = await dayTotal(page);
  await take(page, 'А 45', '1000');
  await take(page, 'Б 7', '2000,50');
  // The number of the paper goes on by itself.
  await garage(page, 'А 14');
  await page.keyboard.type('300');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ПКО 118');
  await page.keyboard.press('Enter');
  await expect(taken(page)).toHaveCount(3);
  await expect(page.getByLabel('Документ')).toHaveValue('ПКО 119');
  await expect.poll(() => dayTotal(page)).toBe(before + 330_050);

  // A split: one document over two garages, taken with Ctrl+Enter.
  await expect.poll(() => focused(page)).toBe('Гараж');
  await garage(page, 'А 12');
  await page.keyboard.type('400');
  await page.keyboard.press('Control+Insert');
  await expect(page.getByLabel('Гараж, строка 2: А 12')).toBeVisible();
  await page.keyboard.type('50');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toContain('400');
  await page.keyboard.press('Control+Enter');
  await expect(taken(page)).toHaveCount(4);
  await expect.poll(() => dayTotal(page)).toBe(before + 375_050);
  await isClean(page);

  // The last one goes back as a whole.
  await expect.poll(() => focused(page)).toBe('Гараж');
  await page.keyboard.press('Control+z');
  await expect(taken(page)).toHaveCount(3);
  await expect.poll(() => dayTotal(page)).toBe(before + 330_050);
  // It stands in the row again to be put right: another sum, with words, by the same keys.
  await expect(page.getByLabel('Гараж, строка 1: А 12')).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.type('за брата');
  await page.keyboard.press('Control+Enter');
  await expect(taken(page)).toHaveCount(4);
  await expect(page.getByText('за брата').first()).toBeVisible();
  await expect.poll(() => focused(page)).toBe('Гараж');
  await page.keyboard.press('Control+z');
  await expect(taken(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Гараж');
  // A reload keeps what was taken and what was undone.
  await page.reload();
  await expect(taken(page)).toHaveCount(3);
  await expect(page.getByText('отм.').first()).toBeVisible();
});

test('keys in one breath, a lost answer, a session that ended: each payment once, none lost', async ({ page }) => {
  await enter(page, 'treasurer@example.ru');
  await page.goto('/contributions/payments/desk');
  await expect.poll(() => focused(page)).toBe('Гараж');
  const [start, rows] = [await dayTotal(page), await taken(page).count()];
  // Nothing waits for the search or for the server.
  await page.keyboard.type('А 31\n11\n\n');
  await expect(taken(page)).toHaveCount(rows + 1);
  await expect.poll(() => focused(page)).toBe('Гараж');

  // The payment arrives, its answer does not.
  let lost = 1;
  await page.route('**/api/payments/', async (route) => {
    if (route.request().method() !== 'POST' || lost === 0) return route.continue();
    lost -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.keyboard.type('А 32\n12\n\n');
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
  await page.reload();
  await expect(page.getByLabel('Гараж: А 32')).toBeVisible();
  await expect(page.getByLabel('Сумма')).toHaveValue('12,00');
  await page.getByLabel('Сумма').focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('второй раз он не записан')).toBeVisible();
  await expect(taken(page)).toHaveCount(rows + 2);
  await expect.poll(() => dayTotal(page)).toBe(start + 2300);

  // The session ends under the hand: after another sign-in the row is where it was.
  const ended = (url: URL) => ['/api/payments/', '/api/refresh_token/'].includes(url.pathname);
  const refuse = { status: 401, json: { message: 'Войдите снова' } };
  await page.route(ended, (route) => (route.request().method() === 'POST' ? route.fulfill(refuse) : route.continue()));
  await expect.poll(() => focused(page)).toBe('Гараж');
  await page.keyboard.type('А 33\n13\n\n');
  await expect(page).toHaveURL(/\/sign/);
  await page.unroute(ended);
  await enter(page, 'treasurer@example.ru');
  await page.goto('/contributions/payments/desk');
  await expect(page.getByLabel('Гараж: А 33')).toBeVisible();
  await expect(page.getByLabel('Сумма')).toHaveValue('13,00');
  await page.getByLabel('Сумма').focus();
  await page.keyboard.press('Control+Enter');
  await expect(taken(page)).toHaveCount(rows + 3);
  await expect.poll(() => dayTotal(page)).toBe(start + 3600);
});

test('the same payment again warns and is taken only on purpose', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage/7');
  await page.getByRole('button', { name: 'Принять оплату' }).click();
  await expect(page).toHaveURL(/\/contributions\/payments\/desk/);
  const repeat = async () => {
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('data-column')))
      .toBe('amount');
    await page.keyboard.type('77');
    await page.keyboard.press('Control+Enter');
  };
  await repeat();
  await expect(taken(page)).toHaveCount(1);
  await page.goto('/contributions/payments/desk?garage=7');
  await repeat();
  await expect(page.getByRole('alert')).toContainText('Похоже на повтор');
  await isClean(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(taken(page)).toHaveCount(2);

  // The list shows both; a card leads on and undoes one with a reason.
  await page.goto('/contributions/payments');
  await expect(page.getByText(/Принято/)).toBeVisible();
  await isClean(page);
  await page.keyboard.press('Tab');
  await page.getByRole('row', { name: /77,00/ }).first().dblclick();
  await expect(page.getByRole('heading', { name: /Оплата 77,00/ })).toBeVisible();
  await isClean(page);
  await page.getByRole('button', { name: 'Сторнировать' }).click();
  await page.getByLabel(/Причина/).fill('лишний платёж');
  await page.getByRole('dialog').getByRole('button', { name: 'Сторнировать' }).click();
  await expect(page.getByText('Отменена', { exact: true })).toBeVisible();
});

test('on a phone one payment at a time; the day is closed and refuses', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'mo@example.ru');
  await page.goto('/contributions/payments/desk?garage=20');
  // The garage of the address has arrived.
  await expect(page).not.toHaveURL(/garage=/);
  await page.getByLabel('Сумма').fill('15');
  await page.getByRole('button', { name: /^Провести/ }).click();
  const taken = page.getByRole('list', { name: 'Проведено за день' });
  await expect(taken).toContainText('15,00');
  expect(await sideways(page)).toBe(0);
  await isClean(page);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('menuitem', { name: 'Закрыть кассу за день' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Закрыть / })
    .click();
  await expect(page.getByText('Касса за этот день закрыта')).toBeVisible();
  await page.goto('/contributions/payments/desk?garage=21');
  // The garage of the address has arrived.
  await expect(page).not.toHaveURL(/garage=/);
  await page.getByLabel('Сумма').fill('16');
  await page.getByRole('button', { name: /^Провести/ }).click();
  await expect(page.getByRole('alert')).toContainText('закрыта');
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('menuitem', { name: 'Касса закрыта' }).click();
  await page.getByLabel('Причина открытия').fill('пересчёт');
  await page.getByRole('button', { name: 'Открыть день' }).click();
  await expect(page.getByText('Касса за этот день закрыта')).toBeHidden();
  // What is undone is told so; its garage is not in the archive.
  await taken.getByRole('button', { name: /^Отменить платёж/ }).click();
  await expect(taken).toContainText('отменён');
  await expect(taken.getByRole('link', { name: /^Гараж .*в архиве/ })).toHaveCount(0);
});
