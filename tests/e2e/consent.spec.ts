// A person takes his consent back: he leaves mailings at once, the log says who did it and when; who looked at a passport is there too.
import { expect, test, type Page } from '@playwright/test';
import { isClean, workAs } from './kit.ts';

type Send = (path: string, method: string, body: object) => Promise<{ status: number; body: { id: number } }>;

/** A person with a phone, a passport and a consent to SMS. */
async function person(send: Send): Promise<number> {
  const made = await send('/api/profiles/', 'POST', {
    po: 1,
    lastName: 'Отзывов',
    firstName: 'Илья',
    fatherName: 'Петрович',
    birthday: '1960-05-17',
    isVOAMember: true,
    statusVoa: { id: 3 },
    voaEntryDate: '2010-01-01',
    phoneNumberList: ['+79001119911'],
    passSeria: '4012',
    passNum: '345678',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { id } = made.body;
  await send(`/api/profiles/${id}/consents/`, 'POST', { kind: 'sms_info', signedAt: '2026-01-10' });
  return id;
}

async function write(page: Page, id: number) {
  await page.evaluate(
    (included) =>
      sessionStorage.setItem(
        'stashed-receivers',
        JSON.stringify({ of: 'profiles', all: false, filter: {}, included: [included], excluded: [] }),
      ),
    id,
  );
  await page.goto('/notification_constructor');
  await page.getByRole('combobox', { name: 'Шаблон' }).click();
  await page.getByRole('option', { name: 'Долг с суммой' }).click();
  await page.getByLabel('Срок оплаты').fill('2026-12-31');
  return page.getByRole('complementary', { name: 'Что уйдёт' });
}

test('a consent withdrawn on the card leaves the mailing at once, and the log tells who, when and who saw the passport', async ({
  page,
}) => {
  test.slow();
  const send = (await workAs(page, 'mo@example.ru', { region: null, mo: 1, po: null })) as unknown as Send;
  const id = await person(send);
  await write(page, id);
  await expect(page.getByRole('button', { name: /^Проверить: 1 человек/ })).toBeEnabled();

  await page.goto(`/profile/${id}`);
  await page.getByText('СМС-оповещения').getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText('Согласие отозвано')).toBeVisible();
  const passport = page.locator('dl > div').filter({ hasText: 'Паспорт' });
  await expect(passport).not.toContainText('345678');
  await passport.getByRole('button', { name: 'Показать' }).click();
  await expect(passport).toContainText('345678');

  const sum = await write(page, id);
  await expect(sum).toContainText('нет согласия');
  await expect(page.getByRole('button', { name: 'Никто не получит' })).toBeDisabled();

  await page.goto(`/profile/${id}`);
  await page.getByRole('link', { name: 'Как карточка стала такой' }).click();
  const today = new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' });
  for (const words of ['Отозвано согласие: СМС-оповещения', 'Показаны паспортные данные']) {
    const line = page.getByRole('row').filter({ hasText: words }).first();
    await expect(line).toContainText('Крылова');
    await expect(line).toContainText(today.slice(0, 5));
  }
  await isClean(page);
});
