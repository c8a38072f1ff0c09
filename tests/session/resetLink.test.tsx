// An installation without a mail server: the page says so, a superuser hands over the link for a new password.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { confirmReset, publicSettings } from '../../contract/session.ts';
import { makeResetLink, sendInvite } from '../../contract/session/links.ts';
import { disableUser, users } from '../../contract/users.ts';
import { ResetLink } from '../../resources/admin/users/ResetLink.tsx';
import { ForgottenPassword } from '../../src/pages/session/PasswordFlows.tsx';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, verbsOf } from './people.ts';

const NEW = 'Совсем-новый-2026';
let t: TestApp;
let w: World;
let root: Caller;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterEach(() => {
  cleanup();
  wire?.cut();
});
afterAll(() => t.close());

const person = () => account(t, { rights: [{ mo_id: w.mo, is_default: true }] });
const ask = (id: number, who = root) => who.call(makeResetLink, { params: { id } });
const secretOf = (link: string) => /#reset_password=([\w-]{43})$/.exec(link)![1]!;
const show = (page: React.ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>
    </MemoryRouter>,
  );

describe('the link', () => {
  it('sets a new password once, lives an hour and is in the log without its secret', async () => {
    const { id, email } = await person();
    const { status, body } = await ask(id);
    expect(status).toBe(200);
    expect(new Date(body.expires_at).getTime() - t.deps.clock.now().getTime()).toBe(3600_000);
    const token = secretOf(body.link);
    const set = () => caller(t.app)(confirmReset, { body: { token, password: NEW } });
    expect((await set()).status).toBe(204);
    expect((await set()).status).toBe(422);
    expect((await new Browser(t, 'r', '10.8.0.1').signIn(email, NEW)).status).toBe(200);
    expect(await verbsOf(t, id)).toEqual(['user.reset_link', 'user.password_reset', 'sign.login']);
    const lines = await t.deps.db.selectFrom('action_log').where('object_id', '=', id).selectAll().execute();
    expect(JSON.stringify(lines)).not.toContain(token);
    expect(lines[0]).toMatchObject({ user_id: root.userId });
  });

  it('a second one takes the place of the first', async () => {
    const { id } = await person();
    const first = secretOf((await ask(id)).body.link);
    const second = secretOf((await ask(id)).body.link);
    const check = async (token: string) => (await caller(t.app)(confirmReset, { body: { token } })).status;
    expect([await check(first), await check(second)]).toEqual([422, 204]);
  });

  it('is not for who is disabled, has no password yet, or is nobody; nor from who may not invite', async () => {
    const off = await person();
    await root.call(disableUser, { params: { id: off.id } });
    expect((await ask(off.id)).body.errors).toEqual({ form: 'Учётная запись отключена' });
    const { id } = (
      await root.call(users.create, {
        body: {
          email: 'fresh@example.ru',
          last_name: 'Воронин',
          first_name: 'Николай',
          father_name: '',
          phone: null,
          is_superuser: 0,
          capabilities: [1],
          rights: [{ level: 'mo', id: w.mo, role: 'mo_head' }],
        },
      })
    ).body;
    await t.deps.db.updateTable('one_time_link').set({ expires_at: '2020-01-01' }).where('user_id', '=', id).execute();
    expect((await ask(id)).body.errors).toEqual({ form: 'Пароля ещё нет: покажите ссылку приглашения' });
    expect((await ask(999_999)).status).toBe(404);
    const clerk = await as(t, { mo: w.mo });
    const both = [await ask(id, clerk), await clerk.call(sendInvite, { params: { id } })];
    expect(both.map((reply) => reply.status)).toEqual([403, 403]);
  });

  it('where letters go it goes by letter alone', async () => {
    const mailed = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://registry.example.ru' });
    try {
      const there = await world(mailed.deps.db);
      const head = await as(mailed, { mo: there.mo, isSuperuser: 2, role: 'superuser' });
      const { id } = await account(mailed);
      expect((await ask(id, head)).status).toBe(422);
      expect((await caller(mailed.app)(publicSettings)).body.hasMail).toBe(true);
      wire = wireTo(mailed);
      show(<ForgottenPassword />);
      expect(await screen.findByRole('button', { name: 'Отправить ссылку' })).toBeTruthy();
    } finally {
      cleanup();
      await mailed.close();
    }
  });
});

describe('the screens', () => {
  it('«Забыли пароль?» says that no letter is sent and whom to ask', async () => {
    wire = wireTo(t);
    show(<ForgottenPassword />);
    const said = await screen.findByText(/Эта установка не отправляет писем/);
    expect(said.textContent).toContain(t.deps.settings.SUPPORT_PHONE);
    expect(screen.queryByRole('button', { name: 'Отправить ссылку' })).toBeNull();
  });

  it('the card shows the link for copying', async () => {
    wire = wireTo(t);
    wire.enter(root);
    const { id } = await person();
    show(<ResetLink user={(await root.call(users.one, { params: { id } })).body} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Ссылка для смены пароля' }));
    secretOf((await screen.findByText(/#reset_password=/, { selector: 'code' })).textContent);
    expect(screen.getByRole('button', { name: 'Скопировать ссылку' })).toBeTruthy();
  });
});
