// The form of a new МО or ПО: what it is called, and what an empty one is answered.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import OrgEdit from '../../resources/admin/orgs/OrgEdit.tsx';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  const { region } = await world(t.deps.db);
  root = await as(t, { region, isSuperuser: 2, role: 'superuser' });
});
beforeEach(() => {
  localStorage.clear();
  wire = wireTo(t);
  wire.enter(root);
});
afterEach(() => {
  cleanup();
  releaseGuard();
  wire.cut();
});
afterAll(() => t.close());

const cases = [
  { resource: 'moes', name: 'Новое МО', above: 'Регион' },
  { resource: 'poes', name: 'Новое ПО', above: 'МО' },
];
it.each(cases)('$name: the tab says so, and an empty one names its empty fields', async ({ resource, name, above }) => {
  render(
    <Console>
      <ResourceContextProvider value={resource}>
        <OrgEdit />
      </ResourceContextProvider>
    </Console>,
  );
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  expect(document.title).toBe(`${name} — Реестр гаражей`);
  await userEvent.click(screen.getByRole('button', { name: /^Сохранить/ }));
  const summary = (await screen.findByText('Не сохранено: 2 ошибки')).closest<HTMLElement>('#editor-errors')!;
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Название — Заполните поле', `${above} — Заполните поле`]);
});
