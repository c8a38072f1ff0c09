// Pinned figures in words and the rows behind them; conditions of ledger lines and of debtors.
import { describe, expect, it } from 'vitest';
import type { Pin } from '../../contract/pins.ts';
import { debtorsFilter, linesFilter } from '../../resources/statistics/linesFilter.ts';
import { pinRows, pinTitle, pinValue } from '../../resources/statistics/pinWords.ts';

const nbsp = '\u00a0';
const period = { from: '2026-11-01', to: '2026-11-20' };
const pin = (more: Partial<Pin>): Pin => ({
  id: 1,
  tab: 'balance_operation',
  figure: 'debt',
  filter: {},
  conditions: null,
  period,
  value: 1,
  pinned_value: 1,
  pinned_at: '2026-11-20T09:00:00Z',
  ...more,
});

describe('a pinned figure', () => {
  it.each([
    ['share', 62, `62${nbsp}%`],
    ['share', null, '—'],
    ['count', 1_200, `1${nbsp}200`],
    ['count', null, '—'],
    ['debt', 450_000, `4${nbsp}500,00${nbsp}₽`],
    ['charged', 0, `0,00${nbsp}₽`],
    ['paid', null, '—'],
  ] as const)('%s %s: %s', (figure, value, text) => expect(pinValue(figure, value)).toBe(text));

  it.each([
    [pin({}), 'Долг на 20.11.2026'],
    // Its conditions are no longer known, so its day is not either.
    [pin({ period: null }), 'Долг'],
    [pin({ figure: 'charged' }), 'Начислено'],
    [pin({ figure: 'paid' }), 'Оплачено'],
    [pin({ figure: 'share' }), 'Собираемость'],
    [pin({ figure: 'count', tab: 'profile' }), 'Люди: действий'],
    [pin({ figure: 'count', tab: 'all' }), 'Все действия: действий'],
  ])('%o is called «%s»', (one, title) => expect(pinTitle(one)).toBe(title));

  it.each([
    ['count', { rows: 'log' }],
    ['charged', { rows: 'lines', side: 'charged' }],
    ['paid', { rows: 'lines', side: 'paid' }],
    ['share', { rows: 'po' }],
    ['debt', { rows: 'debtors', who: 'owing' }],
  ] as const)('%s leads to its rows', (figure, view) => {
    // The days are those that are counted now, not those that were pinned.
    const [page, filter] = pinRows(pin({ figure, filter: { po: [5], from: '2026-10-01' } })).split('?filter=');
    expect(page).toBe('/statistics/balance_operation');
    expect(JSON.parse(decodeURIComponent(filter!))).toEqual({ po: [5], ...period, ...view });
  });
  it('of all tabs leads to the page without one, and without known days to the conditions alone', () => {
    const [page, filter] = pinRows(pin({ tab: 'all', figure: 'count', period: null, filter: { mo: [3] } })).split(
      '?filter=',
    );
    expect([page, JSON.parse(decodeURIComponent(filter!))]).toEqual(['/statistics', { mo: [3], rows: 'log' }]);
  });
});

describe('conditions of the rows behind a figure', () => {
  it('of the ledger: the period, the place, the author, the side', () => {
    expect(linesFilter({ mo: [3], po: [5], user: [7], side: 'paid', from: '2025-01-01' }, period)).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-20',
      moFilter: [3],
      poFilter: [5],
      userFilter: [7],
      side: 'paid',
    });
  });
  it('of no type and of no method (0) differs from any', () => {
    expect(linesFilter({ type: 0, method: 0 }, period)).toMatchObject({
      accrualTypeFilter: [0],
      paymentTypeFilter: [0],
    });
    expect(linesFilter({ type: 6, method: 2 }, period)).toMatchObject({
      accrualTypeFilter: [6],
      paymentTypeFilter: [2],
    });
    expect(JSON.parse(JSON.stringify(linesFilter({}, period)))).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-20',
    });
  });
  it('of debts know no actions and no authors', () => {
    expect(JSON.parse(debtorsFilter({ po: [5], verb: ['create'], user: [7], from: '2026-11-01' }))).toEqual({
      po: [5],
      from: '2026-11-01',
    });
  });
});
