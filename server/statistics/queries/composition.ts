// SQL of what a place has today: people by membership, privileges and lacks, garages by type and state, the order in their data.
import { sql } from 'kysely';
import { levelOf, registryEdit, refusal } from '../../../contract/kernel/scope.ts';
import { countedGarages, countedPeople, type StatCharts, type StatFilter } from '../../../contract/statistics.ts';
import type { GarageFilter } from '../../../contract/garages.ts';
import { garageConditions } from '../../garages/queries.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { presentOfPlace } from '../../kernel/scope.ts';
import { profileConditions, type ProfileFilter } from '../../profiles/queries.ts';
import { contactCondition, lacksConsent } from '../../profiles/queries/standing.ts';
import { qualityOf } from '../rules/quality.ts';
import { missingBy } from './today.ts';

/** Fewer people with privileges of health than this are not counted out. */
const FEW = 5;

type Places = Pick<StatFilter, 'mo' | 'po'>;
const placesOf = ({ mo, po }: Places) => ({
  ...(mo?.length && { moFilter: mo }),
  ...(po?.length && { poFilter: po }),
});

/** What the counts are called. */
const names = {
  members: { member: 'Члены ВОА', not_member: 'Не члены ВОА' },
  lacks: { no_phone: 'Без телефона', no_email: 'Без e-mail', no_consent: 'Без согласия' },
  states: {
    active: 'Действуют',
    debt: 'С долгом',
    advance: 'С авансом',
    no_owner: 'Без владельца',
    locked: 'Идёт переоформление',
    restricted: 'С ограничением',
    archive: 'В архиве',
  } satisfies Record<keyof typeof countedGarages, string>,
};
const told = (words: Record<string, string>, counts: Record<string, number>) =>
  Object.entries(words).map(([key, name]) => ({ key, name, count: counts[key]! }));

type PeopleCharts = Pick<StatCharts, 'members' | 'lacks' | 'privileges' | 'quality'>;

/**
 * People of the place as they are today, found once for all their cuts. Privileges by name only with capability 1, those of
 * health together.
 */
export async function peopleOfPlace(ctx: Ctx, filter: Places): Promise<PeopleCharts> {
  const today = todayOf(ctx);
  const [[found], quality] = await Promise.all([
    read(
      ctx.db,
      sql<{ counts: Record<string, number>; privileges: Privilege[] }>`with p as materialized (
        select p.id, p.kind, p.is_voa_member, p.phones, p.email, p.privilege_id from profile p
        where ${profileConditions(ctx, placesOf(filter))} and ${presentOfPlace(ctx.actor, 'p', today)})
      select (select json_build_object(${sql.join(
        Object.entries(countedPeople).map(
          ([key, own]) => sql`${sql.lit(key)}, count(*) filter (where ${conditionOf(own)})`,
        ),
      )}) from p) as counts,
        ${refusal(ctx.actor, registryEdit) === null ? privileges : sql`'[]'::json`} as privileges`,
    ),
    qualityBy(ctx, filter, today),
  ]);
  return {
    members: told(names.members, found!.counts),
    lacks: told(names.lacks, found!.counts),
    // Few ones come last: where they stand among the others tells nothing of how many they are.
    privileges: found!.privileges
      .map(({ ids, name, is_health, n }) => ({ ids, name, count: is_health && n < FEW ? null : n }))
      .toSorted((a, b) => Number(a.count === null) - Number(b.count === null)),
    quality,
  };
}

interface Privilege {
  ids: number[];
  name: string;
  is_health: boolean;
  n: number;
}

/** Privileges of the people `p`, those of health as one, the most frequent first. */
const privileges = sql`(select coalesce(json_agg(own order by own.n desc, own.name), '[]') from (
    select array_agg(distinct v.id order by v.id) as ids, case when v.is_health then 'Льготы по здоровью' else v.name end as name, v.is_health, count(*)::int as n
    from p join privilege v on v.id = p.privilege_id where v.id <> 0 group by 2, 3) as own)`;

/** What the list's filter says of one person, without the place. */
function conditionOf({ voa, contacts }: ProfileFilter) {
  if (voa) return voa === 'member' ? sql`p.is_voa_member` : sql`not p.is_voa_member`;
  if (contacts) return contactCondition[contacts];
  return lacksConsent;
}

/** Score of the МО of a region; of the ПО where a МО works or МО and ПО are chosen; a ПО reads its own on the cockpit. */
async function qualityBy(ctx: Ctx, filter: Places, today: string): Promise<StatCharts['quality']> {
  const level = levelOf(ctx.actor);
  if (level === null || level === 'po') return [];
  const of = level === 'region' && !filter.mo?.length && !filter.po?.length ? 'mo' : 'po';
  return (await missingBy(ctx, of, filter, today)).map(({ id, name, no_email: _none, ...lacks }) => {
    const { score, people, garages } = qualityOf(lacks);
    return { level: of, id, name, score: score ?? 0, people, garages };
  });
}

/** Garages of the place as they are today, by type and by state: one garage may stand in several states. */
export async function garagesOfPlace(ctx: Ctx, filter: Places): Promise<Pick<StatCharts, 'types' | 'states'>> {
  const where = (own: GarageFilter) => garageConditions(ctx, { ...placesOf(filter), ...own });
  const [[counts], types] = await Promise.all([
    read(
      ctx.db,
      sql<Record<string, number>>`select ${sql.join(
        Object.entries(countedGarages).map(
          ([key, own]) => sql`count(*) filter (where ${where(own)})::int as ${sql.ref(key)}`,
        ),
      )} from garage g left join garage_balance b on b.garage_id = g.id where ${where({})} or ${where({ type: 'archive' })}`,
    ),
    read(
      ctx.db,
      sql<{ key: string; name: string; count: number }>`select type.id::text as key, type.name, own.n as count
      from (select g.type_id, count(*)::int as n from garage g where ${where({})} group by 1) as own
        join garage_type type on type.id = own.type_id order by 3 desc, type.sort, type.id`,
    ),
  ]);
  return { types, states: told(names.states, counts!) };
}
