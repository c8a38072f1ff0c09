// Laying payments over charges.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, closedPeriod, CORRECTION } from '../../server/balance/rules.ts';

const charge = (year: number, accrued_kopecks: number) => ({ accrual_type: 'Членский', year, accrued_kopecks });

describe('payments cover the oldest charges first', () => {
  it('covers whole years, then a part', () => {
    const owed = allocate([charge(2024, 100), charge(2025, 100), charge(2026, 100)], 150).map(
      (one) => one.owed_kopecks,
    );
    expect(owed).toEqual([0, 50, 100]);
  });
  it('an advance owes nothing', () => {
    expect(allocate([charge(2026, 100)], 500)[0]).toMatchObject({ paid_kopecks: 100, owed_kopecks: 0 });
  });
  it('a charge taken back below zero pays the others; what was returned is owed as a line', () => {
    expect(allocate([charge(2025, 100), charge(2026, -40)], 30).map((one) => one.owed_kopecks)).toEqual([30]);
    expect(allocate([charge(2025, 100)], -25).map((one) => [one.accrual_type, one.owed_kopecks])).toEqual([
      ['Членский', 100],
      [CORRECTION, 25],
    ]);
  });
  it('nothing is lost: what is owed is what was charged less what was paid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -300_000, max: 1_000_000 }), { maxLength: 8 }),
        fc.integer({ min: -500_000, max: 5_000_000 }),
        (sums, paid) => {
          const charged = sums.reduce((total, sum) => total + sum, 0);
          const lines = allocate(
            sums.map((sum, i) => charge(2020 + i, sum)),
            paid,
          );
          const owed = lines.reduce((total, one) => total + one.owed_kopecks, 0);
          expect(owed).toBe(Math.max(0, charged - paid));
        },
      ),
    );
  });
});

describe('a closed period', () => {
  it('takes nothing up to its last day', () => {
    expect(closedPeriod('2025-12-31', '2025-12-31')).toBe('Период закрыт до 31.12.2025');
    expect(closedPeriod('2026-01-01', '2025-12-31')).toBeNull();
    expect(closedPeriod('2020-01-01', null)).toBeNull();
  });
});
