// The desk at the pace of slips that are turned: keys wait neither for the search nor for an answer.
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { takePayment } from '../../contract/payments.ts';
import { globalSearch } from '../../contract/search.ts';
import { changePart, type DeskGarage } from '../../resources/payments/desk/deskRules.ts';
import { useDesk } from '../../resources/payments/desk/useDesk.ts';
import { TODAY } from './desk.ts';
import { t, wire, w, a45, a46, atDesk, user, posts, around, open, at, taken, pick } from './deskScreen.tsx';

atDesk();

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
