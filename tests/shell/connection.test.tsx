// A lost connection: said at once, taken back by itself, and nothing that was begun is lost or done twice.
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AxiosHeaders, type AxiosResponse } from 'axios';
import { useFormContext } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askServer } from '../../providers/connection.ts';
import { http, HttpError } from '../../providers/http.ts';
import { ConnectionBar } from '../../src/shell/ConnectionBar.tsx';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { loadPage } from '../../widgets/lazyPage.tsx';

let isServerThere = true;
beforeEach(() => {
  isServerThere = true;
  onlineManager.setOnline(true);
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return { ok: true };
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  sessionStorage.clear();
  localStorage.clear();
});

it('is said when a call stays without an answer, and taken back when the server answers again', async () => {
  render(<ConnectionBar />);
  expect(screen.queryByText('Нет связи с сервером.')).toBeNull();
  isServerThere = false;
  const lost = http.get('/api/x/', {
    adapter: (config) => Promise.reject(Object.assign(new Error('x'), { config, isAxiosError: true })),
  });
  await expect(lost).rejects.toThrow(HttpError);
  expect(await screen.findByText('Нет связи с сервером.')).toBeTruthy();
  isServerThere = true;
  await waitFor(() => expect(screen.queryByText('Нет связи с сервером.')).toBeNull(), { timeout: 6000 });
});

it('is said by a page that was lost before it began; where the server stands on the same machine there is nothing to say', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { unmount } = render(<ConnectionBar />);
  await act(() => new Promise((done) => setTimeout(done, 20)));
  expect(screen.queryByText('Нет связи с сервером.')).toBeNull();
  unmount();
  isServerThere = false;
  render(<ConnectionBar />);
  expect(await screen.findByText('Нет связи с сервером.')).toBeTruthy();
});

it('an answer that was on its way when the connection was lost does not take the word back', async () => {
  render(<ConnectionBar />);
  const onItsWay = Promise.withResolvers<AxiosResponse>();
  const late = http.get('/api/x/', { adapter: () => onItsWay.promise });
  isServerThere = false;
  act(() => void window.dispatchEvent(new Event('offline')));
  onItsWay.resolve({ data: {}, status: 200, statusText: 'OK', headers: {}, config: { headers: new AxiosHeaders() } });
  await late;
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByText('Нет связи с сервером.')).toBeTruthy();
});

it('nor does the word of the server itself that was asked for before', async () => {
  const onItsWay = Promise.withResolvers<{ ok: boolean }>();
  vi.stubGlobal('fetch', () => onItsWay.promise);
  const asked = askServer();
  onlineManager.setOnline(false);
  onItsWay.resolve({ ok: true });
  await asked;
  expect(onlineManager.isOnline()).toBe(false);
});

it('a page whose code did not come waits instead of reloading the tab', async () => {
  const reload = vi.fn();
  isServerThere = false;
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (!isServerThere) throw new TypeError('no code');
    return { default: () => null };
  };
  const page = loadPage(load, reload);
  await waitFor(() => expect(onlineManager.isOnline()).toBe(false));
  isServerThere = true;
  act(() => onlineManager.setOnline(true));
  await page;
  expect([tries, reload.mock.calls.length]).toEqual([2, 0]);
});

it('with a connection the tab is still loaded anew, once: the server has a new version', async () => {
  const reload = vi.fn();
  void loadPage(() => Promise.reject(new Error('old chunk')), reload);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

function NameField() {
  const { register } = useFormContext();
  return <input aria-label="Имя" {...register('name')} />;
}

it('a save that was lost on the way says that it waits, and goes once when the line is back', async () => {
  const saves: string[] = [];
  const onSave = async ({ name }: { name: string }) => {
    saves.push(name);
    if (!onlineManager.isOnline()) throw new HttpError(0, { message: 'Нет связи' });
  };
  const sections = [{ key: 'a', title: 'Кто', fields: ['name'], children: <NameField /> }];
  const element = (
    <Editor
      title="Человек"
      values={{ name: 'Иванов' }}
      sections={sections}
      labels={{ name: 'Имя' }}
      onSave={onSave}
      onCancel={() => {}}
      draftKey="t"
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  await userEvent.type(screen.getByLabelText('Имя'), ' Пётр');
  act(() => onlineManager.setOnline(false));
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('Нет связи: сохранится само, когда связь появится')).toBeTruthy();
  expect(saves).toEqual(['Иванов Пётр']);
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(saves).toEqual(['Иванов Пётр', 'Иванов Пётр']));
  await waitFor(() => expect(screen.queryByText(/сохранится само/)).toBeNull());
  await new Promise((done) => setTimeout(done, 50));
  expect(saves).toHaveLength(2);
});
