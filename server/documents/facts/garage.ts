// The garage of a paper with the chain of its owners.
import { sql } from 'kysely';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { GarageFacts } from './types.ts';

export async function garageFacts(ctx: Ctx, id: number): Promise<GarageFacts> {
  const [row] = await read(
    ctx.db,
    sql<GarageFacts>`select g.id, g.section, g.number, g.account_no, t.name as type, g.size_x::float8 as size_x, g.size_y::float8 as size_y,
      g.size_z::float8 as size_z, g.date_of_construction as built_on, g.pib_number, g.pib_date, g.is_active,
      coalesce((select json_agg(json_build_object('kind', r.kind, 'ground', r.ground, 'since', r.since, 'until', r.until) order by r.since, r.id)
        from garage_restriction r where r.garage_id = g.id and r.lifted_at is null), '[]') as restrictions,
      coalesce((select json_agg(json_build_object('profile_id', p.id, 'full_name', p.full_name, 'share', o.share_num || '/' || o.share_den,
        'started_on', o.started_on, 'ended_on', o.ended_on, 'start_reason', o.start_reason, 'is_primary', o.is_primary,
        'document', (select 'переоформление № ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY') from reregistration c where c.id = o.reregistration_id))
        order by o.ended_on desc nulls first, o.is_primary desc, o.started_on desc nulls last, o.id)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id), '[]') as owners
    from garage g join garage_type t on t.id = g.type_id where g.id = ${id}`,
  );
  return row!;
}
