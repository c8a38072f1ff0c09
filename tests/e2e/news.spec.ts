// News in two browsers side by side, a question to the support answered live, and the help of each main page.
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { tutorialPages } from '../../contract/tutorialWords.ts';
import { axeFindings, closeOthers, enter, isClean, pageOfAnother, readAll, sideways, workAs } from './kit.ts';

const another = async (browser: Browser, email: string): Promise<Page> => {
  const page = await pageOfAnother(browser);
  await enter(page, email);
  return page;
};
const unreadOf = (page: Page) => page.getByRole('link', { name: /^Новости/ }).first();

test.afterEach(closeOthers);

test('a news is previewed, comes live to its reader, is read and acknowledged; its author sees who', async ({
  page,
  browser,
}) => {
  await enter(page, 'mo@example.ru');
  const reader = await pageOfAnother(browser);
  // The menu shows numbers when they have come: until then it says as little as when nothing is unread.
  const counted = reader.waitForResponse((one) => one.url().includes('/api/menu_counters/') && one.ok());
  await enter(reader, 'po@example.ru');
  const { newNews: before } = (await (await counted).json()) as { newNews: number };
  await page.goto('/news/new');
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(
    page.getByText('Выберите, кому адресована новость').or(page.getByText('Заполните поле')).first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Проверка огнетушителей <script>alert(1)</script>');
  await page.locator('[contenteditable=true]').fill('Проверьте срок годности до пятницы.');
  await page.getByRole('combobox', { name: 'Добавить место' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Просить отметку «Ознакомлен»').check();
  await page.getByRole('button', { name: 'Посмотреть, как увидят' }).click();
  const seen = page.getByRole('region', { name: 'Как увидят новость' });
  await expect(seen.getByText('Проверьте срок годности до пятницы.')).toBeVisible();
  await expect(seen.getByText(/^Увидят: \d+/)).toBeVisible();
  await isClean(page);
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(page).toHaveURL(/\/news\/\d+$/);
  await expect(page.getByText(/^Прочитали 0 из/)).toBeVisible();
  // Live, without a reload.
  await expect(unreadOf(reader)).toContainText(`+${before + 1}`);
  await reader.goto(new URL(page.url()).pathname);
  await expect(reader.getByRole('heading', { name: 'Проверка огнетушителей <script>alert(1)</script>' })).toBeVisible();
  await expect(reader.getByText('Прочитали', { exact: false })).toHaveCount(0);
  await reader.getByRole('button', { name: 'Ознакомлен' }).click();
  await expect(reader.getByText(/^Вы ознакомлены/)).toBeVisible();
  if (before) await expect(unreadOf(reader)).toContainText(`+${before}`);
  else await expect(unreadOf(reader)).not.toContainText('+');
  await page.reload();
  await expect(page.getByText(/^Прочитали 1 из/)).toBeVisible();
  await expect(page.getByText('ознакомлены 1', { exact: false })).toBeVisible();
  for (const width of [390, 768, 1366]) {
    await reader.setViewportSize({ width, height: 800 });
    expect(await sideways(reader)).toBeLessThanOrEqual(0);
    expect(await axeFindings(reader)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Снять' }).click();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: /^Проверка огнетушителей/ })).toHaveCount(0);
});

test('a question reaches the desk, is answered live, with a picture from the clipboard and marks of reading', async ({
  page,
  browser,
}) => {
  await enter(page, 'po@example.ru');
  const desk = await another(browser, 'super@example.ru');
  await page.getByRole('button', { name: 'Чат поддержки' }).click();
  const chat = page.getByRole('dialog', { name: 'Поддержка' });
  const box = (await chat.boundingBox())!;
  expect([box.width, box.height]).toEqual([360, 580]);
  // The instruction is offered while the question is typed.
  await chat.getByLabel('Сообщение').fill('реестр из excel');
  await expect(chat.getByRole('button', { name: 'Загрузить реестр из Excel' })).toBeVisible();
  await chat.getByLabel('Сообщение').press('Escape');
  await expect(chat.getByRole('button', { name: 'Загрузить реестр из Excel' })).toHaveCount(0);
  await expect(chat).toBeVisible();
  await chat.getByLabel('Сообщение').fill('Почему у гаража 45 пени <img src=x onerror=alert(1)>?');
  await chat.getByLabel('Сообщение').press('Enter');
  await expect(chat.getByLabel('доставлено')).toBeVisible();
  await isClean(page);
  await desk.goto('/support');
  await desk.getByRole('button', { name: /Почему у гаража 45 пени/ }).click();
  // Opened at the desk: the asker sees that it is read.
  await expect(chat.getByLabel('прочитано')).toBeVisible();
  await desk.getByRole('textbox', { name: 'Ответ' }).pressSequentially('Смотрю');
  await expect(chat.getByText('печатает…')).toBeVisible();
  await desk.getByRole('textbox', { name: 'Ответ' }).press('Control+Enter');
  await expect(chat.getByText('Смотрю', { exact: true })).toBeVisible();
  await expect(desk.getByText('Человек не разрешил смотреть его экран.')).toBeVisible();
  await chat.getByLabel('Показать мой экран поддержке').click();
  await expect(desk.getByText('Экран показан поддержке на полчаса')).toBeVisible();
  await chat.getByLabel('Сообщение').evaluate((area) => {
    const bytes = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (sign) => sign.charCodeAt(0),
    );
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'кадр.png', { type: 'image/png' }));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(desk.getByRole('img', { name: 'кадр.png' })).toBeVisible();
  await isClean(desk);
  for (const width of [390, 768, 1366]) {
    await desk.setViewportSize({ width, height: 800 });
    expect(await sideways(desk)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page)).toEqual([]);
  }
  // A tab that was away goes on from the last number: nothing is lost, nothing comes twice.
  await page.context().setOffline(true);
  await desk.getByRole('textbox', { name: 'Ответ' }).fill('Пока вас не было');
  await desk.getByRole('textbox', { name: 'Ответ' }).press('Control+Enter');
  await expect(desk.getByText('Пока вас не было', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(chat.getByText('Пока вас не было', { exact: true })).toHaveCount(1);
  await expect(chat.getByText('Смотрю', { exact: true })).toHaveCount(1);
  await desk.getByRole('button', { name: 'Решено' }).click();
  await expect(chat.getByText('Вопрос решён')).toBeVisible();
});

/** F1; on a busy machine a page may not have been drawn whole yet: pressed again, as a person would. */
async function openHelp(page: Page): Promise<Locator> {
  const drawer = page.getByRole('complementary', { name: 'Инструкция этой страницы' });
  await expect(async () => {
    if (await drawer.isHidden()) await page.keyboard.press('F1');
    await expect(drawer).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  return drawer;
}

test('F1 on each main page opens the instruction whose places the page has', async ({ page }) => {
  test.slow();
  await workAs(page, 'super@example.ru', { region: null, mo: 1, po: null });
  const address: Record<string, string> = { garages: '/' };
  for (const name of Object.keys(tutorialPages)) {
    await page.goto(address[name] ?? `/${name}`);
    // What is shown before the console hears no keys yet.
    await expect(page.locator('#root [data-help]').first()).toBeVisible();
    const drawer = await openHelp(page);
    const show = drawer.getByRole('button', { name: 'Показать' });
    const places = await readAll(show, ({ length }) => length);
    for (let at = 0; at < places; at += 1) {
      await show.nth(at).click();
      await expect(page.locator('[data-ring]'), `${name}, place ${at + 1}`).toBeVisible();
      await show.nth(at).click();
    }
    if (name === 'garages') await isClean(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  }
});

test('a superuser gives a page another instruction', async ({ page }) => {
  await enter(page, 'super@example.ru');
  await page.goto('/admin/tutorials');
  const table = page.getByRole('region', { name: 'Инструкции страниц' });
  await table.getByRole('combobox', { name: 'Новости' }).click();
  await page.getByRole('option', { name: 'Журнал действий' }).click();
  await expect(page.getByText('Инструкция страницы «Новости» сохранена')).toBeVisible();
  await isClean(page);
  await page.goto('/news');
  await expect(page.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();
  const drawer = await openHelp(page);
  await expect(drawer.getByRole('heading', { name: 'Журнал действий' })).toBeVisible();
  await page.goto('/admin/tutorials');
  await table.getByRole('combobox', { name: 'Новости' }).click();
  await page.getByRole('option', { name: 'Новости: прочитать и написать' }).click();
  await expect(page.getByText('Инструкция страницы «Новости» сохранена')).toBeVisible();
});
