// Reading the ledger: debts by type and year, year marks, the proof that everything agrees.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { isVisit, sealedHash } from './ledger.ts';

/** Number of years that the debt marks show. */
export const MARK_YEARS = 3;

/**
 * The books of garages by the rule of `rules/settlement.ts`, as the database walks them: a relation with the columns
 * `garage_id, debtor_id, kind, line_id, type_id, year, since, charged, kopecks`. Kind 'charge': what of a charge is still
 * owed (`kopecks`, maybe 0; `type_id` null: money given back); 'advance', 'aside': money that closes nothing yet.
 * `debtor_id` null: the present owners. `garages` is a query of one column, ids of garages.
 */
export const settled = (garages: RawBuilder<unknown>): RawBuilder<unknown> => sql`settle(array(${garages}))`;

/** What a list shows of a `garage_balance`: below zero the debt, where there is none the advance, kopecks. */
export const shownBalance = (balance: string): RawBuilder<number> =>
  sql<number>`coalesce(case when ${sql.ref(`${balance}.debt_kopecks`)} > 0 then -${sql.ref(`${balance}.debt_kopecks`)} else ${sql.ref(`${balance}.advance_kopecks`)} end, 0)`;

/**
 * What every entry (year and accrual type) of the present owners was charged and still owes, as a query with the columns
 * `garage_id, type_id (null: money given back), year, charged, owed`. `garages` is a query of one column.
 */
export const owedEntries = (garages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.garage_id, s.type_id, s.year, sum(s.charged)::bigint as charged, sum(s.kopecks)::bigint as owed
  from ${settled(garages)} as s where s.kind = 'charge' and s.debtor_id is null group by 1, 2, 3`;

/**
 * Year marks of a garage as a JSON array expression: a year is paid when nothing charged for it is owed. `garageId` is a
 * column reference.
 */
export function yearMarks(garageId: RawBuilder<unknown>, thisYear: number): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('year', marks.year, 'state', case
        when not coalesce(marks.has_begun, false) then 'none'
        when marks.owed = 0 then 'paid' when marks.owed >= marks.charged then 'unpaid' else 'partly' end) order by marks.year)
    from (
      select y.year, bool_or(e.year <= y.year) as has_begun,
        coalesce(sum(e.charged) filter (where e.year = y.year), 0) as charged, coalesce(sum(e.kopecks) filter (where e.year = y.year), 0) as owed
      from generate_series(${thisYear}::int - ${MARK_YEARS - 1}, ${thisYear}::int) as y(year)
      left join (select year, charged, kopecks from ${settled(sql`select ${garageId}`)} as s where kind = 'charge' and debtor_id is null) as e on true
      group by y.year
    ) as marks)`;
}

export interface LedgerFault {
  what: 'balance' | 'payment' | 'month' | 'seal' | 'chain';
  id: string;
  text: string;
}

/**
 * Recomputes balances, monthly sums and seals from the lines; an empty answer means that everything agrees.
 * With `pos` only those ПО are looked at.
 */
export async function verifyLedger(db: ReadDb, pos: readonly number[] | null = null): Promise<LedgerFault[]> {
  const here = pos === null ? sql`true` : sql`po_id = any(${pos}::int[])`;
  const lines = sql`(select * from balance_operation where ${here})`;
  const balances = sql`(select * from garage_balance where ${here})`;
  const months = sql`(select * from ledger_month where ${here})`;
  const sealed = sql`(select * from ledger_seal where ${here})`;
  const heads = sql`(select * from ledger_head where ${here})`;
  const queries = [
    sql<LedgerFault>`select 'balance' as what, coalesce(b.garage_id, o.garage_id)::text as id,
        'остаток ' || coalesce(b.balance_kopecks, 0) || ', по строкам ' || coalesce(o.sum, 0) as text
      from ${balances} b full join (select garage_id, coalesce(sum(sign * amount_kopecks) filter (where debtor_id is null), 0)::bigint as sum,
        coalesce(sum(sign * amount_kopecks) filter (where debtor_id is not null), 0)::bigint as former from ${lines} o group by 1) o using (garage_id)
      where coalesce(b.balance_kopecks, 0) <> coalesce(o.sum, 0) or coalesce(b.former_kopecks, 0) <> coalesce(o.former, 0)`,
    sql<LedgerFault>`select 'balance' as what, b.garage_id::text as id, 'отложено ' || b.aside_kopecks || ', по строкам ' || coalesce(o.sum, 0) as text
      from ${balances} b left join (select garage_id, sum(kopecks)::bigint as sum from ${settled(sql`select distinct garage_id from ${lines} o
        where sign > 0 and payment_type_id is not null and accrual_type_id is not null`)} as s where kind = 'aside' and debtor_id is null group by 1) o using (garage_id)
      where b.aside_kopecks <> coalesce(o.sum, 0)`,
    sql<LedgerFault>`select 'payment' as what, b.garage_id::text as id, 'последняя оплата не та' as text
      from ${balances} b left join (select garage_id, max(on_date) as on_date from ${lines} o
        where ${isVisit} and debtor_id is null and not exists (select 1 from balance_operation r where r.reversal_of = o.id) group by 1) o using (garage_id)
      where b.last_payment_on is distinct from o.on_date`,
    sql<LedgerFault>`select 'month' as what, coalesce(m.po_id, o.po_id) || ' ' || coalesce(m.month, o.month) as id, 'сумма за месяц расходится' as text
      from ${months} m full join (select po_id, date_trunc('month', on_date)::date as month, sign, coalesce(accrual_type_id, 0) as a, coalesce(payment_type_id, 0) as p,
        count(*)::int as n, sum(amount_kopecks)::bigint as sum from ${lines} o where origin_id is null group by 1, 2, 3, 4, 5) o
      on o.po_id = m.po_id and o.month = m.month and o.sign = m.sign and o.a = m.accrual_type_id and o.p = m.payment_type_id
      where m.amount_kopecks is distinct from o.sum or m.lines is distinct from o.n`,
    sql<LedgerFault>`select 'seal' as what, coalesce(s.po_id, o.po_id) || '/' || coalesce(s.seq, 0) as id, 'строки не сходятся с печатью' as text
      from ${sealed} s full join (select po_id, contribution_id, count(*)::int as n,
        ${sealedHash} as hash from ${lines} o group by 1, 2) o
      on o.po_id = s.po_id and o.contribution_id = s.contribution_id
      where s.lines_hash is distinct from o.hash or s.lines is distinct from o.n`,
    sql<LedgerFault>`select 'chain' as what, po_id || '/' || seq as id, 'цепочка печатей прервана' as text
      from (select *, lag(hash) over (partition by po_id order by seq) as before, row_number() over (partition by po_id order by seq) as nth from ${sealed} l) s
      where hash <> case when before is null then lines_hash else sha256(before || lines_hash) end or seq <> nth
      union all select 'chain', coalesce(h.po_id, s.po_id) || '/' || coalesce(h.seq, s.seq), 'последняя печать не та' from ${heads} h
      full join (select distinct on (po_id) po_id, seq, hash from ${sealed} l order by po_id, seq desc) s using (po_id)
      where s.hash is distinct from h.hash or s.seq is distinct from h.seq`,
  ];
  const faults: LedgerFault[] = [];
  for (const query of queries) faults.push(...(await read(db, query)));
  return faults;
}
