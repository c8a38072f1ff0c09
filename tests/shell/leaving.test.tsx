// Leaving with unsaved work: the words say what is lost; «Выход» asks and takes the drafts of the person out of the browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFormContext } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { http, HttpError } from '../../providers/http.ts';
import { currentToken, storeToken } from '../../providers/session.ts';
import { LeaveGuard } from '../../src/shell/LeaveGuard.tsx';
import Modals from '../../src/shell/modals/Modals.tsx';
import { askToSignOut } from '../../src/shell/signOut.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { releaseGuard, useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { closeModal, openModal, useModal } from '../../widgets/modals.ts';

const part = (value: unknown) => btoa(JSON.stringify(value));
const claims = {
  id: 7,
  sid: 70,
  uname: 'K',
  is_superuser: 0,
  role: 'clerk',
  region: null,
  mo: 1,
  po: null,
  region_name: null,
  mo_name: null,
  po_name: null,
  region_rights: [],
  mo_rights: [],
  po_rights: [],
  capabilities: [1, 2, 3],
  exp: 4e9,
};

const NoteField = () => <input aria-label="Примечание" {...useFormContext().register('note')} />;
function Page() {
  const modal = useModal();
  return (
    <>
      <Editor
        title="Гараж"
        values={{ note: '' }}
        labels={{ note: 'Примечание' }}
        draftKey="7:garages:5"
        sections={[{ key: 'note', title: 'Примечание', fields: ['note'], children: <NoteField /> }]}
        onSave={() => save()}
        onCancel={() => {}}
      />
      <LeaveGuard />
      {modal && <Modals modal={modal} />}
    </>
  );
}

/** Words that no draft keeps. */
function Comment() {
  useLeaveGuard(true);
  return null;
}

let save = async () => {};
let router: ReturnType<typeof createMemoryRouter>;
const calls: string[] = [];
beforeEach(() => {
  calls.length = 0;
  storeToken(`${part({ alg: 'HS256' })}.${part(claims)}.s`);
  http.defaults.adapter = async (config) => {
    calls.push(`${config.method} ${config.url}`);
    return { data: null, status: 204, statusText: '', headers: {}, config };
  };
  router = createMemoryRouter(
    [
      { path: '/garage_edit/5', element: <Page /> },
      { path: '*', element: <p>другая страница</p> },
    ],
    { initialEntries: ['/garage_edit/5'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  closeModal();
  releaseGuard();
  cleanup();
  storeToken(null);
  localStorage.clear();
});
const draft = () => localStorage.getItem('draft:7:garages:5');
const go = () => act(() => router.navigate('/profiles'));

it('a draft that stays is said to stay', async () => {
  await userEvent.type(screen.getByLabelText('Примечание'), 'ворота');
  await waitFor(() => expect(draft()).toContain('ворота'));
  await go();
  expect(await screen.findByText('Вы хотите покинуть страницу?')).toBeTruthy();
  expect(screen.getByText(/останутся черновиком в этом браузере/)).toBeTruthy();
  expect(screen.queryByText('Внесённые изменения не будут сохранены.')).toBeNull();
});

it('where the browser keeps nothing the words are those of a loss', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.type(screen.getByLabelText('Примечание'), 'ворота');
  // The draft is tried half a second after the last key.
  await act(() => new Promise((done) => setTimeout(done, 700)));
  await go();
  expect(await screen.findByText('Внесённые изменения не будут сохранены.')).toBeTruthy();
});

it('«Выход» asks about unsaved work and drafts, and leaves none of the person behind', async () => {
  localStorage.setItem('draft:7:profiles:2', '{"values":{"lastName":"Петров"}}');
  localStorage.setItem('draft:8:profiles:2', '{"values":{"lastName":"Сидоров"}}');
  await userEvent.type(screen.getByLabelText('Примечание'), 'ворота');
  await waitFor(() => expect(draft()).toContain('ворота'));
  act(askToSignOut);
  expect((await screen.findByRole('dialog')).textContent).toMatch(/несохранённые изменения.*2.черновика/);
  await userEvent.click(screen.getByRole('button', { name: 'Остаться' }));
  expect([draft() !== null, currentToken() !== null]).toEqual([true, true]);

  // What was typed a moment ago is not written by the page as it goes.
  await userEvent.type(screen.getByLabelText('Примечание'), '!');
  act(askToSignOut);
  await userEvent.click(await screen.findByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(calls).toEqual(['delete /api/login/']);
  await go();
  expect(screen.getByText('другая страница')).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual(['draft:8:profiles:2']);
});

it('a field that was put right is counted as wrong no more, neither in the summary nor beside its section', async () => {
  const errors = { note: 'Слишком коротко' };
  save = () => Promise.reject(new HttpError(422, { message: 'Проверьте поля', errors }));
  await userEvent.type(screen.getByLabelText('Примечание'), 'в');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toContain('Слишком коротко');
  await userEvent.type(screen.getByLabelText('Примечание'), 'орота');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByLabelText(/ошибок/)).toBeNull();
});

it.each([404, 500])(
  'a save answered by %i: the words of the specification over the form, nothing typed is lost',
  async (status) => {
    save = () => Promise.reject(new HttpError(status, { message: 'нет' }));
    await userEvent.type(screen.getByLabelText('Примечание'), 'ворота');
    await userEvent.keyboard('{Control>}s{/Control}');
    const dialog = await screen.findByRole('dialog', { name: new RegExp(`Ошибка ${status}`) });
    expect(dialog.textContent).toMatch(
      status === 404 ? /мы не можем найти запрашиваемые данные/ : /на сервере произошла ошибка/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.getByLabelText<HTMLInputElement>('Примечание').value).toBe('ворота');
  },
);

it('another place to work says what is lost with it, and promises only drafts that are kept', async () => {
  const asked = () => {
    act(() => openModal({ name: 'change-rights', place: { mo: 2 }, title: 'Другое МО', garages: 1 }));
    return screen.findByRole('dialog');
  };
  await userEvent.type(screen.getByLabelText('Примечание'), 'ворота');
  await waitFor(() => expect(draft()).toContain('ворота'));
  const kept = await asked();
  expect(kept.textContent).toContain('Черновики сохранятся');
  expect(kept.textContent).not.toContain('пропадут');
  act(closeModal);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  render(<Comment />);
  const lost = await asked();
  expect(lost.textContent).toContain('После смены прав они пропадут');
  expect(lost.textContent).not.toContain('Черновики сохранятся');
});

it('with nothing to lose «Выход» asks nothing', async () => {
  act(askToSignOut);
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});
