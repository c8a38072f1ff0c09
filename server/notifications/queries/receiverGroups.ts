// Receivers counted before they are named: people who are known alike are one row, however many they are.
import { sql } from 'kysely';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { receiversFrom, type Asked, type OfOwners, type Selection } from './receiverFacts.ts';
import { leftOut } from './wards.ts';

/** People of whom the same is known. */
export interface ReceiverGroup {
  /** What is known, as `factsOfBits` reads it. */
  bits: number;
  people: number;
  /** Messages when each garage has one of its own. */
  apart: number;
  /** The same, of each person two at the most. */
  apartTwo: number;
  /** Garages counted once already: that nobody else owns, or with the first of their owners. */
  sole: number;
  /** Numbers of the other garages, by commas: one of two chosen owners stands in it twice. */
  shared: string | null;
}

/** Whom a selection names, as groups: the same people as of `receiverTexts`, in one pass and in no order. */
export function receiverGroups(ctx: Ctx, db: ReadDb | WriteDb, selection: Selection, asked: Asked) {
  const { bits, rows } = receiversFrom(
    ctx,
    selection,
    asked,
    selection.of === 'garages' ? everyOwner(leftOut(selection, asked.wards)) : chosenOwners,
  );
  return read(
    db,
    sql<ReceiverGroup>`select one.bits, count(*)::int as people, sum(greatest(one.garages, 1))::int as apart,
        sum(least(greatest(one.garages, 1), 2))::int as "apartTwo", coalesce(sum(one.sole), 0)::int as sole,
        ${selection.of === 'garages' ? sql`null` : sql`string_agg(one.shared, ',')`} as shared
      from (select ${bits} as bits, of_place.garages, of_place.sole, of_place.shared ${rows}) as one group by one.bits`,
  );
}

/** Of garages all owners are there but those left out: each is counted with the first of them, and no numbers travel. */
const everyOwner =
  (left: readonly number[]): OfOwners =>
  (
    owners,
  ) => sql`select own.profile_id, count(*)::int as garages, (count(*) filter (where own.nth = 1))::int as sole, null as shared
    from (select own.profile_id, row_number() over (partition by own.garage_id order by own.profile_id) as nth ${owners}
      and not own.profile_id = any(${left}::int[])) as own group by own.profile_id`;

const chosenOwners: OfOwners = (
  owners,
) => sql`select own.profile_id, count(*)::int as garages, (count(*) filter (where own.owners = 1))::int as sole,
    string_agg(own.garage_id::text, ',') filter (where own.owners > 1) as shared
  from (select own.profile_id, own.garage_id, count(*) over (partition by own.garage_id) as owners ${owners}) as own
  group by own.profile_id`;
