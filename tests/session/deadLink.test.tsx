// A link to a new password that is worth nothing says so on opening, before a password is thought out and typed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { requestReset } from '../../contract/session.ts';
import { NewPassword } from '../../src/pages/session/PasswordFlows.tsx';
import { caller, testApp, type TestApp } from '../kit/app.ts';
import { wireTo } from '../kit/wire.ts';
import { account, lastLink } from './people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  wireTo(t);
});
afterAll(() => t.close());
afterEach(cleanup);

const open = (secret: string) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <NewPassword secret={secret} />
      </QueryClientProvider>
    </MemoryRouter>,
  );

it('a dead one has words and a way to a new one, and no field', async () => {
  open('x'.repeat(43));
  expect((await screen.findByRole('alert')).textContent).toContain('Ссылка устарела или уже использована');
  expect(screen.getByRole('link', { name: 'Получить новую ссылку' }).getAttribute('href')).toBe('/sign?forgot');
  expect(screen.queryByLabelText(/Новый пароль/)).toBeNull();
});

it('a good one asks for the password', async () => {
  const { email } = await account(t);
  await caller(t.app)(requestReset, { body: { email } });
  open((await lastLink(t, email, 'reset_password'))!);
  expect(await screen.findByLabelText(/Новый пароль/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
