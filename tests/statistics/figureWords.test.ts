// Figures of statistics in words: changes, shares, months and days of a chart.
import { describe, expect, it } from 'vitest';
import {
  againstWords,
  changeOf,
  collected,
  daysText,
  grainWords,
  monthDays,
  monthName,
  percentText,
  pointDays,
  pointName,
  pointsChange,
  shortMonth,
  signedSum,
} from '../../resources/statistics/words.ts';

const nbsp = '\u00a0';

it.each([
  [8_685_000, `+86${nbsp}850,00`],
  [-12_000, '−120,00'],
  [1, '+0,01'],
  [-1, '−0,01'],
  [0, '0,00'],
])('a change by %d kopecks: %s', (kopecks, text) => expect(signedSum(kopecks)).toBe(text));

it.each([
  [1062, 1000, `+6,2${nbsp}%`],
  [938, 1000, `−6,2${nbsp}%`],
  [1000, 1000, `0,0${nbsp}%`],
  // To a tenth of a per cent: 1/3 is 33,3.
  [4, 3, `+33,3${nbsp}%`],
  [5, 3, `+66,7${nbsp}%`],
  [10_004, 10_000, `0,0${nbsp}%`],
  [10_006, 10_000, `+0,1${nbsp}%`],
  [0, 50, `−100,0${nbsp}%`],
  // A debt that became an advance went up.
  [50, -50, `+200,0${nbsp}%`],
  [-150, -100, `−50,0${nbsp}%`],
  // There was nothing: of what is there now no share can be told.
  [0, 0, '0 %'],
  [5, 0, '—'],
  [-5, 0, '—'],
  [5, null, '—'],
  [0, null, '—'],
])('%d after %s: %s', (now, was, text) => expect(changeOf(now, was)).toBe(text));

describe('shares', () => {
  it.each([
    [62, 100, 62],
    [1, 3, 33],
    [2, 3, 67],
    [0, 100, 0],
    [130, 100, 130],
    [5, 0, null],
    [5, -1, null],
    [5, 1, 500],
    [null, 100, null],
    [5, null, null],
  ])('%s paid of %s: %s', (paid, charged, percent) => expect(collected(paid, charged)).toBe(percent));
  it('in words', () => {
    expect([percentText(62), percentText(0), percentText(1_200), percentText(null)]).toEqual([
      `62${nbsp}%`,
      `0${nbsp}%`,
      `1${nbsp}200${nbsp}%`,
      '—',
    ]);
  });
  it.each([
    [65, 60, '+5 п.'],
    [60, 65, '−5 п.'],
    [60, 60, '0 п.'],
    [null, 60, '—'],
    [60, null, '—'],
    [0, 0, '0 п.'],
  ])('%s after %s: %s', (now, was, text) => expect(pointsChange(now, was)).toBe(text));
});

it.each([
  ['2026-01', 'Январь 2026', 'янв 26'],
  ['2026-02', 'Февраль 2026', 'фев'],
  ['2026-03', 'Март 2026', 'мар'],
  ['2026-04', 'Апрель 2026', 'апр'],
  ['2026-05', 'Май 2026', 'май'],
  ['2026-06', 'Июнь 2026', 'июн'],
  ['2026-07', 'Июль 2026', 'июл'],
  ['2026-08', 'Август 2026', 'авг'],
  ['2026-09', 'Сентябрь 2026', 'сен'],
  ['2026-10', 'Октябрь 2026', 'окт'],
  ['2026-11', 'Ноябрь 2026', 'ноя'],
  ['2025-12', 'Декабрь 2025', 'дек'],
])('%s: %s, %s', (month, whole, short) => {
  expect([monthName(month), shortMonth(month)]).toEqual([whole, short]);
});

describe('points of a chart', () => {
  it('are named by their day or their month', () => {
    expect([
      pointName('2026-03-04', 'day'),
      pointName('2026-03-04', 'week'),
      pointName('2026-03', 'month'),
      pointName('2026-01', 'month'),
      // The point of a month is its first day.
      pointName('2026-11-01', 'month'),
      monthName('2026-11-01'),
    ]).toEqual(['04.03', '04.03', 'мар', 'янв 26', 'ноя', 'Ноябрь 2026']);
    expect([grainWords, againstWords]).toEqual([
      { day: 'день', week: 'неделя', month: 'месяц' },
      { year: 'к году', before: 'к прошлым дням' },
    ]);
  });
  it('days are told from the first to the last, a single one once', () => {
    expect(daysText({ from: '2026-10-01', to: '2026-10-31' })).toBe('01.10.2026 – 31.10.2026');
    expect(daysText({ from: '2026-10-01', to: '2026-10-01' })).toBe('01.10.2026');
  });

  const year = { from: '2026-01-01', to: '2026-12-31' };
  it.each([
    ['2026-02', year, '2026-02-01', '2026-02-28'],
    ['2024-02', { from: '2024-01-01', to: '2024-12-31' }, '2024-02-01', '2024-02-29'],
    ['2026-12', year, '2026-12-01', '2026-12-31'],
    ['2026-01', year, '2026-01-01', '2026-01-31'],
    // Cut by the period at either end, not by its own edges.
    ['2026-11', { from: '2026-11-05', to: '2026-11-20' }, '2026-11-05', '2026-11-20'],
    ['2026-11', { from: '2026-11-01', to: '2026-11-30' }, '2026-11-01', '2026-11-30'],
  ])('the month %s within %o', (month, period, from, to) => {
    expect(monthDays(month, period)).toEqual({ from, to });
    expect(pointDays(`${month}-01`, 'month', period)).toEqual({ from, to });
    expect(pointDays(month, 'month', period)).toEqual({ from, to });
  });
  it.each([
    ['2026-11-05', 'day', year, '2026-11-05', '2026-11-05'],
    ['2026-11-02', 'week', year, '2026-11-02', '2026-11-08'],
    ['2026-12-28', 'week', year, '2026-12-28', '2026-12-31'],
    // The first week begins before the period does.
    ['2025-12-29', 'week', year, '2026-01-01', '2026-01-04'],
    ['2026-01-01', 'day', year, '2026-01-01', '2026-01-01'],
    ['2026-12-31', 'day', year, '2026-12-31', '2026-12-31'],
  ] as const)('%s, a %s', (at, grain, period, from, to) => {
    expect(pointDays(at, grain, period)).toEqual({ from, to });
  });
});
