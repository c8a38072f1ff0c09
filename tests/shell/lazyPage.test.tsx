// A page that does not arrive: one reload of the tab, then three tries after 1, 2 and 3 s, and a limit of 120 s.
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchCode, lazyPage, loadPage } from '../../widgets/lazyPage.tsx';

const page = { default: () => <p>Страница</p> };
const broken = () => Promise.reject(new Error('chunk is gone'));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A tab that was reloaded a moment ago because of this page. */
const afterReload = async () => {
  const reload = vi.fn();
  void loadPage(broken, reload);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
};

it('is shown when it arrives', async () => {
  const Page = lazyPage(async () => page);
  render(
    <Suspense fallback="ждём">
      <Page />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Страница')).toBeTruthy();
});

it('stands at once when its code came before it was drawn, and keeps what it holds', async () => {
  const load = async () => ({ default: () => <input aria-label="Поле" /> });
  const [Early, Other] = [lazyPage(load), lazyPage(async () => ({ default: () => <input aria-label="Другое" /> }))];
  await fetchCode(load);
  const { rerender } = render(<Early />);
  const box = screen.getByLabelText<HTMLInputElement>('Поле');
  rerender(<Early />);
  expect(screen.getByLabelText('Поле')).toBe(box);
  // One that was drawn before its code came stays the same when that is fetched again.
  const Late = lazyPage(Other.load);
  rerender(
    <Suspense fallback="ждём">
      <Late />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  const other = screen.getByLabelText('Другое');
  await fetchCode(Other.load);
  rerender(
    <Suspense fallback="ждём">
      <Late />
    </Suspense>,
  );
  expect(screen.getByLabelText('Другое')).toBe(other);
});

it('the first failure reloads the tab once and shows nothing meanwhile', async () => {
  const reload = vi.fn();
  const settled = vi.fn();
  void loadPage(broken, reload).then(settled, settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(settled).not.toHaveBeenCalled();
});

it('after the reload three more tries, 1, 2 and 3 s apart, and then the cause', async () => {
  await afterReload();
  const at: number[] = [];
  const start = Date.now();
  const load = vi.fn(() => {
    at.push(Date.now() - start);
    return broken();
  });
  const reload = vi.fn();
  const result = expect(loadPage(load, reload)).rejects.toThrow('chunk is gone');
  await vi.advanceTimersByTimeAsync(20_000);
  await result;
  expect(at).toEqual([0, 1000, 3000, 6000]);
  expect(reload).not.toHaveBeenCalled();
});

it('a try that succeeds ends the story: the next failure may reload again', async () => {
  await afterReload();
  const load = vi.fn<() => Promise<typeof page>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(page);
  const loading = loadPage(load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await loading).toBe(page);
  const reload = vi.fn();
  void loadPage(broken, reload);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a page that hangs fails after 120 s', async () => {
  const reload = vi.fn();
  void loadPage(() => new Promise(() => {}), reload);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});
