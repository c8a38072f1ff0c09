// Owners of a garage on the day of a paper, and why a paper can't be of that day. Pure.
import { shortDate } from '../../kernel/paper/words.ts';
import type { Facts, GarageFacts, OwnerFacts } from '../facts/types.ts';

/** The chain as it stood on a day: the last day of an owner belongs to who comes after him. */
export function ownersOn(
  chain: readonly Omit<OwnerFacts, 'left_on'>[],
  { day, today }: { day: string; today: string },
): Pick<GarageFacts, 'owners' | 'later'> {
  const came = chain.filter((one) => one.started_on === null || one.started_on <= day);
  const then = came.map((one) => ({
    ...one,
    left_on: one.ended_on !== null && one.ended_on <= today ? one.ended_on : null,
    ended_on: one.ended_on !== null && one.ended_on > day ? null : one.ended_on,
  }));
  const later = chain.flatMap(({ profile_id, started_on }) =>
    started_on !== null && started_on > day ? [{ profile_id, started_on }] : [],
  );
  return {
    owners: [...then.filter((one) => one.ended_on === null), ...then.filter((one) => one.ended_on !== null)],
    later: later.toSorted((one, other) => (one.started_on < other.started_on ? -1 : 1)),
  };
}

/** Whether the garage lay in the archive by the end of a day. */
export const isArchivedOn = ({ is_active: stands, archived_on: on }: GarageFacts, day: string): boolean =>
  !stands && (on === null || on <= day);

/** What the person of the paper held on its day; null for who held nothing. */
export const heldBy = ({ garage, person }: Pick<Facts, 'garage' | 'person'>): OwnerFacts | null =>
  garage?.owners.find((one) => one.ended_on === null && one.profile_id === person?.id) ?? null;

/** The day since when the person of the paper owns no more, though he did on its day. */
export const leftAfter = (facts: Facts): string | null => (facts.isFormer ? null : (heldBy(facts)?.left_on ?? null));

/** Of a garage without an owner on the day of a paper that has one now. */
export const ownerless = ({ garage, day, person }: Facts): string | null =>
  !person && garage?.later[0]
    ? `На ${shortDate(day)} владельца гаража в реестре нет: он есть с ${shortDate(garage.later[0].started_on)}`
    : null;

/** Money is claimed of who owes it: of one who left since, only what was left to him. */
export function goneSince(facts: Facts): string | null {
  const left = leftAfter(facts);
  if (!left) return null;
  const { person, day } = facts;
  return `На ${shortDate(day)} гаражом владел ${person!.full_name}, его владение закончилось ${shortDate(left)}: требовать с него по тому дню нельзя. Выберите день не раньше ${shortDate(left)}`;
}
