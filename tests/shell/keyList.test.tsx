// The list of keys says every key that a page listens to, and «?» opens it, but not while a person types.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { keyGroups, KeyList } from '../../src/shell/modals/KeyList.tsx';
import { closeModal, openModal, useModal } from '../../widgets/modals.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';

afterEach(() => {
  closeModal();
  cleanup();
});

const folders = ['src', 'widgets', 'resources'];
const used = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/useHotkey\('([^']+)'/g)])
    .map((match) => match[1]!),
);
const arrows: Record<string, string> = { arrowleft: '←', arrowright: '→' };
const shown = (keys: string) =>
  keys
    .split('+')
    .map((key) => arrows[key] ?? key[0]!.toUpperCase() + key.slice(1))
    .join(' ');

it('says every key', () => {
  expect(used.length).toBeGreaterThan(10);
  const told = keyGroups.flatMap(({ keys }) => keys.map(([name, does]) => `${name} ${does}`)).join('; ');
  expect([...new Set(used)].filter((keys) => !told.includes(shown(keys)))).toEqual([]);
});

function Page() {
  useHotkey('?', () => openModal({ name: 'keys' }));
  const modal = useModal();
  return (
    <>
      <input aria-label="Поле" />
      {modal?.name === 'keys' && <KeyList />}
    </>
  );
}

it('opens by «?», not while one types', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(screen.getByLabelText('Поле'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByLabelText('Поле').blur();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Клавиши' })).toBeTruthy();
});
