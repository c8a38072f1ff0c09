// The desk under the hands of a cashier: garage, sum, Enter; carried paper, split, refusals, a repeat, undoing.
import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOO_MUCH, WRONG_AMOUNT } from '../../contract/books.ts';
import { garages } from '../../contract/garages.ts';
import { cashDay, deskDefaults, reverseOperation, takePayment, type PaymentBody } from '../../contract/payments.ts';
import { globalSearch } from '../../contract/search.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import DeskPage from '../../resources/payments/desk/DeskPage.tsx';
import { changePart, type DeskGarage } from '../../resources/payments/desk/deskRules.ts';
import { useDesk } from '../../resources/payments/desk/useDesk.ts';
import { chargeLine, postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { balanceOf, closeDay, pay, TODAY } from './desk.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let clerk: Caller;
/** Garages А 45 and А 46 of Петров owe 4 500 ₽ each for 2025. */
let a45: number;
let a46: number;

async function owing(number: string): Promise<number> {
  const person = await newPerson(mo, w.po, { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' });
  const owner = [{ profileId: person.id, isPrimary: true }];
  const { id } = await newGarage(mo, w.po, { number, alreadyExistProfile: owner });
  const charge = chargeLine(id, '2025-03-01', 450_000, { accrual_type_id: 3, owner_id: person.id });
  await postLines(t, w, [charge]);
  return id;
}

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  clerk = await as(t, { po: w.po, capabilities: [2] });
  a45 = await owing('45');
  a46 = await owing('46');
  wire.enter(clerk);
  wire.asked.length = 0;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = userEvent.setup();
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const posts = () => wire.sent<PaymentBody>(takePayment);
/** Somebody else at another desk of this ПО takes the same money. */
const another = async (garage: number, amount: number) =>
  expect((await pay(await as(t, { po: w.po }), garage, amount)).status).toBe(200);
const draftKept = () => localStorage.getItem(`draft:${clerk.userId}:desk:0:${w.po}`);

const around = (children: ReactNode, address = '/contributions/payments/desk') => (
  <MemoryRouter initialEntries={[address]}>
    <CoreAdminContext store={memoryStore()} queryClient={createQueryClient()}>
      {children}
    </CoreAdminContext>
  </MemoryRouter>
);
const shown = (address: string) => render(around(<DeskPage />, address));
async function open(address = '/contributions/payments/desk') {
  shown(address);
  await screen.findByRole('heading', { name: 'Приём оплат' });
}

it('that could not begin says so, and begins when it is asked again', async () => {
  wire.lose(deskDefaults);
  shown('/contributions/payments/desk');
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Повторить' }));
  await screen.findByRole('heading', { name: 'Приём оплат' });
});
const column = () => document.activeElement?.closest('[data-column]')?.getAttribute('data-column');
const at = (name: string) => waitFor(() => expect(column()).toBe(name));

/** The answer has come: the row is free, the hand at its garage. */
async function taken() {
  await at('garage');
  await screen.findByLabelText('Гараж');
}

/** Types a garage and lets Enter take what is found. */
async function pick(words: string) {
  await at('garage');
  await user.keyboard(words);
  await user.keyboard('{Enter}');
  await at('amount');
  await screen.findByLabelText(`Гараж: А ${words}`);
}

describe('by keyboard', () => {
  it('garage, sum, Enter, Enter: taken; the hand is at the next garage, method and paper are carried', async () => {
    await open();
    await pick('45');
    expect(screen.getByText('Петров Иван Сергеевич', { selector: 'span' })).toBeTruthy();
    await user.keyboard('4500,50{Enter}');
    await at('purpose');
    await user.tab();
    await at('method');
    await user.tab();
    await user.keyboard('ПКО 009{Enter}');
    await taken();
    expect(posts()).toMatchObject([
      {
        date: TODAY,
        paymentType: 1,
        paperNo: 'ПКО 009',
        confirmDuplicate: false,
        lines: [{ garage: a45, amount: 450_050, accrualType: null, year: null }],
      },
    ]);
    expect(screen.getByLabelText('Документ')).toHaveProperty('value', 'ПКО 010');
    expect(screen.getByRole('button', { name: /^Отменить платёж/ })).toBeTruthy();
    await pick('46');
    await user.keyboard('100{Enter}{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]).toMatchObject({ paperNo: 'ПКО 010', lines: [{ garage: a46, amount: 10_000 }] });
    expect(posts()[0]!.idempotencyKey).not.toBe(posts()[1]!.idempotencyKey);
  });

  it('Enter before the answer waits for it; of several garages none is taken by itself', async () => {
    for (const section of ['А', 'Б']) await newGarage(mo, w.po, { section, number: '4' });
    const answer = wire.hold(globalSearch);
    await open();
    await at('garage');
    await user.keyboard('45{Enter}');
    await at('amount');
    expect(screen.queryByLabelText('Гараж: А 45')).toBeNull();
    answer();
    expect(await screen.findByLabelText('Гараж: А 45')).toBeTruthy();
    await user.tab({ shift: true });
    await user.keyboard('4{Enter}');
    await at('garage');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('{ArrowDown}{Enter}');
    await at('amount');
    expect(screen.getByLabelText('Гараж: Б 4')).toBeTruthy();
  });

  it('the type is chosen from what is owed, however late that comes; F4 opens the list, Enter goes on', async () => {
    const answer = wire.hold(garages.one);
    await open();
    await pick('45');
    await user.keyboard('10{Enter}');
    await at('purpose');
    await user.keyboard('{F4}');
    expect(await screen.findByText('Ищем…')).toBeTruthy();
    answer();
    const options = (await screen.findAllByRole('option')).map((option) => plain(option.textContent));
    expect(options.slice(0, 3)).toEqual(['по порядку', 'Целевой 2025долг 4 500,00', 'Членский годовой взнос 2026']);
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
            { garage: a45, amount: 1000 },
            { garage: a45, amount: 2000 },
          ],
        },
      ]),
    );
  });

  it('Ctrl+Z takes the last one back while nothing is typed', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}');
    await taken();
    await pick('46');
    await user.keyboard('5{Control>}z{/Control}');
    expect(wire.sent(reverseOperation)).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Отменить платёж/ }));
    // The row holds something: it stays.
    expect(screen.getByLabelText('Гараж: А 46')).toBeTruthy();
    expect(await screen.findByText('отм.')).toBeTruthy();
    expect(wire.sent(reverseOperation)).toMatchObject([{ date: TODAY, whole: true }]);
    expect(await balanceOf(t, a45)).toBe(-450_000);
    expect(screen.queryByRole('button', { name: /^Отменить платёж/ })).toBeNull();
  });
});

describe('a closed day', () => {
  it('stays as it was signed: what was taken on it is taken back today', async () => {
    const date = '2026-11-19';
    expect((await pay(clerk, a45, 1000, { date })).status).toBe(200);
    expect((await closeDay(clerk, 1, 1000, { date })).status).toBe(200);
    await open();
    const answer = wire.hold(cashDay);
    const day = screen.getByLabelText('День');
    await user.clear(day);
    await user.type(day, '19.11.2026{Enter}');
    await user.click(await screen.findByRole('button', { name: /^Отменить платёж/ }));
    // Whether the day is closed is not known yet: nothing is sent before it is.
    expect(wire.sent(reverseOperation)).toEqual([]);
    answer();
    await waitFor(() => expect(wire.sent(reverseOperation)).toMatchObject([{ date: TODAY, whole: true }]));
    await waitFor(async () => expect(await balanceOf(t, a45)).toBe(-450_000));
  });
});

describe('the last entry is changed', () => {
  it('Ctrl+Z brings it back into the row; put right, it is another payment', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{F2}за брата{Enter}');
    await taken();
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Комментарий')).toHaveProperty('value', 'за брата');
    expect(screen.getByText('отм.')).toBeTruthy();
    await at('amount');
    await user.keyboard('20{Enter}{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    const [first, second] = posts();
    expect(second).toMatchObject({ comment: 'за брата', lines: [{ garage: a45, amount: 2000 }] });
    expect(second!.idempotencyKey).not.toBe(first!.idempotencyKey);
  });
});

describe('as fast as slips are turned', () => {
  it('keys do not wait for the search: garage, sum and two Enters in one breath are one payment', async () => {
    const answer = wire.hold(globalSearch);
    await open();
    await at('garage');
    await user.keyboard('45{Enter}100{Enter}{Enter}');
    expect(posts()).toEqual([]);
    answer();
    await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ garage: a45, amount: 10_000 }] }]));
    await taken();
  });

  it('a garage found while the next figure is typed takes nothing of the sum', async () => {
    const { result } = renderHook(useDesk, { wrapper: ({ children }) => around(children) });
    // Both come before the screen is drawn again: the search still holds the row as it was at «1».
    const drawn = result.current;
    const { key } = drawn.draft.parts[0]!;
    const garage = { id: a45, section: 'А', number: '45' } as DeskGarage;
    act(() => {
      drawn.change((now) => changePart(now, key, { amount: 1_200 }));
      drawn.change((now) => changePart(now, key, { garage }));
    });
    expect(result.current.draft.parts).toMatchObject([{ garage, amount: 1_200 }]);
    await act(() => drawn.post());
    expect(posts()).toMatchObject([{ lines: [{ garage: a45, amount: 1_200 }] }]);
  });

  it('the next garage is typed while a payment is on its way', async () => {
    const release = wire.hold(takePayment);
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}46{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(1));
    release();
    expect(await screen.findByLabelText('Гараж: А 46')).toBeTruthy();
    await at('amount');
    await user.keyboard('20{Enter}{Enter}');
    await waitFor(() => expect(posts().map((body) => body.lines[0]!.garage)).toEqual([a45, a46]));
  });

  it('whole payments are typed while one is on its way: each goes with its own sum, in order', async () => {
    const release = wire.hold(takePayment);
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}46{Enter}20,5{Enter}{Enter}45{Enter}=');
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(screen.getByRole('combobox', { name: /^Гараж/ })).toHaveProperty('value', '46⏎20,5⏎⏎45⏎=');
    release();
    await waitFor(() => expect(posts()).toHaveLength(2));
    // What was begun goes on where it belongs: 4 500 ₽ were owed, 10 ₽ of them are paid.
    await at('amount');
    expect(await screen.findByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '=');
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() =>
      expect(posts().map(({ lines: [line] }) => [line!.garage, line!.amount])).toEqual([
        [a45, 1_000],
        [a46, 2_050],
        [a45, 449_000],
      ]),
    );
  });

  it('a sum begun while the row was not free is typed to its end in its own cell', async () => {
    const release = wire.hold(takePayment);
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}46{Enter}12');
    release();
    await at('amount');
    await user.keyboard('34{Enter}{Enter}');
    await waitFor(() => expect(posts().map(({ lines: [line] }) => line!.amount)).toEqual([1_000, 123_400]));
  });

  it.each([
    ['a garage', '46{Enter}'],
    ['a whole payment', '46{Enter}20{Enter}{Enter}'],
  ])('a refusal gives the row back as it was, %s typed ahead is not taken', async (_, ahead) => {
    const release = wire.hold(takePayment);
    await open();
    await pick('45');
    await user.keyboard(`10{Enter}{Enter}${ahead}`);
    await waitFor(() => expect(posts()).toHaveLength(1));
    await t.deps.db.updateTable('mo').set({ period_closed_until: TODAY }).where('id', '=', w.mo).execute();
    release();
    expect((await screen.findByRole('alert')).textContent).toContain('Период закрыт до 20.11.2026');
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '10,00');
    expect(posts()).toHaveLength(1);
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
    await taken();
  });

  it('any year of the books is typed; a wrong one is told', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}');
    await at('purpose');
    await user.keyboard('членский 1989');
    expect(await screen.findByText('Год от 1990 до 2027')).toBeTruthy();
    await user.keyboard('{Backspace}{Backspace}91');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Членский годовой взнос 1991',
    ]);
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

  it('a sum over ten times the debt is asked about once, however late the debt is known', async () => {
    const answer = wire.hold(garages.one);
    await open();
    await pick('45');
    await user.keyboard('45001{Enter}{Enter}');
    answer();
    const question = await screen.findByRole('alert');
    expect(plain(question.textContent)).toContain('А 45: 45 001,00 ₽, а долг 4 500,00 ₽');
    expect(posts()).toEqual([]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Исправить сумму'));
    wire.before(takePayment, () => another(a45, 4_500_100));
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
    // The answer about the sum that was half typed may still stand there.
    await waitFor(() =>
      expect(plain(panel.getByRole('list', { name: 'Что закроет платёж' }).textContent)).toBe(
        'Целевой 2025, из 4 500,001 000,00',
      ),
    );
    expect(plain(panel.getByText('Останется долг').parentElement!.textContent)).toContain('3 500,00 ₽');
    expect(screen.getByText('Строка 1 не проведена, сохранена в черновике')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Провести и напечатать/ })).toHaveProperty('disabled', false);
  });

  it('a garage from the address is in the row, the hand at the sum', async () => {
    await open(`/contributions/payments/desk?garage=${a45}`);
    await at('amount');
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
  });

  it('a reload keeps what was not taken', async () => {
    await open();
    await pick('45');
    await user.keyboard('77');
    await waitFor(() => expect(draftKept()).toContain('7700'));
    cleanup();
    await open();
    expect(screen.getByLabelText('Гараж: А 45')).toBeTruthy();
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '77,00');
  });
});

describe('nothing is lost, nothing is taken twice', () => {
  it('an answer was lost, the sum was changed, the first had arrived: it is told, the row stays under a new key', async () => {
    await open();
    await pick('45');
    wire.lose(takePayment, 'answer');
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Дважды она не запишется');
    await user.click(screen.getByLabelText('Сумма'));
    await user.clear(screen.getByLabelText('Сумма'));
    await user.keyboard('15{Enter}{Enter}');
    expect(plain((await screen.findByText(/Прежняя отправка дошла/)).textContent)).toContain('10,00 ₽');
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '15,00');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(3));
    expect(posts()[2]!.idempotencyKey).not.toBe(posts()[1]!.idempotencyKey);
    expect(posts()[2]).toMatchObject({ lines: [{ garage: a45, amount: 1500 }] });
    await waitFor(async () => expect(await balanceOf(t, a45)).toBe(-447_500));
  });

  it('a garage from the address does not take the place of a row that was not taken', async () => {
    await open();
    await pick('45');
    await user.keyboard('77');
    await waitFor(() => expect(draftKept()).toContain('7700'));
    cleanup();
    await open(`/contributions/payments/desk?garage=${a46}`);
    expect(plain((await screen.findByRole('alert')).textContent)).toContain('А 45, 77,00 ₽');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Продолжить её'));
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
    wire.lose(takePayment, 'answer');
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Нет связи с сервером');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]!.idempotencyKey).toBe(posts()[0]!.idempotencyKey);
    await taken();
    expect(await balanceOf(t, a45)).toBe(-449_000);
  });

  it('a repeat asks first; «Не проводить» has the focus, the other button takes it', async () => {
    await another(a45, 1000);
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('По гаражу А 45 за 20.11.2026 уже принято');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Не проводить'));
    await user.keyboard('{Enter}');
    await at('amount');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('{Enter}{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Провести ещё раз' }));
    await waitFor(() => expect(posts().map((body) => body.confirmDuplicate)).toEqual([false, false, true]));
    await taken();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
