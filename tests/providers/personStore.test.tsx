// Habits that follow the person: what is sent, what is received, what stays in the browser.
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { localStorageStore } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveHabit, userHabits } from '../../contract/habits.ts';
import { personStore, usePersonHabits } from '../../providers/personStore.ts';

const { call, who } = vi.hoisted(() => ({
  call: vi.fn(),
  who: { now: { userId: 7, viewOnly: false } as { userId: number; viewOnly: boolean } | null },
}));
vi.mock('../../providers/http.ts', () => ({ call }));
vi.mock('../../providers/session.ts', () => ({ currentActor: () => who.now, useActor: () => who.now }));

/** A browser where somebody has worked before. */
function browser(kept: Record<string, object> = {}) {
  const store = localStorageStore('1', 'test');
  for (const [key, value] of Object.entries(kept)) store.setItem(key, value);
  return store;
}

beforeEach(() => {
  localStorage.clear();
  who.now = { userId: 7, viewOnly: false };
  call.mockReset().mockResolvedValue({ data: {} });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a choice of columns', () => {
  it('is sent once, when the person stops choosing', () => {
    vi.useFakeTimers();
    const store = personStore(browser());
    store.setItem('garages.columns', { pib: false });
    store.setItem('garages.columns', { pib: false, type: true });
    store.setItem('profiles.columns', { po: true });
    expect(store.getItem('garages.columns')).toEqual({ pib: false, type: true });
    vi.advanceTimersByTime(5000);
    expect(call.mock.calls.map(([endpoint, { params, body }]) => [endpoint, params.key, body.value])).toEqual([
      [saveHabit, 'garages.columns', { pib: false, type: true }],
      [saveHabit, 'profiles.columns', { po: true }],
    ]);
  });

  it('other keys, a visitor’s and a looker’s choices stay in the browser', () => {
    vi.useFakeTimers();
    const store = personStore(browser());
    store.setItem('garages.listParams', { page: 2 });
    who.now = { userId: 7, viewOnly: true };
    store.setItem('garages.columns', { pib: false });
    who.now = null;
    store.setItem('garages.columns', { pib: true });
    vi.advanceTimersByTime(5000);
    expect(call).not.toHaveBeenCalled();
    expect(store.getItem('garages.columns')).toEqual({ pib: true });
  });
});

describe('what the server remembers', () => {
  it('takes the place of the former person’s choices, and is not sent back', async () => {
    const store = personStore(
      browser({
        'garages.columns': { pib: false },
        'outbox.columns': { a: true },
        'garages.listParams': { page: 2 },
      }),
    );
    const heard = vi.fn();
    store.subscribe('garages.columns', heard);
    call.mockResolvedValue({ data: { 'garages.columns': { type: false } } });
    renderHook(() => usePersonHabits(store));
    await waitFor(() => expect(heard).toHaveBeenCalledWith({ type: false }));
    expect(store.getItem('outbox.columns')).toBeUndefined();
    expect(store.getItem('garages.listParams')).toEqual({ page: 2 });
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([userHabits]);
  });

  it('does not undo a choice that is on its way', () => {
    vi.useFakeTimers();
    const store = personStore(browser());
    store.setItem('garages.columns', { pib: false });
    store.receive({ 'garages.columns': { pib: true } });
    expect(store.getItem('garages.columns')).toEqual({ pib: false });
  });

  it('cannot be reached: the choice of this browser stays', async () => {
    const store = personStore(browser({ 'garages.columns': { pib: false } }));
    call.mockRejectedValue(new Error('нет связи'));
    renderHook(() => usePersonHabits(store));
    await waitFor(() => expect(call).toHaveBeenCalled());
    expect(store.getItem('garages.columns')).toEqual({ pib: false });
  });
});
