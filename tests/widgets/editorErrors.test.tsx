// Refused fields are listed from the top of the form downwards, whatever the order of the answer.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFormContext } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { HttpError } from '../../providers/http.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { ErrorSummary } from '../../widgets/editor/ErrorSummary.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const labels = { email: 'Почта', lastName: 'Фамилия', rights: 'Права' };
const Field = ({ name }: { name: keyof typeof labels }) => (
  <input aria-label={labels[name]} {...useFormContext().register(name)} />
);

it('the summary goes by the fields, what belongs to none stands first', async () => {
  const errors = {
    'rights.1': 'Нет такого места',
    lastName: 'Введите фамилию',
    form: 'Проверьте',
    email: 'Введите почту',
  };
  const element = (
    <Editor
      title="Пользователь"
      values={{ email: '', lastName: '', rights: '' }}
      labels={labels}
      draftKey="7:users:new"
      sections={[
        {
          key: 'who',
          title: 'Кто',
          fields: ['email', 'lastName'],
          children: [<Field key="e" name="email" />, <Field key="n" name="lastName" />],
        },
        { key: 'rights', title: 'Права', fields: ['rights'], children: <Field name="rights" /> },
      ]}
      onSave={() => Promise.reject(new HttpError(422, { message: 'Проверьте', errors }))}
      onCancel={() => {}}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  await userEvent.type(screen.getByLabelText('Почта'), 'x');
  await userEvent.keyboard('{Control>}s{/Control}');
  const summary = await screen.findByRole('alert');
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Проверьте', 'Почта — Введите почту', 'Фамилия — Введите фамилию', 'Права — Нет такого места']);
});

it('the summary counts in words, and names a field once though its words begin with the name', () => {
  const labels = Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`f${nth}`, `Поле ${nth}`]));
  const errors = Object.fromEntries(Object.keys(labels).map((key) => [key, 'Заполните поле']));
  const { rerender } = render(<ErrorSummary errors={errors} labels={labels} />);
  expect(screen.getByText('Не сохранено: 21 ошибка')).toBeTruthy();
  rerender(<ErrorSummary errors={{ inn: 'ИНН — 10 или 12 цифр' }} labels={{ inn: 'ИНН' }} />);
  expect(screen.getByRole('listitem').textContent).toBe('ИНН — 10 или 12 цифр');
});
