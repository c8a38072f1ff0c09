// Rules of money that need no database: which payment closes which charge, and what a closed period refuses.
import { closedUpTo } from '../../contract/kernel/words.ts';
import {
  debtorsOf,
  PENALTY,
  settle,
  type Book,
  type LedgerFact,
  type Open,
  type PaidPart,
  type Part,
} from './rules/settlement.ts';

export { PENALTY, type LedgerFact, type Part } from './rules/settlement.ts';
/** Says that a person is no debtor of a garage. */
export const NO_DEBT_LEFT = 'За этим человеком по гаражу долга нет';
/** A debt is moved by a pair of lines: undone by itself, a half of it would owe twice or nobody would. */
export const transferText = (caseNo: number | null) =>
  caseNo === null
    ? 'Перенос долга отдельно не отменяется'
    : `Перенос долга отменяется только вместе с переоформлением № ${caseNo}: аннулируйте его`;
/** Accrual type «Входящее сальдо». */
export const OPENING = 15;

/** A charge of an entry with what is left of it; `since` is the day from which it is owed. */
export interface Charge extends Part {
  owed: number;
  since: string;
}
/** What was charged for one year under one type, who paid it and what is left. `typeId` null: money given back. */
export interface Entry {
  typeId: number | null;
  year: number;
  charged: number;
  paid: number;
  owed: number;
  /** Charges that stand, oldest first. */
  charges: Charge[];
  paidBy: PaidPart[];
}
/** Money set aside for what is not charged yet. */
export interface Aside extends Part {
  typeId: number;
  year: number;
}
export interface Allocation {
  /** The oldest first, penalties last. */
  entries: Entry[];
  /** Common advances, by payment. */
  advance: Part[];
  aside: Aside[];
}

/** Lays payments over the charges of one debtor (null: the present owners), entry by entry. The walk is `settle`. */
export function allocate(lines: readonly LedgerFact[], debtor: number | null = null): Allocation {
  const book = settle(lines, debtor);
  return {
    entries: entriesOf(book.charges),
    advance: book.common.map(({ lineId, left }) => ({ lineId, kopecks: left })),
    aside: book.aside.map(({ lineId, left, named }) => ({ lineId, kopecks: left, ...named! })),
  };
}

/** Charges of a book by type and year: principal in the order of its oldest charge, then penalties. */
export function entriesOf(charges: readonly Open[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const one of charges) {
    if (one.charged <= 0) continue;
    const { typeId, year } = one;
    const entry = entries.get(keyOf(typeId, year)) ?? {
      typeId,
      year,
      charged: 0,
      paid: 0,
      owed: 0,
      charges: [],
      paidBy: [],
    };
    entries.set(keyOf(typeId, year), entry);
    entry.charged += one.charged;
    entry.owed += one.owed;
    entry.paid = entry.charged - entry.owed;
    entry.charges.push({ lineId: one.lineId, kopecks: one.charged, owed: one.owed, since: one.since });
    for (const part of one.paidBy) addPart(entry.paidBy, part);
  }
  return [...entries.values()].toSorted(
    (one, other) => Number(one.typeId === PENALTY) - Number(other.typeId === PENALTY),
  );
}

/** One payment stands once in an entry, and once more where part of it had been an advance. */
function addPart(parts: PaidPart[], part: PaidPart) {
  const same = parts.find((one) => one.lineId === part.lineId && one.isAdvance === part.isAdvance);
  if (same) {
    same.kopecks += part.kopecks;
    same.isNamed ||= part.isNamed;
  } else parts.push({ ...part });
}

const sumOf = (parts: readonly { kopecks: number }[]) => parts.reduce((sum, part) => sum + part.kopecks, 0);

/** Σ of what is open, kopecks. */
export const owedOf = ({ entries }: Allocation): number => entries.reduce((sum, entry) => sum + entry.owed, 0);
/** Debt less every advance, kopecks: the balance with the opposite sign. */
export const debtOf = (allocation: Allocation): number =>
  owedOf(allocation) - sumOf(allocation.advance) - sumOf(allocation.aside);

/** What of an entry's charges is still owed, kopecks by line, oldest first. */
export const owedCharges = (entry: Entry): Part[] =>
  entry.charges.filter((one) => one.owed > 0).map(({ lineId, owed }) => ({ lineId, kopecks: owed }));

/**
 * The day from which a garage owes: that of the oldest charge which is not wholly paid. Penalties count only when
 * nothing else is owed. Null without a debt.
 */
export function debtSince({ entries }: Allocation): string | null {
  const owing = entries.filter((entry) => entry.owed > 0);
  const principal = owing.filter((entry) => entry.typeId !== PENALTY);
  const open = (principal.length ? principal : owing).flatMap((entry) => entry.charges.filter((one) => one.owed > 0));
  return open.map((one) => one.since).toSorted(compare)[0] ?? null;
}

/** What a payment would close, were it posted now. */
export interface AllocationPreview {
  closes: { typeId: number | null; year: number; kopecks: number; owedAfter: number }[];
  /** The part that would stay as an advance, money set aside with it. */
  advance: number;
  /** Of it, set aside for the type and year that the payment names. */
  aside: number;
  /** Payments after its day that would then close something else. */
  relaid: number;
  /** Balance before and after, negative is a debt. */
  before: number;
  after: number;
}

/** Compares the debt of a debtor with and without a payment of `amount` kopecks, which may name type and year. */
export function allocationPreview(
  lines: readonly LedgerFact[],
  amount: number,
  purpose: { typeId: number; year: number } | null,
  onDate: string,
  debtor: number | null = null,
): AllocationPreview {
  const payment: LedgerFact = {
    id: Number.MAX_SAFE_INTEGER,
    on_date: onDate,
    sign: 1,
    amount_kopecks: amount,
    accrual_type_id: purpose?.typeId ?? null,
    payment_type_id: 1,
    period_year: purpose?.year ?? Number(onDate.slice(0, 4)),
    reversal_of: null,
    debtor_id: debtor,
  };
  const [was, will] = [allocate(lines, debtor), allocate([...lines, payment], debtor)];
  const after = new Map(will.entries.map((entry) => [keyOf(entry.typeId, entry.year), entry.owed]));
  const closes = was.entries
    .map(({ typeId, year, owed }) => {
      const owedAfter = after.get(keyOf(typeId, year)) ?? 0;
      return { typeId, year, kopecks: owed - owedAfter, owedAfter };
    })
    .filter((line) => line.kopecks > 0);
  const closed = owedOf(was) - owedOf(will);
  const aside = sumOf(will.aside) - sumOf(was.aside);
  const relaid = relaidBy(lines, [payment]).length;
  return {
    closes,
    advance: amount - closed,
    aside: Math.max(0, aside),
    relaid,
    before: -debtOf(was),
    after: -debtOf(will),
  };
}

/** Where the money of one payment stands now. */
export interface Closed {
  /** What it pays, the oldest first. */
  parts: { typeId: number | null; year: number; kopecks: number }[];
  /** What of it is an advance or set aside, kopecks. */
  left: number;
}

/** What each payment of a garage pays, by line; payments that pay nothing and have nothing left are not there. */
export function closedBy(lines: readonly LedgerFact[]): Map<number, Closed> {
  const all = new Map<number, Closed>();
  const of = (id: number) => all.get(id) ?? all.set(id, { parts: [], left: 0 }).get(id)!;
  for (const debtor of debtorsOf(lines)) {
    const { entries, advance, aside } = allocate(lines, debtor);
    for (const { typeId, year, paidBy } of entries)
      for (const { lineId, kopecks } of paidBy) of(lineId).parts.push({ typeId, year, kopecks });
    for (const { lineId, kopecks } of [...advance, ...aside]) of(lineId).left += kopecks;
  }
  return all;
}

/** Payments among `lines` that close something else once `more` is there: ids. */
export const relaidBy = (lines: readonly LedgerFact[], more: readonly LedgerFact[]): number[] =>
  relaidBetween(lines, [...lines, ...more]);

/** Payments that close something else among `next` than they did among `lines`: ids. */
export function relaidBetween(lines: readonly LedgerFact[], next: readonly LedgerFact[]): number[] {
  return debtorsOf([...lines, ...next]).flatMap((debtor) => {
    const [was, will] = [uses(settle(lines, debtor)), uses(settle(next, debtor))];
    return [...was].filter(([id, text]) => will.get(id) !== text).map(([id]) => id);
  });
}

/** What each payment closes, as words to compare. */
function uses(book: Book): Map<number, string> {
  const all = new Map<number, string>();
  const add = (id: number, text: string) => all.set(id, `${all.get(id) ?? ''};${text}`);
  for (const one of book.charges) {
    const sums = new Map<number, number>();
    for (const part of one.paidBy) sums.set(part.lineId, (sums.get(part.lineId) ?? 0) + part.kopecks);
    for (const [id, kopecks] of sums) add(id, `${one.lineId} ${kopecks}`);
  }
  return all;
}

/** Why nothing may be dated so: the МО closed its books up to a day. Both dates `YYYY-MM-DD`; null when it is open. */
export function closedPeriod(onDate: string, closedUntil: string | null): string | null {
  if (!closedUntil || onDate > closedUntil) return null;
  return closedUpTo(closedUntil);
}

const keyOf = (typeId: number | null, year: number) => `${typeId ?? 'back'} ${year}`;
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
