// Money set aside for what is not charged yet: which garages have any, how much, and whether they ever had.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

/** A line after which money may wait for a charge: one that names type and year, or the undoing of a charge. */
export const touchesAside = sql`sign > 0 and accrual_type_id is not null and (payment_type_id is not null or reversal_of is not null)`;
/** A payment that names what stands charged for nobody: money is set aside only behind such ones. */
const namesAhead = sql`exists (select 1 from balance_operation o where o.garage_id = b.garage_id and o.debtor_id is null and o.sign > 0
  and o.payment_type_id is not null and o.accrual_type_id is not null and o.reversal_of is null
  and not exists (select 1 from balance_operation r where r.reversal_of = o.id)
  and not exists (select 1 from balance_operation c where c.garage_id = o.garage_id and c.debtor_id is null and c.accrual_type_id = o.accrual_type_id
    and c.period_year = o.period_year and c.sign < 0 and coalesce(c.payment_type_id, 0) not in (5, 7) and c.reversal_of is null
    and not exists (select 1 from balance_operation r where r.reversal_of = c.id)))`;

/** What is set aside, of the garages of documents where it may have changed. */
export async function refreshAsides(tx: WriteDb, documents: readonly number[]) {
  await sql`
    with touched as (select b.garage_id, named.ahead,
        named.ahead or exists (select 1 from paid_ahead(array[b.garage_id])) as was
      from garage_balance b cross join lateral (select ${namesAhead} as ahead) as named
      where b.garage_id in (select garage_id from balance_operation where contribution_id = any(${[...documents]}::int[])
        and (${touchesAside} or garage_id in (select w.garage_id from garage_balance w where w.names_ahead)))),
    waiting as (select garage_id, sum(kopecks)::bigint as kopecks
      from settle(array(select garage_id from touched where ahead)) where kind = 'aside' and debtor_id is null group by 1)
    update garage_balance b set names_ahead = touched.ahead, aside_kopecks = coalesce(waiting.kopecks, 0), was_ahead = b.was_ahead or touched.was
    from touched left join waiting using (garage_id)
    where b.garage_id = touched.garage_id
      and (b.names_ahead <> touched.ahead or b.aside_kopecks <> coalesce(waiting.kopecks, 0) or touched.was and not b.was_ahead)`.execute(
    tx,
  );
}

/** What former owners of garages owe, each by himself, after lines of theirs. */
export const refreshFormers = (tx: WriteDb, garages: readonly number[]) =>
  sql`update garage_balance b set former_debt_kopecks = coalesce((select sum(s.kopecks) from settle(array[b.garage_id]) as s
      where s.kind = 'charge' and s.debtor_id is not null), 0)
    where b.garage_id = any(${[...garages]}::int[])`.execute(tx);
