// Re-registrations of a bulk register: one for every second garage, most of them long over.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { papersOf, reasonOf } from '../../reregistrations/rules/reasons.ts';

/**
 * Of a hundred cases eighty-four are complete, six annulled, four closed; two stand in work, two wait as applications, one is
 * returned, one a draft. A complete one is how the present owner came; an open one is a sale to the next person of the ПО.
 */
export async function bulkCases(tx: WriteDb, author: number, now: Date) {
  const at = now.toISOString();
  await sql`
    insert into reregistration (garage_id, region_id, mo_id, po_id, status, closing, closing_reason, reason_id, date_request, on_date, price_kopecks,
      author_id, completed_by, applied_at, taken_at, completed_at, annulled_at, closed_at, last_event_at, created_at, updated_at, outcome)
    select g.id, g.region_id, g.mo_id, g.po_id, status, case when status = 4 then (array['refused', 'withdrawn', 'lapsed'])[1 + g.id % 3] end,
      case when status = 4 then 'Стороны не принесли документы' end, case when status = 3 then 8 else 1 end, day, day,
      case when status <> 3 then 35000000 end, ${author}::int, case when status = 3 then ${author}::int end, case when status > 0 then moment end,
      case when status in (2, 3, 5) then moment end, case when status in (3, 5) then moment + interval '9 days' end,
      case when status = 5 then moment + interval '10 days' end, case when status = 4 then moment + interval '20 days' end, moment, moment, moment,
      case when status = 3 then jsonb_build_object('before', coalesce(beside.owners, '[]'), 'closed', '[]'::jsonb, 'opened', jsonb_build_array(o.id),
        'feeDocument', null, 'entranceDocument', null, 'debt', null, 'name', null) end
    from garage g join ownership o on o.garage_id = g.id and o.is_primary and o.ended_on is null
      -- Gathered once: the indexes are put aside while the register is filled.
      left join (select x.garage_id, jsonb_agg(jsonb_build_object('id', x.id, 'share', null, 'is_primary', false) order by x.id) as owners
        from ownership x where x.ended_on is null and not x.is_primary group by x.garage_id) as beside on beside.garage_id = g.id
      cross join lateral (select (array[0, 1, 1, 2, 2, 6, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5])[1 + g.id / 2 % 100] as open) as chosen
      cross join lateral (select coalesce(chosen.open, 3)::smallint as status) as state
      cross join lateral (select case when status = 3 then o.started_on else (${at}::timestamptz - (1 + g.id % 25) * interval '1 day')::date end as day) as dated
      cross join lateral (select day::timestamptz as moment) as timed
    where g.id % 2 = 0 order by g.id`.execute(tx);
  await sql`analyze reregistration`.execute(tx);
  await sql`update garage set locked_by_reregistration = r.id from reregistration r where r.garage_id = garage.id and r.status in (1, 2, 6)`.execute(
    tx,
  );
  await sql`update ownership set reregistration_id = r.id from reregistration r
    where r.status = 3 and ownership.id = (r.outcome -> 'opened' ->> 0)::int`.execute(tx);
  await bulkParties(tx);
  await sql`
    insert into reregistration_event (reregistration_id, at, user_id, user_name, verb, status, text)
    select id, created_at, author_id, 'Белов О. И.', 'draft', status, 'Дело начато' from reregistration order by id`.execute(
    tx,
  );
  await bulkPapers(tx);
}

/** The present owner comes in a complete case and leaves in every other. */
async function bulkParties(tx: WriteDb) {
  await sql`
    insert into reregistration_party (reregistration_id, side, nth, profile_id, is_primary, ownership_id)
    select r.id, side, 0, person, true, ownership from reregistration r
      join ownership o on o.garage_id = r.garage_id and o.is_primary and o.ended_on is null
      cross join lateral (select p.id from profile p where p.id > o.profile_id order by p.id limit 1) as next
      cross join lateral (select 'new' as side, case when r.status = 3 then o.profile_id else next.id end as person, null::int as ownership
        union all select 'old', o.profile_id, o.id where r.status <> 3) as party
    order by r.id, side desc`.execute(tx);
}

/** Half of the cases in work have all their papers. */
async function bulkPapers(tx: WriteDb) {
  const kinds = papersOf(reasonOf(1), null).flatMap(({ kind, required }) => (required ? [kind] : []));
  await sql`
    insert into reregistration_paper (reregistration_id, kind, received_at, received_by)
    select r.id, kind, r.taken_at, r.author_id from reregistration r cross join unnest(${kinds}::text[]) as kind
    where r.status = 2 and r.garage_id % 4 = 0 order by r.id`.execute(tx);
}
