// A question before something that changes much: where the hand begins, and what it waits for.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { mount } from './mount.tsx';

const ask = (props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => {
  const confirm = vi.fn();
  mount(<ConfirmDialog open title="Точно?" confirm="Да" onConfirm={confirm} onCancel={() => {}} {...props} />);
  return confirm;
};
const focused = (label: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)), { timeout: 5000 });

it('begins at its first field: what is typed at once is not the answer', async () => {
  const change = vi.fn();
  const confirm = ask({ children: <TextBox label="Фамилия" value="" onChange={change} /> });
  await focused('Фамилия');
  await userEvent.keyboard('Н ');
  expect(change).toHaveBeenCalledWith('Н');
  expect(confirm).not.toHaveBeenCalled();
});

it('begins at the chosen radio', async () => {
  const options = [
    { value: 1, label: 'Первое' },
    { value: 2, label: 'Второе' },
  ];
  ask({ children: <RadioGroup label="Что" value={2} options={options} onChange={() => {}} /> });
  await focused('Второе');
});

it('begins where it is said: a choice that is made already does not take what is typed', async () => {
  ask({
    children: (
      <>
        <RadioGroup label="Кто" value={1} options={[{ value: 1, label: 'Есть в базе' }]} onChange={() => {}} />
        <div data-begin="">
          <TextBox label="Человек" value="" onChange={() => {}} />
        </div>
      </>
    ),
  });
  await focused('Человек');
});

it('without a field begins at the main button, a dangerous one at «Отмена»', async () => {
  ask();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Да'));
  ask({ title: 'Опасно?', danger: true, confirm: 'Удалить' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Отмена'));
});

it('waits for a sum that was not understood, and leads to it', async () => {
  const confirm = ask({ children: <MoneyBox label="Сумма" value={null} onChange={() => {}} /> });
  await focused('Сумма');
  await userEvent.keyboard('4500-100');
  await userEvent.click(screen.getByRole('button', { name: 'Да' }));
  expect(confirm).not.toHaveBeenCalled();
  await focused('Сумма');
});

function Letter({ onCancel }: { onCancel: () => void }) {
  const [text, setText] = useState('');
  return (
    <ConfirmDialog open title="Шаблон" confirm="Сохранить" form={{ text }} onConfirm={() => {}} onCancel={onCancel}>
      <TextBox label="Текст" value={text} onChange={setText} />
    </ConfirmDialog>
  );
}

it('Esc asks before it throws away what was typed, and asks nothing where nothing was', async () => {
  const cancel = vi.fn();
  mount(<Letter onCancel={cancel} />);
  await focused('Текст');
  await userEvent.keyboard('{Escape}');
  expect(cancel).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('Ворота{Escape}');
  await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' });
  expect(cancel).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Остаться' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Текст').value).toBe('Ворота');
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  await screen.findByText('То, что вы ввели, пропадёт.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Закрыть' }).at(-1)!);
  expect(cancel).toHaveBeenCalledTimes(2);
});

it('leads to the first field that was refused: it may stand below the fold', async () => {
  function Saving() {
    const [{ busy, error }, set] = useState<{ busy: boolean; error?: string }>({ busy: false });
    const save = () => {
      set({ busy: true });
      setTimeout(() => set({ busy: false, error: 'Выберите шаблон' }));
    };
    return (
      <ConfirmDialog open title="Правило" confirm="Сохранить" busy={busy} onConfirm={save} onCancel={() => {}}>
        <TextBox label="Название" value="Долг" onChange={() => {}} />
        <SelectBox label="Шаблон" value={null} options={[]} onChange={() => {}} error={error} />
      </ConfirmDialog>
    );
  }
  mount(<Saving />);
  await focused('Название');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Шаблон/ })), {
    timeout: 5000,
  });
});
