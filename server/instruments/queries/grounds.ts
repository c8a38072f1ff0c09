// SQL of what holds a person's data: garages, money of any debtor's group in any ПО, open cases, representation, an estate.
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { groundsOf, type Ground, type HeldPlace, type HoldingFact } from '../rules/grounds.ts';

/** All cards of a person: the one that stays and those that were merged into it. */
export async function cardsOf(db: ReadDb | WriteDb, id: number): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ id: number }>`with recursive own as (select id from profile where id = ${id}
      union select p.id from profile p join own on p.merged_into = own.id) select id from own order by id`,
  );
  return rows.map((row) => row.id);
}

const garageName = sql`trim(concat_ws(' ', '№', nullif(concat_ws('-', nullif(g.section, ''), g.number), ''))) || ' (' || po.name || ')'`;

/** Facts in the order in which they are told. `today`: `YYYY-MM-DD`. */
export async function holdingFacts(
  db: ReadDb | WriteDb,
  cards: readonly number[],
  today: string,
): Promise<HoldingFact[]> {
  const his = sql`any(${[...cards]}::int[])`;
  const owns = sql`(o.ended_on is null or o.ended_on > ${today}::date)`;
  const garages = await read(
    db,
    sql<HeldPlace & { garage: string }>`select distinct ${garageName} as garage, g.region_id, g.mo_id, g.po_id
      from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = ${his} and ${owns} order by 1`,
  );
  // A garage without owners owes what its last owner left.
  const money = await read(
    db,
    sql<HeldPlace & { garage: string; kind: 'debt' | 'advance'; kopecks: number }>`with mine as (
      select o.garage_id from ownership o where o.profile_id = ${his} and ${owns}
      union select last.garage_id from (select distinct on (o.garage_id) o.garage_id, o.ended_on from ownership o
          where o.garage_id in (select garage_id from ownership where profile_id = ${his}) order by o.garage_id, o.ended_on desc nulls first) as last
        where last.ended_on <= ${today}::date and exists (select 1 from ownership o
          where o.garage_id = last.garage_id and o.profile_id = ${his} and o.ended_on = last.ended_on)),
    asked as (select garage_id from mine union select b.garage_id from balance_operation b where b.debtor_id = ${his})
    select ${garageName} as garage, g.region_id, g.mo_id, g.po_id, s.kind, s.kopecks from (
      select s.garage_id, case when s.kind = 'charge' then 'debt' else 'advance' end as kind, sum(s.kopecks)::float8 as kopecks
      from settle(array(select garage_id from asked)) as s
      where s.kopecks > 0 and (s.debtor_id = ${his} or s.debtor_id is null and s.garage_id in (select garage_id from mine)) group by 1, 2) as s
    join garage g on g.id = s.garage_id join po on po.id = g.po_id order by s.kind desc, 1`,
  );
  const cases = await read(
    db,
    sql<HeldPlace & { id: number; kind: 'case' | 'represents' }>`select r.id, r.region_id, r.mo_id, r.po_id,
        case when exists (select 1 from reregistration_party p where p.reregistration_id = r.id and p.profile_id = ${his}) then 'case' else 'represents' end as kind
      from reregistration r where r.status in (0, 1, 2, 6) and (
        exists (select 1 from reregistration_party p where p.reregistration_id = r.id and p.profile_id = ${his})
        or exists (select 1 from reregistration_representative a where a.reregistration_id = r.id and a.profile_id = ${his})
        or exists (select 1 from reregistration_representative a join profile p on p.id = ${his} and p.name_key = look_alike_key(fold(trim(a.full_name)))
          join profile_place at on at.profile_id = p.id and at.region_id = r.region_id where a.reregistration_id = r.id)) order by r.id`,
  );
  const estates = await read(
    db,
    sql<
      HeldPlace & { name: string }
    >`select e.full_name as name, e.region_id, e.mo_id, e.po_id from profile e where e.estate_of = ${his} and e.kind = 'estate'
      and e.merged_into is null and exists (select 1 from ownership o where o.profile_id = e.id and ${owns})`,
  );
  const wards = await read(
    db,
    sql<
      HeldPlace & { name: string }
    >`select w.full_name as name, w.region_id, w.mo_id, w.po_id from profile w where w.representative_id = ${his} and w.merged_into is null
      and exists (select 1 from ownership o where o.profile_id = w.id and ${owns}) order by w.id`,
  );
  return [
    ...garages.map((one) => ({ kind: 'owns' as const, ...one })),
    ...money,
    ...cases,
    ...wards.map((one) => ({ kind: 'ward' as const, ...one })),
    ...estates.map((one) => ({ kind: 'estate' as const, ...one })),
  ];
}

/** The day to which the books of a person's last garage are kept: five years after he left it; null when he never owned or it has passed. */
export async function booksKeptUntil(
  db: ReadDb | WriteDb,
  cards: readonly number[],
  today: string,
): Promise<string | null> {
  const [row] = await read(
    db,
    sql<{ until: string | null }>`select (max(o.ended_on) + interval '5 years')::date as until from ownership o
      where o.profile_id = any(${[...cards]}::int[]) and not exists (select 1 from ownership w
        where w.profile_id = any(${[...cards]}::int[]) and w.ended_on is null)`,
  );
  const until = row?.until ?? null;
  return until && until > today ? until : null;
}

/** What holds the data of a person now, whole: only what `groundsFor` leaves of it is told to a reader. */
export async function groundsNow(db: ReadDb | WriteDb, id: number, today: string): Promise<Ground[]> {
  const cards = await cardsOf(db, id);
  return groundsOf(await holdingFacts(db, cards, today), await booksKeptUntil(db, cards, today));
}
/** Words of those grounds that hold by themselves. */
export const holding = (grounds: readonly Ground[]): string[] =>
  grounds.filter(({ holds }) => holds).map(({ words }) => words);
