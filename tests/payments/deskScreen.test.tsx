// The desk under the hands of a cashier: garage, sum, Enter; carried paper, split, words, undoing.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { cashDay, deskDefaults, reverseOperation } from '../../contract/payments.ts';
import { globalSearch } from '../../contract/search.ts';
import { newGarage } from '../kit/rows.ts';
import type { Draft } from '../../resources/payments/desk/deskRules.ts';
import { balanceOf, closeDay, pay, TODAY } from './desk.ts';
import {
  t,
  wire,
  w,
  mo,
  clerk,
  a45,
  a46,
  atDesk,
  user,
  plain,
  posts,
  draftKept,
  shown,
  open,
  at,
  taken,
  pick,
} from './deskScreen.tsx';

atDesk();

it('that could not begin says so, and begins when it is asked again', async () => {
  wire.lose(deskDefaults);
  shown('/contributions/payments/desk');
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Повторить' }));
  await screen.findByRole('heading', { name: 'Приём оплат' });
});

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

it('another garage in the row is paid by its own people, whoever was to pay for the one before', async () => {
  await open();
  await pick('45');
  await user.keyboard('10');
  await waitFor(() => expect(draftKept()).toContain('1000'));
  cleanup();
  const kept = JSON.parse(draftKept()!) as { values: Draft };
  kept.values.parts[0]!.debtor = 5;
  localStorage.setItem(`draft:${clerk.userId}:desk:0:${w.po}`, JSON.stringify(kept));
  await open();
  await user.click(screen.getByLabelText('Гараж: А 45'));
  await pick('46');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(posts()).toMatchObject([{ lines: [{ garage: a46, amount: 1000, debtor: null }] }]));
});

describe('a closed day', () => {
  it('is said with its total before anything is typed', async () => {
    expect((await pay(clerk, a45, 1000)).status).toBe(200);
    expect((await closeDay(clerk, 1, 1000)).status).toBe(200);
    await open();
    expect(await screen.findByRole('button', { name: 'Касса закрыта' })).toBeTruthy();
  });

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

it('of a closed period too is taken back today', async () => {
  const date = '2026-11-17';
  expect((await pay(clerk, a45, 1000, { date })).status).toBe(200);
  await open();
  const day = screen.getByLabelText('День');
  await user.clear(day);
  await user.type(day, '17.11.2026{Enter}');
  const undo = await screen.findByRole('button', { name: /^Отменить платёж/ });
  await t.deps.db.updateTable('mo').set({ period_closed_until: date }).where('id', '=', w.mo).execute();
  cleanup();
  await open();
  await user.clear(screen.getByLabelText('День'));
  await user.type(screen.getByLabelText('День'), '17.11.2026{Enter}');
  await user.click(await screen.findByRole('button', { name: undo.getAttribute('aria-label')! }));
  await waitFor(() => expect(wire.sent(reverseOperation)).toMatchObject([{ date: TODAY, whole: true }]));
  await t.deps.db.updateTable('mo').set({ period_closed_until: null }).where('id', '=', w.mo).execute();
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

  it('what is owed still, though more is set aside for what is not charged yet', async () => {
    const lines = [{ garage: a45, amount: 500_000, accrualType: 1, year: 2027 }];
    expect((await pay(clerk, a45, 500_000, { lines })).status).toBe(200);
    await open();
    await pick('45');
    await user.keyboard('1000');
    const panel = within(screen.getByRole('complementary', { name: 'Куда пойдут деньги' }));
    await waitFor(() =>
      expect(plain(panel.getByText('Останется долг').parentElement!.textContent)).toContain('3 500,00 ₽'),
    );
    expect(panel.getAllByText(/отложен аванс/).map((one) => plain(one.textContent))).toEqual([
      'отложен аванс +5 000,00 ₽',
      'отложен аванс +5 000,00 ₽',
    ]);
    expect(panel.queryByText('Будет аванс')).toBeNull();
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
