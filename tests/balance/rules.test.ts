// Which payment closes which charge: named first, oldest principal next, penalties last; sums are always the balance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  debtSince,
  allocationPreview,
  closedPeriod,
  debtOf,
  owedCharges,
  PENALTY,
  type LedgerFact,
} from '../../server/balance/rules.ts';
import { factsOf, randomLines } from './randomLines.ts';

let made = 0;
const line = (more: Partial<LedgerFact>): LedgerFact => ({
  id: (made += 1),
  on_date: '2026-01-15',
  sign: -1,
  amount_kopecks: 100,
  accrual_type_id: 1,
  payment_type_id: null,
  period_year: 2026,
  reversal_of: null,
  ...more,
});
const charge = (year: number, amount_kopecks: number, type = 1, on_date = `${year}-01-15`) =>
  line({ period_year: year, amount_kopecks, accrual_type_id: type, on_date });
const payment = (amount_kopecks: number, more: Partial<LedgerFact> = {}) =>
  line({ sign: 1, amount_kopecks, accrual_type_id: null, payment_type_id: 1, on_date: '2026-03-01', ...more });
const undo = (one: LedgerFact) =>
  line({ ...one, id: (made += 1), sign: -one.sign, reversal_of: one.id, on_date: '2026-06-01' });
const owed = (lines: LedgerFact[]) =>
  allocate(lines).entries.map(({ typeId, year, owed }) => [typeId, year, owed] as const);

describe('a payment', () => {
  it('that names nothing closes whole years, oldest first, then a part', () => {
    const lines = [charge(2025, 100), charge(2024, 100), charge(2026, 100), payment(150)];
    expect(owed(lines)).toEqual([
      [1, 2024, 0],
      [1, 2025, 50],
      [1, 2026, 100],
    ]);
  });
  it('closes what it names first, and the rest of it the oldest', () => {
    const lines = [charge(2024, 100), charge(2026, 100), payment(130, { accrual_type_id: 1, period_year: 2026 })];
    expect(owed(lines)).toEqual([
      [1, 2024, 70],
      [1, 2026, 0],
    ]);
    const paid = allocate(lines).entries.map((entry) => entry.paidBy.map((part) => [part.kopecks, part.isNamed]));
    expect(paid).toEqual([[[30, false]], [[100, true]]]);
  });
  it('reaches penalties when no principal is left, unless it names them', () => {
    const lines = [charge(2024, 50, PENALTY), charge(2026, 100), payment(120)];
    expect(owed(lines)).toEqual([
      [1, 2026, 0],
      [PENALTY, 2024, 30],
    ]);
    expect(owed([...lines.slice(0, 2), payment(50, { accrual_type_id: PENALTY, period_year: 2024 })])).toEqual([
      [1, 2026, 100],
      [PENALTY, 2024, 0],
    ]);
  });
  it('over everything charged stays as an advance', () => {
    const one = payment(500);
    const { entries, advance } = allocate([charge(2026, 100), one]);
    expect(entries[0]).toMatchObject({ paid: 100, owed: 0 });
    expect(advance).toEqual([{ lineId: one.id, kopecks: 400 }]);
  });
  it('that names what is not charged yet waits for it, and no other charge takes it', () => {
    const named = payment(60, { accrual_type_id: 4, period_year: 2026 });
    const lines = [charge(2024, 100), named];
    expect(allocate(lines)).toMatchObject({
      entries: [{ owed: 100, paid: 0 }],
      advance: [],
      aside: [{ lineId: named.id, kopecks: 60, typeId: 4, year: 2026 }],
    });
    const waited = [...lines, charge(2026, 50, 4, '2026-05-01')];
    expect(owed(waited)).toEqual([
      [1, 2024, 90],
      [4, 2026, 0],
    ]);
    expect(allocate(waited).entries[1]!.paidBy).toEqual([
      { lineId: named.id, kopecks: 50, isNamed: true, isAdvance: true },
    ]);
    const wrong = charge(2026, 50, 4, '2026-05-01');
    expect(owed([...lines, wrong, undo(wrong)])).toEqual([[1, 2024, 40]]);
  });
  it('never pays what did not exist: a later charge of a lower number stays open', () => {
    const land = charge(2026, 514_090, 5, '2026-05-15');
    const paid = payment(514_090, { on_date: '2026-06-09' });
    expect(owed([land, paid, charge(2026, 1_700, 3, '2026-11-20')])).toEqual([
      [5, 2026, 0],
      [3, 2026, 1_700],
    ]);
  });
  it('among charges of one day the order of entry decides, never the number of the type', () =>
    expect(owed([charge(2026, 100, 15), charge(2026, 100, 1), charge(2026, 100, 4), payment(150)])).toEqual([
      [15, 2026, 0],
      [1, 2026, 50],
      [4, 2026, 100],
    ]));
});

describe('what was undone', () => {
  it('vanishes: a payment and a charge', () => {
    const [paid, wrong] = [payment(100), charge(2025, 70)];
    expect(owed([charge(2026, 100), paid, undo(paid), wrong, undo(wrong)])).toEqual([[1, 2026, 100]]);
  });
  it('before the day of the reversal it still stands', () => {
    const paid = payment(100);
    expect(owed([charge(2026, 100), paid])).toEqual([[1, 2026, 0]]);
  });
});

describe('a charge that is refused after its payer named it', () => {
  const named = (more: Partial<LedgerFact> = {}) => payment(100, { accrual_type_id: 3, period_year: 2026, ...more });
  const state = (lines: LedgerFact[]) => {
    const { advance, aside } = allocate(lines);
    const sum = (some: readonly { kopecks: number }[]) => some.reduce((all, { kopecks }) => all + kopecks, 0);
    return { owed: owed(lines).filter(([, , kopecks]) => kopecks > 0), advance: sum(advance), aside: sum(aside) };
  };
  it.each(['2026-01-15', '2026-06-01'])('frees his money, whatever day the refusal bears: %s', (on_date) => {
    const wrong = charge(2026, 100, 3);
    const paid = named();
    const lines = [wrong, paid, { ...undo(wrong), on_date }];
    expect(state(lines)).toEqual({ owed: [], advance: 100, aside: 0 });
    // The type was mistyped: the charge that takes its place is paid by it.
    expect(state([...lines, charge(2025, 100, 1, '2026-01-15')])).toEqual({ owed: [], advance: 0, aside: 0 });
    // Made anew, it takes what names it.
    expect(state([...lines, charge(2026, 100, 3), charge(2025, 100, 1, '2026-01-15')])).toEqual({
      owed: [[1, 2025, 100]],
      advance: 0,
      aside: 0,
    });
  });
  it('was charged by a correction: the same', () => {
    const raise = line({ payment_type_id: 6, accrual_type_id: 3, on_date: '2026-01-15' });
    const paid = named();
    expect(state([raise, paid, { ...undo(raise), on_date: '2026-04-01' }, charge(2025, 100)])).toEqual({
      owed: [],
      advance: 0,
      aside: 0,
    });
  });
  it('who names it after the refusal pays ahead', () => {
    const wrong = charge(2026, 100, 3);
    const refusal = { ...undo(wrong), on_date: '2026-01-15' };
    expect(state([wrong, refusal, named(), charge(2025, 100)])).toMatchObject({ owed: [[1, 2025, 100]], aside: 100 });
  });
});

describe('money given back', () => {
  it('is taken from advances, the newest first, then from money set aside; what closed a charge stays', () => {
    const [first, second] = [payment(160), payment(60, { on_date: '2026-05-01' })];
    const named = payment(40, { accrual_type_id: 4, period_year: 2027 });
    const refund = payment(100, { sign: -1, payment_type_id: 7, on_date: '2026-06-01' });
    const { entries, advance, aside } = allocate([charge(2026, 100), first, second, named, refund]);
    expect(entries[0]!.paidBy.map((part) => [part.lineId, part.kopecks])).toEqual([[first.id, 100]]);
    expect([advance, aside]).toMatchObject([[{ lineId: first.id, kopecks: 20 }], [{ kopecks: 40 }]]);
    const more = payment(50, { sign: -1, payment_type_id: 7, on_date: '2026-06-02' });
    const after = allocate([charge(2026, 100), first, second, named, refund, more]);
    expect([after.advance, after.aside]).toMatchObject([[], [{ kopecks: 10 }]]);
  });
  it('over everything paid is owed as a line of its own', () =>
    expect(owed([charge(2025, 100), payment(25, { sign: -1, payment_type_id: 7 })])).toEqual([
      [1, 2025, 100],
      [null, 2026, 25],
    ]));
  it('adds up to the lines it is made of, and is closed by its age', () => {
    const back = (kopecks: number, on_date: string) => payment(kopecks, { sign: -1, payment_type_id: 7, on_date });
    const lines = [payment(30), back(50, '2026-04-01'), back(10, '2026-04-02'), payment(25, { on_date: '2026-04-03' })];
    const [entry] = allocate(lines).entries;
    expect(entry).toMatchObject({ typeId: null, charged: 30, paid: 25, owed: 5 });
    expect(entry!.charges.map((one) => one.kopecks)).toEqual([20, 10]);
  });
});

describe('a correction that raises the debt', () => {
  it('keeps the type and year that it names', () =>
    expect(owed([charge(2026, 100, 4), payment(5, { sign: -1, payment_type_id: 6, accrual_type_id: 4 })])).toEqual([
      [4, 2026, 105],
    ]));
});

describe('a debt left to a former owner', () => {
  const old = charge(2025, 100);
  const out = line({ ...old, id: (made += 1), sign: 1, on_date: '2026-02-01', amount_kopecks: 100, origin_id: old.id });
  const into = { ...out, id: (made += 1), sign: -1, debtor_id: 9 };
  const lines = [old, out, into, charge(2026, 40, 1, '2026-02-10'), payment(70)];
  it('is closed by his payments alone; its age is that of the charge it comes from', () => {
    expect(allocate(lines)).toMatchObject({ entries: [{ year: 2026, owed: 0 }], advance: [{ kopecks: 30 }] });
    const his = payment(60, { debtor_id: 9, on_date: '2026-05-01' });
    const left = allocate([...lines, his], 9);
    expect(left.entries).toMatchObject([{ year: 2025, charged: 100, owed: 40, charges: [{ since: '2025-01-15' }] }]);
    expect(debtSince(left)).toBe('2025-01-15');
    expect(allocate([...lines, his])).toEqual(allocate(lines));
  });
});

describe('a charge taken back', () => {
  it('below zero pays the others', () => {
    const lower = line({ sign: 1, amount_kopecks: 40, period_year: 2026 });
    expect(owed([charge(2025, 100), lower, payment(30)])).toEqual([[1, 2025, 30]]);
  });
});

describe('any lines', () => {
  it('sums are the balance; nothing is paid twice; the order of entering means nothing', () => {
    fc.assert(
      fc.property(randomLines, fc.nat(), (steps, seed) => {
        const lines = factsOf(steps);
        const allocation = allocate(lines);
        const balance = lines.reduce((sum, one) => sum + one.sign * one.amount_kopecks, 0);
        expect(debtOf(allocation) + balance).toBe(0);
        const used = new Map<number, number>();
        for (const entry of allocation.entries) {
          expect(entry.paid + entry.owed).toBe(entry.charged);
          expect(entry.owed).toBeGreaterThanOrEqual(0);
          expect(entry.paidBy.reduce((sum, part) => sum + part.kopecks, 0)).toBe(entry.paid);
          expect(entry.charges.reduce((sum, part) => sum + part.kopecks, 0)).toBe(entry.charged);
          expect(owedCharges(entry).reduce((sum, part) => sum + part.kopecks, 0)).toBe(entry.owed);
          for (const part of entry.paidBy) used.set(part.lineId, (used.get(part.lineId) ?? 0) + part.kopecks);
        }
        for (const part of [...allocation.advance, ...allocation.aside])
          used.set(part.lineId, (used.get(part.lineId) ?? 0) + part.kopecks);
        const amounts = new Map(lines.map((one) => [one.id, one.amount_kopecks]));
        for (const [id, sum] of used) expect(sum).toBeLessThanOrEqual(amounts.get(id)!);
        // Free money and an open principal never stand side by side.
        if (allocation.advance.length) expect(allocation.entries.every((entry) => entry.owed === 0)).toBe(true);
        const turned = lines.toSorted((one, other) => ((one.id * 31 + seed) % 17) - ((other.id * 31 + seed) % 17));
        expect(allocate(turned)).toEqual(allocation);
      }),
      { numRuns: 400 },
    );
  });

  it('a preview tells what the payment then does', () => {
    const purpose = fc.option(fc.record({ typeId: fc.constantFrom(1, 3, PENALTY), year: fc.constantFrom(2024, 2025) }));
    fc.assert(
      fc.property(randomLines, fc.integer({ min: 1, max: 900 }), purpose, (steps, amount, named) => {
        const lines = factsOf(steps);
        const preview = allocationPreview(lines, amount, named, '2026-11-20');
        expect(preview.after - preview.before).toBe(amount);
        const closed = preview.closes.reduce((sum, one) => sum + one.kopecks, 0);
        expect(closed + preview.advance).toBe(amount);
        expect(preview.advance).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
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
