// «На сколько выросла задолженность ПО № 12-3 за год и из-за кого» in a real browser, figures that open their rows, the cockpit.
import { expect, test, type Locator } from '@playwright/test';
import { enter, isClean, sideways } from './kit.ts';

test('how much the debt of a ПО grew in a year and because of whom: no more than five actions', async ({ page }) => {
  let actions = 0;
  const press = async (what: Locator) => {
    actions += 1;
    await what.click();
  };
  await enter(page, 'mo@example.ru');
  await page.goto('/statistics/balance_operation');
  await press(page.getByRole('button', { name: /^Фильтры/ }));
  // The period of a year: opened, chosen.
  await press(page.getByRole('combobox', { name: 'Быстрый период' }));
  await press(page.getByRole('option', { name: 'За год' }));
  // Both dates are read whole.
  for (const label of ['С', 'по'])
    expect(
      await page.getByLabel(label, { exact: true }).evaluate((box) => box.scrollWidth - box.clientWidth),
    ).toBeLessThanOrEqual(0);
  const row = page.getByRole('row', { name: /КАС № 12-3/ });
  await press(row.getByRole('button', { name: 'КАС № 12-3', exact: true }));
  const because = page.getByText(/^Из-за кого/);
  await expect(because).toBeVisible();
  const grown = (await because.locator('b').textContent())!;
  await expect(row).toContainText(grown);
  expect(actions).toBeLessThanOrEqual(5);
  await expect(
    page
      .locator('tr', { has: because })
      .getByRole('link', { name: /^Гараж / })
      .first(),
  ).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await isClean(page);
});

test('a figure opens its rows, charts have their tables, clearing returns to the table', async ({ page }) => {
  await enter(page, 'mo@example.ru');
  await page.goto('/statistics/balance_operation');
  const paid = page.getByRole('button', { name: /^Оплачено, КАС № 12-3: / });
  const text = (await paid.textContent())!;
  await paid.click();
  await expect(page.getByRole('region', { name: 'Операции' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Оплачено', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect(text).toMatch(/\d/);
  await page.getByRole('button', { name: 'Графики' }).click();
  const chart = page.getByRole('region', { name: /^Начислено и оплачено/ });
  await expect(chart.locator('svg').first()).toBeVisible();
  await chart.getByRole('button', { name: 'Таблица' }).click();
  await expect(chart.getByRole('columnheader', { name: 'оплачено', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Сбросить' }).first().click();
  await expect(page.getByRole('group', { name: 'Вид' }).getByRole('button', { name: 'Таблица' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await isClean(page);
});

test('the cockpit: one press from the list of garages, each row leads to its worklist', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.getByRole('button', { name: 'Что делать' }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(page.getByRole('heading', { name: 'Порядок в данных' })).toBeVisible();
  await isClean(page);
  await page
    .getByRole('link', { name: /без телефона/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/profiles/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Люди');
});
