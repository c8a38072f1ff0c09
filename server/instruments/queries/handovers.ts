// SQL of handovers: what stands on a day, the list, the act.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../../contract/kernel/scope.ts';
import type { HandoverFigures, HandoverRow } from '../../../contract/instruments/handovers.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';

/** A garage that owes on the day, as it is called then; acts of earlier versions have the number and the sum alone. */
export interface ActDebt {
  garage_id: number;
  kopecks: number;
  garage?: string;
  /** Owed by somebody who owned it before. */
  is_former?: boolean;
  /** Who owes, as they were called; destruction of one takes his name out. */
  people?: { id: number; name: string }[];
}

export interface Standing extends HandoverFigures {
  debts: ActDebt[];
}

/** An ownership `o` of a day: from its first day, the last one belongs to who comes. */
const ownsOn = (day: string) =>
  sql`(o.started_on is null or o.started_on <= ${day}::date) and (o.ended_on is null or o.ended_on > ${day}::date)`;

/** Garages that stood in the register of a ПО on a day. */
const garagesOn = (poId: number, day: string) => sql`(select g.id from garage g join mo on mo.id = g.mo_id
  where g.po_id = ${poId} and not g.is_withdrawn and (g.archived_at is null or (g.archived_at at time zone mo.time_zone)::date > ${day}::date)
    and least((g.created_at at time zone mo.time_zone)::date, (select min(o.started_on) from ownership o where o.garage_id = g.id)) <= ${day}::date)`;

/** What stands in a ПО at the end of a day, from the lines of the ledger themselves. */
export async function standingOn(db: ReadDb, poId: number, day: string): Promise<Standing> {
  const garages = garagesOn(poId, day);
  const lines = sql`(select coalesce(sum(sign * amount_kopecks), 0) from balance_operation o where po_id = ${poId} and on_date <= ${day}::date`;
  const [[figures], debts, open, files] = await Promise.all([
    read(
      db,
      sql<Omit<HandoverFigures, 'open' | 'files'>>`select
        (select count(*)::int from ${garages} as g) as garages,
        (select count(distinct o.profile_id)::int from ownership o where o.garage_id in ${garages} and ${ownsOn(day)}) as owners,
        count(distinct s.garage_id) filter (where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null)::int as debtors,
        coalesce(sum(s.kopecks) filter (where s.kind = 'charge' and s.debtor_id is null), 0)::float8 as debt_kopecks,
        coalesce(sum(s.kopecks) filter (where s.kind = 'charge' and s.debtor_id is not null), 0)::float8 as former_kopecks,
        coalesce(sum(s.kopecks) filter (where s.kind <> 'charge' and s.debtor_id is null), 0)::float8 as advance_kopecks,
        (-1 * ${lines} and ${countedAs('charged', 'o')} and origin_id is null))::float8 as charged_kopecks,
        (${lines} and ${countedAs('paid', 'o')} and origin_id is null))::float8 as paid_kopecks,
        (${lines} and (origin_id is not null or not ${countedAs('charged', 'o')} and not ${countedAs('paid', 'o')})))::float8 as other_kopecks
        from settle(array(select garage_id from garage_balance where po_id = ${poId}), ${day}::date) as s`,
    ),
    read(db, debtsOn(poId, day)),
    read(db, openMatters(poId, day)),
    read(
      db,
      sql<{ label: string; count: number }>`select * from (values
        ('Бумаги', (select count(*)::int from document where po_id = ${poId})),
        ('Файлы и сканы', (select count(*)::int from attachment where po_id = ${poId} and deleted_at is null)),
        ('Загруженные книги', (select count(*)::int from import_batch where po_id = ${poId}))) as f(label, count) where count > 0`,
    ),
  ]);
  return { ...figures!, debts, open, files };
}

/** Who owes what at the end of a day: owners of that day, and those who left owing, each by name. */
const debtsOn = (poId: number, day: string) => sql<Required<ActDebt>>`
  select d.garage_id, concat_ws(', ', nullif(g.section, ''), g.number) as garage, d.debtor_id is not null as is_former, d.kopecks::float8 as kopecks,
    coalesce(w.people, '[]') as people
  from (select garage_id, debtor_id, sum(kopecks) as kopecks from settle(array(select garage_id from garage_balance where po_id = ${poId}), ${day}::date)
    where kind = 'charge' group by 1, 2 having sum(kopecks) > 0) as d
  join garage g on g.id = d.garage_id
  left join lateral (select json_agg(json_build_object('id', p.id, 'name', p.full_name) order by o.is_primary desc, o.id) as people
    from (select o.profile_id, o.is_primary, o.id from ownership o where o.garage_id = d.garage_id and d.debtor_id is null and ${ownsOn(day)}
      union all select d.debtor_id, true, 0 where d.debtor_id is not null) as o
    join profile p on p.id = o.profile_id) as w on true
  order by d.kopecks desc, d.garage_id, d.debtor_id nulls first`;

/** What the new chairman has to finish: the cash desk and the bank up to the day of the act, the rest as it is now. */
const openMatters = (poId: number, day: string) => sql<{ label: string; count: number }>`select * from (values
  ('Переоформления: черновики и заявки', (select count(*)::int from reregistration where po_id = ${poId} and status in (0, 1, 6))),
  ('Переоформления в работе', (select count(*)::int from reregistration where po_id = ${poId} and status = 2)),
  ('Незакрытые дни кассы', (select count(*)::int from (select distinct b.on_date from balance_operation b join contribution k on k.id = b.contribution_id
    where b.po_id = ${poId} and b.payment_type_id = 1 and b.reversal_of is null and k.source = 'desk' and b.on_date <= ${day}::date) d
    where not exists (select 1 from cash_day c where c.po_id = ${poId} and c.on_date = d.on_date and c.reopened_at is null))),
  ('Неразнесённые поступления', (select count(*)::int from bank_row r where r.po_id = ${poId} and r.kind = 'incoming' and not r.is_skipped
    and not r.has_registry and r.amount_kopecks > bank_row_standing(r.id) and r.on_date <= ${day}::date)),
  ('Требует внимания после загрузки', (select count(*)::int from garage_attention a join garage g on g.id = a.garage_id where g.po_id = ${poId})),
  ('Рассылки не закончены', (select count(*)::int from notification where po_id = ${poId} and id in
    (select m.notification_id from notification_message m where m.status in (0, 1))))) as o(label, count) where count > 0`;

/** Handovers of the actor's place; a superuser confirms those of every place. */
export const seenBy = (actor: Actor): RawBuilder<boolean> =>
  actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : inScope(actor, 'h');

const nameOf = (table: string) =>
  sql`trim(${sql.ref(`${table}.last_name`)} || ' ' || ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.father_name`)})`;
const row = sql`h.id, json_build_object('id', po.id, 'name', po.name) as po, json_build_object('id', mo.id, 'name', mo.name) as mo, h.on_date, h.state,
  ${nameOf('h')} as taker, h.former_name as former, ${nameOf('a')} as asked_by, h.asked_at`;
const from = sql`from handover h join po on po.id = h.po_id join mo on mo.id = h.mo_id
  join app_user a on a.id = h.asked_by left join app_user d on d.id = h.decided_by`;

export const listHandovers = (db: ReadDb, actor: Actor): Promise<HandoverRow[]> =>
  read(
    db,
    sql<HandoverRow>`select ${row} ${from} where ${seenBy(actor)} order by h.state = 'asked' desc, h.id desc limit 200`,
  );

export interface WholeHandover extends HandoverRow {
  po_id: number;
  mo_id: number;
  region_id: number;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
  phone: string | null;
  things: string | null;
  figures: Standing;
  former_user_id: number | null;
  decided_by: string | null;
  decided_at: string | null;
  decline_reason: string | null;
}
export async function handoverOf(db: ReadDb, actor: Actor, id: number): Promise<WholeHandover | undefined> {
  const rows = await read(
    db,
    sql<WholeHandover>`select ${row}, h.po_id, h.mo_id, h.region_id, h.last_name, h.first_name, h.father_name, h.email, h.phone, h.things, h.figures,
      h.former_user_id, case when d.id is not null then ${nameOf('d')} end as decided_by, h.decided_at, h.decline_reason
      ${from} where h.id = ${id} and ${seenBy(actor)}`,
  );
  return rows[0];
}

/** Debtors of an act of an earlier version, which has no names: as they are called now. */
export const namedNow = (db: ReadDb, debts: readonly ActDebt[]) =>
  read(
    db,
    sql<
      Required<ActDebt>
    >`select g.id as garage_id, concat_ws(', ', nullif(g.section, ''), g.number) as garage, false as is_former,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.full_name) order by o.is_primary desc, o.id) from ownership o
        join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '[]') as people, d.kopecks
      from jsonb_to_recordset(${JSON.stringify(debts)}::jsonb) as d(garage_id int, kopecks float8) join garage g on g.id = d.garage_id
      order by d.kopecks desc, g.id`,
  );

/** Who is chairman of a ПО by his right. */
export const chairmenOf = (db: ReadDb, poId: number) =>
  db
    .selectFrom('user_right as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .where('r.po_id', '=', poId)
    // A right without a role of its own has that of the account.
    .where(({ eb, fn }) => eb(fn.coalesce('r.role', 'u.role'), '=', 'chairman'))
    .where('u.is_active', '=', true)
    .orderBy('u.id')
    .select([
      'u.id',
      'u.email',
      sql<string>`trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`.as('name'),
    ])
    .execute();

export const poOfMo = (db: ReadDb, poId: number, moId: number) =>
  db
    .selectFrom('po')
    .where('id', '=', poId)
    .where('mo_id', '=', moId)
    .select(['id', 'name', 'mo_id', 'region_id'])
    .executeTakeFirst();

/** Whether an account has a right at the МО or at one of its ПО. */
export const worksInMo = async (db: ReadDb, userId: number, moId: number): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('user_right as r')
      .leftJoin('po', 'po.id', 'r.po_id')
      .where('r.user_id', '=', userId)
      .where((eb) => eb.or([eb('r.mo_id', '=', moId), eb('po.mo_id', '=', moId)]))
      .select('r.id')
      .executeTakeFirst(),
  );

export const accountOf = (db: ReadDb, email: string) =>
  db.selectFrom('app_user').where('email_key', '=', email.toLowerCase()).select(['id', 'is_active']).executeTakeFirst();
