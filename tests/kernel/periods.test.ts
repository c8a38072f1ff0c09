// Days of statistics: periods, what they are held against, points of the charts.
import { describe, expect, it } from 'vitest';
import { isDay, plusDays } from '../../contract/kernel/days.ts';
import * as r from '../../server/kernel/periods.ts';

describe('the period', () => {
  it('is a month up to today, and what is named otherwise', () => {
    expect(r.periodOf({}, '2026-03-31')).toEqual({ from: '2026-02-28', to: '2026-03-31' });
    expect(r.periodOf({ from: '2026-01-01' }, '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    expect(r.periodOf({ from: '2027-01-01' }, '2026-03-31')).toEqual({ from: '2027-01-01', to: '2027-01-01' });
  });

  it('is held against periods of its own length', () => {
    const days = { from: '2024-02-10', to: '2024-02-29' };
    expect(r.daysBefore(days)).toEqual({ from: '2024-01-21', to: '2024-02-09' });
    expect(r.daysYearAgo(days)).toEqual({ from: '2023-02-09', to: '2023-02-28' });
    for (const other of [r.daysBefore(days), r.daysYearAgo(days)]) expect(r.lengthOf(other)).toBe(r.lengthOf(days));
  });
});

describe('points of a chart', () => {
  it('go by days, weeks from Monday, months', () => {
    expect(r.pointsOf({ from: '2026-02-27', to: '2026-03-02' }, 'day')).toHaveLength(4);
    expect(r.pointsOf({ from: '2026-03-04', to: '2026-03-16' }, 'week')).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
    ]);
    expect(r.pointsOf({ from: '2025-11-30', to: '2026-02-01' }, 'month')).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
    expect([30, 100, 400].map((n) => r.grainOf({ from: '2026-01-01', to: plusDays('2026-01-01', n) }))).toEqual([
      'day',
      'week',
      'month',
    ]);
  });
});

describe('whole months', () => {
  it.each([
    ['2026-01-01', '2026-03-31', '2026-01-01', '2026-03-01', []],
    ['2026-01-02', '2026-03-30', '2026-02-01', '2026-02-01', ['2026-01-02 2026-01-31', '2026-03-01 2026-03-30']],
    ['2026-01-31', '2026-02-28', '2026-02-01', '2026-02-01', ['2026-01-31 2026-01-31']],
  ])('of %s – %s', (from, to, first, last, edges) => {
    const found = r.wholeMonths({ from, to });
    expect(found.months).toEqual({ from: first, to: last });
    expect(found.edges.map((edge) => `${edge.from} ${edge.to}`)).toEqual(edges);
  });

  it('are none within a month, over two halves and on one day', () => {
    for (const days of [
      { from: '2026-01-02', to: '2026-01-31' },
      { from: '2026-01-10', to: '2026-02-10' },
      { from: '2026-01-05', to: '2026-01-05' },
    ])
      expect(r.wholeMonths(days)).toEqual({ months: null, edges: [days] });
  });
});

describe('a day of the calendar', () => {
  it.each(['2024-02-29', '2026-12-31', '1900-01-01', '0100-01-01', '9999-12-31'])('%s', (day) => {
    expect(isDay(day)).toBe(true);
  });
  it.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0099-01-01',
    '0026-05-05',
    '26-05-05',
  ])('not %s', (day) => {
    expect(isDay(day)).toBe(false);
  });
});
