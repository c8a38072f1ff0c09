// Charging as a treasurer does it: a year to the whole ПО, a second run that warns, correcting, undoing, a closed period.
import { expect, test, type Page } from '@playwright/test';
import { closeOthers, enter, isClean, isFitting, pageOfAnother, workAs } from './kit.ts';

// The second journey goes on with what the first one charged.
test.describe.configure({ mode: 'serial' });

const thisYear = new Date().getFullYear();
/** The demo world is charged up to this year: the next one is free. */
const NEXT = String(thisYear + 1);
const LAST = String(thisYear - 1);

const equation = (page: Page) => page.getByRole('region', { name: 'Что произойдёт' });
const fact = (page: Page, name: string | RegExp) =>
  equation(page).locator('dl > div').filter({ hasText: name }).locator('dd');
const charge = (page: Page) => page.getByRole('button', { name: /^Начислить \d/ });

/** The wizard stands and has counted. */
const counted = (page: Page) => expect(fact(page, 'Найдено гаражей')).toHaveText(/\d/);

/** Fills the second step. */
async function fill(page: Page, terms: { type?: string; year: string; amount: string; date?: string }) {
  if (terms.type) {
    await page.locator('[name=accrualType]').click();
    await page.getByRole('option', { name: terms.type, exact: true }).click();
  }
  await page.locator('[name=contributionPeriod]').click();
  await page.getByRole('option', { name: terms.year, exact: true }).click();
  await page.locator('[name=contributionAmount]').fill(terms.amount);
  if (terms.date) await page.locator('[name=contributionDate]').fill(terms.date);
}

test.afterEach(closeOthers);

test('a year is charged to the whole ПО; a second run warns and finds nobody', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/contributions');
  await expect(page.getByRole('row').filter({ hasText: '%' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Начислить' }).click();
  await expect(fact(page, 'Найдено гаражей')).toHaveText('123');
  await expect(fact(page, 'в архиве')).toHaveText('−3');
  await isFitting(page);
  await page.keyboard.press('Control+Enter');
  await fill(page, { year: NEXT, amount: '4500' });
  await page.getByLabel('Основание').fill('Протокол № 14');
  await isFitting(page);
  await page.getByLabel('Основание').press('Enter');

  // Nobody owns two of them: they wait beside until they are charged on purpose.
  await expect(charge(page)).toHaveText(/515.250,00/);
  await expect(fact(page, 'без владельца')).toHaveText('−2');
  await page.getByRole('radio', { name: 'Начислить' }).check();
  await expect(charge(page)).toHaveText(/524.250,00/);
  await expect(fact(page, 'Будет начислено гаражам')).toHaveText('120');
  await expect(fact(page, '113 × 4 500,00')).toHaveText('508 500,00');
  await expect(fact(page, '7 × 2 250,00')).toHaveText('15 750,00');
  await isFitting(page);

  // On a laptop the cross is in sight and nothing lies over it; rows are text, not a head.
  await page.setViewportSize({ width: 1366, height: 768 });
  const cross = page.getByRole('button', { name: 'Не начислять: Гараж А 1', exact: true });
  const isReached = await cross.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + 2, left + width - 2].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
  });
  expect(isReached, 'the cross at 1366').toBe(true);
  const colours = await page
    .getByRole('table')
    .evaluate((table) =>
      [table.querySelector('th')!, table.querySelector('tbody td')!].map((cell) => getComputedStyle(cell).color),
    );
  expect(colours[0]).not.toBe(colours[1]);

  // One garage is left out and put back: the sums follow.
  await cross.click();
  await expect(charge(page)).toHaveText(/519.750,00/);
  await page.getByRole('button', { name: /^Пропущены/ }).click();
  await expect(page.getByRole('cell', { name: 'в архиве', exact: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Вернуть: Гараж А 1' }).click();
  await expect(charge(page)).toHaveText(/524.250,00/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Выгрузить предпросмотр' }).click();
  expect((await download).suggestedFilename()).toContain('предпросмотр.xlsx');

  await charge(page).click();
  await expect(page.getByRole('heading', { name: /Начислено: 120.гаражей, 524.250,00/ })).toBeVisible();
  await page.getByRole('link', { name: 'Открыть начисление' }).click();
  await expect(page.getByRole('heading', { name: `Членский годовой взнос, ${NEXT} год` })).toBeVisible();
  await expect(page.getByText('120 строк')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Сумма' })).toContainText(/524.250,00/);
  await isFitting(page);
  // Who has not paid, and the same as a file.
  const owing = page.getByRole('button', { name: /^Не оплачено/ });
  const left = Number((await owing.innerText()).replace(/\D/g, ''));
  expect(left).toBeGreaterThan(100);
  await owing.click();
  await expect(page.getByText(`1–50 из ${left}`)).toBeVisible();
  const lines = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  expect((await lines).suggestedFilename()).toContain('.xlsx');

  await page.goto('/contributions/new');
  await counted(page);
  await page.keyboard.press('Control+Enter');
  await fill(page, { year: NEXT, amount: '4500' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Уже начислено за ${NEXT} год: 120 гаражей.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Начислять некому' })).toBeDisabled();
  await page.getByLabel('Добавить').click();
  await expect(charge(page)).toHaveText(/515.250,00/);
});

test('a charge is corrected and undone; nothing is lost on the way', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/contributions');
  await page.getByRole('link', { name: 'Членский годовой взнос' }).first().click();
  await page.getByRole('button', { name: 'Исправить' }).click();
  await page.locator('[name=contributionAmount]').fill('4600');
  await page.locator('[name=reason]').fill('Решение собрания');
  const change = page.getByRole('region', { name: 'Что изменится в деньгах' });
  await expect(change).toContainText(/535.900,00/);
  await expect(change).toContainText(/вырастет на/);
  await isFitting(page);
  // Unsaved work is asked about.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Гаражи' }).first().click();
  await page.getByRole('button', { name: 'Остаться' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Исправление', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Сумма' })).toContainText(/535.900,00/);

  await page
    .getByText(/Заменяет документ/)
    .getByRole('link')
    .click();
  await expect(page.getByText('Исправлено', { exact: true })).toBeVisible();
  await expect(page.getByText('Уже сторнировано')).toBeVisible();
  await page
    .getByText(/Вместо него действует/)
    .getByRole('link')
    .last()
    .click();

  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/120.гаражей, их долг уменьшится на 535.900,00/);
  await isClean(page);
  // Advances paid a part of it: such an undoing says why.
  await dialog.getByLabel('Причина').fill('Начислено не тем гаражам');
  await dialog.getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
  await page.goto('/contributions');
  // The first charge and the corrected one; other journeys undo theirs in other years.
  await expect(page.getByRole('row').filter({ hasText: NEXT }).filter({ hasText: 'Сторнировано' })).toHaveCount(2);
});

test('a draft survives a reload; one garage is charged from its card', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage/2');
  await page.getByRole('button', { name: 'Ещё действия' }).click();
  await page.getByRole('menuitem', { name: 'Начислить взнос' }).click();
  await expect(fact(page, 'Найдено гаражей')).toHaveText('1');
  await page.keyboard.press('Control+Enter');
  await fill(page, { type: 'Целевой', year: NEXT, amount: '700' });
  await expect(page.getByText(/Черновик сохранён/)).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.locator('[name=contributionAmount]')).toHaveValue(/700,00/);
  await page.keyboard.press('Control+Enter');
  await expect(charge(page)).toHaveText(/700,00/);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'Открыть начисление' }).click();
  await page.getByRole('button', { name: 'Отменить начисление' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить начисление' }).click();
  await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
});

test('a closed period: no correction, the words say why; undoing in the new period works', async ({
  page,
  browser,
}) => {
  await enter(page, 'mo@example.ru');
  await page.goto('/contributions/new?garage=2');
  await expect(fact(page, 'Найдено гаражей')).toHaveText('1');
  await page.keyboard.press('Control+Enter');
  await fill(page, { type: 'Целевой', year: LAST, amount: '350', date: `15.06.${LAST}` });
  await page.keyboard.press('Control+Enter');
  await charge(page).click();
  await page.getByRole('link', { name: 'Открыть начисление' }).click();
  await expect(page.getByRole('button', { name: 'Исправить' })).toBeEnabled();

  const books = await booksOfSuper(await pageOfAnother(browser));
  await books('/api/closing/', { until: `${LAST}-12-31`, was: null });
  try {
    const closed = `Период закрыт до 31.12.${LAST}`;
    await page.reload();
    await expect(page.getByText(closed)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Исправить' })).toBeDisabled();
    const address = page.url();
    await page.goto(address.replace('/contribution/', '/contribution_edit/'));
    await expect(page.getByText(closed)).toBeVisible();
    await isClean(page);
    await page.getByRole('link', { name: 'К начислению' }).click();
    await page.getByRole('button', { name: 'Отменить начисление' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Дата сторно').fill(`15.12.${LAST}`);
    await dialog.getByLabel('Причина').fill('Ошибка прошлого года');
    await dialog.getByRole('button', { name: 'Отменить начисление' }).click();
    await expect(dialog.getByText(closed)).toBeVisible();
    await dialog.getByLabel('Дата сторно').fill(today());
    await dialog.getByRole('button', { name: 'Отменить начисление' }).click();
    await expect(page.getByText(/Отменено документом сторно/)).toBeVisible();
    await page.goto('/contributions/new?garage=2');
    await counted(page);
    await page.keyboard.press('Control+Enter');
    await fill(page, { type: 'Целевой', year: LAST, amount: '350', date: `15.06.${LAST}` });
    await expect(page.getByRole('alert').or(page.getByText(closed)).first()).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('[name=contributionDate]')).toHaveAttribute('aria-invalid', 'true');
  } finally {
    await books('/api/closing/open/', { until: null, was: `${LAST}-12-31`, reason: 'Проверка' });
  }
});

const today = () => new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' });

/** A superuser at work in the МО: closes and opens its books. */
async function booksOfSuper(page: Page) {
  const send = await workAs(page, 'super@example.ru', { region: null, mo: 1, po: null });
  return async (path: string, what: object) => {
    const answer = await send(path, 'POST', what);
    expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([200, expect.any(String)]);
  };
}
