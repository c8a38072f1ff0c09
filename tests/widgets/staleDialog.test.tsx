// Two saves of one record: what the hand has just typed is preselected, and one's own second tab is not called a colleague.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StaleDialog } from '../../widgets/editor/StaleDialog.tsx';

afterEach(cleanup);

function open(own: boolean) {
  const onResolve = vi.fn();
  render(
    <StaleDialog
      message={`Данные ${own ? 'изменили вы сами в 12:30, в другой вкладке' : 'изменил Зимина Г. П. в 12:30'}. Обновите страницу`}
      own={own}
      fields={['note', 'number']}
      labels={{ note: 'Примечание', number: 'Номер' }}
      show={(_, value) => String(value)}
      before={{ note: 'было', number: '5' }}
      mine={{ note: 'моё', number: '6' }}
      theirs={{ note: 'чужое', number: '5' }}
      onResolve={onResolve}
      onCancel={() => {}}
    />,
  );
  return onResolve;
}

it('mine is preselected in every field, also where the colleague wrote; his is one press away', async () => {
  const onResolve = open(false);
  const dialog = within(await screen.findByRole('dialog', { name: 'Карточку изменил другой сотрудник' }));
  expect(dialog.getByLabelText<HTMLInputElement>('моё').checked).toBe(true);
  expect(dialog.getByLabelText<HTMLInputElement>('6').checked).toBe(true);
  expect(dialog.queryByText(/Обновите страницу/)).toBeNull();
  await userEvent.click(dialog.getByLabelText('чужое'));
  await userEvent.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
  expect(onResolve).toHaveBeenCalledWith({ note: 'чужое', number: '6' });
});

it('the own second tab is called so', async () => {
  open(true);
  const dialog = within(await screen.findByRole('dialog', { name: 'Карточку изменили вы сами, в другой вкладке' }));
  expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Поле',
    'Было',
    'Здесь',
    'В другой вкладке',
  ]);
});
