// Small parts of the shell: the chat and the help are open or not for all who ask; a file opens in a tab of the press itself.
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openInTab } from '../../resources/files/openInTab.ts';
import * as chat from '../../widgets/supportChat.ts';
import { closeToast, useToasts } from '../../widgets/toasts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  chat.closeSupport();
  chat.closeHelp();
});

it('the chat opens and closes for all who look at it, apart from the help', () => {
  const [one, other, help] = [chat.useSupportOpen, chat.useSupportOpen, chat.useHelpOpen].map((use) =>
    renderHook(() => use()),
  );
  const states = () => [one, other, help].map((hook) => hook!.result.current);
  expect(states()).toEqual([false, false, false]);
  act(chat.openSupport);
  expect(states()).toEqual([true, true, false]);
  act(chat.openSupport);
  expect(states()).toEqual([true, true, false]);
  act(chat.closeSupport);
  expect(states()).toEqual([false, false, false]);
  act(chat.toggleHelp);
  expect(states()).toEqual([false, false, true]);
  act(chat.toggleHelp);
  expect(states()).toEqual([false, false, false]);
  act(chat.toggleHelp);
  act(chat.closeHelp);
  expect(states()).toEqual([false, false, false]);
});

it('who looks away hears nothing more', () => {
  let draws = 0;
  const { unmount } = renderHook(() => {
    draws += 1;
    return chat.useSupportOpen();
  });
  unmount();
  const before = draws;
  act(chat.openSupport);
  expect(draws).toBe(before);
});

/** A tab as the browser gives it. */
function tabOf() {
  const tab = {
    opener: window as unknown,
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  return { tab, open };
}

it('the tab is opened before the link is asked for, and knows nothing of the page', async () => {
  const { tab, open } = tabOf();
  let isOpened = false;
  await openInTab(async () => {
    isOpened = open.mock.calls.length === 1;
    return { url: '/files/5?seal=x' };
  });
  expect(isOpened).toBe(true);
  expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank');
  expect(tab.opener).toBeNull();
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('/files/5?seal=x');
  expect(tab.close).not.toHaveBeenCalled();
});

it('a refusal closes the tab and is said', async () => {
  const { tab } = tabOf();
  const { result } = renderHook(useToasts);
  await act(() => openInTab(() => Promise.reject(new Error('Файл удалён'))));
  expect(tab.close).toHaveBeenCalledTimes(1);
  expect(tab.location.replace).not.toHaveBeenCalled();
  const last = result.current.at(-1)!;
  expect([last.text, last.kind]).toEqual(['Файл удалён', 'error']);
  act(() => closeToast(last.id));
});

it('where the browser gives no tab nothing breaks', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { result } = renderHook(useToasts);
  const before = result.current.length;
  await act(() => openInTab(async () => ({ url: '/files/5' })));
  expect(result.current).toHaveLength(before);
  await act(() => openInTab(() => Promise.reject(new Error('Файл удалён'))));
  expect(result.current).toHaveLength(before + 1);
  act(() => closeToast(result.current.at(-1)!.id));
});
