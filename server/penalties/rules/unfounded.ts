// Penalties that lost their ground: on a day they were charged for less is owed now than the books said then. Pure.
import { groundsOf, historyOf, lateOn, type Grounds, type History } from './history.ts';
import { dayAfter, type OwnedFact, type PenaltySettings } from './terms.ts';

/** A penalty that stands: its line, the entry and the person it was charged to, the days it was charged for. */
export interface StandingPenalty {
  /** Ledger line. */
  id: number;
  /** First line of its document: lines with lower numbers were known when it was made. */
  made: number;
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
  const then = new Map(penalties.map((one) => [one.id, groundsOf(facts, one)]));
  const found = new Map<number, Unfounded>();
  for (;;) {
    const now = historyOf(lines.filter((line) => !found.has(line.id)));
    const more = penalties.filter((one) => !found.has(one.id) && hasLost(one, then.get(one.id)!, now, lines));
    if (!more.length) return penalties.flatMap((one) => found.get(one.id) ?? []);
    for (const one of more) found.set(one.id, { ...one, cause: causeOf(lines, one) });
  }
}

/** On some day of the penalty less is owed of its charges, wherever their debt was moved, than when it was made. */
function hasLost(penalty: StandingPenalty, grounds: Grounds, now: History, lines: readonly OwnedFact[]) {
  const { from, to } = penalty;
  const days = [from, ...grounds.first.values(), ...lines.map((line) => dayAfter(line.on_date))];
  return [...new Set(days)]
    .filter((day) => day >= from && day <= to)
    .some((day) => {
      const late = lateOn(grounds, day).filter((one) => grounds.own.has(one.lineId));
      const roots = new Set(late.map((one) => one.root));
      const owed = ({ charges }: History) =>
        charges(day).reduce((sum, one) => sum + (roots.has(one.root) ? one.owed : 0), 0);
      return owed(now) < owed(grounds.books);
    });
}

function causeOf(lines: readonly OwnedFact[], penalty: StandingPenalty): number | null {
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  const dayOf = (line: OwnedFact) => (line.reversal_of && dates.get(line.reversal_of)) || line.on_date;
  const later = lines.filter((line) => line.id > penalty.id && line.sign > 0 && dayOf(line) < penalty.to);
  return later.toSorted((one, other) => one.id - other.id)[0]?.id ?? null;
}
