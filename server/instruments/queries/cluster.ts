// A cluster: all cards that pairs tie together, through whichever others and through those merged already.
import { sql } from 'kysely';
import type { Cluster } from '../../../contract/instruments/merging.ts';
import { cardThere } from '../../kernel/alias.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

/** Of a larger one the first are shown: so many cards of one person are looked at in parts. */
const MOST_CARDS = 50;

/** Found pairs that were not said to be different people, both ways. */
const links = sql`(select c.one_id as at, c.other_id as next from merge_candidate c where not exists (select 1 from merge_different d
      where d.one_id = c.one_id and d.other_id = c.other_id)
    union all select c.other_id, c.one_id from merge_candidate c where not exists (select 1 from merge_different d
      where d.one_id = c.one_id and d.other_id = c.other_id))`;

/** Cards tied to this one, itself among them, and the pairs by which they are. A card that was merged stands for the one it went into. */
export async function clusterOf(db: ReadDb, card: number): Promise<Cluster> {
  const cards = await read(
    db,
    sql<Cluster['cards'][number]>`
    with recursive own(id) as (
      select ${card}::int
      union select near.id from own cross join lateral (
        select link.next as id from ${links} as link where link.at = own.id
        union all select p.merged_into from profile p where p.id = own.id and p.merged_into is not null
        union all select p.id from profile p where p.merged_into = own.id) as near)
    select p.id, p.full_name as name, p.birthday, po.name as place, p.pass_masked as passport,
      (select count(distinct o.garage_id)::int from ownership o where o.profile_id = p.id and o.ended_on is null) as garages
    from profile p join po on po.id = p.po_id
    where p.id in (select id from own) and p.merged_into is null and not p.is_anonymised and p.kind = 'person'
    order by garages desc, p.id ${limitTo(MOST_CARDS)}`,
  );
  const ids = cards.map(({ id }) => id);
  const pairs = await read(
    db,
    sql<Cluster['pairs'][number]>`
    select least(c.one, c.other) as one, greatest(c.one, c.other) as other, max(c.score)::int as score from (
      select ${cardThere(sql`k.one_id`)} as one, ${cardThere(sql`k.other_id`)} as other, k.score from merge_candidate k
      where not exists (select 1 from merge_different d where d.one_id = k.one_id and d.other_id = k.other_id)
        and (k.one_id = any(${ids}::int[]) or k.other_id = any(${ids}::int[])
          or k.one_id in (select id from profile where merged_into = any(${ids}::int[])) or k.other_id in (select id from profile where merged_into = any(${ids}::int[])))) as c
    where c.one <> c.other and c.one = any(${ids}::int[]) and c.other = any(${ids}::int[]) group by 1, 2 order by 3 desc, 1, 2`,
  );
  return { cards, pairs };
}
