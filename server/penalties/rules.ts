// Rules of penalties: days of delay of each principal entry, their price, the cap; no day twice. Pure.
import { daysBetween, plusDays } from '../../contract/kernel/days.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import type { LedgerFact } from '../balance/rules.ts';
import { dueDayOf, type DueTerms } from '../balance/rules/dueDay.ts';
import { debtorsOf, isCharge, settle } from '../balance/rules/settlement.ts';

/** Settings of a ПО. */
export interface PenaltySettings {
  enabled: boolean;
  method: 'percent_day' | 'key_rate_300' | 'none';
  /** Percent a day. */
  rate: number;
  /** «31.12» of the year charged for. */
  due_day_month: string;
  grace_days: number;
  /** Most that penalties may come to, percent of the principal. */
  cap: number;
}
/** A key rate in force from a day, percent a year; the list goes by day. */
export interface KeyRate {
  since: string;
  percent: number;
}
export interface OwnedFact extends LedgerFact {
  owner_id: number | null;
  /** Own due day of its document. */
  due_on?: string | null;
}
/** What was charged before for an entry and stands: kopecks, and the last day that is paid for. */
export interface ChargedBefore {
  type: number;
  year: number;
  through: string;
  kopecks: number;
  /** Days before that whose penalties were taken back: they may be charged again. */
  free?: readonly { from: string; to: string }[];
}
export interface PenaltyFacts {
  lines: readonly OwnedFact[];
  /** Accrual types that penalties apply to. */
  applies: ReadonlySet<number>;
  /** Accrual types that are charged once a year. */
  yearly: ReadonlySet<number>;
  before: readonly ChargedBefore[];
  settings: PenaltySettings;
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

/**
 * Penalties of a garage up to a day. A day of delay costs the rate of what was overdue when it began: the day of payment
 * still counts, the next one does not. Undone lines were never there. A charge is overdue after its due day, or after its
 * own day when it was made later, and the grace that follows.
 */
export const penaltiesOf = (facts: PenaltyFacts): PenaltyPart[] => layPenalties(facts).parts;

/** Overdue days for which no key rate is known: such a garage is left out and named. */
export interface Unrated {
  from: string;
  to: string;
  days: number;
}

/** Penalties of a garage; none of them where a day of delay has no rate. */
export function layPenalties(facts: PenaltyFacts): { parts: PenaltyPart[]; unrated: Unrated | null } {
  const nothing = { parts: [], unrated: null };
  const { settings, to } = facts;
  if (!settings.enabled || settings.method === 'none') return nothing;
  const lines = standing(facts.lines);
  const first = firstDays(lines, facts.lines, facts);
  if (!first.size) return nothing;
  let unrated: Unrated | null = null;
  const sums = new Map<string, Sum>();
  // Undoing changes something too: money set aside for a charge that is undone is free from that day on.
  const days = marks(facts.lines, first, facts);
  const asOf = history(facts.lines);
  days.forEach((from, index) => {
    const until = dayBefore(days[index + 1] ?? dayAfter(to));
    const price = rateOn(settings, facts.keyRates, from);
    if (!price && settings.method === 'key_rate_300' && overdueOn(asOf, first, facts, from).size) {
      const days = daysBetween(from, until) + 1;
      unrated = { from: unrated?.from ?? from, to: until, days: (unrated?.days ?? 0) + days };
    }
    if (!price) return;
    for (const [key, owed] of overdueOn(asOf, first, facts, from)) {
      const sum = sums.get(key) ?? { ...owed, units: 0n, days: 0, from, to: until };
      const length = daysBetween(from, until) + 1;
      sum.units += BigInt(owed.kopecks) * price * BigInt(length);
      sum.days += length;
      sum.to = until;
      sums.set(key, sum);
    }
  });
  if (unrated) return { parts: [], unrated };
  return { parts: capped([...sums.values()], asOf, first, facts), unrated };
}

interface Owed {
  type: number;
  year: number;
  owner: number | null;
  debtor: number | null;
  kopecks: number;
}
interface Sum extends Owed {
  units: bigint;
  days: number;
  from: string;
  to: string;
}

/** Lines without those that are undone and those that undo them. */
function standing(lines: readonly OwnedFact[]): OwnedFact[] {
  const undone = new Set(lines.map((line) => line.reversal_of));
  return lines.filter((line) => line.reversal_of === null && !undone.has(line.id));
}

/** The first day of delay of each charge among `own` that penalties apply to; `lines` hold where moved debts come from. */
export function firstDays(
  own: readonly OwnedFact[],
  lines: readonly OwnedFact[],
  { applies, yearly, settings }: Pick<PenaltyFacts, 'applies' | 'yearly' | 'settings'>,
): Map<number, string> {
  const charges = own.filter((line) => isCharge(line) && applies.has(line.accrual_type_id!));
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  // A debt that was moved is overdue since the charge it comes from was.
  const sinceOf = (line: OwnedFact) => (line.origin_id && dates.get(line.origin_id)) || line.on_date;
  const termsOf = (line: OwnedFact) => ({
    on_date: sinceOf(line),
    period_year: line.period_year,
    due_on: line.due_on ?? null,
    is_yearly: yearly.has(line.accrual_type_id!),
  });
  return new Map(charges.map((line) => [line.id, firstDayOf(termsOf(line), settings)]));
}

/** The first day that costs something. */
export function firstDayOf(charge: DueTerms, settings: PenaltySettings): string {
  const due = dueDayOf(charge, settings.due_day_month);
  return plusDays(charge.on_date > due ? charge.on_date : due, settings.grace_days + 1);
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
    ...before.map((one) => dayAfter(one.through)),
    ...before.flatMap(({ free = [] }) => free.flatMap((span) => [span.from, dayAfter(span.to)])),
    ...keyRates.map((one) => one.since),
  ];
  return [...new Set(all)].filter((day) => day >= start && day <= to).toSorted();
}

/** A charge with what is owed of it, and its debtor. */
interface Standing {
  lineId: number;
  typeId: number | null;
  year: number;
  charged: number;
  owed: number;
  debtor: number | null;
}
/** Charges as they stood when a day began, with the owners of lines; the lines are walked once for each debtor. */
interface History {
  charges: (day: string) => Standing[];
  ownerOf: Map<number, number | null>;
}
function history(lines: readonly OwnedFact[]): History {
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

/** What is overdue as a day begins, by entry, person and debtor, without entries whose day was charged before. */
function overdueOn(asOf: History, first: Map<number, string>, facts: PenaltyFacts, day: string): Map<string, Owed> {
  const owed = new Map<string, Owed>();
  for (const { lineId, typeId, year, debtor, owed: kopecks } of asOf.charges(day)) {
    if (typeId === null || !facts.applies.has(typeId) || !kopecks) continue;
    if (facts.before.some((one) => one.type === typeId && one.year === year && isCharged(one, day))) continue;
    if ((first.get(lineId) ?? '9999') > day) continue;
    const owner = asOf.ownerOf.get(lineId) ?? null;
    const key = keyOf({ type: typeId, year, owner, debtor });
    const sum = owed.get(key) ?? { type: typeId, year, owner, debtor, kopecks: 0 };
    sum.kopecks += kopecks;
    owed.set(key, sum);
  }
  return owed;
}
const isCharged = ({ through, free = [] }: ChargedBefore, day: string) =>
  through >= day && !free.some((span) => span.from <= day && day <= span.to);
const keyOf = ({ type, year, owner, debtor }: Omit<Owed, 'kopecks'>) => `${type} ${year} ${owner} ${debtor}`;

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
  const left = overdueOn(asOf, first, { ...facts, before: [] }, dayAfter(facts.to));
  const room = new Map<string, number>();
  return sums.flatMap(({ type, year, owner, debtor, units, ...sum }) => {
    const key = `${type} ${year}`;
    const own = charges.filter((one) => one.typeId === type && one.year === year);
    const charged = own.reduce((total, one) => total + one.charged, 0);
    const before = facts.before.find((one) => one.type === type && one.year === year)?.kopecks ?? 0;
    const cap = Math.floor((charged * facts.settings.cap) / 100);
    const may = room.get(key) ?? Math.max(0, cap - before);
    const full = kopecksOf(units);
    const kopecks = Math.min(full, may);
    room.set(key, may - kopecks);
    if (!kopecks) return [];
    const principal = left.get(keyOf({ type, year, owner, debtor }))?.kopecks ?? 0;
    const { from, to, days } = sum;
    return [{ type, year, owner, debtor, from, to, days, kopecks, principal, before, cap, isCapped: kopecks < full }];
  });
}

export const dayAfter = (day: string) => plusDays(day, 1);
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
