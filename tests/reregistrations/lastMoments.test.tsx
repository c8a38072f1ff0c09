// What was typed in the wizard a moment ago is kept on leaving by a link, by «Выход», with the tab; what can't be kept is asked about.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { currentToken } from '../../providers/session.ts';
import ReregistrationWizard from '../../resources/reregistrations/ReregistrationWizard.tsx';
import { LeaveGuard } from '../../src/shell/LeaveGuard.tsx';
import Modals from '../../src/shell/modals/Modals.tsx';
import { askToSignOut } from '../../src/shell/signOut.ts';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { closeModal, useModal } from '../../widgets/modals.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save } from './kit.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  closeModal();
  releaseGuard();
  vi.unstubAllGlobals();
});

const drafts = (garage: number) =>
  t.deps.db.selectFrom('reregistration').select(['id', 'comment', 'status']).where('garage_id', '=', garage).execute();
const comments = async (garage: number) => (await drafts(garage)).map((row) => row.comment);

let router: ReturnType<typeof createMemoryRouter>;
function Page() {
  const modal = useModal();
  return (
    <>
      <ReregistrationWizard />
      <LeaveGuard />
      {modal && <Modals modal={modal} />}
    </>
  );
}
function open(garage: number, card: ReregistrationCard | null = null) {
  router = createMemoryRouter(
    [
      { path: '/garage/:id/new_reregistration', element: <Page /> },
      { path: '*', element: <p>другая страница</p> },
    ],
    { initialEntries: [{ pathname: `/garage/${garage}/new_reregistration`, state: card && { id: card.id } }] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
/** Typed within less than the pause after which the draft is kept by itself. */
const write = async (text: string) => {
  const box = await screen.findByLabelText(/Примечание/);
  await userEvent.click(box);
  await userEvent.paste(text);
};
/** As a click on a link does: the field is left first. */
const leaveField = () => act(() => (document.activeElement as HTMLElement | null)?.blur());
const go = () => {
  leaveField();
  return act(() => router.navigate('/garages'));
};
const question = () => screen.findByRole('dialog', { name: 'Вы хотите покинуть страницу?' });
const held = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it('a link a moment after the last key: the draft is kept first, nothing is asked', async () => {
  const garage = await ownedGarage(mo, w.po);
  wire.enter(po);
  open(garage.id);
  await write('спешу');
  await go();
  expect(await screen.findByText('другая страница')).toBeTruthy();
  expect(await comments(garage.id)).toEqual(['спешу']);
});

it('a draft that can not be kept is asked about, and stays as it was typed', async () => {
  const garage = await ownedGarage(mo, w.po);
  wire.enter(po);
  open(garage.id);
  await write('без связи');
  wire.lose(reregistrations.create);
  await go();
  expect((await question()).textContent).toContain('не будут сохранены');
  await userEvent.click(screen.getByRole('button', { name: 'Остаться' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Примечание/).value).toBe('без связи');
  // The connection is there again.
  await go();
  expect(await screen.findByText('другая страница')).toBeTruthy();
  expect(await comments(garage.id)).toEqual(['без связи']);
});

it('a person half typed is asked about; the rest of the draft is kept all the same', async () => {
  const garage = await ownedGarage(mo, w.po);
  wire.enter(po);
  open(garage.id);
  await write('покупатель новый');
  await userEvent.click(screen.getByRole('button', { name: 'Далее: люди' }));
  await userEvent.click(await screen.findByLabelText(/Новый человек/));
  await userEvent.type(await screen.findByLabelText(/Фамилия/), 'Половинкин');
  expect(held()).toBe(true);
  await go();
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Уйти' }));
  expect(await screen.findByText('другая страница')).toBeTruthy();
  expect(await comments(garage.id)).toEqual(['покупатель новый']);
});

it('the tab closes at once: the page sends the draft on its way out', async () => {
  const garage = await ownedGarage(mo, w.po);
  wire.enter(po);
  open(garage.id);
  await write('закрыто');
  const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', sent);
  expect(held()).toBe(false);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  const [path, { method, keepalive, body, headers }] = sent.mock.calls[0] as [string, RequestInit];
  expect([path, method, keepalive]).toEqual(['/api/reregistrations/', 'POST', true]);
  const reply = await t.app.inject({
    method: 'POST',
    url: path,
    headers: headers as Record<string, string>,
    payload: body as string,
  });
  expect(reply.statusCode, reply.payload).toBe(200);
  expect(await comments(garage.id)).toEqual(['закрыто']);
});

it('«Выход» keeps the draft before the session ends', async () => {
  const garage = await ownedGarage(mo, w.po);
  const leaving = await as(t, { po: w.po });
  wire.enter(leaving);
  open(garage.id);
  await write('ухожу');
  leaveField();
  act(askToSignOut);
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await comments(garage.id)).toEqual(['ухожу']);
});

it('an application is changed by its button only: leaving it asks and writes nothing', async () => {
  const garage = await ownedGarage(mo, w.po);
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const card = await save(po, { ...form(garage.id, 1, { newOwner, comment: null }), apply: true } as never);
  wire.enter(po);
  open(garage.id, card);
  await write('правка');
  expect(held()).toBe(true);
  await go();
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Уйти' }));
  expect(await screen.findByText('другая страница')).toBeTruthy();
  expect(await comments(garage.id)).toEqual([null]);
});

it('a draft that was removed does not come again', async () => {
  const garage = await ownedGarage(mo, w.po);
  wire.enter(po);
  open(garage.id);
  await write('лишнее');
  await userEvent.click(screen.getByRole('button', { name: 'Далее: люди' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Далее: бумаги' }));
  await userEvent.click(await screen.findByLabelText(/Справка ПИБ/));
  await userEvent.paste('12');
  await userEvent.click(screen.getByRole('button', { name: 'Удалить черновик' }));
  expect(await screen.findByText('другая страница')).toBeTruthy();
  expect(await drafts(garage.id)).toEqual([]);
});
