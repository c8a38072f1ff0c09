// Children and estates of a selection: in the place of each stands who represents him, a receiver as any other.
import { sql, type RawBuilder } from 'kysely';
import type { MailingSelection } from '../../../contract/notifications.ts';
import { garageConditions } from '../../garages/queries.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope, isWard, personInScope, personPresent } from '../../kernel/scope.ts';
import { profileConditions } from '../../profiles/queries.ts';

type Db = ReadDb | WriteDb;
type Selection = Exclude<MailingSelection, { of: 'officials' }>;

/** Somebody written to through `reader`. */
export interface Ward {
  id: number;
  name: string;
  reader: number;
  /** His garages of the selection; those he owns at the place, where people are selected. */
  garages: number[];
}
export interface Wards {
  all: readonly Ward[];
  byReader: ReadonlyMap<number, readonly Ward[]>;
  /** Readers who were not chosen themselves: what they own is not written about. */
  onlyReaders: readonly number[];
}
export const NO_WARDS: Wards = { all: [], byReader: new Map(), onlyReaders: [] };

const chosen = (selection: MailingSelection, id: RawBuilder<unknown>, conditions: RawBuilder<boolean>) =>
  selection.all
    ? sql`(${conditions} and not ${id} = any(${selection.excluded}::int[]))`
    : sql`${id} = any(${selection.included}::int[])`;

/** Garages of a selection over `garage g`, within the actor's place. */
export const chosenGarages = (ctx: Ctx, selection: Extract<MailingSelection, { of: 'garages' }>) => sql`
  select g.id from garage g left join garage_balance b on b.garage_id = g.id
  where ${inScope(ctx.actor, 'g')} and g.is_active
    and ${chosen(selection, sql`g.id`, garageConditions(ctx, { ...selection.filter, type: 'active' }))}`;

/** People `p` that a selection of people names. */
export const chosenPeople = (ctx: Ctx, selection: Extract<MailingSelection, { of: 'profiles' }>) =>
  chosen(selection, sql`p.id`, profileConditions(ctx, selection.filter));

/**
 * Those of a selection who are written to through somebody else. A child or an estate is no ward while nobody who lives, is of age and is known
 * at the place is named, nor once the processing of his data is stopped: he stays a receiver whom nothing reaches, and that is his reason.
 */
export async function wardsOf(ctx: Ctx, db: Db, selection: Selection): Promise<Wards> {
  const { actor } = ctx;
  const today = todayOf(ctx);
  const isByGarage = selection.of === 'garages';
  const own = (person: RawBuilder<unknown>) =>
    sql`select o.garage_id from ownership o join garage g on g.id = o.garage_id where o.profile_id = ${person} and o.ended_on is null
      and ${inScope(actor, 'g')} and g.is_active ${isByGarage ? sql`and g.id in (${chosenGarages(ctx, selection)})` : sql``}`;
  const isChosen = isByGarage
    ? sql`exists (${own(sql`p.id`)}) and not p.id = any(${selection.excludedProfiles ?? []}::int[])`
    : chosenPeople(ctx, selection);
  const all = await read(
    db,
    sql<
      Ward & { is_only: boolean }
    >`select p.id, p.full_name as name, p.representative_id as reader, array(${own(sql`p.id`)}) as garages,
      not exists (select 1 from profile p where p.id = r.id and ${isChosen}) as is_only
    from profile p join profile r on r.id = p.representative_id
    where p.representative_id is not null and p.merged_into is null and p.voa_status_id <> 8 and not p.is_anonymised and p.restricted_at is null and ${isWard('p', today)}
      and r.kind = 'person' and r.merged_into is null and r.voa_status_id <> 8 and not r.is_anonymised and not ${isWard('r', today)}
      and ${personInScope(actor, 'p')} and ${personInScope(actor, 'r')} and ${personPresent(actor, 'p', today)} and ${isChosen}
    order by p.name_key, p.id`,
  );
  if (!all.length) return NO_WARDS;
  const byReader = new Map<number, Ward[]>();
  for (const ward of all) byReader.set(ward.reader, [...(byReader.get(ward.reader) ?? []), ward]);
  const onlyReaders = new Set(all.filter(({ is_only }) => is_only).map(({ reader }) => reader));
  return { all, byReader, onlyReaders: [...onlyReaders] };
}

export const idsOf = ({ all }: Wards): number[] => all.map(({ id }) => id);
/** Owners left out of a selection of garages; who reads for others is left out by what he owns, not by what they do. */
export const leftOut = (selection: MailingSelection, { byReader }: Wards): number[] =>
  selection.of === 'garages' ? (selection.excludedProfiles ?? []).filter((id) => !byReader.has(id)) : [];
export const readersOf = ({ byReader }: Wards): number[] => [...byReader.keys()];

/** Present ownerships as they are written about: a ward's under who reads for him, a garage of both once. */
export const ownershipsOf = (wards: Wards): RawBuilder<unknown> =>
  wards.all.length
    ? sql`(select distinct held.garage_id, coalesce(ward.reader, held.profile_id) as profile_id, null::date as ended_on
        from ownership held left join unnest(${idsOf(wards)}::int[], ${wards.all.map(({ reader }) => reader)}::int[]) as ward(id, reader)
          on ward.id = held.profile_id
        where held.ended_on is null and not held.profile_id = any(${wards.onlyReaders}::int[]))`
    : sql`ownership`;

/** Those of a reader's wards whom a message about these garages concerns. */
export const wardsAbout = (wards: readonly Ward[], garages: readonly { id: number }[]): Ward[] =>
  wards.filter((ward) =>
    ward.garages.length ? garages.some(({ id }) => ward.garages.includes(id)) : garages.length !== 1,
  );

/** «Иванов Пётр (через представителя: Петрова Анна)»; of who is written to on his own account too «Петрова Анна (и как представитель: Иванов Пётр)». */
export function nameThrough(name: string, wards: readonly Pick<Ward, 'name'>[], isOwn: boolean): string {
  if (!wards.length) return name;
  const names = wards.map((ward) => ward.name).join(', ');
  return isOwn ? `${name} (и как представитель: ${names})` : `${names} (через представителя: ${name})`;
}

/** A message about these garages concerns its reader himself too. */
export const isAlsoOwn = (wards: readonly Ward[], garages: readonly { id: number }[]): boolean =>
  !garages.length || garages.some(({ id }) => !wards.some((ward) => ward.garages.includes(id)));
