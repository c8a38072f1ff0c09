// SQL of notices: what a step of a re-registration is about and whose it is.
import { sql } from 'kysely';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';

export interface NoticeFacts {
  case_id: number;
  verb: string;
  region_id: number;
  mo_id: number;
  po_id: number;
  time_zone: string;
  /** How the МО tells people: off, email, email_else_sms. */
  way: string;
  /** «гаража А-14» */
  garage: string;
  po: string;
  org_form: string;
  phone: string | null;
  /** People of every side. */
  people: number[];
}

/** A step of a case; undefined when the case is gone, or the step has been told of. */
export async function noticeFacts(db: ReadDb, event: number): Promise<NoticeFacts | undefined> {
  const rows = await read(
    db,
    sql<NoticeFacts>`select r.id as case_id, e.verb, r.region_id, r.mo_id, r.po_id, mo.time_zone, mo.reregistration_notices as way,
      'гаража ' || concat_ws('-', nullif(g.section, ''), g.number) as garage, po.name as po, po.org_form, coalesce(po.phone, po.chairman_phone) as phone,
      coalesce((select array_agg(distinct p.profile_id) from reregistration_party p where p.reregistration_id = r.id), '{}') as people
    from reregistration_event e join reregistration r on r.id = e.reregistration_id join garage g on g.id = r.garage_id
      join mo on mo.id = r.mo_id join po on po.id = r.po_id
    where e.id = ${event} and not exists (select 1 from notification n where n.reregistration_event_id = e.id)`,
  );
  return rows[0];
}
