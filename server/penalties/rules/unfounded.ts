// Penalties that lost their ground: on a day they were charged for less is owed now than the books said then. Pure.
import { debtorsOf, settle } from '../../balance/rules/settlement.ts';
import { dayAfter, firstDays, type OwnedFact, type PenaltySettings } from '../rules.ts';

/** A penalty that stands: its line, the entry and the person it was charged to, the days it was charged for. */
export interface StandingPenalty {
  /** Ledger line; lines with lower numbers were known when it was made. */
  id: number;
  /** Document that charged it. */
  document: number;
  type: number;
  year: number;
  owner: number | null;
  debtor: number | null;
  from: string;
  to: string;
  kopecks: number;
}
export interface UnfoundedFacts {
  /** All ledger lines of the garage. */
  lines: readonly OwnedFact[];
  penalties: readonly StandingPenalty[];
  settings: PenaltySettings;
  /** Accrual types that are charged once a year. */
  yearly: ReadonlySet<number>;
}
/** A penalty without ground and the first line entered after it that is dated before its end. */
export interface Unfounded extends StandingPenalty {
  cause: number | null;
}

/**
 * Penalties that have no ground any more, those included that lose it when the others are taken back: money that had paid
 * one of them then closes principal.
 */
export function unfoundedOf(facts: UnfoundedFacts): Unfounded[] {
  const { lines, penalties } = facts;
  const then = new Map(penalties.map((one) => [one.id, grounds(facts, one)]));
  const found = new Map<number, Unfounded>();
  for (;;) {
    const now = stateOf(lines.filter((line) => !found.has(line.id)));
    const more = penalties.filter((one) => !found.has(one.id) && hasLost(one, then.get(one.id)!, now, lines));
    if (!more.length) return penalties.flatMap((one) => found.get(one.id) ?? []);
    for (const one of more) found.set(one.id, { ...one, cause: causeOf(lines, one) });
  }
}

/** What was owed of charges as a day began, by debtor; each list goes by day. */
type States = { day: string; charges: { root: number; lineId: number; owed: number }[] }[][];

function stateOf(lines: readonly OwnedFact[]): States {
  return debtorsOf(lines).map((debtor) => {
    const states: States[number] = [];
    settle(lines, debtor, (day, { charges }) =>
      states.push({ day, charges: charges.map(({ root, lineId, owed }) => ({ root, lineId, owed })) }),
    );
    return states;
  });
}
const chargesOn = (states: States, day: string) =>
  states.flatMap((own) => own.findLast((state) => state.day < day)?.charges ?? []);

/** The books when a penalty was made, and the charges it could stand on with their first day of delay. */
interface Grounds {
  states: States;
  first: Map<number, string>;
}
function grounds({ lines, settings, yearly }: UnfoundedFacts, penalty: StandingPenalty): Grounds {
  const known = lines.filter((line) => line.id < penalty.id);
  const states = stateOf(known);
  const own = known.filter(
    (line) =>
      line.accrual_type_id === penalty.type &&
      line.period_year === penalty.year &&
      line.owner_id === penalty.owner &&
      (line.debtor_id ?? null) === penalty.debtor,
  );
  const first = firstDays(own, known, { applies: new Set([penalty.type]), yearly, settings });
  const isLate = chargesOn(states, penalty.from).some(
    (one) => one.owed && (first.get(one.lineId) ?? '9999') <= penalty.from,
  );
  // Terms that were changed since say nothing about the ground: then every charge of the entry is one.
  return { states, first: isLate ? first : new Map([...first.keys()].map((id) => [id, penalty.from])) };
}

/** On some day of the penalty less is owed of its charges, wherever their debt was moved, than when it was made. */
function hasLost(penalty: StandingPenalty, { states, first }: Grounds, now: States, lines: readonly OwnedFact[]) {
  const { from, to } = penalty;
  const days = [from, ...first.values(), ...lines.map((line) => dayAfter(line.on_date))];
  return [...new Set(days)]
    .filter((day) => day >= from && day <= to)
    .some((day) => {
      const was = chargesOn(states, day);
      const late = was.filter((one) => one.owed > 0 && (first.get(one.lineId) ?? '9999') <= day);
      const roots = new Set(late.map((one) => one.root));
      const owed = (all: typeof was) => all.reduce((sum, one) => sum + (roots.has(one.root) ? one.owed : 0), 0);
      return owed(chargesOn(now, day)) < owed(was);
    });
}

function causeOf(lines: readonly OwnedFact[], penalty: StandingPenalty): number | null {
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  const dayOf = (line: OwnedFact) => (line.reversal_of && dates.get(line.reversal_of)) || line.on_date;
  const later = lines.filter((line) => line.id > penalty.id && line.sign > 0 && dayOf(line) < penalty.to);
  return later.toSorted((one, other) => one.id - other.id)[0]?.id ?? null;
}
