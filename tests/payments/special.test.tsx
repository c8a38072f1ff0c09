// The dialog of corrections, refunds and the like when an answer is lost: what stands in the form afterwards is another operation.
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { specialOperation } from '../../contract/payments.ts';
import { SpecialDialog } from '../../resources/payments/SpecialDialog.tsx';
import { balanceOf } from './desk.ts';
import { a45, around, atDesk, plain, t, user, wire } from './deskScreen.tsx';

atDesk();

it('what was sent first is told, what stands in the form goes under a key of its own', async () => {
  render(around(<SpecialDialog first="correction" onClose={() => undefined} />));
  await user.type(await screen.findByLabelText(/^Гараж/), '45');
  await user.click(await screen.findByRole('option', { name: /А 45/ }));
  const sum = screen.getByLabelText(/^Сумма/);
  await user.type(sum, '10');
  await user.type(screen.getByLabelText(/^Комментарий/), 'ошибка прошлых лет');
  const send = () => user.click(screen.getByRole('button', { name: 'Провести' }));
  wire.lose(specialOperation, 'answer');
  await send();
  await screen.findByRole('alert');
  await user.clear(sum);
  await user.type(sum, '15');
  await send();
  expect(plain((await screen.findByText(/Прежняя отправка дошла/)).textContent)).toContain('проведено 10,00 ₽');
  expect(await balanceOf(t, a45)).toBe(-449_000);
  await send();
  await waitFor(async () => expect(await balanceOf(t, a45)).toBe(-447_500));
  const [first, second, third] = wire.sent<{ idempotencyKey: string }>(specialOperation);
  expect([second!.idempotencyKey === first!.idempotencyKey, third!.idempotencyKey === first!.idempotencyKey]).toEqual([
    true,
    false,
  ]);
});
