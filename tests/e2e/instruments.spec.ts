// A man entered twice, a Latin letter in one surname: found, merged, one debt and both histories, the old link works; taken back.
import { expect, test, type Page } from '@playwright/test';
import { crushedWords, enter, isClean, PASSWORD, readAll, sideways, workAs } from './kit.ts';

/** What the card of a person says: his debt in kopecks, addresses of the garages of all his time. */
async function cardOf(page: Page, id: string): Promise<{ debt: number; garages: string[] }> {
  await page.goto(`/profile/${id}?tab=2`);
  const links = page.getByRole('region', { name: 'Гаражи человека' }).getByRole('link');
  const garages = await readAll(links, (all) => all.map((one) => one.getAttribute('href')!));
  const sum = await page.getByText('Долг по гаражам, которые вы видите').locator('..').innerText();
  return { debt: Number(sum.replace(/\D/g, '')), garages: garages.toSorted() };
}

/** Each card gets a debt of its own and words of its own, said by the МО. */
async function liveOn(page: Page, cards: readonly { id: string; words: string; kopecks: number }[]) {
  const send = await workAs(page, 'mo@example.ru', { region: null, mo: 1, po: null });
  for (const { id, words, kopecks } of cards) {
    const [garage] = (await cardOf(page, id)).garages;
    const charged = await send('/api/contributions/', 'POST', {
      accrualType: { value: 3 },
      isAllGaragSelected: false,
      includedGarages: [Number(garage!.split('/').at(-1))],
      contributionAmount: kopecks,
      contributionDate: new Date().toISOString().slice(0, 10),
      contributionPeriod: new Date().getFullYear(),
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: kopecks },
    });
    expect(charged.status, JSON.stringify(charged.body)).toBe(200);
    expect((await send(`/api/comments/profile/${id}`, 'POST', { text: words })).status).toBe(200);
  }
}

test('a pair is found, merged and taken back', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await enter(page, 'super@example.ru');
  await page.goto('/admin/instruments');
  await isClean(page);
  await page.getByRole('link', { name: 'Объединение карточек' }).click();
  await page.getByRole('button', { name: /Искать/ }).click();
  const pairs = page.getByRole('list', { name: 'Похожие пары' }).getByRole('link');
  await expect(pairs.filter({ hasText: 'орокин' }).first()).toBeVisible({ timeout: 60_000 });
  await isClean(page);
  // «Cорокин» begins with a Latin letter.
  await pairs.filter({ hasText: 'Cорокин' }).first().click();
  await expect(page.getByRole('heading', { name: 'Один и тот же человек?' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('C');
  await expect(page.getByRole('navigation', { name: 'Путь' })).toContainText(/›\s\d+\sиз\s\d+\sпар/);
  const shown = new URL(page.url()).searchParams;
  const [one, other] = [shown.get('one')!, shown.get('other')!];
  const pair = page.url();
  const words = ['Приходил за квитанцией', 'Просил позвонить жене'];
  const office = await browser.newContext();
  await liveOn(await office.newPage(), [
    { id: one, words: words[0]!, kopecks: 310_000 },
    { id: other, words: words[1]!, kopecks: 270_000 },
  ]);
  await office.close();
  const before = [await cardOf(page, one), await cardOf(page, other)];
  // A mailing of the demo world leaves in its first minute, to one of them too: who is being written to is not merged.
  await expect(async () => {
    await page.goto(pair);
    await expect(page.getByLabel('Ваш пароль')).toBeVisible();
  }).toPass({ timeout: 120_000 });
  const change = await page.getByRole('complementary', { name: 'Что изменится' }).innerText();
  const promised = Number(/= ([\d\s,]+)₽/.exec(change)?.[1]?.replace(/\D/g, ''));
  expect(promised).toBe(before[0]!.debt + before[1]!.debt);
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await crushedWords(page), `${width}`).toEqual([]);
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
  // One debt, and both histories: garages, words, the log.
  const whole = await cardOf(page, one);
  expect(before.every(({ debt }) => debt > 0)).toBe(true);
  expect(whole.debt).toBe(before[0]!.debt + before[1]!.debt);
  expect(whole.garages).toEqual(before.flatMap(({ garages }) => garages).toSorted());
  await page.getByRole('tab', { name: 'Комментарии' }).click();
  for (const said of words) await expect(page.getByText(said)).toBeVisible();
  await page.goto(`/profile/${one}`);
  await page.getByRole('link', { name: 'Как карточка стала такой' }).click();
  for (const said of words) await expect(page.getByText(`Добавлен комментарий: ${said}`).first()).toBeVisible();
  // The old link opens the card that stays.
  await page.goto(`/profile/${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Сорокин');
  await page.goto('/admin/merge_profiles');
  await page.getByRole('button', { name: 'Вернуть' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(page.getByText('Объединение отменено: карточки снова отдельно')).toBeVisible();
  await page.goto(`/profile/${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cорокин');
  expect([await cardOf(page, one), await cardOf(page, other)]).toEqual(before);
});
