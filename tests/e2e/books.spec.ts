// The books as an accountant keeps them: penalties seen, charged and undone; a charge undone with its penalties; meter
// readings pasted from a spreadsheet; a year closed, a payment of it refused and undone in the new period, opened again.
import { expect, test, type Page } from '@playwright/test';
import { closeOthers, enter, isClean, isFitting, pageOfAnother, workAs } from './kit.ts';

test.describe.configure({ mode: 'serial' });

const LAST = new Date().getFullYear() - 1;
const CLOSED = `Период закрыт до 31.12.${LAST}`;

const charged = (page: Page) => page.getByRole('button', { name: /^Начислить пени: / });
/** What the button says: garages and sum. */
const offer = async (page: Page) => (await charged(page).innerText()).replace('Начислить пени: ', '');
async function toPenalties(page: Page) {
  await page.goto('/contributions');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  // By the key: on a busy machine the menu is still opening under the pointer.
  await page.getByRole('menuitem', { name: 'Начислить пени' }).press('Enter');
  await expect(charged(page)).toBeEnabled();
}

test.afterEach(closeOthers);

test('penalties: seen by garage, charged, their days are paid; undone, the days are free again', async ({ page }) => {
  await enter(page, 'treasurer@example.ru');
  await toPenalties(page);
  await isFitting(page);
  const whole = await offer(page);
  await page
    .getByRole('button', { name: /^Не начислять: / })
    .first()
    .click();
  await expect(charged(page)).not.toHaveText(new RegExp(whole));
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(charged(page)).toContainText(whole);
  await charged(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Начислено: ' })).toContainText(whole);
  await page.getByRole('link', { name: 'Открыть' }).click();
  await expect(page.getByRole('heading', { name: /^Пени, / })).toBeVisible();
  await expect(page.getByText('Эта запись сделана автоматически: её можно только отменить')).toBeVisible();
  const address = page.url();

  await page.goto('/contributions/penalties');
  await expect(page.getByText('Начислять нечего').first()).toBeVisible();
  await isClean(page);

  await page.goto(address);
  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
  await toPenalties(page);
  await expect(charged(page)).toContainText(whole);
});

test('a charge is undone together with the penalties on it', async ({ page }) => {
  await enter(page, 'treasurer@example.ru');
  // Somebody who is late: what he is charged besides is late too.
  await toPenalties(page);
  const debtor = await page
    .getByRole('link', { name: /^Гараж / })
    .first()
    .getAttribute('href');
  await page.goto(`/contributions/new?garage=${debtor!.split('/').pop()}`);
  await expect(page.getByRole('region', { name: 'Что произойдёт' })).toContainText('Найдено гаражей');
  await page.keyboard.press('Control+Enter');
  await page.locator('[name=accrualType]').click();
  await page.getByRole('option', { name: 'Целевой', exact: true }).click();
  await page.locator('[name=contributionPeriod]').click();
  await page.getByRole('option', { name: String(LAST), exact: true }).click();
  await page.locator('[name=contributionAmount]').fill('1000');
  await page.locator('[name=contributionDate]').fill(`15.06.${LAST}`);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Начислить \d/ }).click();
  await page.getByRole('link', { name: 'Открыть начисление' }).click();
  await expect(page.getByRole('heading', { name: `Целевой, ${LAST} год` })).toBeVisible();
  const address = page.url();

  await toPenalties(page);
  await charged(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Начислено: ' })).toBeVisible();
  await page.getByRole('link', { name: 'Открыть' }).click();
  const penalties = page.url();

  await page.goto(address);
  await expect(page.getByText('Пени на него')).toBeVisible();
  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Вместе с ним отменятся пени, начисленные на этот взнос: 1.гараж, \d/);
  await isFitting(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
  await page.goto(penalties);
  await expect(page.getByText(/^Сторнировано 1 из \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
});

test('readings: a column from a spreadsheet, the keyboard, the last ones remembered, a correction in money', async ({
  page,
}) => {
  const now = (garage: string) => page.getByLabel(`Показание, гараж ${garage}`, { exact: true });
  const was = (garage: string) => page.getByLabel(`Было, гараж ${garage}`, { exact: true });
  const paste = (text: string) =>
    page.evaluate((copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', copied);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  async function toReadings() {
    await page.goto('/contributions/new');
    await expect(page.getByRole('region', { name: 'Что произойдёт' })).toContainText('Найдено гаражей');
    await page.keyboard.press('Control+Enter');
    await page.locator('[name=accrualType]').click();
    await page.getByRole('option', { name: 'Электроэнергия' }).click();
    await page.locator('[name=contributionAmount]').fill('6,43');
    await expect(now('А 1')).toBeVisible();
  }
  await enter(page, 'treasurer@example.ru');
  await toReadings();
  await was('А 1').click();
  await paste('1234\n100\n7\n');
  await now('А 1').click();
  await paste('№\tПоказание\nА1\t1300,5\nа 3\t17\n999\t5\n');
  await expect(page.getByText(/Таких гаражей здесь нет: 999/)).toBeVisible();
  await now('А 2').click();
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await expect(now('А 3')).toBeFocused();
  await expect(page.getByText(/^Показание меньше прежнего/).last()).toBeVisible();
  await isFitting(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('150');
  await page.keyboard.press('Control+Enter');
  // 66,5 + 50 + 10 kWh.
  await expect(page.getByRole('button', { name: /^Начислить \d/ })).toHaveText(/813,40/);
  await page.getByRole('button', { name: /^Начислить \d/ }).click();
  await page.getByRole('link', { name: 'Открыть начисление' }).click();
  await expect(page.getByText('Показания 1234 → 1300,5: 66,5 кВт·ч')).toBeVisible();

  await page.getByRole('button', { name: 'Исправить' }).click();
  await now('А 2').fill('120');
  await page.locator('[name=reason]').fill('Счётчик списан неверно');
  const change = page.getByRole('region', { name: 'Что изменится в деньгах' });
  await expect(change).toContainText(/620,50/);
  await isFitting(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Показания 100 → 120: 20 кВт·ч')).toBeVisible();
  const address = page.url();

  await toReadings();
  await expect(page.getByRole('row').filter({ has: now('А 2') })).toContainText('120');
  await expect(was('А 2')).toHaveCount(0);
  await page.goto(address);
  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
  await toReadings();
  await expect(was('А 2')).toHaveValue('');
});

test('a year is closed: a payment of it stays as it is, is undone in the new period; a superuser opens it', async ({
  page,
  browser,
}) => {
  await enter(page, 'mo@example.ru');
  await page.goto(
    `/contributions/payments?filter=${encodeURIComponent(JSON.stringify({ dateFrom: `${LAST}-01-01`, dateTo: `${LAST}-12-31`, reversed: 'no' }))}`,
  );
  await page.getByRole('row').nth(1).dblclick();
  await expect(page.getByRole('heading', { name: /^Оплата/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Исправить' })).toBeEnabled();
  const payment = page.url();

  await page.goto('/contributions');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Закрытие периода' }).click();
  await expect(page.getByText('открыто всё', { exact: true })).toBeVisible();
  await isFitting(page);
  await page.getByRole('button', { name: `Закрыть до 31.12.${LAST}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`датой по 31.12.${LAST}`);
  await isClean(page);
  await dialog.getByRole('button', { name: 'Закрыть период' }).click();
  await expect(page.getByText(`закрыто до 31.12.${LAST}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Открыть период' })).toBeDisabled();

  await page.goto(payment);
  await expect(page.getByText(CLOSED).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Исправить' })).toBeDisabled();
  await page.goto(payment.replace('/balance_operation/', '/balance_operation_edit/'));
  await expect(page.getByText(CLOSED).first()).toBeVisible();
  await page.goto(payment);
  await page.getByRole('button', { name: 'Сторнировать' }).click();
  await dialog.getByLabel('Дата сторно').fill(`30.12.${LAST}`);
  await dialog.getByLabel('Причина').fill('Ошибка прошлого года');
  await dialog.getByRole('button', { name: 'Сторнировать' }).click();
  await expect(dialog.getByText(CLOSED)).toBeVisible();
  await dialog.getByLabel('Дата сторно').fill(new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' }));
  await dialog.getByRole('button', { name: 'Сторнировать' }).click();
  await expect(page.getByText('Отменена', { exact: true })).toBeVisible();

  const root = await pageOfAnother(browser);
  await workAs(root, 'super@example.ru', { region: null, mo: 1, po: null });
  await root.goto('/contributions/closing');
  await root.getByRole('button', { name: 'Открыть период' }).click();
  const opening = root.getByRole('dialog');
  await opening.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(opening.getByText('Укажите причину')).toBeVisible();
  await opening.getByLabel('Причина').fill('Решение ревизии № 3');
  await isClean(root);
  await opening.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(root.getByText('открыто всё', { exact: true })).toBeVisible();
  await expect(root.getByText(/Причина: Решение ревизии № 3/)).toBeVisible();
  // The МО learns of it at once.
  await page.goto('/contributions/closing');
  await expect(page.getByText('открыто всё', { exact: true })).toBeVisible();
});

test('a region comes to the debts from the menu and only reads', async ({ page }) => {
  await enter(page, 'region@example.ru');
  await page.getByRole('link', { name: 'Долги' }).click();
  await expect(page.getByRole('heading', { name: 'Долги', level: 1 })).toBeVisible();
  await isFitting(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Начисления' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Долги' })).toHaveAttribute('aria-current', 'page');
  await page.goto('/contributions/penalties');
  await expect(page).not.toHaveURL(/penalties/);
});
