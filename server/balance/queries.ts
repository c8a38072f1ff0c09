// Reading the ledger: debts by type and year, year marks, the proof that everything agrees.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../kernel/ctx.ts';
import { isVisit, sealedHash } from './ledger.ts';
import { OPENING, PENALTY } from './rules.ts';

/** Number of years that the debt marks show. */
export const MARK_YEARS = 3;

/**
 * What every entry (year and accrual type) was charged and still owes, as a query with the columns `garage_id, type_id
 * (null: money given back), year, charged, owed`: the rule `allocate` in SQL, for one garage or for thousands at once.
 * `which` is a condition over `balance_operation o`; `lines` may be another relation with its columns. Entries that were
 * charged nothing are left out.
 */
export function owedEntries(
  which: RawBuilder<unknown>,
  lines: RawBuilder<unknown> = sql`balance_operation`,
): RawBuilder<unknown> {
  return sql`
    with laid as (
      select *, sum(rest) over (partition by garage_id order by type_id = ${PENALTY}, year, nullif(type_id, ${OPENING}) nulls first) as upto,
        sum(free) over (partition by garage_id) as pool
      from (
        select garage_id, type_id, year, back_year, greatest(charged, 0) as charged,
          greatest(charged, 0) - least(greatest(charged, 0), greatest(paid, 0)) as rest,
          paid - least(greatest(charged, 0), greatest(paid, 0)) - least(charged, 0) as free
        from (
          select o.garage_id, coalesce(o.accrual_type_id, 0) as type_id, case when o.accrual_type_id is null then 0 else o.period_year end as year,
            max(o.period_year) filter (where o.payment_type_id is not null and o.sign < 0) as back_year,
            coalesce(sum(-o.sign * o.amount_kopecks) filter (where o.payment_type_id is null), 0)::bigint as charged,
            coalesce(sum(o.sign * o.amount_kopecks) filter (where o.payment_type_id is not null), 0)::bigint as paid
          from ${lines} o where ${which} group by 1, 2, 3
        ) as entry
      ) as closed
    )
    select garage_id, type_id, year, charged, least(rest, greatest(0, upto - greatest(pool, 0)))::bigint as owed from laid where charged > 0
    union all
    select garage_id, null, max(back_year), -min(pool)::bigint, -min(pool)::bigint from laid where pool < 0 group by garage_id`;
}

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
        coalesce(sum(e.charged) filter (where e.year = y.year), 0) as charged, coalesce(sum(e.owed) filter (where e.year = y.year), 0) as owed
      from generate_series(${thisYear}::int - ${MARK_YEARS - 1}, ${thisYear}::int) as y(year)
      left join (${owedEntries(sql`o.garage_id = ${garageId}`)}) as e on true
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
      from ${balances} b full join (select garage_id, sum(sign * amount_kopecks)::bigint as sum from ${lines} o group by 1) o using (garage_id)
      where coalesce(b.balance_kopecks, 0) <> coalesce(o.sum, 0)`,
    sql<LedgerFault>`select 'payment' as what, b.garage_id::text as id, 'последняя оплата не та' as text
      from ${balances} b left join (select garage_id, max(on_date) as on_date from ${lines} o
        where ${isVisit} and not exists (select 1 from balance_operation r where r.reversal_of = o.id) group by 1) o using (garage_id)
      where b.last_payment_on is distinct from o.on_date`,
    sql<LedgerFault>`select 'month' as what, coalesce(m.po_id, o.po_id) || ' ' || coalesce(m.month, o.month) as id, 'сумма за месяц расходится' as text
      from ${months} m full join (select po_id, date_trunc('month', on_date)::date as month, sign, coalesce(accrual_type_id, 0) as a, coalesce(payment_type_id, 0) as p,
        count(*)::int as n, sum(amount_kopecks)::bigint as sum from ${lines} o group by 1, 2, 3, 4, 5) o
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
  for (const query of queries) faults.push(...(await query.execute(db as never)).rows);
  return faults;
}
