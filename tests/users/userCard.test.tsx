// The card of an account: rights as rows, texts of the server beside them, what may not be done says why.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendInvite } from '../../contract/session/links.ts';
import { disableUser, users, type NewUser } from '../../contract/users.ts';
import UserEdit from '../../resources/admin/users/UserEdit.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { account } from '../session/people.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
beforeEach(() => {
  localStorage.clear();
  wire = wireTo(t);
  wire.enter(root);
});
afterEach(() => {
  cleanup();
  wire.cut();
});
afterAll(() => t.close());

const open = (id: number) =>
  render(
    <Console at={`/admin/user/${id}`}>
      <Routes>
        <Route path="/admin/user/:id" element={<UserEdit />} />
      </Routes>
    </Console>,
  );

/** Works in a ПО as its chairman, then in the МО above it. */
async function official() {
  const made = await account(t, { capabilities: [1] });
  const rights = [
    { user_id: made.id, po_id: w.po, role: 'chairman', is_default: true },
    { user_id: made.id, mo_id: w.mo, role: 'mo_head', is_default: false },
  ];
  for (const right of rights) await t.deps.db.insertInto('user_right').values(right).execute();
  return made;
}
const cardOf = async (id: number) => (await root.call(users.one, { params: { id } })).body;

let invited = 0;
/** Invited by the form a moment ago. */
async function newcomer(by: Caller, po: number): Promise<{ id: number; email: string }> {
  const email = `newcomer${(invited += 1)}@example.ru`;
  const body: NewUser = {
    email,
    last_name: 'Воронин',
    first_name: 'Николай',
    father_name: 'Андреевич',
    phone: null,
    is_superuser: 0,
    capabilities: [1],
    rights: [{ level: 'po', id: po, role: 'chairman' }],
  };
  const made = await by.call(users.create, { body });
  expect(made.status, made.text).toBe(200);
  return { id: made.body.id, email };
}

describe('the card', () => {
  it('shows every right with its role and what stands above it', async () => {
    open((await official()).id);
    const rights = await screen.findByRole('list', { name: 'Права' });
    const rows = within(rights).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/КАС № 12-3.*Невское МО.*председатель ПО/),
      expect.stringMatching(/Невское МО.*Северный регион.*председатель МО/),
    ]);
  });

  it('sends everything with the version it was read at', async () => {
    const { id, email } = await official();
    const { version } = await cardOf(id);
    open(id);
    fireEvent.click(await screen.findByLabelText('Рассылки'));
    fireEvent.click(screen.getByRole('button', { name: /^Убрать право: Невское МО/ }));
    fireEvent.click(screen.getByRole('button', { name: /Сохранить/ }));
    await waitFor(async () => expect((await cardOf(id)).version).toBe(version + 1));
    expect(wire.sent(users.update)).toEqual([
      {
        email,
        last_name: 'Крылова',
        first_name: 'Марина',
        father_name: 'Сергеевна',
        phone: null,
        is_superuser: 0,
        capabilities: [1, 3],
        rights: [{ level: 'po', id: w.po, role: 'chairman' }],
        version,
      },
    ]);
    expect(await cardOf(id)).toMatchObject({ capabilities: [1, 3], rights: [{ level: 'po', id: w.po }] });
  });

  it('puts the server’s texts beside the right they are about', async () => {
    const { id } = await official();
    // A right as it was given before roles belonged to levels.
    await t.deps.db
      .updateTable('user_right')
      .set({ role: 'chairman' })
      .where('user_id', '=', id)
      .where('mo_id', '=', w.mo)
      .execute();
    const message = 'Роль «председатель ПО» даётся только в ПО';
    open(id);
    fireEvent.click(await screen.findByLabelText('Рассылки'));
    fireEvent.click(screen.getByRole('button', { name: /Сохранить/ }));
    const rows = await screen.findByRole('list', { name: 'Права' });
    await waitFor(() => expect(within(rows).getByText(message)).toBeTruthy());
    expect(within(rows).getAllByRole('listitem')[1]!.textContent).toContain(message);
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect((await cardOf(id)).capabilities).toEqual([1]);
  });

  it('asks before disabling and then does it', async () => {
    const { id } = await official();
    open(id);
    fireEvent.click(await screen.findByRole('button', { name: 'Отключить' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('сразу выйдет на всех устройствах');
    expect(wire.sent(disableUser)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отключить' }));
    expect(await screen.findByRole('button', { name: 'Включить' })).toBeTruthy();
    expect((await cardOf(id)).state).toBe('disabled');
  });

  it('one’s own account can’t be disabled nor looked through, and says why', async () => {
    open(root.userId);
    const off = await screen.findByRole('button', { name: 'Отключить' });
    expect(off).toHaveProperty('disabled', true);
    expect(screen.getByTitle('Свою учётную запись отключить нельзя')).toBeTruthy();
    expect(screen.getByTitle('Это вы и есть')).toBeTruthy();
  });

  it('where no mail server carries letters, says so and offers the link of the invitation', async () => {
    const { id, email } = await newcomer(root, w.po);
    open(id);
    expect(await screen.findByText(/приглашение не отправлено/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Показать ссылку приглашения' }));
    expect((await screen.findByText(/\/sign#invite=/, { selector: 'code' })).textContent).toMatch(/invite=[\w-]{20,}$/);
    expect(screen.getByText(`Почтовый сервер не подключён: письмо на ${email} не ушло`)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Скопировать ссылку' })).toBeTruthy();
  });
});

it('an invited person may be written to again', async () => {
  wire.cut();
  // A mail server that nobody answers at: letters wait for it in the outbox.
  const mailed = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://registry.example.ru' });
  try {
    const there = await world(mailed.deps.db);
    const head = await as(mailed, { region: there.region, isSuperuser: 2, role: 'superuser' });
    const { id, email } = await newcomer(head, there.po);
    wire = wireTo(mailed);
    wire.enter(head);
    open(id);
    expect(await screen.findByText(new RegExp(`^приглашение отправлено на ${email}`))).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить ещё раз' }).disabled).toBe(false),
    );
    expect(wire.sent(sendInvite)).toHaveLength(1);
    const links = await mailed.deps.db.selectFrom('one_time_link').where('user_id', '=', id).select('id').execute();
    expect(links).toHaveLength(2);
    expect(screen.queryByText(/не ушло/)).toBeNull();
  } finally {
    cleanup();
    await mailed.close();
  }
});
