// Unsaved work holds a navigation until the person decides; nothing else does.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LeaveGuard } from '../../src/shell/LeaveGuard.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { hasUnsavedWork, releaseGuard, useBackCloses, useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { closeModal, openModal, useModal } from '../../widgets/modals.ts';

function Editor() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useLeaveGuard(text !== '');
  return (
    <>
      <input aria-label="Примечание" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/profiles">Люди</Link>
      <Link to="?tab=2">Вкладка</Link>
      <button onClick={() => void navigate(-1)}>Назад</button>
      <button
        onClick={() => {
          releaseGuard();
          void navigate('/profiles');
        }}
      >
        Сохранить
      </button>
    </>
  );
}

/** The dialog as the shell shows it. */
function Question() {
  const modal = useModal();
  if (modal?.name !== 'close-editing-modal') return null;
  return (
    <ConfirmDialog
      open
      title="Вы хотите покинуть страницу?"
      confirm="Уйти"
      cancel="Остаться"
      onConfirm={modal.leave}
      onCancel={modal.stay}
    />
  );
}

let router: ReturnType<typeof createMemoryRouter>;
beforeEach(() => {
  const frame = (element: React.ReactNode) => (
    <>
      {element}
      <LeaveGuard />
      <Question />
    </>
  );
  router = createMemoryRouter(
    [
      { path: '/garage_edit/5', element: frame(<Editor />) },
      { path: '*', element: frame(<p>другая страница</p>) },
    ],
    { initialEntries: ['/garage/5', '/garage_edit/5'], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
});
afterEach(() => {
  closeModal();
  cleanup();
});

const place = () => router.state.location.pathname + router.state.location.search;
const click = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
const type = (text: string) => fireEvent.change(screen.getByLabelText('Примечание'), { target: { value: text } });
const question = () => screen.queryByText('Вы хотите покинуть страницу?');

it('an untouched editor lets go', async () => {
  await click('Люди');
  expect([place(), question()]).toEqual(['/profiles', null]);
});

it('«Остаться» keeps the page and what was typed, «Уйти» goes to the suspended link', async () => {
  type('ворота');
  await click('Люди');
  expect(question()).toBeTruthy();
  expect(place()).toBe('/garage_edit/5');
  await click('Остаться');
  expect(place()).toBe('/garage_edit/5');
  expect((screen.getByLabelText('Примечание') as HTMLInputElement).value).toBe('ворота');
  await click('Люди');
  await click('Уйти');
  expect(place()).toBe('/profiles');
});

it('going back is held too', async () => {
  type('ворота');
  await click('Назад');
  expect([place(), Boolean(question())]).toEqual(['/garage_edit/5', true]);
  await click('Уйти');
  expect(place()).toBe('/garage/5');
});

it('another tab of the same page is not leaving', async () => {
  type('ворота');
  await click('Вкладка');
  expect([place(), question()]).toEqual(['/garage_edit/5?tab=2', null]);
});

it('saved work asks nothing', async () => {
  type('ворота');
  await click('Сохранить');
  expect([place(), question(), hasUnsavedWork()]).toEqual(['/profiles', null, false]);
});

it('typing back to what it was lets go', async () => {
  type('ворота');
  type('');
  await click('Люди');
  expect(place()).toBe('/profiles');
});

it('closing the tab is held only while there is something to lose', () => {
  const held = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(held()).toBe(false);
  type('ворота');
  expect(held()).toBe(true);
});

function Sheet() {
  const [open, setOpen] = useState(true);
  useBackCloses(open, () => setOpen(false));
  return open ? <p>фильтры</p> : <p>список</p>;
}

it('«Назад» closes what is open over the page, the next one leaves it', async () => {
  cleanup();
  const boxed = createMemoryRouter(
    [
      {
        path: '/profiles',
        element: (
          <>
            <Sheet />
            <LeaveGuard />
          </>
        ),
      },
      { path: '*', element: <p>другая страница</p> },
    ],
    { initialEntries: ['/', '/profiles'], initialIndex: 1 },
  );
  render(<RouterProvider router={boxed} />);
  await act(() => boxed.navigate(-1));
  expect(screen.getByText('список')).toBeTruthy();
  expect(boxed.state.location.pathname).toBe('/profiles');
  await act(() => boxed.navigate(-1));
  expect(boxed.state.location.pathname).toBe('/');
});

it('a link in an open box leads on', async () => {
  cleanup();
  const boxed = createMemoryRouter(
    [
      {
        path: '/profiles',
        element: (
          <>
            <Sheet />
            <Link to="/news">Новости</Link>
            <LeaveGuard />
          </>
        ),
      },
      { path: '*', element: <p>другая страница</p> },
    ],
    { initialEntries: ['/profiles'] },
  );
  render(<RouterProvider router={boxed} />);
  await act(async () => fireEvent.click(screen.getByText('Новости')));
  expect(boxed.state.location.pathname).toBe('/news');
});

it('a question that another dialog has put away is asked again at the next link', async () => {
  fireEvent.change(screen.getByLabelText('Примечание'), { target: { value: 'важное' } });
  fireEvent.click(screen.getByRole('link', { name: 'Люди' }));
  expect(await screen.findByText('Вы хотите покинуть страницу?')).toBeTruthy();
  act(() => openModal({ name: 'keys' }));
  act(() => closeModal());
  expect(screen.queryByText('Вы хотите покинуть страницу?')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Люди' }));
  expect(await screen.findByText('Вы хотите покинуть страницу?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Уйти' }));
  expect(await screen.findByText('другая страница')).toBeTruthy();
});
