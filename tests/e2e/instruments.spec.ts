// A man entered twice, a Latin letter in one surname: found, merged, one debt and both histories, the old link works; taken back.
import { expect, test } from '@playwright/test';
import { enter, isClean, PASSWORD, sideways } from './kit.ts';

test('a pair is found, merged and taken back', async ({ page }) => {
  await enter(page, 'super@example.ru');
  await page.goto('/admin/instruments');
  await isClean(page);
  await page.getByRole('link', { name: 'Объединение карточек' }).click();
  await page.getByRole('button', { name: /Искать/ }).click();
  const pairs = page.getByRole('list', { name: 'Похожие пары' }).getByRole('link');
  await expect(pairs.filter({ hasText: 'орокин' }).first()).toBeVisible({ timeout: 30_000 });
  await isClean(page);
  // «Cорокин» begins with a Latin letter.
  await pairs.filter({ hasText: 'Cорокин' }).first().click();
  await expect(page.getByRole('heading', { name: 'Один и тот же человек?' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('C');
  const shown = new URL(page.url()).searchParams;
  const [one, other] = [shown.get('one')!, shown.get('other')!];
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await isClean(page);
  }
  const widening = page.getByLabel('Понимаю, доступ расширится');
  if (await widening.isVisible()) await widening.check();
  const merge = page.getByRole('button', { name: 'Объединить карточки' });
  await page.getByLabel('Ваш пароль').fill('Wrong-2026x');
  await merge.click();
  await expect(page.getByText('Неверный пароль')).toBeVisible();
  await page.getByLabel('Ваш пароль').fill(PASSWORD);
  await merge.click();
  await expect(page).toHaveURL(new RegExp(`/profile/${one}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Сорокин');
  // The old link opens the card that stays.
  await page.goto(`/profile/${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Сорокин');
  await page.goto('/admin/merge_profiles');
  await page.getByRole('button', { name: 'Вернуть' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(page.getByText('Объединение отменено: карточки снова отдельно')).toBeVisible();
  await page.goto(`/profile/${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cорокин');
});
