// What pages keep in the address: only what may stand there is read, a change begins at the first page, the rest stays.
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, useLocation, useNavigate, type InitialEntry } from 'react-router';
import { describe, expect, it } from 'vitest';
import { placesOf, useAgeingView } from '../../resources/balance/useAgeingView.ts';
import { useStatementView } from '../../resources/balance/useStatementView.ts';
import { useStepInAddress } from '../../resources/contributions/charge/useStepInAddress.ts';

/** A hook under an address; `now` is what stands in the address. */
function at<Value>(address: InitialEntry, use: () => Value) {
  const { result } = renderHook(() => ({ value: use(), now: useLocation().search }), {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/list?before', address]} initialIndex={1}>
        {children}
      </MemoryRouter>
    ),
  });
  return result;
}

describe('ages of debts', () => {
  const viewAt = (search: string) => at(`/ageing${search}`, useAgeingView).current.value[0];
  const empty = { mo: [], po: [], age: null, page: 1 };
  it.each([
    ['', empty],
    ['?mo=3,4&po=5&age=31-90&page=2', { mo: [3, 4], po: [5], age: '31-90', page: 2 }],
    ['?age=366%2B', { ...empty, age: '366+' }],
    ['?age=toString', empty],
    ['?age=5', empty],
    ['?mo=а,0,-1,1.5,7,&po=', { ...empty, mo: [7] }],
    ['?page=0', empty],
    ['?page=-1', empty],
    ['?mo=999999999,1000000000', { ...empty, mo: [999_999_999] }],
  ])('%s', (search, view) => expect(viewAt(search)).toEqual(view));

  const after = (search: string, change: Parameters<ReturnType<typeof useAgeingView>[1]>[0]) => {
    const result = at(`/ageing${search}`, useAgeingView);
    act(() => result.current.value[1](change));
    return decodeURIComponent(result.current.now);
  };
  it('a change goes to the first page, that of the page does not', () => {
    expect(after('?mo=3&page=4', { age: '0-30' })).toBe('?mo=3&age=0-30');
    expect(after('?mo=3&page=4', { page: 5 })).toBe('?mo=3&page=5');
    expect(after('?mo=3&page=4', { page: 1 })).toBe('?mo=3');
    expect(after('?mo=3&po=5&age=0-30', { mo: [], po: [7, 8] })).toBe('?po=7,8&age=0-30');
    expect(after('?age=0-30&mo=1', { age: null })).toBe('?mo=1');
    // A place whose number is one stays; the first page alone needs no word.
    expect(after('', { mo: [1] })).toBe('?mo=1');
  });
  it('places are named where there are some', () => {
    expect(placesOf({ mo: [3, 4], po: [] })).toEqual({ mo: '3,4' });
    expect(placesOf({ mo: [3], po: [5, 6] })).toEqual({ mo: '3', po: '5,6' });
    expect(placesOf({ mo: [], po: [] })).toEqual({});
  });
});

describe('the statement', () => {
  const nothing = { from: null, to: null, type: null, year: null, page: null };
  it.each([
    ['', nothing],
    [
      '?from=2026-11-01&to=2026-11-20&type=6&year=2026&page=2',
      { from: '2026-11-01', to: '2026-11-20', type: 6, year: 2026, page: 2 },
    ],
    ['?from=01.11.2026&to=2026-11-20T00&type=а&year=1.5&page=-1', nothing],
    ['?from=x2026-11-01&type=1000000000&year=&page=a1', nothing],
    // Nought is a type of its own: none.
    ['?type=0', { ...nothing, type: 0 }],
  ])('%s', (search, view) => {
    expect(at(`/garage/5${search}`, useStatementView).current.value[0]).toEqual(view);
  });
  it('a change goes back to the newest lines, that of the page does not', () => {
    const after = (search: string, change: Parameters<ReturnType<typeof useStatementView>[1]>[0]) => {
      const result = at(`/garage/5${search}`, useStatementView);
      act(() => result.current.value[1](change));
      return result.current.now;
    };
    expect(after('?type=6&page=2', { year: 2026 })).toBe('?type=6&year=2026');
    expect(after('?type=6&page=2', { page: 1 })).toBe('?type=6&page=1');
    expect(after('?type=6&year=2026', { type: null })).toBe('?year=2026');
    expect(after('?x=1', { from: '2026-11-01', type: 0 })).toBe('?x=1&from=2026-11-01&type=0');
  });
});

it('«Назад» leaves the page at once, however often its view was changed', () => {
  for (const use of [useAgeingView, useStatementView] as const) {
    const { result } = renderHook(
      () => ({ change: use()[1] as (part: { page: number }) => void, go: useNavigate(), where: useLocation() }),
      {
        wrapper: ({ children }) => (
          <MemoryRouter initialEntries={['/before', '/page']} initialIndex={1}>
            {children}
          </MemoryRouter>
        ),
      },
    );
    act(() => result.current.change({ page: 2 }));
    act(() => result.current.change({ page: 3 }));
    expect(result.current.where.search).toBe('?page=3');
    act(() => void result.current.go(-1));
    expect(result.current.where.pathname).toBe('/before');
  }
});

describe('a step of the wizard', () => {
  /** The wizard at an address. `state.mayGoOn`: nothing on the shown step is wrong. */
  function wizard(address: InitialEntry) {
    const state = { mayGoOn: true };
    const result = at(address, () => {
      const [step, show] = useState(0);
      return { step, take: useStepInAddress(step, show, () => state.mayGoOn), go: useNavigate(), kept: useLocation() };
    });
    const seen = () => [result.current.value.step, result.current.now];
    const take = (step: number) => act(() => result.current.value.take(step));
    const go = (by: number) => act(() => void result.current.value.go(by));
    return { state, seen, take, go, kept: () => result.current.value.kept.state as unknown };
  }
  it('after a reload what was typed is gone: the steps begin anew', () => {
    expect(wizard('/new?step=2&garage=5').seen()).toEqual([0, '?garage=5']);
    expect(wizard('/new?step=3').seen()).toEqual([0, '']);
  });
  it.each(['?step=1', '?step=4', '?step=0', '?step=-1', '?step=1.5', '?step=а'])('%s is the first one', (search) => {
    expect(wizard(`/new${search}`).seen()).toEqual([0, search]);
  });
  it('one that is taken is written down beside other words; the first one needs none', () => {
    const { take, seen } = wizard('/new?garage=5');
    take(1);
    expect(seen()).toEqual([1, '?garage=5&step=2']);
    take(2);
    expect(seen()).toEqual([2, '?garage=5&step=3']);
    take(0);
    expect(seen()).toEqual([0, '?garage=5']);
  });
  it('buttons of the browser go step by step, forwards while nothing is wrong', () => {
    const { take, go, seen, state } = wizard('/new');
    take(1);
    take(2);
    go(-1);
    expect(seen()).toEqual([1, '?step=2']);
    go(1);
    expect(seen()).toEqual([2, '?step=3']);
    // Back at any time.
    state.mayGoOn = false;
    go(-2);
    expect(seen()).toEqual([0, '']);
    go(1);
    expect(seen()).toEqual([0, '']);
  });
  it('the way to a step goes there, whatever the buttons of the browser may', () => {
    const { take, seen, state } = wizard('/new');
    state.mayGoOn = false;
    take(1);
    expect(seen()).toEqual([1, '?step=2']);
  });
  it('a step that was not gone to is written over: «Назад» leaves the page', () => {
    const { go, seen } = wizard('/new?step=2');
    expect(seen()).toEqual([0, '']);
    go(-1);
    expect(seen()).toEqual([0, '?before']);
  });
  it('the step that is shown is no entry of its own', () => {
    const { take, go, seen } = wizard('/new');
    take(1);
    take(1);
    go(-1);
    expect(seen()).toEqual([0, '']);
  });
  it('what was handed over by the page before goes along', () => {
    const { take, kept } = wizard({ pathname: '/new', state: { garages: [5] } });
    take(1);
    expect(kept()).toEqual({ garages: [5] });
  });
});
