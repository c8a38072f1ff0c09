// The menu of the person: nothing to press stands there before its place is known; a question knows the own e-mail.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { http } from '../../providers/http.ts';
import { NavMenu } from '../../src/shell/NavMenu.tsx';
import Modals from '../../src/shell/modals/Modals.tsx';
import UserMenuBody from '../../src/shell/UserMenuBody.tsx';
import { AppTheme } from '../../src/theme/AppTheme.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let email: string;
let w: World;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  wire.enter(mo);
  const user = await t.deps.db
    .selectFrom('app_user')
    .where('id', '=', mo.userId)
    .select('email')
    .executeTakeFirstOrThrow();
  email = user.email;
});
afterEach(cleanup);
afterAll(() => t.close());

/** Answers of this address come when they are let. */
function held(path: string) {
  const answers = http.defaults.adapter as (config: object) => Promise<unknown>;
  let release!: () => void;
  const gate = new Promise<void>((done) => (release = done));
  http.defaults.adapter = (async (config: { url?: string }) => {
    if (config.url?.includes(path)) await gate;
    return answers(config);
  }) as never;
  return () => {
    http.defaults.adapter = answers as never;
    release();
  };
}
const show = (element: React.ReactNode, at = '/') =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <AppTheme>{element}</AppTheme>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('no entry stands there to travel from under the pointer when the rights come', async () => {
  const release = held('/api/user_detail/');
  show(<UserMenuBody onGo={() => {}} />);
  await new Promise((done) => setTimeout(done, 300));
  expect([screen.queryAllByRole('link'), screen.queryAllByRole('button')]).toEqual([[], []]);
  release();
  expect(await screen.findByText('Работаю как')).toBeTruthy();
  const names = screen.getAllByRole('link').map((link) => link.textContent!.trim());
  expect(names).toEqual(['Журнал действий', 'Отчёты по почте', 'Мой профиль']);
  expect(screen.getByRole('button', { name: 'Выход' })).toBeTruthy();
});

it('a question knows the e-mail of the person, also when the card comes after the box; what is typed stays', async () => {
  const release = held('/api/user_detail/');
  show(<Modals modal={{ name: 'ask-question' }} />);
  const box = await screen.findByLabelText<HTMLInputElement>('E-mail для ответа');
  expect(box.value).toBe('');
  release();
  await screen.findByDisplayValue(email);
  await userEvent.clear(box);
  await userEvent.type(box, 'other@example.ru');
  expect(box.value).toBe('other@example.ru');
});

it('the panel lights in the menu of its superuser', async () => {
  wire.enter(await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }));
  const panel = () => screen.getByRole('link', { name: 'Панель администратора' }).getAttribute('aria-current');
  show(<NavMenu />, '/admin/user');
  expect(panel()).toBe('page');
  cleanup();
  show(<NavMenu />, '/profiles');
  expect(panel()).toBeNull();
});

it('questions light in the menu of whoever answers them', async () => {
  wire.enter(await as(t, { mo: w.mo, isSuperuser: 1 }));
  show(<NavMenu />, '/support');
  expect(screen.getByRole('link', { name: 'Вопросы' }).getAttribute('aria-current')).toBe('page');
});
