// The payment desk on a small screen: every entry that the money closes is in sight, a row that was kept takes the hand at once.
import { expect, test } from '@playwright/test';
import { enter, readAll } from './kit.ts';

test.use({ viewport: { width: 1366, height: 768 } });

test('what a payment closes is seen whole at 1366 × 768; a kept row goes on where it was left', async ({ page }) => {
  await enter(page, 'treasurer@example.ru');
  await page.goto('/contributions/ageing');
  const first = page
    .getByRole('region', { name: /[Кк]рупнейши[ех] должник/ })
    .getByRole('link', { name: /^Гараж / })
    .first();
  const garage = (await first.getAttribute('href'))!.match(/\d+/)![0];
  await page.goto(`/contributions/payments/desk?garage=${garage}`);
  const sum = page.locator('[data-part] [data-column="amount"] input').first();
  await expect(sum).toBeFocused();
  await page.keyboard.type('17274');
  const closes = page.getByRole('list', { name: 'Что закроет платёж' });
  await expect(closes.getByRole('listitem').nth(2)).toBeVisible();
  // What lies under the middle of each entry is the entry: nothing covers or cuts it. The list follows the typed sum after a moment.
  const hidden = () =>
    readAll(closes.getByRole('listitem'), (items) =>
      items.flatMap((item) => {
        const box = item.getBoundingClientRect();
        return [box.top + 1, box.bottom - 1].some(
          (y) => !item.contains(document.elementFromPoint(box.left + box.width / 3, y)),
        )
          ? [item.textContent]
          : [];
      }),
    );
  await expect.poll(hidden).toEqual([]);
  await expect(page.getByText('Останется долг')).toBeInViewport();

  // The bars of the browser take their part of the screen, and who sees badly takes 125 %.
  for (const [width, height] of [
    [1366, 625],
    [1093, 614],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(closes.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Провести Ctrl/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Итоги дня')).toBeInViewport({ ratio: 0.9 });
  }
  await page.setViewportSize({ width: 1366, height: 768 });

  await expect(page.getByText(/сохранена в черновике/)).toBeVisible();
  await page.reload();
  await expect(sum).toHaveValue(/17.?274/);
  await expect(sum).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Строка очищена')).toBeVisible();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(sum).toHaveValue(/17.?274/);
  await expect(sum).toBeFocused();

  // The largest sum of a garage is read whole in its cell.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4500100,00');
  await page.keyboard.press('Tab');
  await expect(sum).toHaveValue(/^4.?500.?100,00$/);
  expect(await sum.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
});
