// The desk when something goes wrong: a slip of the hand, a refusal, a repeat, a lost answer.
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TOO_MUCH, WRONG_AMOUNT } from '../../contract/books.ts';
import { garages } from '../../contract/garages.ts';
import { reverseOperation, takePayment } from '../../contract/payments.ts';
import { balanceOf } from './desk.ts';
import {
  t,
  wire,
  a45,
  a46,
  atDesk,
  user,
  plain,
  posts,
  another,
  draftKept,
  open,
  at,
  taken,
  pick,
} from './deskScreen.tsx';

atDesk();

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

  it('an undo that is refused leaves the payment as it stands, to be tried again', async () => {
    await open();
    await pick('45');
    await user.keyboard('10{Enter}{Enter}');
    await taken();
    wire.lose(reverseOperation);
    const undo = () => screen.getByRole('button', { name: /^Отменить платёж/ });
    await user.click(undo());
    await waitFor(() => expect(wire.sent(reverseOperation)).toHaveLength(1));
    await waitFor(() => expect(undo()).toHaveProperty('disabled', false));
    expect(screen.queryByText('отм.')).toBeNull();
    expect(await balanceOf(t, a45)).toBe(-449_000);
    await user.click(undo());
    expect(await screen.findByText('отм.')).toBeTruthy();
    expect(await balanceOf(t, a45)).toBe(-450_000);
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
