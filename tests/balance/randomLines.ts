// Random ledgers of one garage: charges, named and free payments, refunds, corrections, reversals.
import fc from 'fast-check';
import { PENALTY, type LedgerFact } from '../../server/balance/rules.ts';

type Step =
  | { do: 'charge' | 'named' | 'free' | 'refund' | 'takeBack'; type: number; year: number; day: number; sum: number }
  | { do: 'undo'; nth: number; day: number };

const day = fc.integer({ min: 1, max: 330 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'charge' as const,
        'charge' as const,
        'named' as const,
        'free' as const,
        'free' as const,
        'refund' as const,
        'takeBack' as const,
      ),
      type: fc.constantFrom(1, 3, PENALTY, 15),
      year: fc.integer({ min: 2023, max: 2026 }),
      day,
      sum: fc.integer({ min: 1, max: 500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), nth: fc.nat(20), day }) },
);
export const randomLines = fc.array(step, { maxLength: 16 });

/** Steps as ledger lines with ids from 1; a line is undone once and a reversal never. */
export function factsOf(steps: readonly Step[]): LedgerFact[] {
  const lines: LedgerFact[] = [];
  const dateOf = (nth: number) => new Date(Date.UTC(2026, 0, nth)).toISOString().slice(0, 10);
  for (const one of steps) {
    const id = lines.length + 1;
    if (one.do !== 'undo') {
      lines.push({ id, ...shape(one), on_date: dateOf(one.day), amount_kopecks: one.sum, reversal_of: null });
      continue;
    }
    const open = lines.filter((line) => !line.reversal_of && !lines.some((other) => other.reversal_of === line.id));
    const target = open[one.nth % Math.max(1, open.length)];
    if (target) lines.push({ ...target, id, sign: -target.sign, on_date: dateOf(one.day), reversal_of: target.id });
  }
  return lines;
}

function shape(one: Exclude<Step, { do: 'undo' }>) {
  const type = one.do === 'free' || (one.do === 'refund' && one.sum % 2) ? null : one.type;
  const isPayment = one.do === 'named' || one.do === 'free' || one.do === 'refund';
  return {
    sign: one.do === 'charge' || one.do === 'refund' ? -1 : 1,
    accrual_type_id: type,
    payment_type_id: isPayment ? (one.do === 'refund' ? 7 : 1) : null,
    period_year: one.year,
  };
}
