// Reading the ledger: debts by type and year, year marks, the proof that everything agrees.
import { sql, type RawBuilder } from 'kysely';
import { inText } from '../db/planned.ts';
import { settled, shownBalance } from './queries/settled.ts';

export { verifyLedger } from './queries/proof.ts';
export type { LedgerFault } from './rules/proof.ts';
export { settled, shownBalance };

/** Number of years that the debt marks show. */
export const MARK_YEARS = 3;

/**
 * What every entry (year and accrual type) of the present owners was charged and still owes, as a query with the columns
 * `garage_id, type_id (null: money given back), year, charged, owed`. `garages` is a query of one column.
 */
export const owedEntries = (garages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.garage_id, s.type_id, s.year, sum(s.charged)::bigint as charged, sum(s.kopecks)::bigint as owed
  from ${settled(garages)} as s where s.kind = 'charge' and s.debtor_id is null group by 1, 2, 3`;

/**
 * Year marks of a garage as a JSON array expression: a year is paid when nothing charged for it is owed. `b` is the alias of its
 * `garage_balance`, where the years stand unless they are still to be counted from the lines.
 */
export function yearMarks(b: string, garageId: RawBuilder<unknown>, thisYear: number): RawBuilder<unknown> {
  const years = sql.ref(`${b}.years`);
  return sql`case when ${years} is null then ${countedMarks(garageId, thisYear)} else (
    select json_agg(json_build_object('year', y, 'state', coalesce(${years} ->> y::text,
      case when exists (select 1 from jsonb_object_keys(${years}) as charged where charged::int <= y) then 'paid' else 'none' end)) order by y)
    from generate_series(${inText(thisYear - MARK_YEARS + 1)}, ${inText(thisYear)}) as y) end`;
}

/** Year marks of a garage by its lines. */
export function countedMarks(garageId: RawBuilder<unknown>, thisYear: number): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('year', marks.year, 'state', case
        when not coalesce(marks.has_begun, false) then 'none'
        when marks.owed = 0 then 'paid' when marks.owed >= marks.charged then 'unpaid' else 'partly' end) order by marks.year)
    from (
      select y.year, bool_or(e.year <= y.year) as has_begun,
        coalesce(sum(e.charged) filter (where e.year = y.year), 0) as charged, coalesce(sum(e.kopecks) filter (where e.year = y.year), 0) as owed
      from generate_series(${inText(thisYear - MARK_YEARS + 1)}, ${inText(thisYear)}) as y(year)
      left join (select year, charged, kopecks from ${settled(sql`select ${garageId}`)} as s where kind = 'charge' and debtor_id is null) as e on true
      group by y.year
    ) as marks)`;
}
