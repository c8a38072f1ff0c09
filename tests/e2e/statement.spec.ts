// A bank statement in the browser: what is sure is posted with one press, the same file again posts nothing.
import { expect, test } from '@playwright/test';
import { enter, isClean } from './kit.ts';

const ACCOUNT = '40703810900000012303';
/** The example of the format with one payment that nobody recognises. */
const text = [
  '1CClientBankExchange',
  'ВерсияФормата=1.03',
  'Кодировка=Windows',
  'ДатаНачала=14.02.2026',
  'ДатаКонца=15.02.2026',
  `РасчСчет=${ACCOUNT}`,
  'СекцияРасчСчет',
  `РасчСчет=${ACCOUNT}`,
  'НачальныйОстаток=10000.00',
  'ВсегоПоступило=5700.00',
  'ВсегоСписано=120.00',
  'КонечныйОстаток=15580.00',
  'КонецРасчСчет',
  'СекцияДокумент=Платежное поручение',
  'Номер=71',
  'Дата=14.02.2026',
  'Сумма=4500.00',
  'ПлательщикСчет=40817810000000000001',
  'Плательщик=Петров Иван Сергеевич',
  `ПолучательСчет=${ACCOUNT}`,
  'ДатаПоступило=14.02.2026',
  'НазначениеПлатежа=Членский взнос 2026 ЛС 1123000455 гараж 45',
  'КонецДокумента',
  'СекцияДокумент=Платежное поручение',
  'Номер=72',
  'Дата=15.02.2026',
  'Сумма=1200,00',
  'ПлательщикСчет=40817810000000000002',
  'Плательщик=Неведомов Никто Никтович',
  `ПолучательСчет=${ACCOUNT}`,
  'НазначениеПлатежа=оплата по договору',
  'КонецДокумента',
  'СекцияДокумент=Банковский ордер',
  'Номер=9',
  'Дата=15.02.2026',
  'Сумма=120.00',
  `ПлательщикСчет=${ACCOUNT}`,
  'ДатаСписано=15.02.2026',
  'НазначениеПлатежа=Комиссия за ведение счета',
  'КонецДокумента',
  'КонецФайла',
].join('\r\n');
const file = { name: 'февраль.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };

test('a statement is loaded, the sure payment posted, the other assigned; loaded again it posts nothing', async ({
  page,
}) => {
  await enter(page, 'po@example.ru');
  await page.goto('/contributions/payments/statement');
  await expect(page.getByText('Здесь пока пусто')).toBeVisible();
  await isClean(page);
  await page.setInputFiles('input[type=file]', { ...file, buffer: Buffer.from(text.replace('КонецФайла', '')) });
  await expect(page.getByText('Файл обрезан')).toBeVisible();

  await page.setInputFiles('input[type=file]', file);
  await expect(page.getByText('суммы сходятся', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Провести: Петров/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Провести: Неведомов/ })).toBeDisabled();
  await isClean(page);
  await page.getByRole('button', { name: /Провести 1 платёж на 4 500,00/ }).click();
  await expect(page.getByText('Проведено: 1 платёж на 4 500,00 ₽')).toBeVisible();

  await page.getByLabel(/^Гараж для платежа: Неведомов/).fill('1123000455');
  await page.getByRole('option').first().click();
  await expect(page.getByText('Назначено вручную')).toBeVisible();
  await page.getByRole('button', { name: /^Действия: Неведомов/ }).click();
  await page.getByRole('menuitem', { name: 'Изменить или разделить' }).click();
  await page.getByRole('button', { name: 'Ещё гараж' }).click();
  await isClean(page);
  await page.getByLabel('Сумма').first().fill('700');
  await page.getByLabel('Сумма').last().fill('500');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Гараж' }).last().fill('7');
  await page.getByRole('option').first().click();
  await expect(page.getByText('Распределено всё')).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('button', { name: /Провести 1 платёж на 1 200,00/ })).toBeEnabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Проведено: 1 платёж на 1 200,00 ₽')).toBeVisible();
  await page.getByRole('button', { name: /Проведено 2 строки/ }).click();
  await page
    .getByRole('link', { name: /^Документ №/ })
    .first()
    .click();
  await expect(page).toHaveURL(/balance_operation\/\d+/);

  await page.goto('/contributions/payments/statement');
  await page.setInputFiles('input[type=file]', file);
  await expect(page.getByRole('button', { name: /Уже загружено раньше 3 строки/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Провести', exact: false })).toBeDisabled();
  await isClean(page);
});

/** Payments of one day that say nothing of a garage. */
const unknown = (payers: readonly string[]) =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `РасчСчет=${ACCOUNT}`,
    'СекцияРасчСчет',
    `РасчСчет=${ACCOUNT}`,
    'КонецРасчСчет',
    ...payers.flatMap((payer, nth) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${900 + nth}`,
      'Дата=16.02.2026',
      'Сумма=500',
      `Плательщик=${payer}`,
      `ПолучательСчет=${ACCOUNT}`,
      'НазначениеПлатежа=оплата',
      'КонецДокумента',
    ]),
    'КонецФайла',
  ].join('\r\n');

test('unrecognised payments are settled by keys alone; a file loaded by mistake is taken back and loaded again', async ({
  page,
}) => {
  await enter(page, 'po@example.ru');
  await page.goto('/contributions/payments/statement');
  const wrong = {
    name: 'март.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(unknown(['Первов Пётр', 'Вторых Вера', 'Третьяк Тит'])),
  };
  await page.setInputFiles('input[type=file]', wrong);
  await expect(page.getByRole('button', { name: /Не распознано 3 строки/ })).toBeVisible();
  await expect(page.getByLabel(/^Гараж для платежа: Третьяк/)).toBeVisible();
  // The answer of the search is not waited for: Enter takes it when it comes.
  await page.keyboard.press('F8');
  await page.keyboard.type('1123000455');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Гараж для платежа: Вторых/)).toBeFocused();
  await expect(page.getByRole('button', { name: /Назначено вручную 1 строка/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Не распознано 2 строки/ })).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByLabel(/^Гараж для платежа: Третьяк/)).toBeFocused();

  const menu = page.getByRole('button', { name: 'Действия с выпиской' });
  await menu.click();
  await page.getByRole('menuitem', { name: /Узнать платежи заново/ }).click();
  await expect(page.getByText('Ничего нового')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: /Отозвать выписку/ }).click();
  await expect(page.getByRole('dialog')).toContainText('назначено вручную: 1 платёж');
  await isClean(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText('Выписка отозвана. Этот файл можно загрузить снова')).toBeVisible();
  await expect(page.getByRole('button', { name: /март\.txt/ })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('тот же файл можно загрузить снова')).toBeVisible();
  await isClean(page);

  await page.goto('/contributions/payments/statement');
  await page.setInputFiles('input[type=file]', wrong);
  await expect(page.getByRole('button', { name: /Не распознано 3 строки/ })).toBeVisible();
});
