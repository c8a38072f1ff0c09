// How the history of a garage is told: owners by the dates of ownership, everything else by the action log. Pure.
import type { HistoryLine } from '../../../contract/garages.ts';

export interface OwnershipFact {
  id: number;
  full_name: string;
  /** «1/2», with which he came. */
  share: string | null;
  /** Other shares since, each from its day on. */
  shares?: readonly { day: string; share: string | null }[];
  started_on: string | null;
  ended_on: string | null;
  start_reason: string | null;
  end_reason: string | null;
  documents_checked: boolean;
  /** He only passed the garage on: a step of a chain. */
  is_transit: boolean;
  entered_by: string | null;
}
export interface LogFact {
  id: number;
  at: string;
  who: string;
  verb: string;
  text: string;
}

/** Sentences, newest first. Names stand in the nominative only: a name can't be declined by rule. */
export function historyLines(ownerships: readonly OwnershipFact[], log: readonly LogFact[]): HistoryLine[] {
  const days = [
    ...new Set(
      ownerships
        .flatMap((one) => [one.started_on, one.ended_on, ...(one.shares ?? []).map(({ day }) => day)])
        .filter((day) => day !== null),
    ),
  ];
  const told = log.map((line): HistoryLine => ({
    id: `log-${line.id}`,
    at: line.at,
    kind: line.verb.startsWith('reregistration') ? 'reregistration' : 'card',
    text: line.text,
    people: [],
    basis: null,
    who: line.who,
  }));
  // The log comes newest first and a stable sort leaves it so; within a day the owners are told before the card.
  return [...days.map((day) => ownersOn(day, ownerships)), ...told].sort((one, other) =>
    one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
  );
}

/** What happened to the owners on one day, as one sentence. */
function ownersOn(day: string, all: readonly OwnershipFact[]): HistoryLine {
  const came = all.filter((one) => one.started_on === day);
  const left = all.filter((one) => one.ended_on === day);
  const stayed = all.some(
    (one) => (one.started_on === null || one.started_on < day) && (one.ended_on === null || one.ended_on > day),
  );
  const names = (owners: readonly OwnershipFact[]) => owners.map((one) => one.full_name).join(', ');
  const withShares = came
    .map((one) => one.full_name + (one.share ? `, доля ${one.share}` : '') + (one.is_transit ? ', промежуточно' : ''))
    .join('; ');
  const several = came.length > 1;
  const others = all.flatMap(({ full_name, shares: later = [] }) =>
    later.filter((one) => one.day === day).map(({ share }) => ({ full_name, share })),
  );
  const shares = others.map(({ full_name, share }) => `${full_name}, ${share ? `доля ${share}` : 'без доли'}`);
  const changed = shares.length ? `Изменились доли: ${shares.join('; ')}` : null;
  const owners =
    came.length && left.length
      ? `${several || left.length > 1 ? 'Сменились владельцы' : 'Сменился владелец'}: ${names(left)} → ${withShares}`
      : left.length
        ? `${left.length > 1 ? 'Больше не владельцы' : 'Больше не владелец'}: ${names(left)}`
        : `${stayed ? (several ? 'Новые совладельцы' : 'Новый совладелец') : several ? 'Владельцы' : 'Владелец'}: ${withShares}`;
  const text = [came.length || left.length ? owners : null, changed].filter(Boolean).join('. ');
  const reasons = [...came.map((one) => one.start_reason), ...left.map((one) => one.end_reason)];
  const checked = came.length > 0 && came.every((one) => one.documents_checked) ? 'документы проверены' : null;
  return {
    id: `owners-${day}`,
    at: day,
    kind: 'owners',
    text,
    people: [...new Set([...left, ...came, ...others].map((one) => one.full_name))],
    basis: [...new Set([...reasons, checked])].filter(Boolean).join(', ') || null,
    who: [...new Set(came.map((one) => one.entered_by))].filter(Boolean).join(', ') || null,
  };
}
