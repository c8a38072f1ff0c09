// Sums kept beside the ledger, as parts of the statement that posts: by month, by method of payment, debts of days that are out of date.
import { sql } from 'kysely';

/** What a document comes to: what is moved along with a charge that is undone is no money of its own. */
export const ownAmount = sql`coalesce(sum(amount_kopecks) filter (where origin_id is null), sum(amount_kopecks), 0)::bigint`;

export const months = sql`months as (
  insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
  select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0),
    count(*), sum(amount_kopecks)
  from posted where origin_id is null group by 1, 2, 3, 4, 5, 6, 7 order by 1, 4, 5, 6, 7
  on conflict (po_id, month, sign, accrual_type_id, payment_type_id) do update set lines = ledger_month.lines + excluded.lines,
    amount_kopecks = ledger_month.amount_kopecks + excluded.amount_kopecks)`;

export const methods = sql`methods as (
  insert into payment_sum (po_id, payment_type_id, lines, kopecks, undone_lines, undone_kopecks)
  select po_id, payment_type_id, count(*) filter (where reversal_of is null), coalesce(sum(sign * amount_kopecks) filter (where reversal_of is null), 0),
    count(*) filter (where reversal_of is not null), coalesce(-sum(sign * amount_kopecks) filter (where reversal_of is not null), 0)
  from posted where payment_type_id is not null group by 1, 2 order by 1, 2
  on conflict (po_id, payment_type_id) do update set lines = payment_sum.lines + excluded.lines, kopecks = payment_sum.kopecks + excluded.kopecks,
    undone_lines = payment_sum.undone_lines + excluded.undone_lines, undone_kopecks = payment_sum.undone_kopecks + excluded.undone_kopecks)`;

/** Debts of days follow by turns (`followDebts`); until then readers know from which day on they are not told yet. */
export const stale = sql`stale as (
  insert into debt_stale (po_id, since) select po_id, min(on_date) from posted group by po_id order by po_id
  on conflict (po_id) do update set since = excluded.since where excluded.since < debt_stale.since)`;
