// Periods of the journal by the day of today: a month by default, quick choices, ends of months and leap years.
import { expect, it } from 'vitest';
import { monthAgo, quickPeriods } from '../../resources/actionLog/period.ts';

it.each([
  ['2026-11-20', '2026-10-20'],
  ['2026-03-31', '2026-02-28'],
  ['2024-03-31', '2024-02-29'],
  ['2026-01-15', '2025-12-15'],
])('a month before %s is %s', (day, before) => {
  expect(monthAgo(day)).toBe(before);
});

it.each([
  ['2026-11-20', ['2026-11-01', '2026-10-01', '2025-11-21', '2026-01-01', '2025-01-01'], '2026-10-31'],
  ['2026-01-31', ['2026-01-01', '2025-12-01', '2025-02-01', '2026-01-01', '2025-01-01'], '2025-12-31'],
  ['2024-03-01', ['2024-03-01', '2024-02-01', '2023-03-02', '2024-01-01', '2023-01-01'], '2024-02-29'],
])('quick periods of %s', (day, from, lastMonthEnds) => {
  const quick = quickPeriods(day);
  expect(quick.map((one) => one.from)).toEqual(from);
  expect(quick.map((one) => one.to)).toEqual([day, lastMonthEnds, day, day, `${Number(day.slice(0, 4)) - 1}-12-31`]);
});
