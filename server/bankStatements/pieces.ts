// Pieces of SQL of statements: former owners and what they owe, payments of the books that look like a row.
import { sql, type RawBuilder } from 'kysely';
import { countedAs } from '../balance/queries/counted.ts';

/** A person by his card of today. */
export const personNow = (id: RawBuilder<unknown>) =>
  sql`(select kept.full_name from profile was join profile kept on kept.id = coalesce(was.merged_into, was.id) where was.id = ${id})`;

/** By garage, former owners to whom debts were left, with `owes` while something of them is open. */
export const formersOf = (pos: readonly number[]) => sql`
  select garage_id, json_agg(json_build_object('id', debtor_id, 'full_name', ${personNow(sql`debtor_id`)}, 'owes', owes) order by debtor_id) as formers
  from (select o.garage_id, o.debtor_id, coalesce(bool_or(open.owed > 0), false) as owes
    from (select distinct garage_id, debtor_id from balance_operation where debtor_id is not null and po_id = any(${[...pos]}::int[])) as o
    left join (select s.garage_id, s.debtor_id, sum(s.kopecks) as owed
      from settle(array(select distinct garage_id from balance_operation where debtor_id is not null and po_id = any(${[...pos]}::int[]))) as s
      where s.kind = 'charge' and s.debtor_id is not null group by 1, 2) as open using (garage_id, debtor_id)
    group by 1, 2) as former group by garage_id`;

/** What a former owner of a garage owes. */
export const formerDebt = (
  garage: RawBuilder<unknown>,
  debtor: RawBuilder<unknown>,
) => sql`coalesce((select sum(s.kopecks)
  from settle(array[${garage}]) as s where s.kind = 'charge' and s.debtor_id = ${debtor}), 0)::bigint`;

/** A payment may be told once at the desk and once by the bank, some days apart. */
const RESEMBLING_DAYS = 3;

/** A payment that stands in the books and looks like what is left of the row: one garage, one sum, days near; the nearest of them. */
export const resembling = sql`(select json_build_object('operation', found.id, 'on_date', found.on_date, 'method', m.name, 'paper_no', found.paper_no,
    'amount_kopecks', found.amount, 'place', trim(g.section || ' ' || g.number))
  from (select garage, sum(amount) as whole, array_agg(amount) as each from jsonb_to_recordset(r.parts) as part(garage int, amount bigint) group by garage) as part
  cross join lateral (
    select min(o.id) as id, o.on_date, max(o.payment_type_id) as method, max(o.paper_no) as paper_no,
      case when sum(o.amount_kopecks) = part.whole then part.whole else min(o.amount_kopecks) filter (where o.amount_kopecks = any(part.each)) end as amount
    from balance_operation o join contribution c on c.id = o.contribution_id
    where o.garage_id = part.garage and o.on_date between r.on_date - ${RESEMBLING_DAYS}::int and r.on_date + ${RESEMBLING_DAYS}::int
      and o.sign > 0 and ${countedAs('paid', 'o')} and o.reversal_of is null and not exists (select 1 from balance_operation u where u.reversal_of = o.id)
      and not exists (select 1 from bank_row_document made where made.row_id = r.id and made.contribution_id in (o.contribution_id, c.corrects))
    group by o.contribution_id, o.on_date
    having sum(o.amount_kopecks) = part.whole or bool_or(o.amount_kopecks = any(part.each))) as found
  join garage g on g.id = part.garage left join payment_type m on m.id = found.method
  order by abs(found.on_date - r.on_date), found.id limit 1)`;

/** What stands in the books and looks like a payment of the bank. */
export interface Resembling {
  operation: number;
  on_date: string;
  method: string | null;
  paper_no: string | null;
  amount_kopecks: number;
  place: string;
}
