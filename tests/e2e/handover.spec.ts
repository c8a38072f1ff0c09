// A chairman changes: the МО draws up the act and asks for the rights, a superuser confirms in one step.
import { expect, test } from '@playwright/test';
import { closeOthers, enter, isClean, pageOfAnother, readAll, sideways } from './kit.ts';

test.afterEach(closeOthers);

test('an act is drawn up, printed matters stand in it, and the rights pass in one step', async ({ page, browser }) => {
  await enter(page, 'mo@example.ru');
  await page.goto('/handovers');
  await page.getByRole('button', { name: 'Начать передачу' }).click();
  await page.getByRole('button', { name: 'Составить акт и запросить права' }).click();
  await expect(page.getByText('Выберите ПО')).toBeVisible();
  await page.getByRole('combobox', { name: /^ПО/ }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Фамилия нового председателя').fill('Новосёлов');
  await page.getByLabel('Имя', { exact: false }).last().fill('Пётр');
  await page.getByLabel('E-mail').fill('new-chief@example.ru');
  await page.getByLabel(/Что передаётся/).fill('Ключи от сторожки, печать');
  await isClean(page);
  await page.getByRole('button', { name: 'Составить акт и запросить права' }).click();
  await expect(page).toHaveURL(/\/handovers\/\d+$/);
  await expect(page.getByText('Ждёт подтверждения')).toBeVisible();
  await expect(page.getByText('Ключи от сторожки, печать')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0);
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    // The number of a garage and the head of its column are read at a glance, beside whatever names; a sum is whole.
    const numbers = page.getByRole('table').locator('tr > :first-child').or(page.locator('main dl dd'));
    const lines = () =>
      readAll(
        numbers,
        (cells) =>
          cells.map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
          }),
        2,
      );
    await expect.poll(async () => Math.max(...(await lines())), `${width}`).toBe(1);
    await isClean(page);
  }
  const other = await pageOfAnother(browser);
  await enter(other, 'super@example.ru');
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Подтвердить' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Передать права' }).click();
  await expect(other.getByText('Права переданы')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Передано')).toBeVisible();
  await other.goto('/admin/users?filter=%7B%22q%22%3A%22new-chief%22%7D');
  await expect(other.getByText('new-chief@example.ru')).toBeVisible();
});
