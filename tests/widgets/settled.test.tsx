// Small hooks of pages: a value that has stopped changing, digits that open rows, events of a talk in their order.
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSettled } from '../../resources/balance/useSettled.ts';
import { useDigits } from '../../resources/statistics/useDigits.ts';
import { withEvents } from '../../resources/support/useTalk.ts';
import type { SupportEvent } from '../../contract/support.ts';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('a value has settled when it has not changed for so long', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ value }) => useSettled(value, 400), { initialProps: { value: 'а' } });
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    return result.current;
  };
  expect(result.current).toBe('а');
  rerender({ value: 'аб' });
  expect([after(399), after(1)]).toEqual(['а', 'аб']);
  // Each change begins the pause anew.
  rerender({ value: 'абв' });
  expect(after(399)).toBe('аб');
  rerender({ value: 'абвг' });
  expect([after(399), after(1)]).toEqual(['аб', 'абвг']);
});

describe('digits open rows', () => {
  const rows = Array.from({ length: 9 }, (_, nth) => `строка ${nth + 1}`);
  function pressed(key: string, more: KeyboardEventInit = {}, on: EventTarget = document.body, among = rows) {
    const pick = vi.fn<(row: string) => void>();
    const { unmount } = renderHook(() => useDigits(among, pick));
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    unmount();
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    return pick.mock.calls.map(([row]) => row);
  }
  it.each([
    ['1', ['строка 1']],
    ['7', ['строка 7']],
    ['8', []],
    ['0', []],
    ['-1', []],
    ['1.5', []],
    ['a', []],
    [' ', []],
  ])('«%s» opens %j', (key, picked) => expect(pressed(key)).toEqual(picked));
  it('not more of them than there are', () => {
    expect(pressed('3', {}, document.body, rows.slice(0, 2))).toEqual([]);
    expect(pressed('2', {}, document.body, rows.slice(0, 2))).toEqual(['строка 2']);
  });
  it.each(['ctrlKey', 'metaKey', 'altKey'])('with %s it is a key of the browser', (held) => {
    expect(pressed('1', { [held]: true })).toEqual([]);
  });
  it('with Shift it is as without', () => expect(pressed('1', { shiftKey: true })).toEqual(['строка 1']));
  it.each([
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable></div>',
    '<div role="dialog"><button></button></div>',
  ])('in %s it is typed', (html) => {
    document.body.innerHTML = html;
    const typedIn = document.body.querySelector('button') ?? document.body.firstElementChild!;
    expect(pressed('1', {}, typedIn)).toEqual([]);
  });
  it('on a button and on the page itself it opens', () => {
    document.body.innerHTML = '<button></button>';
    expect(pressed('1', {}, document.body.firstElementChild!)).toEqual(['строка 1']);
    expect(pressed('1', {}, window)).toEqual(['строка 1']);
  });
});

it('events of a talk stand in the order of their numbers, each once, as it came last', () => {
  const event = (seq: number, text = '') => ({ seq, text }) as unknown as SupportEvent;
  expect(withEvents([event(2), event(1)], [event(10), event(2, 'правка'), event(3)])).toEqual([
    event(1),
    event(2, 'правка'),
    event(3),
    event(10),
  ]);
  expect(withEvents([], [])).toEqual([]);
});
