// A page that is on its way looks like what it will be; one that did not come says why and can be asked for again.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { FaultPage } from '../../src/pages/FaultPage.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string, Broken?: () => never) {
  const page = { element: Broken ? <Broken /> : <PageSkeleton />, errorElement: <FaultPage /> };
  const router = createMemoryRouter(
    [
      { path: '/garages', ...page },
      { path: '/garage/:id', ...page },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
}

it('a card is expected as boxes, a list as rows', () => {
  open('/garage/5');
  expect(screen.getByRole('status', { name: 'Загружается карточка' })).toBeTruthy();
  cleanup();
  open('/garages');
  expect(screen.queryByRole('status', { name: 'Загружается карточка' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Загружается' })).toBeTruthy();
});

it.each([
  ['Failed to fetch dynamically imported module: /assets/x.js', 'проверьте интернет'],
  ['x is not a function', 'ошибка в самой странице'],
])('%s: the words name the cause, «Обновить» loads the page anew', async (message, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  open('/garage/5', () => {
    throw new TypeError(message);
  });
  expect(screen.getByRole('alert').textContent).toContain(words);
  await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'К гаражам' }).getAttribute('href')).toBe('/');
});
