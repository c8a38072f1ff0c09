// A draft that was left behind is laid over the record as it is now: what a colleague saved meanwhile is not taken back.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFormContext } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Editor } from '../../widgets/editor/Editor.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const labels = { note: 'Примечание', number: 'Номер' };
type Values = Record<keyof typeof labels, string>;
const Field = ({ name }: { name: keyof Values }) => (
  <input aria-label={labels[name]} {...useFormContext().register(name)} />
);
const KEY = '7:garages:5';

function open(values: Values, version: number) {
  const onSave = vi.fn((_values: Values, _version: number | null) => Promise.resolve());
  const element = (
    <Editor
      title="Гараж"
      values={values}
      version={version}
      labels={labels}
      draftKey={KEY}
      sections={[
        {
          key: 'all',
          title: 'Всё',
          fields: ['note', 'number'],
          children: [<Field key="a" name="note" />, <Field key="b" name="number" />],
        },
      ]}
      onSave={onSave}
      onCancel={() => {}}
    />
  );
  const { unmount } = render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  return { onSave, unmount };
}
const field = (name: keyof Values) => screen.getByLabelText<HTMLInputElement>(labels[name]);
const save = () => userEvent.keyboard('{Control>}s{/Control}');

/** Types a note over the first version and leaves. */
async function leaveDraft() {
  const { unmount } = open({ note: 'старое', number: '5' }, 1);
  await userEvent.clear(field('note'));
  await userEvent.type(field('note'), 'моё');
  unmount();
}

it('only what was typed is laid over a newer record', async () => {
  await leaveDraft();
  const { onSave } = open({ note: 'старое', number: '6' }, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }));
  expect([field('note').value, field('number').value]).toEqual(['моё', '6']);
  await save();
  expect(onSave).toHaveBeenCalledWith({ note: 'моё', number: '6' }, 2);
});

it('a field that both have changed is asked about', async () => {
  await leaveDraft();
  const { onSave } = open({ note: 'чужое', number: '6' }, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }));
  const dialog = await screen.findByRole('dialog');
  for (const text of ['старое', 'моё', 'чужое']) within(dialog).getByText(text);
  await userEvent.click(within(dialog).getByLabelText('чужое'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Продолжить с выбранным' }));
  expect([field('note').value, field('number').value]).toEqual(['чужое', '6']);
  expect(onSave).not.toHaveBeenCalled();
});

it('a draft of an earlier version of the program, without its record, asks where the record is newer', async () => {
  const kept = { values: { note: 'моё', number: '5' }, version: 1, savedAt: '2026-01-01T10:00:00Z' };
  localStorage.setItem(`draft:${KEY}`, JSON.stringify(kept));
  open({ note: 'старое', number: '6' }, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }));
  within(await screen.findByRole('dialog')).getByText('Номер');
});
