// The ПО that gives a paper out.
import { sql } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import type { OrgFacts } from './types.ts';

/** The ПО with its requisites; those it has not filled in are its МО's. Undefined outside the actor's place. */
export async function orgFacts(db: ReadDb, actor: Actor, poId: number): Promise<OrgFacts | undefined> {
  const own = (column: string) =>
    sql`coalesce(${sql.ref(`po.${column}`)}, ${sql.ref(`mo.${column}`)}) as ${sql.ref(column)}`;
  const [row] = await read(
    db,
    sql<OrgFacts>`select po.id as po_id, po.name as po_name, po.code, mo.id as mo_id, mo.name as mo_name, r.id as region_id,
      r.name as region_name, po.org_form, po.inn, po.kpp, po.ogrn, po.okpo, ${own('address')}, ${own('phone')}, po.payee_name, po.bank_name, po.bik,
      po.account, po.corr_account, po.cadastral_number, po.lease_contract, po.chairman_name, po.treasurer_name,
      sf.store_key as signature_key, st.store_key as stamp_key
    from po join mo on mo.id = po.mo_id join region r on r.id = po.region_id
      left join stored_file sf on sf.id = po.signature_file_id and sf.mime in ('image/png', 'image/jpeg')
      left join stored_file st on st.id = po.stamp_file_id and st.mime in ('image/png', 'image/jpeg')
    where po.id = ${poId}
      and exists (select 1 from (select po.id as po_id, po.mo_id, po.region_id) as place where ${inScope(actor, 'place')})`,
  );
  return row;
}
