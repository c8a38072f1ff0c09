// SQL of handovers: what stands on a day, the list, the act.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../../contract/kernel/scope.ts';
import type { HandoverFigures, HandoverRow } from '../../../contract/instruments/handovers.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';

export interface Standing extends HandoverFigures {
  /** Garages that owe on the day. */
  debts: { garage_id: number; kopecks: number }[];
}

/** What stands in a ПО at the end of a day, from the lines of the ledger themselves. */
export async function standingOn(db: ReadDb, poId: number, day: string): Promise<Standing> {
  const balances = sql`(select garage_id, sum(sign * amount_kopecks) as kopecks from balance_operation
    where po_id = ${poId} and on_date <= ${day}::date group by garage_id)`;
  const [[figures], debts, open, files] = await Promise.all([
    read(
      db,
      sql<Omit<HandoverFigures, 'open' | 'files'>>`select
        (select count(*)::int from garage where po_id = ${poId} and is_active) as garages,
        (select count(distinct o.profile_id)::int from ownership o join garage g on g.id = o.garage_id where g.po_id = ${poId} and o.ended_on is null) as owners,
        count(*) filter (where b.kopecks < 0)::int as debtors,
        coalesce(-sum(b.kopecks) filter (where b.kopecks < 0), 0)::float8 as debt_kopecks,
        coalesce(sum(b.kopecks) filter (where b.kopecks > 0), 0)::float8 as advance_kopecks,
        (select coalesce(sum(-sign * amount_kopecks), 0)::float8 from balance_operation where po_id = ${poId} and on_date <= ${day}::date and payment_type_id is null) as charged_kopecks,
        (select coalesce(sum(sign * amount_kopecks), 0)::float8 from balance_operation where po_id = ${poId} and on_date <= ${day}::date and payment_type_id is not null) as paid_kopecks
        from ${balances} b`,
    ),
    read(
      db,
      sql<{
        garage_id: number;
        kopecks: number;
      }>`select b.garage_id, (-b.kopecks)::float8 as kopecks from ${balances} b where b.kopecks < 0 order by b.kopecks, b.garage_id`,
    ),
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

/** What the new chairman has to finish: the cash desk and the bank up to the day of the act, the rest as it is now. */
const openMatters = (poId: number, day: string) => sql<{ label: string; count: number }>`select * from (values
  ('Переоформления: черновики и заявки', (select count(*)::int from reregistration where po_id = ${poId} and status in (0, 1, 6))),
  ('Переоформления в работе', (select count(*)::int from reregistration where po_id = ${poId} and status = 2)),
  ('Незакрытые дни кассы', (select count(*)::int from (select distinct on_date from balance_operation where po_id = ${poId}
    and payment_type_id = 1 and reversal_of is null and on_date <= ${day}::date) d
    where not exists (select 1 from cash_day c where c.po_id = ${poId} and c.on_date = d.on_date and c.reopened_at is null))),
  ('Неразнесённые поступления', (select count(*)::int from bank_row r where r.po_id = ${poId} and r.kind = 'incoming' and not r.is_skipped
    and not r.has_registry and r.amount_kopecks > bank_row_standing(r.id) and r.on_date <= ${day}::date)),
  ('Требует внимания после загрузки', (select count(*)::int from garage_attention a join garage g on g.id = a.garage_id where g.po_id = ${poId} and a.settled_at is null)),
  ('Рассылки не закончены', (select count(*)::int from notification where po_id = ${poId} and id in
    (select m.notification_id from notification_message m where m.status in (0, 1))))) as o(label, count) where count > 0`;

/** Handovers of the actor's place; a superuser confirms those of every place. */
export const seenBy = (actor: Actor): RawBuilder<boolean> =>
  actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : inScope(actor, 'h');

const nameOf = (table: string) =>
  sql`trim(${sql.ref(`${table}.last_name`)} || ' ' || ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.father_name`)})`;
const row = sql`h.id, json_build_object('id', po.id, 'name', po.name) as po, json_build_object('id', mo.id, 'name', mo.name) as mo, h.on_date, h.state,
  ${nameOf('h')} as taker, case when f.id is not null then ${nameOf('f')} end as former, ${nameOf('a')} as asked_by, h.asked_at`;
const from = sql`from handover h join po on po.id = h.po_id join mo on mo.id = h.mo_id left join app_user f on f.id = h.former_user_id
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

/** Debtors of an act by name, in the order of their sums. */
export const debtorsOf = (db: ReadDb, debts: Standing['debts']) =>
  read(
    db,
    sql<{ garage_id: number; garage: string; owner: string; debt_kopecks: number }>`select g.id as garage_id,
      concat_ws(', ', nullif(g.section, ''), g.number) as garage,
      coalesce((select string_agg(p.full_name, '; ' order by o.is_primary desc, o.id) from ownership o join profile p on p.id = o.profile_id
        where o.garage_id = g.id and o.ended_on is null), 'без владельца') as owner, d.kopecks as debt_kopecks
      from jsonb_to_recordset(${JSON.stringify(debts)}::jsonb) as d(garage_id int, kopecks float8) join garage g on g.id = d.garage_id
      order by d.kopecks desc, g.id`,
  );

/** Who is chairman of a ПО by his right. */
export const chairmanOf = (db: ReadDb, poId: number) =>
  db
    .selectFrom('user_right as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .where('r.po_id', '=', poId)
    .where('r.role', '=', 'chairman')
    .where('u.is_active', '=', true)
    .orderBy('u.id')
    .select('u.id')
    .executeTakeFirst();

export const poOfMo = (db: ReadDb, poId: number, moId: number) =>
  db
    .selectFrom('po')
    .where('id', '=', poId)
    .where('mo_id', '=', moId)
    .select(['id', 'name', 'mo_id', 'region_id'])
    .executeTakeFirst();

export const accountOf = (db: ReadDb, email: string) =>
  db
    .selectFrom('app_user')
    .where('email_key', '=', email.toLowerCase())
    .select(['id', 'is_active', 'is_superuser', 'last_name', 'first_name'])
    .executeTakeFirst();
