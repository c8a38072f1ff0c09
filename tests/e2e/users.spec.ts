// Administration in a real browser: a right taken away is gone in the other browser, someone's eyes, who else is here, the log.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { endViewAs } from '../../contract/users.ts';
import { enter, isClean, sideways } from './kit.ts';
import { inTime } from '../kit/busy.ts';

/** A person in a browser of his own. */
async function person(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page, email);
  return page;
}

async function openCard(page: Page, email: string) {
  await page.goto('/admin/users');
  await page.getByLabel('Имя или почта').fill(email);
  // Before the filter the row stands elsewhere and would move away from under the pointer.
  await expect(page.getByText('Найдено 1', { exact: true })).toBeVisible();
  await page.getByRole('row', { name: new RegExp(email) }).click();
  await expect(page.getByRole('list', { name: 'Права' })).toBeVisible();
}

test('a right taken away in one browser is gone in the other within a second', async ({ page, browser }) => {
  const treasurer = await person(browser, 'treasurer@example.ru');
  const pay = treasurer.getByRole('link', { name: 'Принять оплату' });
  await expect(pay).toBeVisible();
  await enter(page, 'super@example.ru');
  await openCard(page, 'treasurer@example.ru');
  await isClean(page);
  const tick = page.getByLabel('Взносы и баланс');
  const save = async () => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: /Сохранить/ }).click();
    expect((await saved).status()).toBe(200);
  };
  await tick.uncheck();
  await save();
  await expect(pay).toBeHidden({ timeout: inTime(1000) });
  await expect(page.getByText(/Права изменены: было/).first()).toBeVisible();
  await expect(tick).not.toBeChecked();
  await tick.check();
  await save();
  // A right given back so soon meets a channel that is only opening again: it is there after that.
  await expect(pay).toBeVisible();
  await treasurer.context().close();
});

test('someone’s eyes see his place, change nothing and come back', async ({ page }) => {
  await enter(page, 'super@example.ru');
  await openCard(page, 'po@example.ru');
  await page.getByRole('button', { name: 'Что видит этот пользователь' }).click();
  await page.getByRole('menuitem', { name: /КАС № 12-3/ }).click();
  const banner = page.getByText(/Вы смотрите глазами/);
  await expect(banner).toContainText('КАС № 12-3');
  await expect(banner).toContainText('Только просмотр');
  await expect(page.getByRole('heading', { name: 'Гаражи', level: 1 })).toBeVisible();
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await isClean(page);
  }
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/garage_edit/3');
  await page.getByLabel('Номер справки ПИБ').fill('Чужими руками');
  await page.getByRole('button', { name: /Сохранить/ }).click();
  await expect(page.getByText('Режим просмотра: изменения недоступны').first()).toBeVisible();
  await page.goto('/');
  // The end is told beside the way back: a page that is left at once would not have told it yet.
  const told = page.waitForResponse(
    (answer) => answer.request().method() === endViewAs.method && answer.url().includes(endViewAs.path.split(':')[0]!),
  );
  await page.getByRole('button', { name: 'Вернуться' }).click();
  expect((await told).ok()).toBe(true);
  await expect(banner).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/user\/\d+/);
  await page.goto('/statistics/user');
  await page.getByRole('button', { name: 'Операции' }).click();
  await page.getByText('Закончен просмотр глазами пользователя').first().click();
  const line = page.getByRole('dialog');
  await expect(line).toContainText('Северова');
  await isClean(page);
});

test('two people in one card see each other; a closed tab is gone', async ({ page, browser }) => {
  await enter(page, 'mo@example.ru');
  await page.goto('/garage/9');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const chairman = await person(browser, 'po@example.ru');
  await chairman.goto('/garage/9');
  await expect(page.getByText('Сейчас открыто у: Воронин Н. А.')).toBeVisible();
  await expect(chairman.getByText('Сейчас открыто у: Крылова М. С.')).toBeVisible();
  await isClean(page);
  await chairman.goto('/garage_edit/9');
  await expect(chairman.getByText('Сейчас открыто у: Крылова М. С.')).toBeVisible();
  await chairman.context().close();
  await expect(page.getByText('Сейчас открыто у:')).toBeHidden();
});

test('the register is taken away after the password', async ({ page }) => {
  await enter(page, 'mo@example.ru');
  await page.getByTitle('Меню пользователя').click();
  await page.getByRole('button', { name: 'Резервная копия реестра' }).click();
  const dialog = page.getByRole('dialog', { name: 'Резервная копия реестра' });
  await dialog.getByLabel('Ваш пароль').fill('не тот');
  await dialog.getByRole('button', { name: 'Скачать' }).click();
  await expect(dialog.getByText('Неверный пароль')).toBeVisible();
  await isClean(page);
  await dialog.getByLabel('Ваш пароль').fill('Garage-2026');
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Скачать' }).click();
  expect((await file).suggestedFilename()).toMatch(/^Полный реестр Невское МО .*\.xlsx$/);
});

test('the longest name and the state of an invitation fit a phone', async ({ page }) => {
  await enter(page, 'super@example.ru');
  await page.goto('/admin/user');
  await page.getByLabel('Почта').fill(`${'long-'.repeat(9)}name@example.ru`);
  await page.getByLabel('Фамилия').fill(`Прево${'сходительство'.repeat(5)}`);
  await page.getByLabel('Имя', { exact: false }).first().fill('Апполинария-Елизавета');
  await page.getByRole('combobox', { name: 'Добавить право' }).fill('КАС № 12-3');
  await page.getByRole('option', { name: /КАС № 12-3/ }).click();
  await page.getByLabel(/^Роль в/).click();
  await page.getByRole('option', { name: 'председатель ПО' }).click();
  await page.getByRole('button', { name: /^Пригласить/ }).click();
  await expect(page).toHaveURL(/\/admin\/user\/\d+$/);
  await expect(page.getByText(/действует до/)).toBeVisible();
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sideways(page), `${width}`).toBe(0);
  }
});
