// The garage of a paper with the chain of its owners as of its day.
import { sql } from 'kysely';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { payerFirst } from '../../balance/queries/payer.ts';
import { shareOn } from '../../garages/queries/shares.ts';
import { ownersOn } from '../rules/ownersOn.ts';
import type { GarageFacts, OwnerFacts } from './types.ts';

type Row = Omit<GarageFacts, 'owners' | 'later'> & { chain: readonly Omit<OwnerFacts, 'left_on'>[] };

/** @param day the day of the paper: who came after it is not told, who left after it owns still */
export async function garageFacts(ctx: Ctx, id: number, day: string): Promise<GarageFacts> {
  const [row] = await read(
    ctx.db,
    sql<Row>`select g.id, g.section, g.number, g.account_no, t.name as type, g.size_x::float8 as size_x, g.size_y::float8 as size_y,
      g.size_z::float8 as size_z, g.date_of_construction as built_on, g.pib_number, g.pib_date, g.is_active,
      (g.archived_at at time zone mo.time_zone)::date as archived_on,
      coalesce((select json_agg(json_build_object('kind', r.kind, 'ground', r.ground, 'since', r.since, 'until', r.until) order by r.since, r.id)
        from garage_restriction r where r.garage_id = g.id and (r.lifted_at is null or (r.lifted_at at time zone mo.time_zone)::date > ${day}::date)), '[]') as restrictions,
      coalesce((select json_agg(json_build_object('profile_id', p.id, 'full_name', p.full_name, 'share', ${shareOn(sql`least(${day}::date, o.ended_on - 1)`)},
        'started_on', o.started_on, 'ended_on', o.ended_on, 'start_reason', o.start_reason, 'is_primary', o.is_primary,
        'document', (select 'переоформление № ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY') from reregistration c where c.id = o.reregistration_id))
        order by case when o.ended_on <= ${day}::date then o.ended_on end desc nulls first, ${payerFirst(sql`${day}`)}, o.started_on desc nulls last)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id), '[]') as chain
    from garage g join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id where g.id = ${id}`,
  );
  const { chain, ...garage } = row!;
  return { ...garage, ...ownersOn(chain, { day, today: todayOf(ctx) }) };
}
