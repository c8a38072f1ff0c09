// Rules of money that need no database: which payment closes which charge, and what a closed period refuses.

/** Accrual type «Пени»: closed last. */
export const PENALTY = 11;
/** Accrual type «Входящее сальдо»: older than everything else of its year. */
export const OPENING = 15;

/** A ledger line as the allocation sees it; kopecks, dates `YYYY-MM-DD`. */
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
}

/** Part of a line in an entry, kopecks > 0. */
export interface Part {
  lineId: number;
  kopecks: number;
}
/** What was charged for one year under one type, who paid it and what is left. `typeId` null: money given back. */
export interface Entry {
  typeId: number | null;
  year: number;
  charged: number;
  paid: number;
  owed: number;
  /** Charges that stand, oldest first. */
  charges: Part[];
  paidBy: (Part & { isNamed: boolean })[];
}
export interface Allocation {
  /** Principal by year, then penalties, then what was given back over everything paid. */
  entries: Entry[];
  /** Money that closes nothing yet, by payment. */
  advance: Part[];
}

interface Credit extends Part {
  on_date: string;
  isNamed: boolean;
}

/**
 * Lays payments over charges. A payment that names type and year closes that entry first; what remains, and payments
 * that name nothing, close the oldest principal first and penalties last; the rest is an advance. A line and its
 * reversal vanish together. Money given back is taken from the newest payments; over all of them it is owed as a line
 * of its own. Σ owed − Σ advance is always the balance with the opposite sign. The answer depends on the lines alone,
 * not on the order in which they were entered. `owedEntries` of queries.ts says the same in SQL.
 */
export function allocate(lines: readonly LedgerFact[]): Allocation {
  const { standing, byEntry } = sorted(lines);
  const entries: Entry[] = [];
  const free: Credit[] = [];
  let takenBack = 0;
  for (const group of byEntry.values()) {
    const charged = sumOf(group.charges);
    const entry = {
      ...emptyEntry(group.typeId, group.year),
      charged: Math.max(0, charged),
      owed: Math.max(0, charged),
    };
    const named = credits(group.payments, group.typeId !== null);
    takenBack += withdraw(named, sumOf(group.payments.filter((line) => line.sign < 0)));
    if (charged > 0) {
      entry.charges = chargesOf(group.charges);
      if (group.typeId !== null) close(entry, named);
      entries.push(entry);
    } else if (charged < 0) free.push(...surplus(group.charges, -charged));
    free.push(...named.filter((credit) => credit.kopecks > 0));
  }
  free.sort(byDate);
  takenBack = withdraw(free, takenBack);
  entries.sort(byAge);
  for (const entry of entries) close(entry, free);
  if (takenBack > 0) {
    const year = Math.max(...lines.filter(isBack).map((line) => line.period_year));
    const charges = standing.filter(isBack).map((line) => ({ lineId: line.id, kopecks: line.amount_kopecks }));
    entries.push({ ...emptyEntry(null, year), charged: takenBack, owed: takenBack, charges });
  }
  const advance = free.filter((credit) => credit.kopecks > 0).map(({ lineId, kopecks }) => ({ lineId, kopecks }));
  return { entries, advance };
}

/** Debt of an allocation, kopecks: negative for an advance. */
export const debtOf = ({ entries, advance }: Allocation): number =>
  entries.reduce((sum, entry) => sum + entry.owed, 0) - advance.reduce((sum, part) => sum + part.kopecks, 0);

/** What of an entry's charges is still owed: payments close the oldest charge first. Kopecks by line. */
export function owedCharges(entry: Entry): Part[] {
  let left = entry.owed;
  return entry.charges
    .toReversed()
    .map(({ lineId, kopecks }) => {
      const owed = Math.min(left, kopecks);
      left -= owed;
      return { lineId, kopecks: owed };
    })
    .filter((part) => part.kopecks > 0)
    .toReversed();
}

/**
 * The day from which a garage owes: that of the oldest charge which is not wholly paid. Penalties count only when
 * nothing else is owed. Null without a debt. `oldestUnpaid` of queries/ageing.ts says the same in SQL.
 */
export function debtSince({ entries }: Allocation, dateOf: (lineId: number) => string): string | null {
  const owing = entries.filter((entry) => entry.owed > 0);
  const principal = owing.filter((entry) => entry.typeId !== PENALTY);
  const dates = (principal.length ? principal : owing).flatMap(owedCharges).map((part) => dateOf(part.lineId));
  return dates.toSorted(compare)[0] ?? null;
}

/** What a payment would close, were it posted now. */
export interface AllocationPreview {
  closes: { typeId: number | null; year: number; kopecks: number; owedAfter: number }[];
  /** The part that would stay as an advance. */
  advance: number;
  /** Balance before and after, negative is a debt. */
  before: number;
  after: number;
}

/** Compares the debt with and without a payment of `amount` kopecks, which may name type and year. */
export function allocationPreview(
  lines: readonly LedgerFact[],
  amount: number,
  purpose: { typeId: number; year: number } | null,
  onDate: string,
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
  };
  const [was, will] = [allocate(lines), allocate([...lines, payment])];
  const after = new Map(will.entries.map((entry) => [keyOf(entry.typeId, entry.year), entry.owed]));
  const closes = was.entries
    .map(({ typeId, year, owed }) => {
      const owedAfter = after.get(keyOf(typeId, year)) ?? 0;
      return { typeId, year, kopecks: owed - owedAfter, owedAfter };
    })
    .filter((line) => line.kopecks > 0);
  const closed = closes.reduce((sum, line) => sum + line.kopecks, 0);
  return { closes, advance: amount - closed, before: -debtOf(was), after: -debtOf(will) };
}

/** Why nothing may be dated so: the МО closed its books up to a day. Both dates `YYYY-MM-DD`; null when it is open. */
export function closedPeriod(onDate: string, closedUntil: string | null): string | null {
  if (!closedUntil || onDate > closedUntil) return null;
  return `Период закрыт до ${closedUntil.split('-').reverse().join('.')}`;
}

interface Group {
  typeId: number | null;
  year: number;
  charges: LedgerFact[];
  payments: LedgerFact[];
}

/** Lines that are not undone, by date, and the same by entry; payments that name nothing are one group. */
function sorted(lines: readonly LedgerFact[]) {
  const here = new Set(lines.map((line) => line.id));
  const undone = new Set(
    lines.flatMap((line) => (line.reversal_of && here.has(line.reversal_of) ? [line.reversal_of] : [])),
  );
  const standing = lines
    .filter((line) => !undone.has(line.id) && !(line.reversal_of && here.has(line.reversal_of)))
    .toSorted((one, other) => compare(one.on_date, other.on_date) || one.id - other.id);
  const byEntry = new Map<string, Group>();
  for (const line of standing) {
    const typeId = line.accrual_type_id;
    const year = typeId === null ? 0 : line.period_year;
    const key = keyOf(typeId, year);
    const group = byEntry.get(key) ?? { typeId, year, charges: [], payments: [] };
    byEntry.set(key, group);
    (line.payment_type_id === null ? group.charges : group.payments).push(line);
  }
  return { standing, byEntry };
}

const isBack = (line: LedgerFact) => line.payment_type_id !== null && line.sign < 0;
const keyOf = (typeId: number | null, year: number) => `${typeId ?? 'back'} ${year}`;
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byDate = (one: Credit, other: Credit) => compare(one.on_date, other.on_date) || one.lineId - other.lineId;
const emptyEntry = (typeId: number | null, year: number): Entry => ({
  typeId,
  year,
  charged: 0,
  paid: 0,
  owed: 0,
  charges: [],
  paidBy: [],
});

/** Debt of lines: charges count up, what takes them back counts down. */
const sumOf = (lines: readonly LedgerFact[]) => lines.reduce((sum, line) => sum - line.sign * line.amount_kopecks, 0);

const credits = (payments: readonly LedgerFact[], isNamed: boolean): Credit[] =>
  payments
    .filter((line) => line.sign > 0)
    .map((line) => ({ lineId: line.id, kopecks: line.amount_kopecks, on_date: line.on_date, isNamed }));

/** Charges of an entry less what was taken back from them, the newest first to go. */
function chargesOf(lines: readonly LedgerFact[]): Part[] {
  const charges = lines
    .filter((line) => line.sign < 0)
    .map((line) => ({ lineId: line.id, kopecks: line.amount_kopecks }));
  withdraw(
    charges,
    lines.filter((line) => line.sign > 0).reduce((sum, line) => sum + line.amount_kopecks, 0),
  );
  return charges.filter((part) => part.kopecks > 0);
}

/** A charge taken back below zero pays other entries, in the name of the lines that took it back. */
function surplus(lines: readonly LedgerFact[], kopecks: number): Credit[] {
  const back = credits(lines, false);
  withdraw(back, back.reduce((sum, credit) => sum + credit.kopecks, 0) - kopecks);
  return back.filter((credit) => credit.kopecks > 0);
}

/** Takes `kopecks` from the newest parts; answers what they could not give. */
function withdraw(parts: Part[], kopecks: number): number {
  let left = kopecks;
  for (const part of parts.toReversed()) {
    const taken = Math.min(left, part.kopecks);
    part.kopecks -= taken;
    left -= taken;
  }
  return left;
}

/** Closes an entry by payments, the earliest first; what they gave is taken from them. */
function close(entry: Entry, from: Credit[]) {
  for (const credit of from) {
    const taken = Math.min(entry.owed, credit.kopecks);
    if (taken <= 0) continue;
    credit.kopecks -= taken;
    entry.owed -= taken;
    entry.paid += taken;
    const { lineId, isNamed } = credit;
    const same = entry.paidBy.find((part) => part.lineId === lineId);
    if (same) same.kopecks += taken;
    else entry.paidBy.push({ lineId, kopecks: taken, isNamed });
  }
}

/** Oldest principal first, penalties last; inside a year the opening balance, then by the number of the type. */
function byAge(one: Entry, other: Entry): number {
  const rank = (entry: Entry) => [
    entry.typeId === PENALTY ? 1 : 0,
    entry.year,
    entry.typeId === OPENING ? 0 : (entry.typeId ?? 0),
  ];
  const [a, b] = [rank(one), rank(other)];
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
}
