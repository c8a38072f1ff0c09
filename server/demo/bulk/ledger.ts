// The ledger of a bulk register: documents, lines, what is kept beside them, seals.
import { sql } from 'kysely';
import { sealBooks } from '../../balance/writing/sealing.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import type { BulkSize } from './size.ts';

/**
 * Twenty lines a garage in five years. Fees are charged in February and May and paid in two parts; every seventh garage has paid
 * nothing this year and is charged twice more instead. A document covers one МО.
 */
export async function bulkLedger(tx: WriteDb, size: BulkSize, today: string, now: Date) {
  const thisYear = Number(today.slice(0, 4));
  const at = now.toISOString();
  for (let year = thisYear - size.years + 1; year <= thisYear; year += 1)
    for (let step = 1; step <= 4; step += 1) await bulkStep(tx, { year, step, isLast: year === thisYear }, today, at);
  await sql`
    insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks, last_payment_on, years)
    select garage_id, region_id, mo_id, po_id, sum(sign * amount_kopecks), max(on_date) filter (where payment_type_id is not null), null
    from balance_operation group by 1, 2, 3, 4 order by 1
    on conflict (garage_id) do update set balance_kopecks = excluded.balance_kopecks, last_payment_on = excluded.last_payment_on, years = null`.execute(
    tx,
  );
  // What triggers keep; they sleep while rows are trusted.
  await sql`select fill_po_sums(), fill_payment_sums(), forget_debts()`.execute(tx);
  await sql`
    insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
    select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), count(*), sum(amount_kopecks)
    from balance_operation group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  await bulkSeals(tx, at);
}

/** One charge or payment of a year: a document in each МО, a line for each garage. */
async function bulkStep(
  tx: WriteDb,
  { year, step, isLast }: { year: number; step: number; isLast: boolean },
  today: string,
  at: string,
) {
  const date = sql`least(make_date(${year}::int, (array[2, 5, 3, 9])[${step}::int], (array[1, 15, 10, 20])[${step}::int]), ${today}::date)`;
  const isCharge = step < 3;
  await sql`
    with laid as materialized (
      select g.id as garage_id, o.profile_id as owner_id, g.region_id, g.mo_id, g.po_id, case when charged then -1 else 1 end as sign,
        (array[450000, 63000, 400000, 113000])[${step}::int] as amount, case when charged then (array[1, 5, 8, 9])[${step}::int] end as accrual_type,
        case when not charged then (array[null, null, 1, 2])[${step}::int] end as payment_type
      from garage g left join ownership o on o.garage_id = g.id and o.is_primary
      cross join lateral (select ${isCharge} or ${isLast} and g.id % 7 = 3 as charged) as kind
    ), document as (
      insert into contribution (region_id, mo_id, kind, accrual_type_id, payment_type_id, period_year, on_date, amount_kopecks, garage_count,
        source, idempotency_key, created_at)
      select mo.region_id, mo.id, ${isCharge ? 'accrual' : 'payment'}, (array[1, 5])[${step}::int], (array[null, null, 1, 2])[${step}::int], ${year}::int, ${date},
        own.sum, own.n, ${isCharge ? 'mass' : 'statement'}, 'bulk:' || mo.id || ':' || ${year}::int || ':' || ${step}::int, ${at}::timestamptz
      from mo join (select mo_id, sum(amount)::bigint as sum, count(*)::int as n from laid group by 1) as own on own.mo_id = mo.id order by mo.id returning *
    )
    insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id,
      period_year, on_date, created_at)
    select laid.garage_id, laid.owner_id, laid.region_id, laid.mo_id, laid.po_id, c.id, laid.sign, laid.amount, laid.accrual_type, laid.payment_type,
      c.period_year, c.on_date, ${at}::timestamptz
    from laid join document c on c.mo_id = laid.mo_id order by laid.mo_id, laid.garage_id`.execute(tx);
}

/** ПО whose seals are made in one statement. */
const SEALED_AT_ONCE = 500;

async function bulkSeals(tx: WriteDb, at: string) {
  const { rows } = await sql<{ po_id: number }>`select distinct po_id from balance_operation order by 1`.execute(tx);
  const pos = rows.map((row) => row.po_id);
  for (let first = 0; first < pos.length; first += SEALED_AT_ONCE)
    await sealBooks(tx, pos.slice(first, first + SEALED_AT_ONCE), at);
}
