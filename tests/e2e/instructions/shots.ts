// Which pictures the instructions show: who looks, at what, which places are ringed.
import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { statementText } from './statement.ts';

export interface Shot {
  /** `server/tutorials/pictures/<name>.webp` */
  name: string;
  /** Whose account of the demo world. */
  email: string;
  /** `data-help` of the places that get a ring and a number, in this order; a shot fails when one is not on the page. */
  anchors: readonly string[];
  /** Width and height of the window; the picture is cut to the places and what is between them. */
  size?: readonly [number, number];
  /** Whether the whole window is shown instead. */
  whole?: boolean;
  /** Goes to the page and makes it look as the instruction tells. */
  open(page: Page): Promise<void>;
}

const OPENED = 'Загрузить реестр';

/** Address of the largest debtor of the place. */
async function largestDebtor(page: Page): Promise<string> {
  await page.goto('/contributions/ageing');
  const first = page
    .getByRole('region', { name: /[Кк]рупнейши[ех] должник/ })
    .getByRole('link', { name: /^Гараж / })
    .first();
  return (await first.getAttribute('href'))!;
}

async function someGarage(page: Page): Promise<string> {
  await page.goto('/');
  const plate = page.getByRole('link', { name: /^Гараж / }).nth(3);
  return (await plate.getAttribute('href'))!;
}

async function charge(page: Page, step: number): Promise<void> {
  await page.goto('/contributions/new');
  const found = page
    .getByRole('region', { name: 'Что произойдёт' })
    .locator('dl > div', { hasText: 'Найдено гаражей' });
  await expect(found.locator('dd')).toHaveText(/\d/);
  await page.keyboard.press('Control+Enter');
  await page.locator('[name=contributionPeriod]').click();
  await page.getByRole('option', { name: String(new Date().getFullYear() + 1), exact: true }).click();
  await page.locator('[name=contributionAmount]').fill('4500');
  await page.getByLabel('Основание').fill('Протокол собрания № 14');
  // The year is chosen on the second step: only then the first one says who is left.
  if (step === 1) await page.getByRole('button', { name: /^Назад/ }).click();
  if (step === 3) await page.keyboard.press('Control+Enter');
  const outcome = page.getByRole('region', { name: 'Что произойдёт' });
  await expect(outcome.locator('dl > div', { hasText: 'Будет начислено' }).locator('dd')).toHaveText(/[1-9]/);
  await expect(outcome).toHaveAttribute('aria-busy', 'false');
}

const registryBook = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Гаражи',
        rows: [
          ['№ гаража', 'ФИО владельца', 'Телефон', 'Долг'],
          [1, 'Воробьёв Иван Ильич', '8 900 111-00-01', 0],
          [2, 'Синицын Пётр Олегович', '8 900 111-00-02', 4500],
          [3, 'Снегирёва Анна Павловна', null, 9000],
        ],
      },
    ],
  });

async function openPo(page: Page): Promise<void> {
  await page.goto('/admin/poes');
  await page.getByText('КАС № 31-2').click();
  await page.getByRole('button', { name: OPENED }).click();
}

async function mailing(page: Page): Promise<void> {
  await page.goto('/profiles');
  await page.evaluate(() =>
    sessionStorage.setItem(
      'stashed-receivers',
      JSON.stringify({
        of: 'profiles',
        all: false,
        filter: {},
        included: Array.from({ length: 60 }, (_, nth) => nth + 20),
        excluded: [],
      }),
    ),
  );
  await page.goto('/notification_constructor');
  await page.getByRole('combobox', { name: 'Шаблон' }).click();
  await page.getByRole('option', { name: 'Долг с суммой' }).click();
  await page.getByLabel('Срок оплаты').fill('2026-12-31');
  await expect(page.getByRole('button', { name: /^Проверить: \d/ })).toBeEnabled();
}

async function newHandover(page: Page): Promise<void> {
  await page.goto('/handovers');
  await page.getByRole('button', { name: 'Начать передачу' }).click();
  await page.getByRole('combobox', { name: /^ПО/ }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Фамилия нового председателя').fill('Новосёлов');
  await page.getByLabel('Имя', { exact: false }).last().fill('Пётр');
  await page.getByLabel('E-mail').fill('novoselov@example.ru');
  await page.getByLabel(/Что передаётся/).fill('Ключи от сторожки, печать, папки за 2019–2025 годы');
}

const start: Shot[] = [
  {
    name: 'start-steps',
    email: 'po@example.ru',
    anchors: ['side'],
    size: [1100, 520],
    open: (page) => open(page, '/tutorials'),
  },
  {
    name: 'start-garages',
    email: 'po@example.ru',
    anchors: ['tools', 'rows'],
    whole: true,
    size: [1000, 560],
    open: (page) => open(page, '/'),
  },
];

const registry: Shot[] = [
  {
    name: 'case-start',
    email: 'mo@example.ru',
    anchors: ['case.step', 'case.result'],
    size: [1100, 640],
    open: async (page) => {
      await page.goto(`${await someGarage(page)}/new_reregistration`);
      await page.getByLabel('Основание').click();
      await page.getByRole('option', { name: 'Наследование' }).click();
    },
  },
  {
    name: 'case-card',
    email: 'mo@example.ru',
    anchors: ['case.side'],
    whole: true,
    size: [1300, 560],
    open: async (page) => {
      await page.goto('/reregistrations');
      await page.locator('[data-help=rows]').getByText('можно завершать').first().click();
      await expect(page).toHaveURL(/\/reregistration\/\d+/);
    },
  },
  { name: 'import-file', email: 'super@example.ru', anchors: ['import.file'], size: [1000, 700], open: openPo },
  {
    name: 'import-questions',
    email: 'super@example.ru',
    anchors: ['import.questions', 'import.outcome'],
    size: [1200, 560],
    open: async (page) => {
      await openPo(page);
      const buffer = Buffer.from(await registryBook());
      await page.setInputFiles('input[type=file]', {
        name: 'Реестр гаражей.xlsx',
        mimeType: 'application/octet-stream',
        buffer,
      });
      await expect(page.getByRole('heading', { name: 'Реестр гаражей.xlsx' })).toBeVisible();
    },
  },
];

const money: Shot[] = [
  ...(['who', 'what', 'check'] as const).map((step, nth): Shot => ({
    name: `charge-${step}`,
    email: 'po@example.ru',
    anchors: ['charge.step', 'charge.sum'],
    size: [1300, 640],
    open: (page) => charge(page, nth + 1),
  })),
  {
    name: 'desk',
    email: 'treasurer@example.ru',
    anchors: ['desk.row', 'desk.where'],
    size: [1200, 780],
    open: async (page) => {
      const id = /\d+/.exec(await largestDebtor(page))![0];
      await page.goto(`/contributions/payments/desk?garage=${id}`);
      await expect(page.locator('[data-part] [data-column="amount"] input').first()).toBeFocused();
      await page.keyboard.type('9000');
      await expect(page.getByRole('list', { name: 'Что закроет платёж' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'statement-file',
    email: 'po@example.ru',
    anchors: ['statement.file'],
    size: [900, 600],
    open: (page) => open(page, '/contributions/payments/statement'),
  },
  {
    name: 'statement-rows',
    email: 'po@example.ru',
    anchors: ['statement.sums', 'statement.rows'],
    size: [1100, 700],
    open: async (page) => {
      await page.goto('/contributions/payments/statement');
      await page.setInputFiles('input[type=file]', {
        name: 'февраль.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(statementText),
      });
      await expect(page.getByText('суммы сходятся', { exact: true })).toBeVisible();
      await expect(page.getByRole('checkbox', { name: /^Провести: Петров/ })).toBeChecked();
    },
  },
  ...(['bill', 'statement'] as const).map((part): Shot => ({
    name: `debt-${part}`,
    email: 'po@example.ru',
    anchors: [`debt.${part}`],
    size: [900, 900],
    open: async (page) => {
      await page.goto(`${await largestDebtor(page)}/contributions`);
      await expect(page.getByRole('region', { name: 'Почему такой долг?' }).getByText('Итого к оплате')).toBeVisible();
    },
  })),
  {
    name: 'closing-figures',
    email: 'mo@example.ru',
    anchors: ['closing.day', 'closing.figures'],
    size: [900, 700],
    open: (page) => open(page, '/contributions/closing'),
  },
  {
    name: 'closing-ready',
    email: 'mo@example.ru',
    anchors: ['closing.ready'],
    size: [900, 700],
    open: (page) => open(page, '/contributions/closing'),
  },
];

const papers: Shot[] = [
  {
    name: 'papers-journal',
    email: 'po@example.ru',
    anchors: ['tools', 'rows'],
    whole: true,
    size: [1000, 560],
    open: (page) => open(page, '/document'),
  },
  {
    name: 'papers-batch',
    email: 'po@example.ru',
    anchors: ['papers.what'],
    whole: true,
    size: [900, 560],
    open: (page) => open(page, '/document_batch'),
  },
  {
    name: 'mailing-text',
    email: 'po@example.ru',
    anchors: ['mailing.text', 'mailing.sum'],
    size: [1100, 760],
    open: mailing,
  },
  {
    name: 'mailing-check',
    email: 'po@example.ru',
    anchors: ['mailing.checks', 'mailing.going'],
    size: [1100, 760],
    open: async (page) => {
      await mailing(page);
      await page.getByRole('button', { name: /^Проверить: \d/ }).click();
    },
  },
];

const other: Shot[] = [
  {
    name: 'rights',
    email: 'super@example.ru',
    anchors: ['rights.places', 'rights.ticks'],
    size: [1100, 1300],
    open: async (page) => {
      await page.goto('/admin/users');
      await page.getByLabel('Имя или почта').fill('treasurer@example.ru');
      await expect(page.getByText('Найдено 1', { exact: true })).toBeVisible();
      await page.getByText('Зимина Галина Петровна').first().click();
    },
  },
  { name: 'handover-form', email: 'mo@example.ru', anchors: ['handover.form'], size: [900, 700], open: newHandover },
  {
    name: 'handover-act',
    email: 'mo@example.ru',
    anchors: ['handover.decision', 'handover.figures'],
    size: [1100, 760],
    open: async (page) => {
      await newHandover(page);
      await page.getByRole('button', { name: 'Составить акт и запросить права' }).click();
      await expect(page).toHaveURL(/\/handovers\/\d+$/);
    },
  },
];

export const shots: readonly Shot[] = [...start, ...registry, ...money, ...papers, ...other];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
}
