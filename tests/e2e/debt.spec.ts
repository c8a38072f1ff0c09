// «Почему такой долг?» in a real browser: the bill of today and of a past day, the statement, paper, ages of debts, the QR
// read back from a picture of the screen.
import { expect, test, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { enter, isClean, readAll, sideways } from './kit.ts';

const themes = ['light', 'dark'] as const;

/** Address of the largest debtor of the place, by the page of debt ages. */
async function largestDebtor(page: Page): Promise<string> {
  await page.goto('/contributions/ageing');
  const first = page
    .getByRole('region', { name: /[Кк]рупнейши[ех] должник/ })
    .getByRole('link', { name: /^Гараж / })
    .first();
  await expect(first).toBeVisible();
  return (await first.getAttribute('href'))!;
}

/** Pixels of a picture, unpacked by the browser itself. */
async function pixelsOf(page: Page, png: Buffer): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const image = context.getImageData(0, 0, picture.width, picture.height);
    return { data: [...image.data], width: picture.width, height: picture.height };
  }, png.toString('base64'));
  return { data: Uint8ClampedArray.from(data), width, height };
}

test('the bill of a garage: today, a past day, the statement by year, paper', async ({ page }) => {
  await enter(page, 'po@example.ru');
  const address = await largestDebtor(page);
  await page.goto(`${address}/contributions`);
  const bill = page.getByRole('region', { name: 'Почему такой долг?' });
  await expect(bill.getByText('Итого к оплате')).toBeVisible();
  const debt = await bill.getByText(/₽$/).first().textContent();
  await expect(page.getByRole('region', { name: 'Долг', exact: true })).toContainText(debt!);

  await bill
    .getByRole('button', { name: /^▸? ?Членский годовой взнос/ })
    .first()
    .click();
  await expect(bill.getByRole('link', { name: 'Начислено' }).first()).toBeVisible();

  await bill.getByLabel('На дату').fill('31.12.2024');
  await bill.getByLabel('На дату').press('Enter');
  await expect(bill.getByText('Долг на 31.12.2024')).toBeVisible();
  await expect(page).toHaveURL(/on=2024-12-31/);
  await expect(bill.getByText(debt!)).toHaveCount(0);
  await bill.getByRole('button', { name: 'Сегодня' }).click();
  await expect(bill.getByText(debt!).first()).toBeVisible();

  const statement = page.getByRole('region', { name: 'Акт сверки' });
  const rows = statement.getByRole('table').locator('tbody').getByRole('row');
  const all = await readAll(rows, ({ length }) => length);
  await statement.getByRole('combobox', { name: 'Год' }).click();
  await page.getByRole('option', { name: '2025' }).click();
  await expect(statement.getByText('Показаны не все строки')).toBeVisible();
  await expect(rows).not.toHaveCount(all);
  await expect(rows.first()).toBeVisible();
  await page.goto(`${address}/contributions?from=2025-01-01&to=2025-12-31`);
  await expect(statement.getByText('Остаток на конец 31.12.2025')).toBeVisible();
  await isClean(page);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => (document.documentElement.dataset.paper = 'statement'));
  await expect(page.getByText('Акт сверки взаимных расчётов')).toBeVisible();
  for (const gone of [page.getByRole('banner'), bill, page.getByRole('button', { name: 'Напечатать акт' })])
    await expect(gone).toBeHidden();
  await expect(page.getByText('Владелец гаража')).toBeVisible();
  // The whole card on paper: facts and the bill, no menus, no tabs, no buttons.
  await page.goto(address);
  await expect(page.getByText('Итого к оплате')).toBeVisible();
  for (const gone of [page.getByRole('navigation'), page.getByRole('tab'), page.getByRole('button')])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
});

test('the QR is read back from a picture of the screen, byte for byte', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto(await largestDebtor(page));
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const asked = page.waitForResponse((response) => response.url().includes('/payment_qr'));
    await page.getByRole('button', { name: 'QR для оплаты' }).click();
    const { text } = (await (await asked).json()) as { text: string };
    const picture = page.getByRole('img', { name: /^QR для оплаты/ });
    await expect(picture).toBeVisible();
    const { data, width: across, height } = await pixelsOf(page, await picture.screenshot());
    const read = jsQR(data, across, height)?.binaryData;
    expect(new TextDecoder().decode(Uint8Array.from(read ?? []))).toBe(text);
    expect(text.startsWith('ST00012|Name=')).toBe(true);
    await expect(page.getByRole('dialog')).toContainText('Расчётный счёт');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.reload();
  }
});

test('ages of debts: a bar and its row open the garages; ПО narrows', async ({ page }) => {
  await enter(page, 'mo@example.ru');
  await page.goto('/contributions/ageing');
  const ages = page.getByRole('table', { name: 'Возраст долга' });
  await ages.getByRole('button', { name: 'больше года' }).click();
  const list = page.getByRole('region', { name: 'Должники: больше года' });
  await expect(list.getByRole('link', { name: /^Гараж / }).first()).toBeVisible();
  const row = await ages
    .getByRole('row', { name: /больше года/ })
    .getByRole('cell')
    .first()
    .textContent();
  await expect(list).toContainText(new RegExp(`^.*${row}.гараж`));
  await page.getByRole('button', { name: 'Закрыть список' }).click();
  await expect(list).toBeHidden();
  await page.locator('[data-age="366+"] path').click();
  await expect(page).toHaveURL(/age=366/);
  await page.getByRole('button', { name: /^КАС № 12-10$/ }).click();
  await expect(page).toHaveURL(/po=\d+/);
  await expect(page.getByRole('button', { name: 'Убрать «КАС № 12-10»' })).toBeVisible();
});

test('a region user is led from the contributions of a garage to its card', async ({ page }) => {
  await enter(page, 'region@example.ru');
  await page.goto('/garage/34/contributions');
  await expect(page).toHaveURL(/\/garage\/34$/);
  await expect(page.getByRole('tab', { name: 'Взносы' })).toHaveCount(0);
  await page.goto('/contributions/ageing');
  await expect(page.getByRole('combobox', { name: 'МО', exact: true })).toBeVisible();
});

for (const colorScheme of themes)
  test(`fits a phone and a desk and is clean, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await enter(page, 'po@example.ru');
    const address = await largestDebtor(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const one of [`${address}/contributions`, '/contributions/ageing?age=366%2B']) {
        await page.goto(one, { waitUntil: 'networkidle' });
        await expect(page.getByRole('table').first()).toBeVisible();
        expect([one, width, await sideways(page)]).toEqual([one, width, 0]);
        await isClean(page);
      }
      await page.goto(address);
      await page.getByRole('button', { name: 'QR для оплаты' }).click();
      await expect(page.getByText('Реквизиты', { exact: true })).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await isClean(page);
    }
  });
