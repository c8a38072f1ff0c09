// SQL of payments: what checks need to know, and the cash day.
import { sql } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { CashDay } from '../../contract/payments.ts';
import { payerOn } from '../balance/queries/payer.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { inScope, personInScope, poScope } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';
import type { GarageFact, Method } from './rules.ts';

type Db = ReadDb | WriteDb;

/**
 * Garages of the actor's place for a posting, by id. Their rows are held: none of them is archived until the end of the
 * transaction. Money of the desk asks whether the desk of that day is open; no other money does.
 */
export async function garageFacts(
  tx: WriteDb,
  actor: Actor,
  ids: readonly number[],
  { date, source = 'desk' }: { date: string; source?: string },
): Promise<Map<number, GarageFact & { owner_id: number | null }>> {
  const { rows } = await sql<GarageFact & { owner_id: number | null }>`
    with held as (select g.id, g.section, g.number, g.po_id, g.is_active from garage g
      where g.id = any(${[...ids]}::int[]) and ${inScope(actor, 'g')} order by g.id for share)
    select g.id, trim(g.section || ' ' || g.number) as label, g.po_id, po.name as po_name, g.is_active,
      coalesce(b.debt_kopecks, 0)::bigint as debt_kopecks, coalesce(b.advance_kopecks, 0)::bigint as advance_kopecks, ${payerOn(sql`g.id`, date)} as owner_id,
      array(select o.profile_id from ownership o where o.garage_id = g.id and o.ended_on is null) as owners,
      (select coalesce(json_agg(json_build_object('id', debtor.id, 'person', coalesce(p.merged_into, p.id), 'full_name', p.full_name)), '[]')
        from (select distinct o.debtor_id as id from balance_operation o where o.garage_id = g.id and o.debtor_id is not null) as debtor
        join profile p on p.id = debtor.id) as formers,
      (select json_build_object('id', p.id, 'full_name', p.full_name) from profile p where p.id = ${payerOn(sql`g.id`, date)}) as payer,
      ${source === 'desk'} and exists (select 1 from cash_day d where d.po_id = g.po_id and d.on_date = ${date}::date and d.reopened_at is null) as day_closed
    from held g join po on po.id = g.po_id left join garage_balance b on b.garage_id = g.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export const method = (db: Db, id: number): Promise<Method | undefined> =>
  db.selectFrom('payment_type').where('id', '=', id).select(['id', 'sign', 'is_active']).executeTakeFirst();

/** Which of these accrual types there are. */
export async function knownTypes(db: Db, all: readonly (number | null)[]): Promise<Set<number>> {
  const ids = all.filter((id) => id !== null);
  if (!ids.length) return new Set();
  const rows = await read(
    db,
    sql<{
      id: number;
    }>`select id from accrual_type where id = any(${ids}::int[])`,
  );
  return new Set(rows.map((row) => row.id));
}

export interface Same {
  garage_id: number;
  amount: number;
  user: string;
  time: string;
}
/** Payments of the day that stand and look the same: one garage, one sum. */
export async function samePayments(
  tx: WriteDb,
  date: string,
  wanted: readonly { garage: number; amount: number }[],
  timeZone: string,
): Promise<Same[]> {
  const { rows } = await sql<Same>`
    select distinct on (o.garage_id, o.amount_kopecks) o.garage_id, o.amount_kopecks as amount, coalesce(u.last_name, 'система') as "user",
      to_char(o.created_at at time zone ${timeZone}, 'HH24:MI') as time
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w(garage int, amount bigint)
    join balance_operation o on o.garage_id = w.garage and o.amount_kopecks = w.amount and o.on_date = ${date}::date
    left join app_user u on u.id = o.created_by
    where o.sign > 0 and o.payment_type_id is not null and o.reversal_of is null
      and not exists (select 1 from balance_operation r where r.reversal_of = o.id)
    order by o.garage_id, o.amount_kopecks, o.id desc`.execute(tx);
  return rows;
}

/** A person by his card of today; null for one whom the actor's place does not know. */
export async function personNamed(
  tx: WriteDb,
  actor: Actor,
  id: number,
): Promise<{ id: number; full_name: string } | null> {
  const { rows } = await sql<{ id: number; full_name: string }>`select p.id, p.full_name from profile p
    where p.id = (select coalesce(merged_into, id) from profile where id = ${id}) and ${personInScope(actor, 'p')}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** What of a garage is open under a debtor's lines, of one type and year when they are named; kopecks. */
export async function openDebt(
  tx: WriteDb,
  garage: number,
  of: { debtor: number | null; accrualType: number | null; year: number | null },
): Promise<number> {
  const { rows } = await sql<{ kopecks: number }>`select coalesce(sum(s.kopecks), 0)::bigint as kopecks
    from settle(array[${garage}::int]) as s
    where s.kind = 'charge' and s.debtor_id is not distinct from ${of.debtor}::int
      and (${of.accrualType}::int is null or (s.type_id = ${of.accrualType}::int and s.year = ${of.year}::int))`.execute(
    tx,
  );
  return rows[0]!.kopecks;
}

/** The advance of a debtor (null: the present owners) as a day ends (null: of everything posted), what waits for its charge included, kopecks. */
export async function advanceOn(
  tx: WriteDb,
  garage: number,
  { date, debtor }: { date: string | null; debtor: number | null },
): Promise<number> {
  const { rows } = await sql<{ kopecks: number }>`select coalesce(sum(s.kopecks), 0)::bigint as kopecks
    from settle(array[${garage}::int], ${date}::date) as s where s.kind in ('advance', 'aside')
      and s.debtor_id is not distinct from ${debtor}::int`.execute(tx);
  return rows[0]!.kopecks;
}

/** The document posted with this key, with its lines in their order. */
export async function postedByKey(tx: WriteDb, key: string) {
  const { rows } = await sql<{
    contribution: number;
    amount_kopecks: number;
    lines: { id: number; garage: number; amount_kopecks: number; balance_kopecks: number }[];
  }>`
    select c.id as contribution, c.amount_kopecks, (select json_agg(json_build_object('id', o.id, 'garage', o.garage_id,
        'amount_kopecks', o.sign * o.amount_kopecks, 'balance_kopecks', coalesce(b.balance_kopecks, 0)) order by o.id)
      from balance_operation o left join garage_balance b on b.garage_id = o.garage_id where o.contribution_id = c.id) as lines
    from contribution c where c.idempotency_key = ${key}`.execute(tx);
  return rows[0]!;
}

/** Garages of a document, in the order of its lines: «А 45». */
export async function garageLabels(tx: WriteDb, document: number): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`select trim(g.section || ' ' || g.number) as label
    from balance_operation o join garage g on g.id = o.garage_id where o.contribution_id = ${document} group by g.id order by min(coalesce(o.reversal_of, o.id))`.execute(
    tx,
  );
  return rows.map((row) => row.label);
}

// ---- The cash day --------------------------------------------------------------------------------------------

/** ПО of the actor's place; with `po` that one, if it is there. */
const posCondition = (actor: Actor, po: number | null) =>
  sql`${poScope(actor, 'po')}
    and (${po}::int is null or po.id = ${po}::int)`;

/** Works, or its desk worked on that day: what is out of use now was closed, and is opened, as it was. */
const hasDesk = (
  date: string,
) => sql`(po.is_active or exists (select 1 from cash_day d where d.po_id = po.id and d.on_date = ${date}::date)
    or exists (select 1 from balance_operation o join contribution c on c.id = o.contribution_id
      where o.po_id = po.id and o.on_date = ${date}::date and o.payment_type_id is not null and c.source = 'desk'))`;

/** ПО of the place with a desk on a day, in the official order. */
export async function posOfPlace(db: Db, actor: Actor, po: number | null, date: string) {
  const rows = await read(
    db,
    sql<{ id: number; name: string; mo_id: number; region_id: number }>`
    select po.id, po.name, po.mo_id, po.region_id from po where ${posCondition(actor, po)} and ${hasDesk(date)} order by po.sort_key, po.id`,
  );
  return rows;
}

/** What the desk took and gave back on a day; the desk of a reversal is that of what it undoes. */
const dayLines = (actor: Actor, po: number | null, date: string) => sql`
  select o.po_id, o.payment_type_id, o.sign * o.amount_kopecks as amount, o.reversal_of is null and not exists (select 1
      from balance_operation r where r.reversal_of = o.id and r.on_date = o.on_date) as stands,
    u.on_date < o.on_date as is_late
  from balance_operation o join contribution c on c.id = o.contribution_id
    left join balance_operation u on u.id = o.reversal_of left join contribution uc on uc.id = u.contribution_id
  where o.po_id = any(array(select po.id from po where ${posCondition(actor, po)})) and o.on_date = ${date}::date
    and o.payment_type_id is not null and coalesce(uc.source, c.source) = 'desk'`;

type DaySums = Pick<CashDay, 'count' | 'amount_kopecks' | 'undone_kopecks' | 'methods' | 'pos'>;
/** Sums of a day: all together, by method, by ПО with its closing. */
export async function daySums(db: Db, actor: Actor, po: number | null, date: string): Promise<DaySums> {
  const sums = sql`'count', coalesce(n, 0), 'amount_kopecks', coalesce(amount, 0)`;
  const rows = await read(
    db,
    sql<DaySums>`
    with line as materialized (${dayLines(actor, po, date)}),
    method as (select payment_type_id, count(*) filter (where stands and amount > 0)::int as n, sum(amount)::bigint as amount from line group by 1),
    by_po as (select po_id, count(*) filter (where stands and amount > 0)::int as n, sum(amount)::bigint as amount from line group by 1),
    closed as (select d.po_id, d.closed_at, nullif(trim(u.last_name || ' ' || u.first_name), '') as by from cash_day d
      left join app_user u on u.id = d.closed_by
      where d.on_date = ${date}::date and d.reopened_at is null and d.po_id = any(array(select po.id from po where ${posCondition(actor, po)})))
    select count(*) filter (where stands and amount > 0)::int as count, coalesce(sum(amount), 0)::bigint as amount_kopecks,
      coalesce(-sum(amount) filter (where is_late), 0)::bigint as undone_kopecks,
      (select coalesce(json_agg(json_build_object('payment_type', json_build_object('id', t.id, 'name', t.name), ${sums}) order by t.sort), '[]')
        from method join payment_type t on t.id = method.payment_type_id) as methods,
      (select coalesce(json_agg(json_build_object('po', json_build_object('id', po.id, 'name', po.name), ${sums},
          'closed', case when closed.po_id is not null then json_build_object('at', closed.closed_at, 'by', closed.by) end)
          order by po.sort_key, po.id), '[]')
        from by_po full join closed using (po_id) join po on po.id = po_id) as pos
    from line`,
  );
  return rows[0]!;
}

/** ПО of the place whose desk is closed for a day. */
export async function closedPos(db: Db, actor: Actor, po: number | null, date: string): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ po_id: number }>`select d.po_id from cash_day d join po on po.id = d.po_id
    where d.on_date = ${date}::date and d.reopened_at is null and ${posCondition(actor, po)} order by d.po_id`,
  );
  return rows.map((row) => row.po_id);
}

/** The first ПО of a document's open lines whose desk is closed for a day; null when none is. */
export async function closedPoOf(tx: WriteDb, document: number, line: number | null, date: string) {
  const { rows } = await sql<{ name: string }>`select po.name from balance_operation o join po on po.id = o.po_id
    join cash_day d on d.po_id = o.po_id and d.on_date = ${date}::date and d.reopened_at is null
    where o.contribution_id = ${document} and (${line}::bigint is null or o.id = ${line}::bigint) order by po.id limit 1`.execute(
    tx,
  );
  return rows[0]?.name ?? null;
}

/** Methods in use, in their order. */
export const deskMethods = (db: Db) =>
  db.selectFrom('payment_type').where('is_active', '=', true).orderBy('sort').select(['id', 'name', 'sign']).execute();
