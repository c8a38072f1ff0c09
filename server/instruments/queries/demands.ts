// SQL of demands to stop the processing of personal data.
import { sql } from 'kysely';
import type { Demand, DemandRow, DemandTerm } from '../../../contract/instruments/demands.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';
import { personInScope } from '../../kernel/scope.ts';

export const demandTerms = (db: ReadDb | WriteDb): Promise<DemandTerm[]> =>
  db
    .selectFrom('demand_term')
    .orderBy('sort')
    .select(['kind', 'days', 'is_working', 'article'])
    .$castTo<DemandTerm>()
    .execute();

/** A person of the reader's place, former ones too: his right does not end with his garage. Merged cards answer for the one that stays. */
export const personOfDemand = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', id)
    .where('p.merged_into', 'is', null)
    .where(personInScope(ctx.actor, 'p'))
    .select(['p.id', 'p.full_name', 'p.kind', 'p.is_anonymised', 'p.region_id', 'p.mo_id', 'p.po_id'])
    .executeTakeFirst();
export type PersonOfDemand = NonNullable<Awaited<ReturnType<typeof personOfDemand>>>;

const demandColumns = sql`d.id, d.kind, d.on_date, d.ground, d.due_on, d.state, d.destroy_on, coalesce(d.restricted_day, d.on_date) as restricted_on, d.who`;
const live = sql`(select d.*, (p.restricted_at at time zone 'Europe/Moscow')::date as restricted_day, p.full_name, coalesce(trim(u.last_name || ' ' || u.first_name), '—') as who
  from processing_demand d join profile p on p.id = d.profile_id left join app_user u on u.id = d.created_by where d.state in ('scheduled', 'restricted'))`;

/** The demand of any card of a person that is not withdrawn or carried out. */
export async function liveDemand(db: ReadDb | WriteDb, cards: readonly number[]): Promise<Demand | null> {
  const rows = await read(
    db,
    sql<Demand>`select ${demandColumns} from ${live} as d where d.profile_id = any(${[...cards]}::int[]) order by d.due_on, d.id limit 1`,
  );
  return rows[0] ?? null;
}

/** Live demands, the earliest due day first. */
export const liveDemands = (db: ReadDb, today: string) =>
  read(
    db,
    sql<
      Omit<DemandRow, 'grounds'>
    >`select ${demandColumns}, d.profile_id, d.full_name as name, po.name as po_name, d.due_on < ${today}::date as is_late
      from ${live} as d join po on po.id = d.po_id order by d.due_on, d.id limit 100`,
  );

/**
 * Former owners whose last garage left five years before `before`, the earliest first: nobody who owes or is owed, whose garage
 * without owners has money, who stands in an open case or left an estate. `total` is how many there are in all.
 */
export const longFormer = (db: ReadDb, before: string, most: number) =>
  read(
    db,
    sql<{
      id: number;
      name: string;
      left_on: string;
      total: number;
    }>`select p.id, p.full_name as name, max(o.ended_on) as left_on, count(*) over ()::int as total
      from profile p join ownership o on o.profile_id = p.id
      where p.merged_into is null and not p.is_anonymised and p.kind = 'person'
      group by p.id having bool_and(o.ended_on is not null) and max(o.ended_on) <= ${before}::date
        and not exists (select 1 from balance_operation left_debt where left_debt.debtor_id in (select c.id from profile c where c.id = p.id or c.merged_into = p.id)
          group by left_debt.garage_id having sum(left_debt.sign * left_debt.amount_kopecks) <> 0)
        and not exists (select 1 from ownership w join garage_balance b on b.garage_id = w.garage_id
          where w.profile_id = p.id and (b.debt_kopecks > 0 or b.advance_kopecks > 0 or b.aside_kopecks > 0)
            and not exists (select 1 from ownership n where n.garage_id = w.garage_id and (n.ended_on is null or n.ended_on > w.ended_on)))
        and not exists (select 1 from reregistration r join reregistration_party s on s.reregistration_id = r.id where s.profile_id = p.id and r.status in (0, 1, 2, 6))
        and not exists (select 1 from profile e join ownership w on w.profile_id = e.id where e.estate_of = p.id and w.ended_on is null)
      order by 3, 1 ${limitTo(most)}`,
  );

/** Demands to be looked at again, with what is needed to do it. */
export const demandsToLookAt = (db: ReadDb) =>
  db
    .selectFrom('processing_demand as d')
    .innerJoin('profile as p', 'p.id', 'd.profile_id')
    .where('d.state', 'in', ['scheduled', 'restricted'])
    .select(['d.id'])
    .orderBy('d.due_on')
    .execute();
