// SQL of the full register: one ПО at a time.
import { sql } from 'kysely';
import { garageFields } from '../../../contract/fields/garages.ts';
import { FORMER_PEOPLE } from '../../../contract/importFields.ts';
import { plainRowColumns } from '../../kernel/plainFields.ts';
import { todayOf, type Ctx, type ReadDb } from '../../kernel/ctx.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { read } from '../../kernel/read.ts';
import { livingTies } from '../../kernel/scope.ts';
import { openPassport } from '../../profiles/queries.ts';
import { idsOf, rowsOf } from './inBatches.ts';
import type { RegisterCoOwner, RegisterGarage, RegisterPassport, RegisterPerson } from '../rules/register.ts';

export const moOfBackup = (db: ReadDb, id: number) =>
  db.selectFrom('mo').where('id', '=', id).select(['id', 'name', 'backup_allowed']).executeTakeFirst();

export interface BackupPo {
  id: number;
  name: string;
  garage_count: number;
}
export const poesOf = (db: ReadDb, moId: number): Promise<BackupPo[]> =>
  db.selectFrom('po').where('mo_id', '=', moId).orderBy('sort_key').select(['id', 'name', 'garage_count']).execute();

const personColumns = sql`p.id as profile_id, p.inn, (select json_agg(json_build_array(k.kind, k.signed_at, k.doc_no) order by k.signed_at desc, k.id desc)
    from consent k where k.profile_id = p.id and k.revoked_at is null) as consents,
  p.birthday, p.registration_address, p.actual_address, p.phones, p.email, p.pass_cipher,
  case when p.privilege_id <> 0 then v.name end as privilege,
  (select concat_ws(' ', pp.seria, pp.number) from profile_privilege pp where pp.profile_id = p.id and pp.is_current and pp.privilege_id = p.privilege_id limit 1) as certificate,
  case when p.is_voa_member then p.voa_entry_date end as voa_entry_date, p.ticket_number`;

export type WithPassport<Row> = Row & { pass_cipher: Uint8Array | null };

/** Each owner of today beside his garage. */
const withOwners = sql`left join ownership w on w.garage_id = g.id and w.ended_on is null
      left join profile p on p.id = w.profile_id left join privilege v on v.id = p.privilege_id`;
const ownerColumns = sql`p.full_name as name, case when w.share_num is not null then w.share_num || '/' || w.share_den end as share, w.start_reason as ground,
      ${personColumns}`;
const within = sql`w.is_primary desc, w.id`;

/** Active garages of a ПО in the order of its list, a row for each owner, the primary one first; those of a garage come together. */
export async function garagesOf(db: ReadDb, poId: number): Promise<AsyncGenerator<WithPassport<RegisterGarage>[]>> {
  const ids = await idsOf(
    db,
    sql`select id from garage where po_id = ${poId} and is_active order by section_key, number_key, id`,
  );
  return rowsOf(
    db,
    ids,
    (page) => sql<WithPassport<RegisterGarage>>`
    select g.id, g.section, g.number, t.name as type, g.size_x::float8 as size_x, g.size_y::float8 as size_y, g.size_z::float8 as size_z${plainRowColumns(garageFields, 'g', (field) => field.register)},
      coalesce(b.balance_kopecks, 0)::float8 as balance_kopecks,
      ${ownerColumns}
    from ${page} join garage g on g.id = page.id join garage_type t on t.id = g.type_id
      left join garage_balance b on b.garage_id = g.id ${withOwners}`,
    { within },
  );
}

/** Owners of the active garages of an МО that have several, a row for each, in the order of the sheets of its ПО. */
export async function coOwnersOf(db: ReadDb, moId: number): Promise<AsyncGenerator<WithPassport<RegisterCoOwner>[]>> {
  const ids = await idsOf(
    db,
    sql`select g.id from garage g join po on po.id = g.po_id where g.mo_id = ${moId} and g.is_active
      and (select count(*) from ownership w where w.garage_id = g.id and w.ended_on is null) > 1
      order by po.sort_key, po.id, g.section_key, g.number_key, g.id`,
  );
  return rowsOf(
    db,
    ids,
    (page) => sql<WithPassport<RegisterCoOwner>>`
    select po.name as po, g.section, g.number, w.started_on as since, ${ownerColumns}
    from ${page} join garage g on g.id = page.id join po on po.id = g.po_id ${withOwners}`,
    { within },
  );
}

/**
 * Everybody known in the МО, by name: a row for each ПО he is tied to. Of those whose tie is over the name alone, once: their ids
 * travel with a minus.
 */
export async function peopleOf(ctx: Ctx, moId: number): Promise<AsyncGenerator<WithPassport<RegisterPerson>[]>> {
  const [found] = await read(
    ctx.db,
    sql<{ ids: number[]; poes: number[] }>`
    with tied as (${livingTies(ctx.actor, todayOf(ctx))}),
    ordered as (
      select known.id, tied.po_id, known.name_key from tied join profile known on known.id = tied.profile_id where known.merged_into is null
      union all
      select -known.id, 0, known.name_key from (
          select place.profile_id from profile_place place where place.mo_id = ${moId} except select profile_id from tied) as former
        join profile known on known.id = former.profile_id where known.merged_into is null)
    select coalesce(array_agg(o.id order by o.name_key, abs(o.id), po.sort_key), '{}') as ids,
      coalesce(array_agg(o.po_id order by o.name_key, abs(o.id), po.sort_key), '{}') as poes
    from ordered o left join po on po.id = o.po_id`,
  );
  return rowsOf(
    ctx.db,
    found!.ids,
    (page) => sql<WithPassport<RegisterPerson>>`
    select coalesce(po.name, ${FORMER_PEOPLE}) as po, known.full_name as name, ${personColumns}
    from ${page} join profile known on known.id = abs(page.id) left join profile p on p.id = page.id
      left join po on po.id = page.beside left join privilege v on v.id = p.privilege_id`,
    { beside: found!.poes },
  );
}

export function passportOf(secrets: Secrets, cipher: Uint8Array | null): RegisterPassport | null {
  const passport = openPassport(secrets, cipher);
  return passport && { number: [passport.seria, passport.num].filter(Boolean).join(' '), issued: passport.text };
}
