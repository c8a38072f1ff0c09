// What an МО holds, in a shape that two installations are compared by.
import { sql } from 'kysely';
import { LOADED_GROUND } from '../../contract/importFields.ts';
import type { TestApp } from '../kit/app.ts';

/** Everybody of an МО with all that is known of him, where he is known and what he owns: no numbers of rows, in an order of their own. */
export async function peopleIn(t: TestApp, mo: number): Promise<string[]> {
  const { rows } = await sql<object>`
    select p.kind, p.inn, p.full_name, p.birthday, p.phones, p.email, p.registration_address, p.actual_address, p.pass_masked, p.privilege_id, p.is_voa_member, p.voa_entry_date, p.ticket_number,
      (select number from profile_privilege h where h.profile_id = p.id and h.is_current) as certificate,
      (select json_agg(po.name order by po.name) from profile_place l join po on po.id = l.po_id where l.profile_id = p.id) as places,
      (select json_agg(json_build_array(k.kind, k.signed_at, k.doc_no) order by k.kind) from consent k where k.profile_id = p.id and k.revoked_at is null) as consents,
      (select json_agg(json_build_array(po.name, g.section, g.number, o.share_num, o.share_den, o.is_primary, coalesce(o.start_reason, ${LOADED_GROUND}::text)) order by po.name, g.section, g.number)
        from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = p.id and o.ended_on is null) as owns
    from profile p where p.merged_into is null and exists (select 1 from profile_place l where l.profile_id = p.id and l.mo_id = ${mo})`.execute(
    t.deps.db,
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

export async function garagesIn(t: TestApp, mo: number): Promise<string[]> {
  const { rows } = await sql<object>`
    select po.name as po, g.section, g.number, g.type_id, g.size_x, g.size_y, g.size_z, g.date_of_construction, g.pib_number, g.note, coalesce(b.balance_kopecks, 0)::int as balance,
      (select count(*)::int from ownership o where o.garage_id = g.id and o.ended_on is null) as owners
    from garage g join po on po.id = g.po_id left join garage_balance b on b.garage_id = g.id where g.mo_id = ${mo} and g.is_active`.execute(
    t.deps.db,
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
