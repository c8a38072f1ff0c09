// Rules of penalties: days of delay of each principal entry, their price, the cap; no day twice. Pure.
import { daysBetween, plusDays } from '../../contract/kernel/days.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { chargedBefore, freeOf, historyOf, keyOf, lateOn, type ChargedBefore, type History } from './rules/history.ts';
import { dayAfter, firstDays, type DelayTerms, type OwnedFact, type PenaltySettings } from './rules/terms.ts';
export type { ChargedBefore } from './rules/history.ts';
export { firstDayOf, type OwnedFact, type PenaltySettings } from './rules/terms.ts';

/** A key rate in force from a day, percent a year; the list goes by day. */
export interface KeyRate {
  since: string;
  percent: number;
}
export interface PenaltyFacts extends DelayTerms {
  lines: readonly OwnedFact[];
  /** Every penalty charged before, those that were undone too: the books then say what each of them was for. */
  before: readonly ChargedBefore[];
  keyRates: readonly KeyRate[];
  /** First and last day that may count. */
  since: string | null;
  to: string;
}
/** Penalties of one entry owed by one person. */
export interface PenaltyPart {
  type: number;
  year: number;
  owner: number | null;
  /** The former owner whose debt it is. */
  debtor: number | null;
  from: string;
  to: string;
  days: number;
  kopecks: number;
  /** Still overdue at the last day. */
  principal: number;
  before: number;
  cap: number;
  isCapped: boolean;
}

/** Exact units of a kopeck: hundredths of a basis point, a three-hundredth. */
const UNITS = 300n * 1_000_000n;

/** Overdue days for which no key rate is known: such a garage is left out and named. */
export interface Unrated {
  from: string;
  to: string;
  days: number;
}

/**
 * Penalties of a garage up to a day; none of them where a day of delay has no rate. A day of delay costs the rate of what was overdue
 * when it began: the day of payment still counts, the next one does not. Undone lines were never there. A charge is overdue after
 * its due day, or after its own day when it was made later, and the grace that follows.
 */
export function layPenalties(facts: PenaltyFacts): { parts: PenaltyPart[]; unrated: Unrated | null } {
  const nothing = { parts: [], unrated: null };
  const { settings, to } = facts;
  if (!settings.enabled || settings.method === 'none') return nothing;
  const lines = standing(facts.lines);
  const first = firstDays(lines, facts.lines, facts);
  if (!first.size) return nothing;
  let unrated: Unrated | null = null;
  // Undoing changes something too: money set aside for a charge that is undone is free from that day on.
  const days = marks(facts.lines, first, facts);
  const asOf = historyOf(facts.lines);
  const before = chargedBefore(facts, asOf);
  const stretches = new Stretches();
  days.forEach((from, index) => {
    const until = dayBefore(days[index + 1] ?? dayAfter(to));
    const price = rateOn(settings, facts.keyRates, from);
    const owed = overdueOn(asOf, first, from, before);
    if (!price && settings.method === 'key_rate_300' && [...owed.values()].some((one) => one.free)) {
      const days = daysBetween(from, until) + 1;
      unrated = { from: unrated?.from ?? from, to: until, days: (unrated?.days ?? 0) + days };
    }
    if (price) stretches.add(owed, price, from, until);
  });
  if (unrated) return { parts: [], unrated };
  return { parts: capped(stretches.sums, asOf, first, facts), unrated };
}

interface Owed {
  type: number;
  year: number;
  owner: number | null;
  debtor: number | null;
  kopecks: number;
  /** Of it, what no penalty was charged for on that day. */
  free: number;
}
interface Sum extends Owed {
  units: bigint;
  days: number;
  from: string;
  to: string;
}

/** Days of delay by entry, person and debtor; days that were charged before divide them, so that each part says its own days. */
class Stretches {
  readonly sums: Sum[] = [];
  private readonly last = new Map<string, Sum>();

  add(owed: Map<string, Owed>, price: bigint, from: string, to: string) {
    for (const [key, one] of owed) {
      if (!one.free) {
        this.last.delete(key);
        continue;
      }
      const sum = this.last.get(key) ?? this.begin(key, { ...one, units: 0n, days: 0, from, to });
      const length = daysBetween(from, to) + 1;
      sum.units += BigInt(one.free) * price * BigInt(length);
      sum.days += length;
      sum.to = to;
    }
  }
  private begin(key: string, sum: Sum): Sum {
    this.sums.push(sum);
    this.last.set(key, sum);
    return sum;
  }
}

/** Lines without those that are undone and those that undo them. */
function standing(lines: readonly OwnedFact[]): OwnedFact[] {
  const undone = new Set(lines.map((line) => line.reversal_of));
  return lines.filter((line) => line.reversal_of === null && !undone.has(line.id));
}

/** Days at which anything may change, from the first day of delay on; between two of them every day costs the same. */
function marks(lines: readonly OwnedFact[], first: Map<number, string>, facts: PenaltyFacts): string[] {
  const { since, to, before, keyRates } = facts;
  const begins = [...first.values()].reduce((one, other) => (one < other ? one : other));
  const start = since && since > begins ? since : begins;
  const all = [
    start,
    ...first.values(),
    ...lines.map((line) => dayAfter(line.on_date)),
    ...before.flatMap((one) => [one.from, dayAfter(one.to)]),
    ...keyRates.map((one) => one.since),
  ];
  return [...new Set(all)].filter((day) => day >= start && day <= to).toSorted();
}

/** What is overdue as a day begins, by entry, person and debtor. */
function overdueOn(asOf: History, first: Map<number, string>, day: string, charged?: Charged): Map<string, Owed> {
  const late = lateOn({ books: asOf, first }, day);
  const owed = new Map<string, Owed>();
  freeOf(late, asOf, charged?.(day) ?? new Map()).forEach(({ key, free }, nth) => {
    const { lineId, typeId, year, debtor, owed: kopecks } = late[nth]!;
    const entry = { type: typeId!, year, owner: asOf.ownerOf.get(lineId) ?? null, debtor };
    const sum = owed.get(key) ?? { ...entry, kopecks: 0, free: 0 };
    owed.set(key, { ...sum, kopecks: sum.kopecks + kopecks, free: sum.free + free });
  });
  return owed;
}
type Charged = ReturnType<typeof chargedBefore>;

/** Price of one day, units of a kopeck for a kopeck. */
export function rateOn(settings: PenaltySettings, keyRates: readonly KeyRate[], day: string): bigint {
  if (settings.method === 'percent_day') return BigInt(Math.round(settings.rate * 10_000)) * 300n;
  const known = keyRates.filter((one) => one.since <= day);
  return known.length ? BigInt(Math.round(known.at(-1)!.percent * 10_000)) : 0n;
}

/** Kopecks of exact units, half up. */
const kopecksOf = (units: bigint): number => Number((units + UNITS / 2n) / UNITS);

/** Sums as parts, cut so that all penalties of an entry stay within the cap. */
function capped(sums: readonly Sum[], asOf: History, first: Map<number, string>, facts: PenaltyFacts): PenaltyPart[] {
  const charges = asOf.charges(dayAfter(facts.to));
  const left = overdueOn(asOf, first, dayAfter(facts.to));
  const room = new Map<string, number>();
  return sums.flatMap(({ type, year, owner, debtor, units, from, to, days }) => {
    const key = `${type} ${year}`;
    const own = charges.filter((one) => one.typeId === type && one.year === year);
    const charged = own.reduce((total, one) => total + one.charged, 0);
    const before = facts.before
      .filter((one) => one.undone === null && one.type === type && one.year === year)
      .reduce((total, one) => total + one.kopecks, 0);
    const cap = Math.floor((charged * facts.settings.cap) / 100);
    const may = room.get(key) ?? Math.max(0, cap - before);
    const full = kopecksOf(units);
    const kopecks = Math.min(full, may);
    room.set(key, may - kopecks);
    if (!kopecks) return [];
    const principal = left.get(keyOf({ type, year, owner, debtor }))?.kopecks ?? 0;
    return [{ type, year, owner, debtor, from, to, days, kopecks, principal, before, cap, isCapped: kopecks < full }];
  });
}

const dayBefore = (day: string) => plusDays(day, -1);

/** Settings in words, for the preview. */
export function settingsText(settings: PenaltySettings): string {
  if (!settings.enabled || settings.method === 'none') return 'Пени не начисляются';
  const rate =
    settings.method === 'percent_day' ? `${String(settings.rate).replace('.', ',')} % в день` : '1/300 ключевой ставки';
  const grace = settings.grace_days ? `, льготных дней ${settings.grace_days}` : '';
  return `${rate}, срок годовых взносов ${settings.due_day_month}, других 30 дней${grace}, не больше ${settings.cap} % взноса`;
}

/** Which key rate counts on a day, so that one that is out of date is seen. */
export function keyRateText(keyRates: readonly KeyRate[], day: string): string {
  const known = keyRates.findLast((one) => one.since <= day);
  if (!known) return 'Ключевая ставка на этот день не внесена';
  if (known === keyRates.at(-1))
    return `Последняя известная ставка ${String(known.percent).replace('.', ',')} % от ${formatDate(known.since)}`;
  return `Ставка ${String(known.percent).replace('.', ',')} % действует с ${formatDate(known.since)}`;
}
