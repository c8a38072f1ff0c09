// The books of a garage as they stood when a day began, and what was charged for its days before. Pure.
import { debtorsOf, keyOf as entryOf, settle } from '../../balance/rules/settlement.ts';
import { firstDays, type DelayTerms, type OwnedFact } from './terms.ts';

/** A penalty that was charged: its line, the entry and the person it was charged to, the days it was charged for. */
export interface ChargedBefore {
  /** Ledger line. */
  id: number;
  /** First line of its document: lines with lower numbers were known when it was made, penalties made with it were not. */
  made: number;
  type: number;
  year: number;
  owner: number | null;
  debtor: number | null;
  from: string;
  to: string;
  kopecks: number;
  /** The line that undid it. */
  undone: number | null;
}

/** A charge with what is owed of it, and its debtor. */
export interface Standing {
  lineId: number;
  /** The charge its debt comes from, wherever it was moved. */
  root: number;
  typeId: number | null;
  year: number;
  charged: number;
  owed: number;
  debtor: number | null;
}
/** Charges as they stood when a day began, with the owners of lines; the lines are walked once for each debtor. */
export interface History {
  charges: (day: string) => Standing[];
  ownerOf: Map<number, number | null>;
}
export function historyOf(lines: readonly OwnedFact[]): History {
  const books = debtorsOf(lines).map((debtor) => {
    const states: { day: string; charges: Standing[] }[] = [];
    settle(lines, debtor, (day, { charges }) =>
      states.push({ day, charges: charges.map((one) => ({ ...one, debtor })) }),
    );
    return states;
  });
  const charges = (day: string) =>
    books.flatMap((states) => states.findLast((state) => state.day < day)?.charges ?? []);
  return { charges, ownerOf: new Map(lines.map((line) => [line.id, line.owner_id])) };
}

/** Who owes a charge. */
export const keyOf = ({ type, year, owner, debtor }: Omit<Charged, 'id' | 'made' | 'from'>) =>
  `${type} ${year} ${owner} ${debtor}`;

/** The books when a penalty was made, the charges of its type and year with their first day of delay, and those it was for. */
export interface Grounds {
  books: History;
  first: Map<number, string>;
  own: Set<number>;
}
type Terms = Omit<DelayTerms, 'applies'> & { lines: readonly OwnedFact[] };
/** A penalty by what it was charged for. */
type Charged = Pick<ChargedBefore, 'id' | 'made' | 'type' | 'year' | 'owner' | 'debtor' | 'from'>;

/** The grounds of a penalty; `now` are the books of today where nothing that was entered since touches its days. */
export function groundsOf({ lines, settings, yearly }: Terms, penalty: Charged, now?: History): Grounds {
  const { type, year, owner, debtor, from } = penalty;
  const known = lines.filter((line) => line.id < penalty.made);
  const books = now ?? historyOf(known);
  const named = known.filter((line) => line.accrual_type_id === type && line.period_year === year);
  const own = named.filter((line) => line.owner_id === owner && (line.debtor_id ?? null) === debtor);
  const grounds = {
    books,
    first: firstDays(named, known, { applies: new Set([type]), yearly, settings }),
    own: new Set(own.map((line) => line.id)),
  };
  if (lateOn(grounds, from).some(({ lineId }) => grounds.own.has(lineId))) return grounds;
  // Terms that were changed since say nothing about the ground: then every charge of the entry is one.
  return { ...grounds, first: new Map([...grounds.first.keys()].map((id) => [id, from])) };
}

/** What was late in those books as a day began. */
export const lateOn = ({ books, first }: Pick<Grounds, 'books' | 'first'>, day: string): Standing[] =>
  books.charges(day).filter((one) => one.owed > 0 && (first.get(one.lineId) ?? '9999') <= day);

/** What penalties were charged for on a day, kopecks by charge and by who owed it. */
type Units = Map<number, Map<string, number>>;
/** What of each late charge no penalty was charged for; in the order of `late`. */
export function freeOf(
  late: readonly Standing[],
  { ownerOf }: History,
  charged: Units,
): { key: string; free: number }[] {
  const left = new Map([...charged].map(([root, sums]) => [root, new Map(sums)]));
  const take = (root: number, key: string, kopecks: number) => {
    const sums = left.get(root);
    const taken = Math.min(kopecks, sums?.get(key) ?? 0);
    if (taken) sums!.set(key, sums!.get(key)! - taken);
    return kopecks - taken;
  };
  const all = late.map(({ lineId, root, typeId, year, debtor, owed }) => {
    const key = keyOf({ type: typeId!, year, owner: ownerOf.get(lineId) ?? null, debtor });
    return { root, key, free: take(root, key, owed) };
  });
  // A debt that was moved since was charged to whoever owed it then.
  for (const one of all) for (const key of left.get(one.root)?.keys() ?? []) one.free = take(one.root, key, one.free);
  return all;
}

/**
 * What standing penalties were charged for on a day: of each charge as much as was late in the books they were made of and
 * was not charged for by a penalty that stood then. Charges entered later, and debts that grew since, are not in it.
 */
export function chargedBefore(
  facts: Terms & { before: readonly ChargedBefore[] },
  now: History,
): (day: string) => Units {
  const all = facts.before.toSorted((one, other) => one.id - other.id);
  const grounds = new Map(
    all.map((one) => [one, groundsOf(facts, one, isTouched(facts.lines, one) ? undefined : now)]),
  );
  return (day) => {
    const own: (ChargedBefore & { units: Units })[] = [];
    for (const one of all.filter(({ from, to }) => from <= day && day <= to)) {
      const held = own.filter(({ undone }) => undone === null || undone > one.id);
      const late = lateOn(grounds.get(one)!, day);
      const units: Units = new Map();
      freeOf(late, grounds.get(one)!.books, sumOf(held)).forEach(({ key, free }, nth) => {
        if (key === keyOf(one)) add(units, late[nth]!.root, key, free);
      });
      own.push({ ...one, units });
    }
    return sumOf(own.filter(({ undone }) => undone === null));
  };
}
function add(units: Units, root: number, key: string, kopecks: number) {
  const sums = units.get(root) ?? new Map<string, number>();
  units.set(root, sums.set(key, (sums.get(key) ?? 0) + kopecks));
}
function sumOf(all: readonly { units: Units }[]): Units {
  const sum: Units = new Map();
  for (const { units } of all)
    for (const [root, sums] of units) for (const [key, one] of sums) add(sum, root, key, one);
  return sum;
}

/**
 * The books of then were others: something entered after the penalty is dated before its end, or undoes what is; or a charge that money
 * of then is named for, and that was undone once, stands anew since, be it a penalty of the same run: that money waits for it again.
 */
function isTouched(lines: readonly OwnedFact[], { id, made, to }: ChargedBefore): boolean {
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  const waits = entriesWaitedFor(lines);
  return lines.some(
    (line) =>
      (line.id > id &&
        (line.on_date < to || (line.reversal_of !== null && (dates.get(line.reversal_of) ?? '') < to))) ||
      (line.id >= made && waits.has(entryOf(line))),
  );
}

/** Entries of which something was undone, and for which money was named. */
function entriesWaitedFor(lines: readonly OwnedFact[]): Set<string> {
  const undone = new Set(lines.filter((line) => line.reversal_of !== null).map(entryOf));
  const isNamed = (line: OwnedFact) => line.sign > 0 && line.payment_type_id !== null && line.reversal_of === null;
  return new Set(lines.filter((line) => isNamed(line) && undone.has(entryOf(line))).map(entryOf));
}
