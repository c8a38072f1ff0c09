// What the hand feels: nothing jumps, nothing is cut. Measured on the drawn page.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { enter, goOffline, readAll, sideways } from './kit.ts';
import { inTime } from '../kit/busy.ts';

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

  await page.goto('/contributions/penalties', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'По гаражам' })).toBeVisible();
  expect(await shifts(), 'shift while penalties are counted').toBeLessThanOrEqual(0.02);
  for (const letters of ['и', 'иванов', 'нетакого']) {
    const answered = page.waitForResponse((response) => response.url().includes('/penalty_preview'));
    await page.getByPlaceholder('Гараж, счёт или владелец').fill(letters);
    await answered;
    await page.waitForTimeout(300);
  }
  expect(await shifts(), 'shift while penalties are searched').toBeLessThanOrEqual(0.02);

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
  const paper = page.locator('.MuiMenu-paper');
  /** Pixels of the last entry below the menu, which grows when it opens. */
  const below = async () => {
    const [entry, menu] = [(await last.boundingBox())!, (await paper.boundingBox())!];
    return entry.y + entry.height - (menu.y + menu.height);
  };
  await expect.poll(below).toBeLessThanOrEqual(0);
});

test('columns are not cut, a card names itself in the title', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.goto('/profiles', { waitUntil: 'networkidle' });
  const cut = await readAll(page.locator('[role=columnheader], th').filter({ visible: true }), (heads) =>
    heads.filter((head) => head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent),
  );
  expect(cut).toEqual([]);

  await page.goto('/garage/6', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle(/^Гараж А,? ?6/);
});

test('chips are read or not there, the marks are explained; the header is whole between a tablet and a laptop', async ({
  page,
}) => {
  await enter(page, 'super@example.ru');
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Отметки годов')).toHaveText(/оплачен\s*частично\s*не оплачен/);
  await expect(page.getByLabel('Отметки годов')).toBeVisible();
  let seen = 0;
  for (const address of ['/', '/profiles'])
    for (const width of [1440, 1366, 1100, 1025, 820]) {
      await page.setViewportSize({ width, height: 768 });
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.getByRole('row').nth(3)).toBeVisible();
      const chips = await readAll(
        page.getByRole('row').locator('[class*=_status_]'),
        (all) =>
          all.map((chip) => {
            const words = chip.lastElementChild!;
            const isCut = words.scrollWidth > words.clientWidth + 1;
            return { words: chip.textContent, isCrushed: isCut && words.clientWidth < 44 };
          }),
        0,
      );
      seen += chips.length;
      expect(
        chips.filter(({ isCrushed }) => isCrushed),
        `${address} at ${width}`,
      ).toEqual([]);
    }
  expect(seen).toBeGreaterThan(0);
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const width of [769, 800, 834, 860]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.getByTitle('Меню пользователя')).toBeInViewport({ ratio: 1 });
    expect(await sideways(page), `${width} px`).toBe(0);
  }
});

/** What is drawn in the upper and the lower part of a small rounded picture: ink, or paper as at its corner. */
async function drawn(page: Page, mark: Locator): Promise<string> {
  const png = (await mark.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const light = (x: number, y: number) => {
      const [red, green, blue] = context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
      return red! + green! + blue!;
    };
    const paper = light(0, 0);
    const isInk = (share: number) => Math.abs(light(picture.width / 2, picture.height * share) - paper) > 240;
    return `${isInk(0.3) ? 'full' : 'empty'} over ${isInk(0.7) ? 'full' : 'empty'}`;
  }, png);
}

test('in forced colours marks, the map, tabs and chips stay apart', async ({ page }) => {
  await enter(page, 'po@example.ru');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/', { waitUntil: 'networkidle' });
  const legend = page.getByLabel('Отметки годов');
  const marks: string[] = [];
  for (const nth of [0, 1, 2]) marks.push(await drawn(page, legend.locator('i').nth(nth)));
  expect(marks).toEqual(['empty over empty', 'empty over full', 'full over full']);

  /** Width of the ring that tells the chosen one. */
  const ring = (one: Locator) =>
    one.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    });
  const menu = page.getByRole('navigation', { name: 'Разделы' });
  expect(await ring(menu.getByRole('link', { name: /^Гаражи/ }))).toBeGreaterThanOrEqual(2);
  expect(await ring(menu.getByRole('link', { name: /^Люди/ }))).toBe(0);

  await page.goto('/garage/6', { waitUntil: 'networkidle' });
  expect(await ring(page.getByRole('tab', { name: 'Гараж', exact: true }))).toBeGreaterThanOrEqual(2);
  expect(await ring(page.getByRole('tab', { name: 'Владельцы и история' }))).toBe(0);
  // The main button is a button, not a word among words.
  const main = page.getByRole('main').getByRole('button', { name: 'Принять оплату' });
  expect(await main.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe('solid');
  const chip = page.getByRole('heading', { level: 1 }).locator('[class*=_status_]').first();
  expect(await chip.evaluate((element) => getComputedStyle(element).borderTopColor)).not.toBe('rgba(0, 0, 0, 0)');

  await page.goto('/?view=map', { waitUntil: 'networkidle' });
  const looks = await readAll(
    page.locator('[aria-pressed] > [data-tone]'),
    (keys) =>
      keys.map((key) => {
        const { borderTopStyle, borderTopWidth, backgroundColor, backgroundImage } = getComputedStyle(key);
        const corner = getComputedStyle(key, '::before').content;
        return [borderTopStyle, borderTopWidth, backgroundColor, backgroundImage === 'none', corner].join(' ');
      }),
    6,
  );
  expect(new Set(looks).size, looks.join('; ')).toBe(looks.length);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the debt of a garage comes first, owners are called by a button, nothing is smaller than a finger', async ({
    page,
  }) => {
    await enter(page, 'po@example.ru');
    await page.goto('/contributions/ageing', { waitUntil: 'networkidle' });
    const debtors = await readAll(
      page.getByRole('region', { name: /[Кк]рупнейши[ех] должник/ }).getByRole('link', { name: /^Гараж / }),
      (links) => links.map((link) => link.getAttribute('href')!),
    );
    const call = page.getByRole('button', { name: 'Позвонить' }).first();
    const [debt, owners] = [
      page.getByRole('region', { name: 'Долг', exact: true }),
      page.getByRole('region', { name: 'Владельцы' }),
    ];
    // Not every debtor has a telephone, some garages have no owner.
    for (const debtor of debtors) {
      await page.goto(debtor, { waitUntil: 'networkidle' });
      await expect(owners).toBeVisible();
      if (await call.isVisible()) break;
    }
    const [debtBox, ownersBox] = [(await debt.boundingBox())!, (await owners.boundingBox())!];
    expect(debtBox.y).toBeLessThan(ownersBox.y);
    expect(debtBox.y, 'the debt is in sight at once').toBeLessThan(420);
    expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(48);
    const targets = page.locator('main :is(a[href], button, [role=tab], input, select, textarea)');
    const small = await readAll(targets.filter({ visible: true }), (all) =>
      all.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        const isSeen = width > 1 && height > 1;
        return isSeen && (width < 44 || height < 44)
          ? [`${target.textContent || target.getAttribute('aria-label')} ${Math.round(width)}×${Math.round(height)}`]
          : [];
      }),
    );
    expect(small).toEqual([]);
    expect(await sideways(page)).toBe(0);
  });

  test('the order of a list is read whole, sums of people stand under each other', async ({ page }) => {
    await enter(page, 'po@example.ru');
    for (const address of ['/', '/profiles', '/contributions/payments']) {
      await page.goto(address, { waitUntil: 'networkidle' });
      const order = page.getByRole('button', { name: /^по (возрастанию|убыванию)/ });
      const box = (await order.boundingBox())!;
      expect(box.x + box.width, address).toBeLessThanOrEqual(390);
      expect(await order.evaluate((button) => button.scrollWidth <= button.clientWidth + 1), address).toBe(true);
    }
    await page.goto('/profiles', { waitUntil: 'networkidle' });
    const cards = page.locator('main li a, main [role=listitem] a, main [role=row] a').filter({ hasText: '₽' });
    const ends = await readAll(
      cards,
      (all) => all.map((card) => Math.round(card.children[1]!.getBoundingClientRect().right)),
      4,
    );
    expect(new Set(ends).size).toBe(1);
  });
});

test('a lost connection is said within three seconds and taken back by itself; what is open stays readable', async ({
  page,
  context,
}) => {
  await enter(page, 'po@example.ru');
  await page.goto('/garage/6', { waitUntil: 'networkidle' });
  const line = page.getByText('Нет связи с сервером.');
  await goOffline(page);
  await expect(line).toBeVisible({ timeout: inTime(3000) });
  await expect(page.getByRole('heading', { name: /Гараж № 6/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: /^Люди/ }).click();
  await page.waitForTimeout(1500);
  await expect(line).toBeVisible();
  expect(page.url()).toContain('/profiles');
  await context.setOffline(false);
  await expect(page.getByRole('row').nth(3)).toBeVisible({ timeout: inTime(15_000) });
  await expect(line).toBeHidden();
});
