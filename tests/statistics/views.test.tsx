// Tabs of statistics: their cuts, what an address keeps and what its figures are asked with, which rows stand behind a figure.
import { describe, expect, it } from 'vitest';
import {
  cutName,
  cutsOf,
  debtorsBehind,
  hasOwnCharts,
  isOfLog,
  leftOut,
  linesBehind,
  NO_NARROWING,
} from '../../resources/statistics/useStatistics.ts';
import { chartsAt, conditionsOf, figuresAsk, figuresUrl, type StatView } from '../../resources/statistics/statView.ts';

describe('cuts of a tab', () => {
  it.each([
    ['all', false, true, 'log po month kind'],
    ['all', true, true, 'log month kind'],
    ['profile', false, true, 'po month kind log'],
    ['profile', true, true, 'month kind log'],
    ['balance_operation', false, true, 'po month kind pivot lines debtors log'],
    // A ПО looks at its own money line by line.
    ['balance_operation', true, true, 'lines po month kind pivot debtors log'],
    ['balance_operation', false, false, 'po month kind log'],
    ['balance_operation', true, false, 'month kind log'],
  ])('%s, of a ПО: %s, sees money: %s', (tab, isPo, seesMoney, cuts) => {
    expect(cutsOf(tab, isPo, seesMoney).join(' ')).toBe(cuts);
  });
  it('lines of the log are the operations where there are no others', () => {
    const [money, people] = [cutsOf('balance_operation', false, true), cutsOf('profile', false, true)];
    expect([cutName('log', money), cutName('log', people)]).toEqual(['Журнал', 'Операции']);
    expect(people.map((cut) => cutName(cut, people))).toEqual(['По ПО', 'По месяцам', 'По видам', 'Операции']);
    expect(money.map((cut) => cutName(cut, money))).toEqual([
      'По ПО',
      'По месяцам',
      'По видам',
      'Сводная',
      'Операции',
      'Должники',
      'Журнал',
    ]);
  });
  it('tabs with charts of their own', () => {
    const tabs = [
      'reregistration',
      'reference',
      'user',
      'profile',
      'garage',
      'all',
      'balance_operation',
      'notification',
    ];
    expect(tabs.filter((tab) => hasOwnCharts(tab))).toEqual(tabs.slice(0, 5));
  });
});

describe('rows behind a figure', () => {
  it('lines of one side or of both, within what is narrowed already', () => {
    expect(linesBehind({ po: [5], rows: 'po' }, 'paid')).toEqual({ po: [5], rows: 'lines', side: 'paid' });
    expect(linesBehind({ po: [5] })).toEqual({ po: [5], rows: 'lines' });
    expect(linesBehind({}, undefined)).not.toHaveProperty('side');
  });
  it('garages that owe or whose debt moved, of a ПО or of the whole place', () => {
    expect(debtorsBehind(5, 'owing')).toEqual({ rows: 'debtors', who: 'owing', po: [5] });
    expect(debtorsBehind(null, 'moved')).toEqual({ rows: 'debtors' });
    expect(debtorsBehind(0, 'moved')).toEqual({ rows: 'debtors', po: [0] });
  });
  it('another cut begins without what narrowed the lines', () => {
    expect({ ...linesBehind({ type: 6, method: 2, who: 'owing' }, 'paid'), ...NO_NARROWING }).toEqual({
      rows: 'lines',
    });
  });
});

describe('conditions that', () => {
  it.each([
    [{}, false],
    [{ po: [5], user: [7], from: '2026-11-01', side: 'paid' }, false],
    [{ q: '' }, false],
    [{ q: 'Петров' }, true],
    [{ verb: [] }, false],
    [{ verb: ['create'] }, true],
    [{ object: 'garage:5' }, true],
    [{ everywhere: true }, true],
    [{ everywhere: false }, false],
    [{ weekday: 1 }, true],
    [{ noPo: true }, true],
    // The first hour of the day is an hour.
    [{ hour: 0 }, true],
  ] as [StatView, boolean][])('books do not know: %j, %s', (view, isTrue) => expect(isOfLog(view)).toBe(isTrue));

  it.each([
    [{}, true, false],
    [{ po: [5], from: '2026-11-01' }, true, false],
    [{ verb: ['create'] }, false, true],
    [{ verb: [] }, false, false],
    [{ object: 'garage:5' }, false, true],
    [{ everywhere: true }, false, true],
    [{ user: [7] }, true, true],
    [{ user: [7] }, false, false],
    [{ user: [] }, true, false],
  ] as [StatView, boolean, boolean][])('a list does not know: %j, with people: %s', (view, withUser, isTold) => {
    expect(leftOut(view, withUser)).toBe(isTold ? ', без отбора по действиям и людям' : '');
  });
});

describe('what an address keeps', () => {
  const filter = { from: '2026-11-01', to: '2026-11-20', po: [5], verb: ['create'] };
  const looked: StatView = {
    rows: 'po',
    mode: 'graph',
    side: 'paid',
    type: 6,
    method: 2,
    who: 'owing',
    against: 'before',
  };

  it('the server is asked with the conditions alone, not with how they are looked at', () => {
    expect(conditionsOf({ ...filter, ...looked })).toEqual(filter);
    expect(figuresAsk({ ...filter, ...looked })).toEqual({ filter: JSON.stringify(filter), against: 'before' });
    expect(figuresAsk({})).toEqual({ filter: '{}', against: 'year' });
    expect(figuresUrl('profile', { po: [5], rows: 'po' })).toBe(
      '/api/statistics/profile/?filter=%7B%22po%22%3A%5B5%5D%7D&against=year',
    );
  });

  const at = (pathname: string, view: unknown) =>
    chartsAt({ pathname, search: `?filter=${encodeURIComponent(JSON.stringify(view))}` });
  it('charts are shown at the address of a tab that says so', () => {
    expect(at('/statistics/profile', { mode: 'graph', po: [5] })).toEqual({
      tab: 'profile',
      view: { mode: 'graph', po: [5] },
    });
    expect(at('/statistics/balance_operation/', { mode: 'graph' })?.tab).toBe('balance_operation');
    for (const [pathname, view] of [
      ['/statistics/profile', {}],
      ['/statistics/profile', { mode: 'table' }],
      ['/statistics/profile', null],
      ['/statistics', { mode: 'graph' }],
      ['/garage/statistics/profile', { mode: 'graph' }],
    ] as const)
      expect(at(pathname, view), pathname).toBeNull();
    expect(chartsAt({ pathname: '/statistics/profile', search: '' })).toBeNull();
    expect(chartsAt({ pathname: '/statistics/profile', search: '?filter=нет' })).toBeNull();
  });
});
