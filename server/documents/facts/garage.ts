// The garage of a paper as of its day: the chain of its owners by their dates, its number, type and sizes by the log.
import { sql } from 'kysely';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { wasJoined } from '../../kernel/scope.ts';
import { payerFirst } from '../../balance/queries/payer.ts';
import { shareOn } from '../../garages/queries/shares.ts';
import { ownersOn } from '../rules/ownersOn.ts';
import type { GarageFacts, OwnerFacts } from './types.ts';

/** What a garage was called and was by the log; only what has changed since. */
type Then = Partial<Pick<GarageFacts, 'section' | 'number' | 'type' | 'size_x' | 'size_y' | 'size_z'>>;
type Row = Omit<GarageFacts, 'owners' | 'later'> & { chain: readonly Omit<OwnerFacts, 'left_on'>[] };

/** The day since when the log tells what changed in the card of a garage `g` of an `mo`. */
export const knownFrom = sql`greatest((g.created_at at time zone mo.time_zone)::date, log_kept_from())`;

/** @param day the day of the paper: who came after it is not told, who left after it owns still */
export async function garageFacts(ctx: Ctx, id: number, day: string): Promise<GarageFacts> {
  const [row] = await read(
    ctx.db,
    sql<Row>`select g.id, g.section, g.number, g.account_no, t.name as type, g.size_x::float8 as size_x, g.size_y::float8 as size_y,
      g.size_z::float8 as size_z, g.date_of_construction as built_on, g.pib_number, g.pib_date, g.is_active,
      (g.archived_at at time zone mo.time_zone)::date as archived_on,
      ${knownFrom} as known_from,
      coalesce((select json_agg(json_build_object('kind', r.kind, 'ground', r.ground, 'since', r.since, 'until', r.until) order by r.since, r.id)
        from garage_restriction r where r.garage_id = g.id and (r.lifted_at is null or (r.lifted_at at time zone mo.time_zone)::date > ${day}::date)), '[]') as restrictions,
      coalesce((select json_agg(json_build_object('profile_id', p.id, 'full_name', p.full_name, 'share', ${shareOn(sql`least(${day}::date, o.ended_on - 1)`)},
        'started_on', o.started_on, 'ended_on', o.ended_on, 'start_reason', o.start_reason, 'is_primary', o.is_primary,
        'document', (select 'переоформление № ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY') from reregistration c where c.id = o.reregistration_id))
        order by case when o.ended_on <= ${day}::date then o.ended_on end desc nulls first, ${payerFirst(sql`${day}`)}, o.started_on desc nulls last)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and not ${wasJoined('o')}), '[]') as chain
    from garage g join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id where g.id = ${id}`,
  );
  const { chain, ...garage } = row!;
  const then = (await garagesThen(ctx, [id], day)).get(id);
  return { ...garage, ...then, ...ownersOn(chain, { day, today: todayOf(ctx) }) };
}

/**
 * What of garages has changed after a day, as it was at its end: the value before the first line of the log that changed it. A day
 * before the log knows the garage has what was entered first.
 */
export async function garagesThen(ctx: Ctx, ids: readonly number[], day: string): Promise<Map<number, Then>> {
  if (day >= todayOf(ctx) || !ids.length) return new Map();
  const rows = await read(
    ctx.db,
    sql<{ id: number; was: object; type: string | null }>`with line as (
        select g.id, e.key, (array_agg(e.value order by l.id))[1] as value
        from garage g join mo on mo.id = g.mo_id join action_log l on l.object_type = 'garage' and l.object_id = g.id
          and l.at >= (${day}::date + 1)::timestamp at time zone mo.time_zone
          cross join lateral jsonb_each(case when jsonb_typeof(l.before) = 'object' then l.before end) as e
        where g.id = any(${[...ids]}::int[]) and e.key = any(${LOGGED}::text[]) group by 1, 2)
      select w.id, w.was, t.name as type from (select id, jsonb_object_agg(key, value) as was from line group by 1) as w
        left join garage_type t on t.id = (w.was ->> 'type_id')::int`,
  );
  return new Map(rows.map(({ id, was, type }) => [id, { ...thenOf(was), ...(type !== null && { type }) }]));
}
const LOGGED = ['section', 'number', 'type_id', 'size_x', 'size_y', 'size_z'];

/** The log keeps sizes as the table answers them: as texts; the type by its id, which is not what it is called. */
const thenOf = (was: object): Then =>
  Object.fromEntries(
    Object.entries(was)
      .filter(([key]) => key !== 'type_id')
      .map(([key, value]) => [key, key.startsWith('size_') && value !== null ? Number(value) : (value as unknown)]),
  );
