// The first day of delay: of which charges, from which day, how long after the due day; a moved debt is as late as where it comes from.
import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  firstDayOf,
  firstDays,
  type OwnedFact,
  type PenaltySettings,
} from '../../server/penalties/rules/terms.ts';

const settings: PenaltySettings = {
  enabled: true,
  method: 'percent_day',
  rate: 0.1,
  due_day_month: '30.06',
  grace_days: 0,
  cap: 100,
};

it.each([
  ['2025-03-05', '2025-03-06'],
  ['2025-02-28', '2025-03-01'],
  ['2024-02-28', '2024-02-29'],
  ['2025-12-31', '2026-01-01'],
])('the day after %s is %s', (day, after) => expect(dayAfter(day)).toBe(after));

describe('the first day that costs something', () => {
  const yearly = { on_date: '2025-03-01', period_year: 2025, due_on: null, is_yearly: true };
  it.each([
    ['is the day after the due day of the ПО', yearly, 0, '2025-07-01'],
    ['of a year charged beforehand is that of the year', { ...yearly, period_year: 2026 }, 0, '2026-07-01'],
    ['comes so many days of grace later', yearly, 1, '2025-07-02'],
    ['comes so many days of grace later', yearly, 10, '2025-07-11'],
    // What is charged late can't be owed before it was charged.
    ['of what is charged later is the day after the charge', { ...yearly, on_date: '2025-08-15' }, 0, '2025-08-16'],
    ['and grace is counted from there', { ...yearly, on_date: '2025-08-15' }, 5, '2025-08-21'],
    ['of what is charged on the due day is the next one', { ...yearly, on_date: '2025-06-30' }, 0, '2025-07-01'],
    ['of what is charged a day later is a day later', { ...yearly, on_date: '2025-07-01' }, 0, '2025-07-02'],
    ['is told by the own due day of the document', { ...yearly, due_on: '2025-04-10' }, 0, '2025-04-11'],
    ['is told by it of any charge', { ...yearly, is_yearly: false, due_on: '2025-04-10' }, 3, '2025-04-14'],
    ['of a document due before its charge', { ...yearly, due_on: '2025-02-01' }, 0, '2025-03-02'],
    // Thirty days to pay what has no day.
    ['of what is not charged by the year comes after thirty days', { ...yearly, is_yearly: false }, 0, '2025-04-01'],
  ] as const)('%s', (_, charge, grace_days, day) => {
    expect(firstDayOf(charge, { ...settings, grace_days })).toBe(day);
  });
});

describe('first days of a book', () => {
  const line = (id: number, more: Partial<OwnedFact> = {}): OwnedFact => ({
    id,
    on_date: '2025-03-01',
    sign: -1,
    amount_kopecks: 450_000,
    accrual_type_id: 1,
    payment_type_id: null,
    period_year: 2025,
    reversal_of: null,
    owner_id: 7,
    ...more,
  });
  const terms = { applies: new Set([1, 6]), yearly: new Set([1]), settings };
  const daysOf = (own: OwnedFact[], lines = own) => [...firstDays(own, lines, terms)];

  it('are of charges that penalties apply to', () => {
    expect(daysOf([])).toEqual([]);
    expect(
      daysOf([
        line(1),
        // Penalties don't apply to this one.
        line(2, { accrual_type_id: 4 }),
        // Money, and money given back.
        line(3, { sign: 1, accrual_type_id: null, payment_type_id: 1 }),
        line(4, { sign: 1, payment_type_id: 1 }),
        line(5, { payment_type_id: 7 }),
        line(6, { accrual_type_id: null, payment_type_id: 6 }),
        // By the meter, not by the year.
        line(7, { accrual_type_id: 6 }),
      ]),
    ).toEqual([
      [1, '2025-07-01'],
      [7, '2025-04-01'],
    ]);
  });

  it('heed the own due day of a document; where nothing is said of one there is none', () => {
    expect(daysOf([line(1, { due_on: '2025-05-05' }), line(2, { due_on: null }), line(3)])).toEqual([
      [1, '2025-05-06'],
      [2, '2025-07-01'],
      [3, '2025-07-01'],
    ]);
  });

  it('of a moved debt are those of the charge it comes from, on another garage too', () => {
    const meter = { accrual_type_id: 6 };
    const origin = line(1, { ...meter, on_date: '2025-01-10' });
    const moved = line(9, { ...meter, on_date: '2025-09-01', origin_id: 1 });
    expect(daysOf([moved], [origin, moved])).toEqual([[9, '2025-02-10']]);
    // Of what came from nowhere known the day is its own.
    expect(daysOf([moved], [moved])).toEqual([[9, '2025-10-02']]);
    expect(daysOf([{ ...moved, origin_id: null }], [origin, moved])).toEqual([[9, '2025-10-02']]);
    expect(daysOf([line(9, { ...meter, on_date: '2025-09-01' })], [origin])).toEqual([[9, '2025-10-02']]);
  });
});
