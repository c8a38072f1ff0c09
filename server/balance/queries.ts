// Reading the ledger: debts by type and year, year marks, the proof that everything agrees.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../kernel/ctx.ts';
import { isVisit, sealedHash } from './ledger.ts';

/** Number of years that the debt marks show. */
export const MARK_YEARS = 3;

/**
 * Year marks of a garage as a JSON array expression. Payments cover the oldest charges first, whatever they were made for:
 * a year is paid when everything charged up to its end is covered. `garageId` is a column reference.
 */
export function yearMarks(garageId: RawBuilder<unknown>, thisYear: number): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('year', marks.year, 'state', case
        when marks.upto_before is null and marks.charged = 0 then 'none'
        when marks.charged = 0 or marks.paid >= marks.upto then 'paid'
        when marks.paid <= marks.upto - marks.charged then 'unpaid' else 'partly' end) order by marks.year)
    from (
      select y.year,
        coalesce(sum(o.amount_kopecks * -o.sign) filter (where o.accrual_type_id is not null and o.payment_type_id is null and o.period_year = y.year), 0) as charged,
        coalesce(sum(o.amount_kopecks * -o.sign) filter (where o.accrual_type_id is not null and o.payment_type_id is null and o.period_year <= y.year), 0) as upto,
        min(o.period_year) filter (where o.period_year <= y.year) as upto_before,
        coalesce(sum(o.amount_kopecks * o.sign) filter (where o.payment_type_id is not null), 0) as paid
      from generate_series(${thisYear}::int - ${MARK_YEARS - 1}, ${thisYear}::int) as y(year)
      left join balance_operation o on o.garage_id = ${garageId}
      group by y.year
    ) as marks)`;
}

export interface ChargedLine {
  accrual_type: string;
  year: number;
  accrued_kopecks: number;
}

/** What was charged to a garage by year and type, oldest first, and all that was paid (kopecks). */
export async function debtFacts(
  db: ReadDb,
  garageId: number,
): Promise<{ charged: ChargedLine[]; paidKopecks: number }> {
  const charged = await sql<ChargedLine>`
    select t.name as accrual_type, o.period_year as year, sum(-o.sign * o.amount_kopecks)::bigint as accrued_kopecks
    from balance_operation o join accrual_type t on t.id = o.accrual_type_id
    where o.garage_id = ${garageId} and o.payment_type_id is null
    group by t.name, t.sort, o.period_year having sum(-o.sign * o.amount_kopecks) <> 0 order by o.period_year, t.sort`.execute(
    db as never,
  );
  const paid = await sql<{ paid: number }>`
    select coalesce(sum(sign * amount_kopecks), 0)::bigint as paid from balance_operation
    where garage_id = ${garageId} and payment_type_id is not null`.execute(db as never);
  return { charged: charged.rows, paidKopecks: paid.rows[0]!.paid };
}

export interface LedgerFault {
  what: 'balance' | 'payment' | 'month' | 'seal' | 'chain';
  id: string;
  text: string;
}

/** Recomputes balances, monthly sums and seals from the lines; an empty answer means that everything agrees. */
export async function verifyLedger(db: ReadDb): Promise<LedgerFault[]> {
  const queries = [
    sql<LedgerFault>`select 'balance' as what, coalesce(b.garage_id, o.garage_id)::text as id,
        'остаток ' || coalesce(b.balance_kopecks, 0) || ', по строкам ' || coalesce(o.sum, 0) as text
      from garage_balance b full join (select garage_id, sum(sign * amount_kopecks)::bigint as sum from balance_operation group by 1) o using (garage_id)
      where coalesce(b.balance_kopecks, 0) <> coalesce(o.sum, 0)`,
    sql<LedgerFault>`select 'payment' as what, b.garage_id::text as id, 'последняя оплата не та' as text
      from garage_balance b left join (select garage_id, max(on_date) as on_date from balance_operation o
        where ${isVisit} and not exists (select 1 from balance_operation r where r.reversal_of = o.id) group by 1) o using (garage_id)
      where b.last_payment_on is distinct from o.on_date`,
    sql<LedgerFault>`select 'month' as what, coalesce(m.po_id, o.po_id) || ' ' || coalesce(m.month, o.month) as id, 'сумма за месяц расходится' as text
      from ledger_month m full join (select po_id, date_trunc('month', on_date)::date as month, sign, coalesce(accrual_type_id, 0) as a, coalesce(payment_type_id, 0) as p,
        count(*)::int as n, sum(amount_kopecks)::bigint as sum from balance_operation group by 1, 2, 3, 4, 5) o
      on o.po_id = m.po_id and o.month = m.month and o.sign = m.sign and o.a = m.accrual_type_id and o.p = m.payment_type_id
      where m.amount_kopecks is distinct from o.sum or m.lines is distinct from o.n`,
    sql<LedgerFault>`select 'seal' as what, coalesce(s.po_id, o.po_id) || '/' || coalesce(s.seq, 0) as id, 'строки не сходятся с печатью' as text
      from ledger_seal s full join (select po_id, contribution_id, count(*)::int as n,
        ${sealedHash} as hash from balance_operation group by 1, 2) o
      on o.po_id = s.po_id and o.contribution_id = s.contribution_id
      where s.lines_hash is distinct from o.hash or s.lines is distinct from o.n`,
    sql<LedgerFault>`select 'chain' as what, po_id || '/' || seq as id, 'цепочка печатей прервана' as text
      from (select *, lag(hash) over (partition by po_id order by seq) as before, row_number() over (partition by po_id order by seq) as nth from ledger_seal) s
      where hash <> case when before is null then lines_hash else sha256(before || lines_hash) end or seq <> nth
      union all select 'chain', coalesce(h.po_id, s.po_id) || '/' || coalesce(h.seq, s.seq), 'последняя печать не та' from ledger_head h
      full join (select distinct on (po_id) po_id, seq, hash from ledger_seal order by po_id, seq desc) s using (po_id)
      where s.hash is distinct from h.hash or s.seq is distinct from h.seq`,
  ];
  const faults: LedgerFault[] = [];
  for (const query of queries) faults.push(...(await query.execute(db as never)).rows);
  return faults;
}
