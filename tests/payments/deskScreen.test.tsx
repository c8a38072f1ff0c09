// The desk under the hands of a cashier: garage, sum, Enter; carried paper, split, refusals, a repeat, undoing.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOO_MUCH, WRONG_AMOUNT } from '../../contract/books.ts';
import { garageAllocation } from '../../contract/balance.ts';
import { accrualTypes } from '../../contract/references.ts';
import { garages as garageCalls } from '../../contract/garages.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { KEY_USED } from '../../contract/kernel/problems.ts';
import {
  cashDay,
  deskDefaults,
  DUPLICATE,
  reverseOperation,
  takePayment,
  type PaymentBody,
} from '../../contract/payments.ts';
import { globalSearch } from '../../contract/search.ts';
import { HttpError, type CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import DeskPage from '../../resources/payments/desk/DeskPage.tsx';

const TODAY = '2026-11-20';
const part = (value: unknown) => btoa(JSON.stringify(value));
const token = `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: 1, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [2], exp: 4e9 })}.s`;

const garage = (id: number) => ({
  id,
  section: 'А',
  number: String(id),
  po_name: 'КАС № 1',
  is_active: true,
  account_no: `10010000${id}`,
  owner: `Петров ${id}`,
  balance_kopecks: -450_000,
});

let sent: { endpoint: AnyEndpoint; body: PaymentBody }[];
let refusal: Error | null;
let searchDelay: number;
/** What is posted waits for it. */
let gate: Promise<void> | null;
let release: () => void;
const shut = () => {
  gate = new Promise((done) => {
    release = done;
  });
};
let made = 0;

/** What the server would say. */
async function answer(endpoint: AnyEndpoint, { params, query, body }: CallOptions<AnyEndpoint>): Promise<unknown> {
  if (endpoint === deskDefaults)
    return {
      today: TODAY,
      period_closed_until: null,
      methods: [
        { id: 1, name: 'Касса' },
        { id: 3, name: 'Терминал' },
      ],
    };
  if (endpoint === accrualTypes) return { data: [{ id: 1, name: 'Членский', is_active: true }] };
  if (endpoint === cashDay)
    return {
      date: TODAY,
      today: TODAY,
      count: 0,
      amount_kopecks: 0,
      undone_kopecks: 0,
      methods: [],
      pos: [],
      state: 'open',
      close_refusal: null,
      reopen_refusal: null,
    };
  if (endpoint === globalSearch) {
    await new Promise((done) => setTimeout(done, searchDelay));
    const number = Number(/\d+$/.exec(String(query?.q))?.[0]);
    const items = number ? (String(query?.q) === '4' ? [garage(41), garage(40)] : [garage(number)]) : [];
    return { garages: { total: items.length, items }, profiles: { total: 0, items: [] } };
  }
  if (endpoint === garageCalls.one)
    return {
      ...garage(Number(params?.id)),
      po: { id: 1, name: 'КАС № 1' },
      owners: [{ full_name: `Петров ${params?.id}` }],
      years: [],
      debt: [
        {
          accrual_type_id: 3,
          accrual_type: 'Целевой',
          year: 2025,
          owed_kopecks: 450_000,
          accrued_kopecks: 450_000,
          paid_kopecks: 0,
          charges: [],
          paid_by: [],
        },
      ],
    };
  if (endpoint === garageAllocation) {
    const amount = Number(query?.amount);
    return {
      closes: [
        {
          accrual_type_id: 3,
          accrual_type: 'Целевой',
          year: 2025,
          kopecks: amount,
          owed_after_kopecks: 450_000 - amount,
        },
      ],
      advance_kopecks: 0,
      balance_kopecks: -450_000,
      balance_after_kopecks: amount - 450_000,
    };
  }
  sent.push({ endpoint, body: body as PaymentBody });
  await gate;
  const thrown = refusal;
  refusal = null;
  if (thrown) throw thrown;
  if (endpoint === reverseOperation) return { contribution: 99, lines: 1, amount_kopecks: 100 };
  made += 1;
  const { lines } = body as PaymentBody;
  return {
    contribution: made,
    amount_kopecks: lines.reduce((sum, line) => sum + line.amount, 0),
    lines: lines.map((line, nth) => ({
      id: made * 10 + nth,
      garage: line.garage,
      amount_kopecks: line.amount,
      balance_kopecks: line.amount - 450_000,
    })),
    isRepeat: false,
  };
}

vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: (endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint> = {}) => answer(endpoint, options),
}));
vi.mock('../../providers/dataProvider.ts', () => ({ dataProvider: { getList: async () => ({ data: [], total: 0 }) } }));

const user = userEvent.setup();
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const posts = () => sent.filter((one) => one.endpoint === takePayment).map((one) => one.body);

async function open(address = '/contributions/payments/desk') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext store={memoryStore()} queryClient={createQueryClient()}>
        <DeskPage />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Приём оплат' });
}
const column = () => document.activeElement?.closest('[data-column]')?.getAttribute('data-column');
const at = (name: string) => waitFor(() => expect(column()).toBe(name));

/** Types a garage and lets Enter take what is found. */
async function pick(words: string) {
  await at('garage');
  await user.keyboard(words);
  await user.keyboard('{Enter}');
  await at('amount');
  await screen.findByLabelText(`Гараж: А ${words}`);
}

beforeEach(() => {
  sent = [];
  refusal = null;
  searchDelay = 0;
  gate = null;
  storeToken(token);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  storeToken(null);
});

describe('by keyboard', () => {
  it('garage, sum, Enter, Enter: taken; the hand is at the next garage, method and paper are carried', async () => {
    await open();
    await pick('45');
    expect(screen.getByText('Петров 45', { selector: 'span' })).toBeTruthy();
    await user.keyboard('4500,50{Enter}');
    await at('purpose');
    await user.tab();
    await at('method');
    await user.tab();
    await user.keyboard('ПКО 009{Enter}');
    await at('garage');
    expect(posts()).toMatchObject([
      {
        date: TODAY,
        paymentType: 1,
        paperNo: 'ПКО 009',
        confirmDuplicate: false,
        lines: [{ garage: 45, amount: 450_050, accrualType: null, year: null }],
      },
    ]);
    expect(screen.getByLabelText('Документ')).toHaveProperty('value', 'ПКО 010');
    expect(screen.getByRole('button', { name: /^Отменить платёж/ })).toBeTruthy();
    await pick('46');
    await user.keyboard('100{Enter}{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]).toMatchObject({ paperNo: 'ПКО 010', lines: [{ garage: 46, amount: 10_000 }] });
    expect(posts()[0]!.idempotencyKey).not.toBe(posts()[1]!.idempotencyKey);
  });

  it('Enter before the answer waits for it; of several garages none is taken by itself', async () => {
    searchDelay = 300;
    await open();
    await pick('45');
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
    await user.tab({ shift: true });
    await user.keyboard('4{Enter}');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(column()).toBe('garage');
    await user.keyboard('{ArrowDown}{Enter}');
    await at('amount');
    expect(screen.getByLabelText('Гараж: А 40')).toBeTruthy();
  });

  it('the type is chosen from what is owed; F4 opens the list, Enter closes it and goes on by Enter', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}');
    await at('purpose');
    await user.keyboard('{F4}');
    expect((await screen.findAllByRole('option')).map((option) => plain(option.textContent))).toEqual([
      'по порядку',
      'Целевой 2025долг 4 500,00',
      'Членский 2026',
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(posts()).toHaveLength(0);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ accrualType: 3, year: 2025 }] }]));
  });

  it('a split is one document; Ctrl+Enter takes it from anywhere', async () => {
    await open();
    await pick('45');
    await user.keyboard('10');
    await user.keyboard('{Control>}{Insert}{/Control}');
    await at('amount');
    await user.keyboard('20');
    expect(plain(screen.getByText('Всего в платеже').parentElement!.textContent)).toContain('30,00 ₽');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(posts()).toMatchObject([
        {
          lines: [
            { garage: 45, amount: 1000 },
            { garage: 45, amount: 2000 },
          ],
        },
      ]),
    );
  });

  it('Ctrl+Z takes the last one back while nothing is typed', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}');
    await at('garage');
    await pick('46');
    await user.keyboard('5{Control>}z{/Control}');
    expect(sent.some((one) => one.endpoint === reverseOperation)).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Отменить платёж/ }));
    // The row holds something: it stays.
    expect(screen.getByLabelText('Гараж: А 46')).toBeTruthy();
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ endpoint: reverseOperation, body: { date: TODAY, whole: true } }),
    );
    expect(await screen.findByText('отм.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Отменить платёж/ })).toBeNull();
  });
});

describe('the last entry is changed', () => {
  it('Ctrl+Z brings it back into the row; put right, it is another payment', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{F2}за брата{Enter}');
    await at('garage');
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Комментарий')).toHaveProperty('value', 'за брата');
    expect(screen.getByText('отм.')).toBeTruthy();
    await at('amount');
    await user.keyboard('20{Enter}{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    const [first, second] = posts();
    expect(second).toMatchObject({ comment: 'за брата', lines: [{ garage: 45, amount: 2000 }] });
    expect(second!.idempotencyKey).not.toBe(first!.idempotencyKey);
  });
});

describe('as fast as slips are turned', () => {
  it('keys do not wait for the search: garage, sum and two Enters in one breath are one payment', async () => {
    searchDelay = 300;
    await open();
    await at('garage');
    await user.keyboard('45{Enter}100{Enter}{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ garage: 45, amount: 10_000 }] }]));
    await at('garage');
  });

  it('the next garage is typed while a payment is on its way', async () => {
    shut();
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}46{Enter}');
    expect(posts()).toHaveLength(1);
    release();
    expect(await screen.findByLabelText('Гараж: А 46')).toBeTruthy();
    await at('amount');
    await user.keyboard('20{Enter}{Enter}');
    await waitFor(() => expect(posts().map((body) => body.lines[0]!.garage)).toEqual([45, 46]));
  });

  it('a refusal gives the row back as it was, whatever was typed ahead', async () => {
    shut();
    await open();
    await pick('45');
    refusal = new HttpError(422, { message: 'x', errors: { date: 'Период закрыт до 31.10.2026' } });
    await user.keyboard('10{Enter}{Enter}46{Enter}');
    expect(posts()).toHaveLength(1);
    release();
    expect((await screen.findByRole('alert')).textContent).toContain('Период закрыт до 31.10.2026');
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '10,00');
  });

  it('Tab takes the garage too; a garage that is not found is asked for, nothing is sent', async () => {
    await open();
    await at('garage');
    await user.keyboard('46');
    await user.tab();
    expect(await screen.findByLabelText('Гараж: А 46')).toBeTruthy();
    await user.keyboard('{Escape}');
    await at('garage');
    await user.keyboard('нет{Enter}5{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Выберите гараж');
    await at('garage');
    expect(posts()).toEqual([]);
  });
});

describe('words of a payment', () => {
  it('F2 leads to the comment, Enter takes the payment with it; the next one has none', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{F2}за брата{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ comment: 'за брата', lines: [{ amount: 1000 }] }]));
    expect(await screen.findByText(/за брата/)).toBeTruthy();
    expect(screen.getByLabelText('Комментарий')).toHaveProperty('value', '');
    await at('garage');
  });

  it('any year of the books is typed; a wrong one is told', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}');
    await at('purpose');
    await user.keyboard('членский 1989');
    expect(await screen.findByText('Год от 1990 до 2027')).toBeTruthy();
    await user.keyboard('{Backspace}{Backspace}91');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Членский 1991']);
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ accrualType: 1, year: 1991 }] }]));
  });
});

describe('what the hand may do wrong', () => {
  it.each([
    ['-500', 'меньше нуля'],
    ['4500,123', 'не больше двух цифр'],
    ['сто', 'Это не сумма'],
    ['0', WRONG_AMOUNT],
  ])('typed «%s» stays and is not sent', async (typed, text) => {
    await open();
    await pick('45');
    await user.keyboard(typed);
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', typed);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(posts()).toEqual([]);
  });

  it.each([
    ['4 500,00 ₽', '4 500,00', 450_000],
    ['4\u00a0500,00\u00a0₽', '4 500,00', 450_000],
    ['1 500,5', '1 500,50', 150_050],
    ['12.05 руб.', '12,05', 1205],
  ])('pasted «%s» is «%s»', async (pasted, shown, kopecks) => {
    await open();
    await pick('45');
    await user.paste(pasted);
    await user.keyboard('{Enter}');
    await at('purpose');
    expect(plain((screen.getByLabelText('Сумма') as HTMLInputElement).value)).toBe(shown);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ amount: kopecks }] }]));
  });

  it('a pasted text that is no sum is told and changes nothing; a huge sum is not sent', async () => {
    await open();
    await pick('45');
    for (const [text, words] of [
      ['четыре тысячи', 'Это не сумма'],
      ['4500-100', 'Это не сумма'],
      ['12-3 12', 'Это не сумма'],
      ['-500', 'меньше нуля'],
      ['1.500', 'Непонятно'],
      ['1,5555', 'не больше двух цифр'],
    ] as const) {
      await user.clear(screen.getByLabelText('Сумма'));
      await user.paste(text);
      expect((await screen.findByRole('alert')).textContent).toContain(words);
      // The text stays to be put right, and nothing goes until it is.
      expect(screen.getByLabelText('Сумма')).toHaveProperty('value', text);
      await user.keyboard('{Control>}{Enter}{/Control}');
      await at('amount');
    }
    await user.clear(screen.getByLabelText('Сумма'));
    await user.keyboard('99999999999{Enter}{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(TOO_MUCH));
    await at('amount');
    expect(posts()).toEqual([]);
  });

  it('«=» takes the whole debt', async () => {
    await open();
    await pick('45');
    await user.keyboard('={Enter}{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ amount: 450_000 }] }]));
  });

  it('a sum over ten times the debt is asked about once', async () => {
    await open();
    await pick('45');
    await user.keyboard('45001{Enter}{Enter}');
    const question = await screen.findByRole('alert');
    expect(plain(question.textContent)).toContain('А 45: 45 001,00 ₽, а долг 4 500,00 ₽');
    expect(posts()).toEqual([]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Исправить сумму'));
    refusal = new HttpError(409, { message: 'Похожий платёж уже есть', code: DUPLICATE });
    await user.click(screen.getByRole('button', { name: 'Всё верно, провести' }));
    // Saying yes to the sum is not saying yes to a repeat.
    await waitFor(() => expect(posts()).toMatchObject([{ confirmDuplicate: false, lines: [{ amount: 4_500_100 }] }]));
    expect((await screen.findByRole('alert')).textContent).toContain('Похоже на повтор');
  });

  it('ten times the debt is not asked about', async () => {
    await open();
    await pick('45');
    await user.keyboard('45000{Enter}{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ amount: 4_500_000 }] }]));
  });

  it('Esc empties the row, the toast gives it back', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Escape}');
    await at('garage');
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '');
  });
});

describe('what the person sees before it is done', () => {
  it('where each rouble goes and what is left', async () => {
    await open();
    await pick('45');
    const panel = within(screen.getByRole('complementary', { name: 'Куда пойдут деньги' }));
    expect(plain((await panel.findByRole('list', { name: 'За что долг' })).textContent)).toBe('Целевой 20254 500,00');
    await user.keyboard('1000');
    expect(plain((await panel.findByRole('heading', { name: /закроют/ })).textContent)).toBe('1 000,00 ₽ закроют');
    expect(plain((await panel.findByRole('list', { name: 'Что закроет платёж' })).textContent)).toBe(
      'Целевой 2025, из 4 500,001 000,00',
    );
    expect(plain(panel.getByText('Останется долг').parentElement!.textContent)).toContain('3 500,00 ₽');
    expect(screen.getByText('Строка 1 не проведена, сохранена в черновике')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Провести и напечатать/ })).toHaveProperty('disabled', false);
  });

  it('a garage from the address is in the row, the hand at the sum', async () => {
    await open('/contributions/payments/desk?garage=45');
    await at('amount');
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
  });

  it('a reload keeps what was not taken', async () => {
    await open();
    await pick('45');
    await user.keyboard('77');
    await waitFor(() => expect(localStorage.getItem('draft:7:desk:0:1')).toContain('7700'));
    cleanup();
    await open();
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '77,00');
  });
});

describe('nothing is lost, nothing is taken twice', () => {
  const arrived = { contribution: 77, amount_kopecks: 1000, isRepeat: true };
  const lines = [{ id: 770, garage: 45, amount_kopecks: 1000, balance_kopecks: -449_000 }];

  it('an answer was lost, the sum was changed, the first had arrived: it is told, the row stays under a new key', async () => {
    await open();
    await pick('45');
    refusal = new HttpError(0, { message: 'Нет связи' });
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Дважды она не запишется');
    await user.click(screen.getByLabelText('Сумма'));
    await user.clear(screen.getByLabelText('Сумма'));
    refusal = new HttpError(409, { message: 'с другими данными', code: KEY_USED, current: { ...arrived, lines } });
    await user.keyboard('15{Enter}{Enter}');
    expect(plain((await screen.findByText(/Прежняя отправка дошла/)).textContent)).toContain('10,00 ₽');
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '15,00');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(3));
    expect(posts()[2]!.idempotencyKey).not.toBe(posts()[1]!.idempotencyKey);
    expect(posts()[2]).toMatchObject({ lines: [{ garage: 45, amount: 1500 }] });
  });

  it('a garage from the address does not take the place of a row that was not taken', async () => {
    await open();
    await pick('45');
    await user.keyboard('77');
    await waitFor(() => expect(localStorage.getItem('draft:7:desk:0:1')).toContain('7700'));
    cleanup();
    await open('/contributions/payments/desk?garage=46');
    expect(plain((await screen.findByRole('alert')).textContent)).toContain('А 45, 77,00 ₽');
    expect(document.activeElement?.textContent).toBe('Продолжить её');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Гараж: А 46')).toBeTruthy();
    await at('amount');
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '');
  });
});

describe('refusals', () => {
  it('nothing is sent while something is missing', async () => {
    await open();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await screen.findByRole('alert')).textContent).toBe('Не проведеноВыберите гараж. Введите сумму');
    expect(posts()).toEqual([]);
  });

  it('the words of the server stand under the row; the same key is sent again after a lost answer', async () => {
    await open();
    await pick('45');
    refusal = new HttpError(0, { message: 'Нет связи с сервером' });
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Нет связи с сервером');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]!.idempotencyKey).toBe(posts()[0]!.idempotencyKey);
  });

  it('a repeat asks first; «Не проводить» has the focus, the other button takes it', async () => {
    await open();
    await pick('45');
    refusal = new HttpError(409, { message: 'По гаражу А 45 уже принято 10,00 ₽', code: DUPLICATE });
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('По гаражу А 45 уже принято');
    expect(document.activeElement?.textContent).toBe('Не проводить');
    await user.keyboard('{Enter}');
    await at('amount');
    expect(screen.queryByRole('alert')).toBeNull();
    refusal = new HttpError(409, { message: 'По гаражу А 45 уже принято 10,00 ₽', code: DUPLICATE });
    await user.keyboard('{Enter}{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Провести ещё раз' }));
    await waitFor(() => expect(posts().map((body) => body.confirmDuplicate)).toEqual([false, false, true]));
    expect(screen.queryByRole('alert')).toBeNull();
    await at('garage');
  });
});
