// What an official tries first, in a real browser: entering, finding, correcting, mapping, loading a registry.
import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { enter, isClean, sideways } from './kit.ts';

test('the bare address opens the console', async ({ page, request }) => {
  const answer = await request.get('/');
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([200, 'no-cache']);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
});

test('a wrong password is told, a demo account enters with one click', async ({ page }) => {
  await page.goto('/garage/5');
  await expect(page).toHaveURL(/\/sign/);
  await page.fill('input[name=email]', 'po@example.ru');
  await page.fill('input[name=password]', 'wrong');
  await page.click('button[type=submit]');
  await expect(page.getByText('Неверная почта или пароль')).toBeVisible();
  await isClean(page);
  await page.getByRole('button', { name: 'Председатель ПО' }).click();
  // The page that was asked for before signing in is the one that opens.
  await expect(page).toHaveURL(/\/garage\/5/);
});

test('every demo account sees its list at three widths', async ({ page }) => {
  for (const who of ['super', 'region', 'mo', 'po', 'treasurer', 'auditor']) {
    await page.context().clearCookies();
    await page.goto('/termsofuse');
    await page.evaluate(() => localStorage.clear());
    await enter(page, `${who}@example.ru`);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('heading', { name: 'Гаражи', level: 1 })).toBeVisible();
      await expect(
        page
          .getByRole('link', { name: /^Гараж А, 1/ })
          .or(page.getByLabel(/^Гараж А, 1/))
          .first(),
      ).toBeVisible();
      expect(await sideways(page), `${who} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('finds a garage by «12-3 45» and by the tail of a phone', async ({ page }) => {
  await enter(page, 'mo@example.ru');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('12-3 45');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/global_search/);
  await expect(page.getByText(/Гаражи · \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Гараж А, 45' }).first().click();
  await expect(page.getByRole('heading', { name: /Гараж № 45/ })).toBeVisible();
  await isClean(page);
});

test('corrects a card; a colleague who saves second loses nothing', async ({ page, browser }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage_edit/7');
  const other = await browser.newContext();
  const colleague = await other.newPage();
  await enter(colleague, 'mo@example.ru');
  await colleague.goto('/garage_edit/7');
  await expect(colleague.getByLabel('Номер справки ПИБ')).toBeVisible();
  await page.getByLabel('Номер справки ПИБ').fill('ПИБ-первый');
  await page.getByRole('button', { name: /Сохранить/ }).click();
  await expect(page).toHaveURL(/\/garage\/7/);
  await colleague.getByLabel('Номер справки ПИБ').fill('ПИБ-второй');
  await colleague.keyboard.press('Control+s');
  await expect(colleague.getByText('Карточку изменил другой сотрудник')).toBeVisible();
  await expect(colleague.getByRole('dialog')).toContainText('ПИБ-первый');
  await expect(colleague.getByRole('dialog')).toContainText('ПИБ-второй');
  await colleague.getByRole('radio').first().check();
  await colleague.getByRole('button', { name: 'Сохранить выбранное' }).click();
  await expect(colleague).toHaveURL(/\/garage\/7/);
  await expect(colleague.getByText('ПИБ-второй')).toBeVisible();
  await other.close();
});

test('asks before leaving unsaved work; the draft is offered on return', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage_edit/8');
  await page.getByLabel('Примечание').fill('Ворота перекрасить');
  await expect(page.getByText(/Черновик сохранён/)).toBeVisible();
  await page.getByRole('link', { name: /^Люди/ }).click();
  await expect(page.getByText('Вы хотите покинуть страницу?')).toBeVisible();
  await page.getByRole('button', { name: 'Остаться' }).click();
  await expect(page).toHaveURL(/garage_edit/);
  await page.getByRole('link', { name: /^Люди/ }).click();
  await page.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/profiles/);
  await page.goto('/garage_edit/8');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByLabel('Примечание')).toHaveValue('Ворота перекрасить');
});

test('the owners of a garage get their shares from its card', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage/6');
  await page.getByRole('button', { name: 'Изменить доли' }).click();
  const shares = page.getByLabel(/^Доля: /);
  await expect(shares.first()).toBeVisible();
  await shares.first().fill('2/3');
  await page.getByLabel('В чём ошибка').fill('Доли перепутаны при записи, акт № 4');
  await page.getByLabel('Акт комиссии проверен').check();
  await page.getByRole('button', { name: 'Исправить доли' }).click();
  await expect(page.getByText('Сумма долей должна быть равна 1').first()).toBeVisible();
  await page.getByRole('button', { name: 'Разделить поровну' }).click();
  await page.getByRole('button', { name: 'Исправить доли' }).click();
  await expect(page.getByText('доля 1/2, получает квитанции')).toBeVisible();
  await page.getByRole('button', { name: 'Позвонить' }).first().click();
  await expect(page.getByRole('link', { name: /\+7 900 000/ })).toBeVisible();
});

test('filters, chips, totals and the way back', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.getByRole('button', { name: /Фильтры/ }).click();
  await page.getByLabel('Долг', { exact: true }).first().click();
  await page.getByRole('option', { name: 'есть долг' }).click();
  await expect(page.getByText(/Найдено \d+ из \d+/)).toBeVisible();
  const address = page.url();
  await page
    .getByRole('link', { name: /^Гараж [А-В],/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Почему такой долг/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(/Найдено \d+ из \d+/)).toBeVisible();
});

test('the section map is walked with the keyboard', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.getByRole('button', { name: 'Шахматка' }).click();
  await page.getByRole('button', { name: /^Гараж А 1,/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Гараж А 2,/ })).toBeFocused();
  await isClean(page);
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await expect(page.getByText('Выбрано 2 гаража')).toBeVisible();
  await page.getByPlaceholder('Номер на плане').fill('Б 3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Гараж Б 3,/ })).toBeFocused();
  await expect(page.getByRole('complementary', { name: 'Выбранный гараж' })).toContainText('Гараж № 3');
  await page.getByRole('link', { name: 'Показать списком' }).click();
  await expect(page.getByText('Выбраны на шахматке')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.goBack();
  await page.getByRole('button', { name: /^Гараж А 2,/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Гараж № 2/ })).toBeVisible();
});

test('guards: archive for a ПО, a foreign garage, admin pages', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/archive');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/admin/poes');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/garage/600');
  await expect(page.getByText('К сожалению, мы не можем найти запрашиваемые данные.')).toBeVisible();
  await expect(page.getByText('Ошибка 404')).toBeVisible();
});

test('a superuser loads a registry, sees every row, and takes it back', async ({ page }) => {
  await enter(page, 'super@example.ru');
  await page.goto('/admin/poes');
  await page.getByText('КАС № 31-2').click();
  await page.getByRole('button', { name: 'Загрузить реестр' }).click();
  await page.setInputFiles('input[type=file]', join(import.meta.dirname, '..', 'fixtures', 'registries', 'dirty.xlsx'));
  await expect(page.getByRole('heading', { name: 'dirty.xlsx' })).toBeVisible();
  await expect(page.getByLabel('Что получится').getByText('Номер повторяется')).toBeVisible();
  await page.getByRole('button', { name: 'Далее: проверка' }).click();
  await expect(page.getByRole('heading', { name: 'Номер повторяется' })).toBeVisible();
  await page.getByRole('button', { name: 'Далее: загрузка' }).click();
  await expect(page.getByText('не будет загружено из-за ошибок: 7')).toBeVisible();
  await page.getByRole('button', { name: /^Загрузить \d/ }).click();
  await expect(page.getByRole('button', { name: 'Отменить загрузку' })).toBeVisible();
  await page.getByRole('button', { name: 'Отменить загрузку' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click();
  await expect(page.getByText('Загрузка отменена')).toBeVisible();
});

test('adds a person; a likely double is offered', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/profile/1');
  const name = (await page.getByRole('heading', { level: 1 }).innerText()).split('\n')[0]!.trim().split(' ');
  const birthday = await page.locator('dt:has-text("Дата рождения") + dd').innerText();
  await page.goto('/create-profile');
  await page.getByLabel('Фамилия').fill(name[0]!);
  await page.getByLabel('Имя', { exact: true }).fill(name[1]!);
  await page.getByLabel('Отчество').fill(name[2]!);
  await page.getByLabel('Дата рождения').fill(birthday);
  await page.getByLabel('Дата рождения').blur();
  await expect(page.getByText('Похоже, такой человек уже есть')).toBeVisible();
});
