// Random ledgers of one garage: charges, named and free payments, refunds, corrections, reversals, debts moved between debtors.
import fc from 'fast-check';
import { PENALTY, type LedgerFact } from '../../server/balance/rules.ts';

const kinds = ['charge', 'charge', 'charge', 'named', 'free', 'free', 'refund', 'takeBack', 'raise'] as const;
type Step =
  | { do: (typeof kinds)[number]; type: number; year: number; day: number; sum: number; former: boolean }
  | { do: 'undo'; nth: number; day: number }
  | { do: 'move'; nth: number; day: number; sum: number; stays: boolean };

/** Few days, so that many lines share one. */
const day = fc.integer({ min: 1, max: 11 }).map((nth) => nth * 30);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(...kinds),
      type: fc.constantFrom(1, 3, PENALTY, 15),
      year: fc.integer({ min: 2024, max: 2026 }),
      day,
      sum: fc.integer({ min: 1, max: 500 }),
      former: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), nth: fc.nat(20), day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      nth: fc.nat(20),
      day,
      sum: fc.integer({ min: 1, max: 500 }),
      stays: fc.boolean(),
    }),
  },
);
export const randomLines = fc.array(step, { maxLength: 16 });

const dateOf = (nth: number) => new Date(Date.UTC(2026, 0, nth)).toISOString().slice(0, 10);

/**
 * Steps as ledger lines with ids from 1; a line is undone once and a reversal never. `former`: a person to whom debts may
 * be left; without him there are neither transfers nor debtors.
 */
export function factsOf(steps: readonly Step[], former: number | null = null): LedgerFact[] {
  const lines: LedgerFact[] = [];
  for (const one of steps) {
    if (one.do === 'undo') undo(lines, one);
    else if (one.do !== 'move') {
      const more = { on_date: dateOf(one.day), amount_kopecks: one.sum, reversal_of: null, origin_id: null };
      const debtor_id = one.former && one.do === 'free' && lines.some((line) => line.debtor_id) ? former : null;
      lines.push({ id: lines.length + 1, ...shape(one), ...more, debtor_id });
    } else if (former) move(lines, one, former);
  }
  return lines;
}

/** A charge takes along what moved its debt; a move is undone as the pair it is, and only the last of its charge: as in the books. */
function undo(lines: LedgerFact[], one: { nth: number; day: number }) {
  const open = lines.filter((line) => !line.reversal_of && !lines.some((other) => other.reversal_of === line.id));
  const target = open[one.nth % Math.max(1, open.length)];
  if (!target) return;
  const moves = open.filter((line) => line.origin_id === (target.origin_id ?? target.id));
  const undone = target.origin_id ? moves.slice(-2) : [target, ...moves];
  const on_date = [dateOf(one.day), ...undone.map((line) => line.on_date)].toSorted().at(-1)!;
  for (const line of undone)
    lines.push({ ...line, id: lines.length + 1, sign: -line.sign, on_date, reversal_of: line.id });
}

/** A pair: out of where the part of a charge is, into the former owner's or the present owners' own. */
function move(lines: LedgerFact[], one: { nth: number; day: number; sum: number; stays: boolean }, former: number) {
  // Of an undone charge nothing is left that could be moved.
  const isUndone = (line: LedgerFact) => lines.some((other) => other.reversal_of === line.id);
  const charges = lines.filter(
    (line) => line.sign < 0 && line.payment_type_id === null && !line.reversal_of && !isUndone(line),
  );
  const from = charges[one.nth % Math.max(1, charges.length)];
  if (!from) return;
  const on_date = dateOf(one.day) > from.on_date ? dateOf(one.day) : from.on_date;
  const part = {
    ...from,
    on_date,
    amount_kopecks: Math.min(one.sum, from.amount_kopecks),
    origin_id: from.origin_id ?? from.id,
  };
  lines.push({ ...part, id: lines.length + 1, sign: 1 });
  lines.push({ ...part, id: lines.length + 1, debtor_id: one.stays ? former : null });
}

function shape(one: Exclude<Step, { do: 'undo' | 'move' }>) {
  const type = one.do === 'free' || (one.do === 'refund' && one.sum % 2) ? null : one.type;
  const payment = { charge: null, takeBack: null, named: 1, free: 1, refund: 7, raise: 6 }[one.do];
  return {
    sign: one.do === 'charge' || one.do === 'refund' || one.do === 'raise' ? -1 : 1,
    accrual_type_id: type,
    payment_type_id: payment,
    period_year: one.year,
  };
}
