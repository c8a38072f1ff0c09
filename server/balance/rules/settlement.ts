// The settlement: which money closes which charge, walked line by line in the order of dates. Pure; `settle` of the database says the same.

/** Accrual type «Пени»: closed last. */
export const PENALTY = 11;
/** Payment types that give money back, whatever they name: an offset's source, a refund. */
const GIVES_BACK: readonly (number | null)[] = [5, 7];

/** A ledger line as the settlement sees it; kopecks, dates `YYYY-MM-DD`. */
export interface LedgerFact {
  id: number;
  on_date: string;
  sign: number;
  amount_kopecks: number;
  /** On a payment: what the payer named. */
  accrual_type_id: number | null;
  /** Null for charges. */
  payment_type_id: number | null;
  period_year: number;
  reversal_of: number | null;
  /** The former owner to whom the debt was left; none: the present owners together. */
  debtor_id?: number | null;
  /** On a transfer: the charge it comes from. */
  origin_id?: number | null;
}

/** Part of a line, kopecks > 0. */
export interface Part {
  lineId: number;
  kopecks: number;
}
export interface PaidPart extends Part {
  /** The payer named this type and year. */
  isNamed: boolean;
  /** The money was there before the charge. */
  isAdvance: boolean;
}
/** A charge, or money given back that nothing covered (`typeId` null). */
export interface Open {
  lineId: number;
  typeId: number | null;
  year: number;
  /** The day from which it is owed, and the place among those of one day: a transfer keeps those of its origin. */
  since: string;
  root: number;
  charged: number;
  owed: number;
  paidBy: PaidPart[];
}
/** Money that closes nothing yet. */
export interface Money {
  lineId: number;
  onDate: string;
  left: number;
  /** What the payer named; null for a common advance that never was named. */
  named: { typeId: number; year: number } | null;
}
/** What a book says after some of its lines; changed in place by the next ones. */
export interface Book {
  /** Everything charged, the oldest first; closed ones stay with `owed` 0. */
  charges: Open[];
  /** Common advances, the oldest first. */
  common: Money[];
  /** Money set aside for what is not charged yet, the oldest first. */
  aside: Money[];
}

/** Debtors of a book: the present owners (null) and those to whom debt was left. */
export const debtorsOf = (lines: readonly LedgerFact[]): (number | null)[] => [
  ...new Set([null, ...lines.map((line) => line.debtor_id ?? null)]),
];

/**
 * Walks the lines of one debtor by date, then by order of entry. Lines that are undone, and those that undo them, were
 * never there. A payment that names type and year closes that charge; is it not charged yet, the money is set aside for
 * it, and what it is too much is a common advance from the day of the charge; is the charge refused later, it is a common advance from
 * the refusal on, and from its own day where the refusal bears an earlier one. Other money closes what is open on its
 * day, the oldest principal first, penalties last; the rest is a common advance, taken by the next charge. `seen` is
 * told the book after each day. The answer depends on the lines alone, not on their order in `lines`.
 */
export function settle(
  lines: readonly LedgerFact[],
  debtor: number | null = null,
  seen?: (day: string, book: Book) => void,
): Book {
  const { own, standing, dates } = prepared(lines, debtor);
  const book: Book = { charges: [], common: [], aside: [] };
  const charged = new Set<string>();
  const later = new Set(own.filter((line) => standing.has(line) && isCharge(line)).map(keyOf));
  const refusals = own.filter((line) => line.reversal_of !== null && isUndoing(line) && !later.has(keyOf(line)));
  /** The charge that this money names was refused after the money had come, as of a day before it. */
  const wasRefused = (line: LedgerFact) =>
    refusals.some((one) => keyOf(one) === keyOf(line) && one.id > line.id && one.on_date < line.on_date);
  own.forEach((line, nth) => {
    if (standing.has(line)) enter(book, { charged, dates, wasRefused }, line);
    else if (refusals.includes(line)) release(book, keyOf(line));
    if (own[nth + 1]?.on_date !== line.on_date) seen?.(line.on_date, book);
  });
  return book;
}

/** Lines of the debtor in the order of the walk, those that count, and the days of all lines. */
function prepared(lines: readonly LedgerFact[], debtor: number | null) {
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  const undone = new Set(
    lines.flatMap((line) => (line.reversal_of && dates.has(line.reversal_of) ? [line.reversal_of] : [])),
  );
  const own = lines
    .filter((line) => (line.debtor_id ?? null) === debtor)
    .toSorted((one, other) => compare(one.on_date, other.on_date) || one.id - other.id);
  const counts = (line: LedgerFact) => !undone.has(line.id) && !(line.reversal_of && dates.has(line.reversal_of));
  return { own, standing: new Set(own.filter(counts)), dates };
}

/** A line that raises the debt under a type and year: a charge, or a correction that names them. */
export const isCharge = (line: LedgerFact) =>
  line.sign < 0 && line.accrual_type_id !== null && !GIVES_BACK.includes(line.payment_type_id);
/** A line that undoes a charge, of a document or by a correction. */
const isUndoing = (line: LedgerFact) =>
  line.sign > 0 && line.accrual_type_id !== null && !GIVES_BACK.includes(line.payment_type_id);

interface Around {
  /** Types and years that were charged so far. */
  charged: Set<string>;
  dates: Map<number, string>;
  wasRefused(line: LedgerFact): boolean;
}

function enter(book: Book, { charged, dates, wasRefused }: Around, line: LedgerFact) {
  if (isCharge(line)) {
    charged.add(keyOf(line));
    charge(book, openOf(line, line.amount_kopecks, dates));
  } else if (line.sign < 0) giveBack(book, line, dates);
  else if (line.origin_id) lower(book, line, (one) => one.root === line.origin_id);
  else if (line.payment_type_id === null) lower(book, line, (one) => nameOf(one) === keyOf(line));
  else if (line.accrual_type_id === null) lay(book, moneyOf(line));
  else if (charged.has(keyOf(line))) {
    const money = moneyOf(line);
    for (const one of book.charges) if (nameOf(one) === keyOf(line)) give(one, money, false);
    lay(book, money);
  } else if (wasRefused(line)) lay(book, moneyOf(line));
  else put(book.aside, moneyOf(line));
}

/** A charge takes what was set aside for it, then common advances; what was too much becomes a common advance. */
function charge(book: Book, one: Open) {
  book.charges.push(one);
  book.charges.sort(byAge);
  const waited = book.aside.filter((money) => nameOf(money.named!) === nameOf(one));
  book.aside = book.aside.filter((money) => !waited.includes(money));
  for (const money of waited) give(one, money, true);
  for (const money of waited) lay(book, money, true);
  for (const money of book.common) give(one, money, true);
  book.common = book.common.filter((money) => money.left > 0);
}

/** Common money closes the oldest principal, then penalties; the rest is a common advance. */
function lay(book: Book, money: Money, isAdvance = false) {
  for (const one of book.charges) if (one.typeId !== PENALTY) give(one, money, isAdvance);
  for (const one of book.charges) if (one.typeId === PENALTY) give(one, money, isAdvance);
  if (money.left > 0) put(book.common, money);
}

/** Money set aside for a charge that was refused is a common advance. */
function release(book: Book, key: string) {
  const freed = book.aside.filter((money) => nameOf(money.named!) === key);
  book.aside = book.aside.filter((money) => !freed.includes(money));
  for (const money of freed) lay(book, money);
}

/** Money given back is taken from common advances, then from what is set aside, the newest first; the rest is owed. */
function giveBack(book: Book, line: LedgerFact, dates: Map<number, string>) {
  let left = line.amount_kopecks;
  for (const money of [...book.common.toReversed(), ...book.aside.toReversed()]) {
    const taken = Math.min(left, money.left);
    money.left -= taken;
    left -= taken;
  }
  book.common = book.common.filter((money) => money.left > 0);
  book.aside = book.aside.filter((money) => money.left > 0);
  if (left > 0) {
    book.charges.push({ ...openOf(line, left, dates), typeId: null });
    book.charges.sort(byAge);
  }
}

/** A charge that is lowered or moved away, the newest first; what had been paid of it is free money. */
function lower(book: Book, line: LedgerFact, which: (one: Open) => boolean) {
  const money = moneyOf(line);
  for (const one of book.charges.filter(which).toSorted((a, b) => b.lineId - a.lineId)) {
    const less = Math.min(one.owed, money.left);
    one.owed -= less;
    one.charged -= less;
    money.left -= less;
  }
  if (money.left > 0) lay(book, money);
}

function give(one: Open, money: Money, isAdvance: boolean) {
  const kopecks = Math.min(one.owed, money.left);
  if (kopecks <= 0) return;
  one.owed -= kopecks;
  money.left -= kopecks;
  const isNamed = money.named !== null && nameOf(money.named) === nameOf(one);
  one.paidBy.push({ lineId: money.lineId, kopecks, isNamed, isAdvance });
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byAge = (one: Open, other: Open) =>
  compare(one.since, other.since) || one.root - other.root || one.lineId - other.lineId;
const nameOf = ({ typeId, year }: { typeId: number | null; year: number }) => `${typeId} ${year}`;
/** The entry of a line: its type and year. */
export const keyOf = (line: LedgerFact) => nameOf({ typeId: line.accrual_type_id, year: line.period_year });

const openOf = (line: LedgerFact, kopecks: number, dates: Map<number, string>): Open => ({
  lineId: line.id,
  typeId: line.accrual_type_id,
  year: line.period_year,
  since: (line.origin_id && dates.get(line.origin_id)) || line.on_date,
  root: line.origin_id ?? line.id,
  charged: kopecks,
  owed: kopecks,
  paidBy: [],
});

const moneyOf = (line: LedgerFact): Money => ({
  lineId: line.id,
  onDate: line.on_date,
  left: line.amount_kopecks,
  named:
    line.accrual_type_id === null || line.payment_type_id === null
      ? null
      : { typeId: line.accrual_type_id, year: line.period_year },
});

/** Keeps money in the order of its dates. */
function put(among: Money[], money: Money) {
  const next = among.findIndex(
    (one) => compare(money.onDate, one.onDate) < 0 || (money.onDate === one.onDate && money.lineId < one.lineId),
  );
  among.splice(next < 0 ? among.length : next, 0, money);
}
