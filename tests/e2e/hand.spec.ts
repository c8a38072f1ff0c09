// What the hand feels: nothing jumps, nothing is cut. Measured on the drawn page.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { enter } from './kit.ts';

test.use({ viewport: { width: 1366, height: 768 } });

/** Layout shift since it was last asked, input or not. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const seen = window as unknown as { shift: number };
      const { shift } = seen;
      seen.shift = 0;
      return shift;
    });
}
const placeOf = async (one: Locator) => {
  const box = (await one.boundingBox())!;
  return [Math.round(box.x), Math.round(box.y)];
};

test('tabs stay under the pointer, the last entry of a menu is in sight, pages are still while one searches', async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await enter(page, 'po@example.ru');
  await expect(page).toHaveTitle(/^Гаражи — /);

  const box = page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/фамилия|Фамилия|номер/i))
    .last();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await shifts();
  for (const letters of ['и', 'иванов', 'нетакого']) {
    const answered = page.waitForResponse((response) => response.url().includes('/api/garages/'));
    await box.fill(letters);
    await answered;
    await page.waitForTimeout(300);
  }
  expect(await shifts(), 'shift while searching').toBeLessThanOrEqual(0.02);

  const tabs = page.getByRole('group', { name: 'Раздел взносов' });
  const places: unknown[] = [];
  for (const address of ['/contributions', '/contributions/payments', '/contributions/ageing']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    places.push(await placeOf(tabs));
  }
  expect(places[1]).toEqual(places[0]);
  expect(places[2]).toEqual(places[0]);

  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const last = page.getByRole('menuitem').last();
  await expect(last).toBeVisible();
  await page.waitForTimeout(300);
  const [entry, menu] = [(await last.boundingBox())!, (await page.locator('.MuiMenu-paper').boundingBox())!];
  expect(entry.y + entry.height).toBeLessThanOrEqual(menu.y + menu.height);
});

test('columns are not cut, a card names itself in the title', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/profiles', { waitUntil: 'networkidle' });
  const cut = await page
    .locator('[role=columnheader], th')
    .evaluateAll((heads) =>
      heads.filter((head) => head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent),
    );
  expect(cut).toEqual([]);

  await page.goto('/garage/6', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle(/^Гараж А,? ?6/);
});
