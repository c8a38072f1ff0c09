// The editors of news and instructions: what is typed is asked about, kept, and never lost to somebody else's save.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, ResourceContextProvider } from 'react-admin';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { news, type NewsBody, type NewsCard } from '../../contract/news.ts';
import { tutorials, type TutorialCard } from '../../contract/tutorials.ts';
import { dataProvider } from '../../providers/dataProvider.ts';
import TutorialEdit from '../../resources/admin/tutorials/TutorialEdit.tsx';
import NewsEditor from '../../resources/news/NewsEditor.tsx';
import { LeaveGuard } from '../../src/shell/LeaveGuard.tsx';
import { forgetDrafts, readDraft } from '../../widgets/editor/useDraft.ts';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { closeModal, useModal } from '../../widgets/modals.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let root: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  other = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());
beforeEach(() => wire.enter(root));
afterEach(() => {
  cleanup();
  closeModal();
  releaseGuard();
  forgetDrafts(root.userId);
});

const Asked = () => <output>{useModal()?.name}</output>;

function open(page: React.ReactNode, path: string, address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const frame = (element: React.ReactNode) => (
    <QueryClientProvider client={client}>
      <CoreAdminContext dataProvider={dataProvider} queryClient={client}>
        <ResourceContextProvider value="tutorials">
          {element}
          <Link to="/elsewhere">Уйти</Link>
          <LeaveGuard />
          <Asked />
        </ResourceContextProvider>
      </CoreAdminContext>
    </QueryClientProvider>
  );
  const router = createMemoryRouter(
    [
      { path, element: frame(page) },
      { path: '*', element: frame(<p>другая страница</p>) },
    ],
    { initialEntries: [address] },
  );
  return { ...render(<RouterProvider router={router} />), router, client };
}
const body = (title: string): NewsBody => ({
  title,
  body: { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'В субботу' }] }] },
  audience: { all: true, places: [], roles: [] },
  is_pinned: false,
  asks_ack: false,
  publish: 'draft',
});
const written = async (): Promise<NewsCard> => (await root.call(news.create, { body: body('Собрание') })).body;
const openNews = ({ id }: { id: number }) => open(<NewsEditor />, '/news/:id/edit', `/news/${id}/edit`);
const titleBox = (name = 'Заголовок') => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(name) });

describe('a news', () => {
  it('is left by Esc: at once while nothing is typed, after a question otherwise', async () => {
    const user = userEvent.setup();
    const card = await written();
    const { router } = openNews(card);
    await user.type(await titleBox(), ' в клубе{Escape}');
    await waitFor(() => expect(screen.getByText('close-editing-modal')).toBeTruthy());
    expect(router.state.location.pathname).toBe(`/news/${card.id}/edit`);
    cleanup();
    closeModal();
    releaseGuard();
    forgetDrafts(root.userId);
    const again = openNews(card);
    await user.type(await titleBox(), '{Escape}');
    await waitFor(() => expect(again.router.state.location.pathname).toBe(`/news/${card.id}`));
  });

  it('that is not saved is asked about, kept as a draft and offered again', async () => {
    const user = userEvent.setup();
    const card = await written();
    const first = openNews(card);
    await user.type(await titleBox(), ' в клубе');
    await user.click(screen.getByRole('link', { name: 'Уйти' }));
    await waitFor(() => expect(screen.getByText('close-editing-modal')).toBeTruthy());
    expect((await titleBox()).value).toBe('Собрание в клубе');
    act(() => closeModal());
    first.unmount();
    expect(readDraft<{ title: string }>(`${root.userId}:news:${card.id}`)?.values.title).toBe('Собрание в клубе');
    openNews(card);
    expect((await titleBox()).value).toBe('Собрание');
    await user.click(await screen.findByRole('button', { name: 'Продолжить' }));
    expect((await titleBox()).value).toBe('Собрание в клубе');
  });

  it('untouched is left without a question; Ctrl+S saves a draft and puts nothing out', async () => {
    const user = userEvent.setup();
    const { router } = openNews(await written());
    await titleBox();
    await user.click(screen.getByRole('link', { name: 'Уйти' }));
    await screen.findByText('другая страница');
    await act(() => router.navigate('/'));
    cleanup();
    const card = await written();
    openNews(card);
    await user.type(await titleBox(), '!');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('другая страница');
    const saved = (await root.call(news.one, { params: { id: card.id } })).body;
    expect([saved.title, saved.state]).toEqual(['Собрание!', 'draft']);
    expect(readDraft(`${root.userId}:news:${card.id}`)).toBeNull();
  });

  it('that somebody else has saved meanwhile: mine and theirs are offered, nothing typed is lost', async () => {
    const user = userEvent.setup();
    const card = await written();
    const { client } = openNews(card);
    await user.type(await titleBox(), ' моё');
    const theirs = { ...body('Собрание их'), is_pinned: true, version: card.version };
    const done = await other.call(news.update, { params: { id: card.id }, body: theirs });
    expect(done.status, done.text).toBe(200);
    // The list was read again meanwhile: the form still stands on what its writer saw.
    await act(() => client.invalidateQueries());
    await user.click(screen.getByRole('button', { name: 'Сохранить черновик' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/Данные изменил Чиновников\d+ П\. И\. в \d\d:\d\d/);
    expect(dialog.textContent).toContain('Собрание моё');
    expect(dialog.textContent).toContain('Собрание их');
    expect(document.querySelector<HTMLInputElement>('input[maxlength="160"]')!.value).toBe('Собрание моё');
    await user.click(screen.getByRole('button', { name: 'Сохранить выбранное' }));
    await screen.findByText('другая страница');
    const saved = (await root.call(news.one, { params: { id: card.id } })).body;
    expect([saved.title, saved.is_pinned, saved.state]).toEqual(['Собрание моё', true, 'draft']);
  });
});

describe('a page of its own', () => {
  const openNew = (page: React.ReactNode) => open(page, '/new', '/new');
  const cases = [
    { what: 'a news', page: <NewsEditor />, title: 'Новая новость', first: 'Заголовок', button: 'Сохранить черновик' },
    {
      what: 'an instruction',
      page: <TutorialEdit />,
      title: 'Новая инструкция',
      first: 'Название',
      button: 'Сохранить',
    },
  ];

  it.each(cases)('of $what says its name, and leads to what was left empty', async ({ page, title, first, button }) => {
    const user = userEvent.setup();
    openNew(page);
    const box = await titleBox(first);
    expect(document.title).toBe(`${title} — Реестр гаражей`);
    expect(screen.getByRole('navigation', { name: 'Путь' }).querySelector('a')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('link', { name: 'Отмена' }));
    await screen.findByText('другая страница');
  });

  it.each([
    { what: 'a news', page: <NewsEditor /> },
    { what: 'an instruction', page: <TutorialEdit /> },
  ])('of $what that is not there leads back', async ({ page }) => {
    open(page, '/one/:id', '/one/999999');
    expect(await screen.findByText('Страница не показана')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Назад' })).toBeTruthy();
  });
});

describe('an instruction', () => {
  const made = async (): Promise<TutorialCard> =>
    (
      await root.call(tutorials.create, {
        body: {
          kind: 'article',
          title: 'Печать',
          lead: null,
          topic: 'start',
          length: null,
          body: body('').body,
          pages: [],
          sort: 100,
          is_active: false,
          checked_on: null,
          steps: [],
        },
      })
    ).body;
  const openOne = ({ id }: { id: number }) => open(<TutorialEdit />, '/admin/tutorials/:id', `/admin/tutorials/${id}`);

  it('that is not saved is asked about and kept, and a list read again takes none of it', async () => {
    const user = userEvent.setup();
    const card = await made();
    const { client, unmount } = openOne(card);
    await user.type(await titleBox('Название'), ' справки');
    await t.deps.db.updateTable('tutorial').set({ version: 7 }).where('id', '=', card.id).execute();
    await act(() => client.invalidateQueries());
    expect((await titleBox('Название')).value).toBe('Печать справки');
    await user.click(screen.getByRole('link', { name: 'Уйти' }));
    await waitFor(() => expect(screen.getByText('close-editing-modal')).toBeTruthy());
    unmount();
    expect(readDraft<{ title: string }>(`${root.userId}:tutorials:${card.id}`)?.values.title).toBe('Печать справки');
  });

  it('that somebody else has saved meanwhile: mine and theirs', async () => {
    const user = userEvent.setup();
    const card = await made();
    openOne(card);
    await user.type(await titleBox('Название'), ' моя');
    const { kind, topic, pages, sort, is_active, checked_on, steps, version } = card;
    const theirs = { kind, topic, pages, sort, is_active, checked_on, steps, version, body: card.body };
    const saved = await other.call(tutorials.update, {
      params: { id: card.id },
      body: { ...theirs, title: 'Печать', lead: 'О печати', length: null } as never,
    });
    expect(saved.status, saved.text).toBe(200);
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Сохранить выбранное' }));
    await screen.findByText('другая страница');
    const now = (await root.call(tutorials.one, { params: { id: card.id } })).body;
    expect([now.title, now.lead]).toEqual(['Печать моя', 'О печати']);
  });
});
