// A book of three sheets with turnovers on the page of its own: the sheets, the questions, a correction, the run, the way back.
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from '@playwright/test';
import { enter, isClean, sideways } from './kit.ts';

const head = ['№ гаража', 'ФИО', 'Телефон', 'Сальдо на начало', 'Начислено', 'Оплачено', 'Сальдо на конец'];
const rows = (surname: string) => [
  ['Оборотная ведомость за 2025 год'],
  head,
  [1, `${surname} Иван Ильич`, '8 900 111-00-01', 4500, 4500, 9000, 0],
  [2, `${surname} Пётр Ильич`, '315-20-14', 0, 4500, 2250, 2250],
  [3, `${surname} Олег Ильич`, null, 11_250, 4500, 0, 15_750],
  ['Итого', 3, null, 15_750, 13_500, 11_250, 18_000],
];

for (const width of [1366, 768, 390])
  test(`a book of turnovers is loaded at ${width} px`, async ({ page }) => {
    const sheets = ['Ряд 1', 'Ряд 2', 'Ряд 3'].map((name) => ({
      name,
      rows: rows(`Второй${{ 1366: '', 768: 'узкий', 390: 'карманный' }[width]}`),
    }));
    const buffer = Buffer.from(await writeXlsx({ sheets }));
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    await enter(page, 'super@example.ru');
    await page.goto('/admin/poes');
    await page.getByText('КАС № 31-2').click();
    await page.getByRole('button', { name: 'Загрузить реестр' }).click();
    await page.setInputFiles('input[type=file]', {
      name: `Оборотка ${width}.xlsx`,
      mimeType: 'application/octet-stream',
      buffer,
    });
    await expect(page.getByRole('heading', { name: `Оборотка ${width}.xlsx` })).toBeVisible();
    for (const name of ['Ряд 1', 'Ряд 2', 'Ряд 3'])
      await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    await expect(page.getByLabel('Что получится').getByText('Гаражи: новые')).toBeVisible();
    await isClean(page);
    expect(await sideways(page)).toBe(0);
    await page.screenshot({ path: test.info().outputPath(`questions-${width}.png`), fullPage: true });
    await page.getByRole('button', { name: 'Далее: проверка' }).click();
    if (width > 1100) await page.getByRole('button', { name: /^Телефон не прочитан/ }).click();
    const cell = page.getByLabel('Телефон, строка 4').first();
    if (width === 390) {
      // A row is read and corrected without scrolling sideways, and the foot leaves the screen to the rows.
      const [row, foot] = [
        (await cell.locator('xpath=ancestor::tr').boundingBox())!,
        (await page
          .locator('footer')
          .filter({ has: page.getByRole('button', { name: 'Далее: загрузка' }) })
          .boundingBox())!,
      ];
      expect(row.x + row.width).toBeLessThanOrEqual(390);
      expect(foot.height).toBeLessThanOrEqual(96);
      expect(await sideways(page)).toBe(0);
    }
    await cell.fill('8 900 111-00-02');
    await cell.press('Enter');
    await expect(page.getByText('вручную').first()).toBeVisible();
    await isClean(page);
    await page.screenshot({ path: test.info().outputPath(`remarks-${width}.png`), fullPage: true });
    await page.getByRole('button', { name: 'Далее: загрузка' }).click();
    await page.getByRole('button', { name: 'Загрузить 9' }).click();
    await expect(page.getByText('создано: 9')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`run-${width}.png`), fullPage: true });
    await page.getByRole('button', { name: 'Отменить загрузку' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click();
    await expect(page.getByText('Загрузка отменена')).toBeVisible();
  });
