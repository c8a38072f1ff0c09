// What the books of a garage say, worked out day by day from the rules of money alone: a second opinion on the product's own rule.
import type { LedgerFact } from '../../server/balance/rules.ts';

/** Something owed. */
export interface Owing {
  line: number;
  /** Line and day that its age counts from. */
  first: number;
  day: string;
  type: number | null;
  year: number;
  /** What was charged, less what was lowered or moved away. */
  charged: number;
  left: number;
}
/** Money of one line. */
export interface Purse {
  line: number;
  day: string;
  left: number;
  /** «type year» while it waits for that charge. */
  waits: string | null;
}
export interface Walked {
  owing: Owing[];
  purses: Purse[];
  /** Paid ones too. */
  every: Owing[];
}

const PENALTIES = 11;
const inOrder = (a: { day: string; line: number }, b: { day: string; line: number }) =>
  a.day === b.day ? a.line - b.line : a.day < b.day ? -1 : 1;
const older = (a: Owing, b: Owing) => (a.day === b.day ? a.first - b.first || a.line - b.line : a.day < b.day ? -1 : 1);

/** The state of one debtor's books as the day `until` ends (null: after everything). Lines undone at any time never were. */
export function walkMoney(lines: readonly LedgerFact[], debtor: number | null, until: string | null = null): Walked {
  const owing: Owing[] = [];
  const purses: Purse[] = [];
  const known = new Set<string>();
  const gone = new Set(lines.filter((one) => one.reversal_of).flatMap((one) => [one.id, one.reversal_of!]));
  const mine = lines.filter((one) => (one.debtor_id ?? null) === debtor);
  const days = [...new Set(mine.map((one) => one.on_date))].sort();
  for (const day of days) {
    if (until !== null && day > until) break;
    for (const one of mine.filter((line) => line.on_date === day).sort((a, b) => a.id - b.id)) {
      if (gone.has(one.id)) forgetRefused(one);
      else happen(one);
      while (match());
    }
  }
  return {
    owing: owing.filter((one) => one.left > 0).sort(older),
    every: owing,
    purses: purses.filter((one) => one.left > 0).sort(inOrder),
  };

  function nameOf(one: LedgerFact) {
    return `${one.accrual_type_id} ${one.period_year}`;
  }
  /** What was moved along to a debtor is as old as where it stood before. */
  function beginningOf(one: LedgerFact) {
    const from = lines.find((other) => other.id === one.origin_id) ?? one;
    return { first: from.id, day: from.on_date };
  }
  function isRaising(one: LedgerFact) {
    return one.sign === -1 && one.accrual_type_id !== null && ![5, 7].includes(one.payment_type_id ?? 0);
  }

  /** What had raised the debt under a name is undone. */
  function isRefusal(one: LedgerFact) {
    return one.reversal_of !== null && isRaising({ ...one, sign: -one.sign });
  }
  function isChargedNow(name: string) {
    return mine.some((line) => !gone.has(line.id) && isRaising(line) && nameOf(line) === name);
  }

  /** A charge that was undone and never made again: nothing waits for it. */
  function forgetRefused(one: LedgerFact) {
    if (!isRefusal(one) || isChargedNow(nameOf(one))) return;
    for (const purse of purses) if (purse.waits === nameOf(one)) purse.waits = null;
  }

  function happen(one: LedgerFact) {
    const { id: line, on_date: day, amount_kopecks: left, period_year: year } = one;
    if (isRaising(one)) {
      known.add(nameOf(one));
      owing.push({
        line,
        ...beginningOf(one),
        type: one.accrual_type_id,
        year,
        charged: left,
        left,
      });
      return;
    }
    if (one.sign === -1) {
      giveBack(one);
      return;
    }
    const purse: Purse = { line, day, left, waits: null };
    purses.push(purse);
    if (one.origin_id || one.payment_type_id === null) {
      const same = owing.filter((other) =>
        one.origin_id ? other.first === one.origin_id : `${other.type} ${other.year}` === nameOf(one),
      );
      for (const other of same.sort((a, b) => b.line - a.line)) {
        const was = other.left;
        spend(purse, other);
        other.charged -= was - other.left;
      }
    } else if (one.accrual_type_id !== null) {
      // Whoever paid for what stood charged, and was refused only after he had paid, waits for nothing, whatever day the refusal bears.
      const isRefusedSince = mine.some(
        (each) => isRefusal(each) && nameOf(each) === nameOf(one) && each.id > one.id && each.on_date < one.on_date,
      );
      if (!isRefusedSince || isChargedNow(nameOf(one))) purse.waits = nameOf(one);
    }
  }

  function giveBack(one: LedgerFact) {
    let left = one.amount_kopecks;
    const newestFirst = purses.slice().sort(inOrder).reverse();
    for (const purse of [...newestFirst.filter((each) => !each.waits), ...newestFirst.filter((each) => each.waits)]) {
      const part = Math.min(purse.left, left);
      purse.left -= part;
      left -= part;
    }
    if (left)
      owing.push({
        line: one.id,
        ...beginningOf(one),
        type: null,
        year: one.period_year,
        charged: left,
        left,
      });
  }

  function spend(purse: Purse, one: Owing) {
    const part = Math.min(purse.left, one.left);
    purse.left -= part;
    one.left -= part;
    return part > 0;
  }

  /** The next thing that money does by itself; false when it rests. */
  function match(): boolean {
    const full = purses.filter((one) => one.left > 0).sort(inOrder);
    const open = owing.filter((one) => one.left > 0).sort(older);
    for (const purse of full) {
      if (!purse.waits || !known.has(purse.waits)) continue;
      const named = open.find((one) => `${one.type} ${one.year}` === purse.waits);
      if (named) return spend(purse, named);
      purse.waits = null;
      return true;
    }
    const free = full.find((one) => !one.waits);
    const oldest = open.find((one) => one.type !== PENALTIES) ?? open[0];
    return free && oldest ? spend(free, oldest) : false;
  }
}

/** Since when the debtor owes: the oldest principal, penalties when nothing else is owed. */
export const oldestDay = ({ owing }: Walked): string | null =>
  (owing.find((one) => one.type !== PENALTIES) ?? owing[0])?.day ?? null;
