// The ledger of a bulk register: documents, lines, what is kept beside them, seals.
import { sql } from 'kysely';
import { sealedHash } from '../../balance/ledger.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import type { BulkSize } from './size.ts';

/**
 * Twenty lines a garage in five years. Fees are charged in February and May and paid in two parts; every seventh garage has paid
 * nothing this year and is charged twice more instead. A document covers one МО.
 */
export async function bulkLedger(tx: WriteDb, size: BulkSize, today: string, now: Date) {
  const thisYear = Number(today.slice(0, 4));
  const at = now.toISOString();
  await sql`create temporary table bulk_print (po_id int, contribution_id int, lines int, hash bytea) on commit drop`.execute(
    tx,
  );
  for (let year = thisYear - size.years + 1; year <= thisYear; year += 1)
    for (let step = 1; step <= 4; step += 1) await bulkStep(tx, { year, step, isLast: year === thisYear }, today, at);
  await sql`update contribution c set amount_kopecks = own.sum, garage_count = own.garages from (select contribution_id, sum(amount_kopecks) as sum,
    count(*)::int as garages from balance_operation group by 1) as own where own.contribution_id = c.id`.execute(tx);
  await sql`
    insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks, last_payment_on)
    select garage_id, region_id, mo_id, po_id, sum(sign * amount_kopecks), max(on_date) filter (where payment_type_id is not null)
    from balance_operation group by 1, 2, 3, 4 order by 1`.execute(tx);
  await sql`
    insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
    select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), count(*), sum(amount_kopecks)
    from balance_operation group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  await bulkSeals(tx, at);
}

/** One charge or payment of a year: a document in each МО, a line for each garage, their hashes while the lines are at hand. */
async function bulkStep(
  tx: WriteDb,
  { year, step, isLast }: { year: number; step: number; isLast: boolean },
  today: string,
  at: string,
) {
  const key = sql`'bulk:' || mo.id || ':' || ${year}::int || ':' || ${step}::int`;
  const date = sql`least(make_date(${year}::int, (array[2, 5, 3, 9])[${step}::int], (array[1, 15, 10, 20])[${step}::int]), ${today}::date)`;
  const isCharge = step < 3;
  await sql`
    insert into contribution (region_id, mo_id, kind, accrual_type_id, payment_type_id, period_year, on_date, source, idempotency_key, created_at)
    select mo.region_id, mo.id, ${isCharge ? 'accrual' : 'payment'}, (array[1, 5])[${step}::int], (array[null, null, 1, 2])[${step}::int], ${year}::int, ${date},
      ${isCharge ? 'mass' : 'statement'}, ${key}, ${at}::timestamptz
    from mo order by mo.id`.execute(tx);
  await sql`
    with posted as (
      insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id,
        period_year, on_date, created_at)
      select g.id, o.profile_id, g.region_id, g.mo_id, g.po_id, c.id, case when charged then -1 else 1 end, (array[450000, 63000, 400000, 113000])[${step}::int],
        case when charged then (array[1, 5, 8, 9])[${step}::int] end, case when not charged then (array[null, null, 1, 2])[${step}::int] end, c.period_year, c.on_date,
        ${at}::timestamptz
      from mo join contribution c on c.idempotency_key = ${key}
      join garage g on g.mo_id = mo.id left join ownership o on o.garage_id = g.id and o.is_primary
      cross join lateral (select ${isCharge} or ${isLast} and g.id % 7 = 3 as charged) as kind
      order by g.mo_id, g.id returning *
    ) insert into bulk_print select po_id, contribution_id, count(*)::int, ${sealedHash} from posted group by 1, 2`.execute(
    tx,
  );
}

async function bulkSeals(tx: WriteDb, at: string) {
  await sql`create temporary table bulk_seal on commit drop as
    select *, row_number() over (partition by po_id order by contribution_id)::int as seq from bulk_print`.execute(tx);
  await sql`create index on bulk_seal (po_id, seq)`.execute(tx);
  await sql`
    insert into ledger_seal (po_id, seq, contribution_id, lines, lines_hash, hash, created_at)
    with recursive chain as (
      select po_id, seq, contribution_id, lines, hash as lines_hash, hash from bulk_seal where seq = 1
      union all
      select p.po_id, p.seq, p.contribution_id, p.lines, p.hash, sha256(chain.hash || p.hash) from chain join bulk_seal p on p.po_id = chain.po_id and p.seq = chain.seq + 1
    ) select po_id, seq, contribution_id, lines, lines_hash, hash, ${at}::timestamptz from chain`.execute(tx);
  await sql`insert into ledger_head (po_id, seq, hash) select distinct on (po_id) po_id, seq, hash from ledger_seal order by po_id, seq desc`.execute(
    tx,
  );
}
