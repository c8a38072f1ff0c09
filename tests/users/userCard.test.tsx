// The card of an account: rights as rows, texts of the server beside them, what may not be done says why.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserCard } from '../../contract/users.ts';

const LINK = 'https://registry.example.ru/sign#invite=secret';
const post = { isMailed: true };
const calls = vi.hoisted(() => ({ made: [] as { path: string; options: unknown }[] }));
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: { path: string }, options: unknown) => {
    calls.made.push({ path: endpoint.path, options });
    return endpoint.path.endsWith('/actions')
      ? { data: [] }
      : { data: { state: 'sent', expires_at: null, is_mailed: post.isMailed }, link: post.isMailed ? null : LINK };
  },
}));
vi.mock('../../providers/session.ts', async (original) => ({
  ...(await original<object>()),
  useActor: () => ({ userId: 1, capabilities: [], isSuperuser: 2 }),
}));
const { default: UserEdit } = await import('../../resources/admin/users/UserEdit.tsx');

const card: UserCard = {
  id: 5,
  email: 'po@example.ru',
  name: 'Воронин Николай Андреевич',
  last_name: 'Воронин',
  first_name: 'Николай',
  father_name: 'Андреевич',
  phone: null,
  role: 'chairman',
  is_superuser: 0,
  capabilities: [1],
  rights: [
    { level: 'po', id: 3, name: 'КАС № 12-3', role: 'chairman', above: 'Невское МО' },
    { level: 'mo', id: 2, name: 'Невское МО', role: 'mo_head', above: 'Регион' },
  ],
  last_sign_in: null,
  has_second_factor: false,
  state: 'active',
  version: 7,
  created_at: '2026-01-01T00:00:00.000Z',
  sessions: [],
};

const update = vi.fn<DataProvider['update']>();
function open(shown: UserCard) {
  const dataProvider = { getOne: async () => ({ data: shown }), update } as unknown as DataProvider;
  return render(
    <MemoryRouter initialEntries={[`/admin/user/${shown.id}`]}>
      <CoreAdminContext dataProvider={dataProvider}>
        <Routes>
          <Route path="/admin/user/:id" element={<UserEdit />} />
        </Routes>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}
beforeEach(() => {
  localStorage.clear();
  update.mockReset();
  calls.made.length = 0;
  post.isMailed = true;
});
afterEach(cleanup);

describe('the card', () => {
  it('shows every right with its role and what stands above it', async () => {
    open(card);
    const rights = await screen.findByRole('list', { name: 'Права' });
    const rows = within(rights).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/КАС № 12-3.*Невское МО.*председатель ПО/),
      expect.stringMatching(/Невское МО.*Регион.*председатель МО/),
    ]);
  });

  it('sends everything with the version it was read at', async () => {
    update.mockResolvedValue({ data: { ...card, version: 8 } } as never);
    open(card);
    fireEvent.click(await screen.findByLabelText('Рассылки'));
    fireEvent.click(screen.getByRole('button', { name: 'Убрать право: Невское МО' }));
    fireEvent.click(screen.getByRole('button', { name: /Сохранить/ }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]![1].data).toEqual({
      email: 'po@example.ru',
      last_name: 'Воронин',
      first_name: 'Николай',
      father_name: 'Андреевич',
      phone: null,
      is_superuser: 0,
      capabilities: [1, 3],
      rights: [{ level: 'po', id: 3, role: 'chairman' }],
      version: 7,
    });
  });

  it('puts the server’s texts beside the right they are about', async () => {
    const message = 'Роль «председатель ПО» даётся только в ПО';
    update.mockRejectedValue(
      Object.assign(new Error(message), { status: 422, body: { message, errors: { 'rights.1.role': message } } }),
    );
    open(card);
    fireEvent.click(await screen.findByLabelText('Рассылки'));
    fireEvent.click(screen.getByRole('button', { name: /Сохранить/ }));
    const rows = await screen.findByRole('list', { name: 'Права' });
    await waitFor(() => expect(within(rows).getByText(message)).toBeTruthy());
    expect(within(rows).getAllByRole('listitem')[1]!.textContent).toContain(message);
    expect(screen.getByRole('alert').textContent).toContain(message);
  });

  it('asks before disabling and then does it', async () => {
    open(card);
    fireEvent.click(await screen.findByRole('button', { name: 'Отключить' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('сразу выйдет на всех устройствах');
    expect(calls.made.some((one) => one.path.endsWith('/disable'))).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отключить' }));
    await waitFor(() => expect(calls.made.some((one) => one.path === '/api/users/:id/disable')).toBe(true));
  });

  it('one’s own account can’t be disabled nor looked through, and says why', async () => {
    open({ ...card, id: 1, is_superuser: 2 });
    const off = await screen.findByRole('button', { name: 'Отключить' });
    expect(off).toHaveProperty('disabled', true);
    expect(screen.getByTitle('Свою учётную запись отключить нельзя')).toBeTruthy();
    expect(screen.getByTitle('Это вы и есть')).toBeTruthy();
  });

  it('an invited person may be written to again', async () => {
    open({ ...card, state: 'invited' });
    fireEvent.click(await screen.findByRole('button', { name: 'Отправить ещё раз' }));
    await waitFor(() => expect(calls.made.filter((one) => one.path === '/api/user_invite/:id').length).toBe(2));
    expect(screen.getByText(/приглашение отправлено на po@example\.ru/)).toBeTruthy();
  });

  it('where no mail server carries letters, says so and offers the link of the invitation', async () => {
    post.isMailed = false;
    open({ ...card, state: 'invited' });
    expect(await screen.findByText(/приглашение не отправлено/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Показать ссылку приглашения' }));
    expect(await screen.findByText(LINK)).toBeTruthy();
    expect(screen.getByText(/письмо на po@example\.ru не ушло/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Скопировать ссылку' })).toBeTruthy();
  });
});
