// SQL of penalties that stand on charges: when such a charge is undone they lose their ground.
import { sql, type RawBuilder } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

const isOpen = (line: string) =>
  sql`not exists (select 1 from balance_operation undo where undo.reversal_of = ${sql.ref(`${line}.id`)})`;

/** No other charge stands for the entry. */
const isAlone = sql`not exists (select 1 from balance_operation other where other.garage_id = charge.garage_id and other.id <> charge.id
  and other.accrual_type_id = charge.accrual_type_id and other.period_year = charge.period_year and other.sign < 0 and other.payment_type_id is null
  and other.reversal_of is null and other.origin_id is null and ${isOpen('other')})`;
/** Something of the charge, wherever it was moved, was open after its due day on a day of the penalty. */
const wasOverdue = sql`exists (select 1 from contribution doc join accrual_type t on t.id = charge.accrual_type_id join po on po.id = charge.po_id
    cross join lateral (select greatest(charge.on_date, due_day(charge.on_date, charge.period_year, doc.due_on, t.period = 'year', po.penalty ->> 'due_day_month'))
      + coalesce((po.penalty ->> 'grace_days')::int, 0) as day) as due
    cross join lateral settle(array[charge.garage_id], greatest(part.from_day - 1, due.day)) as s join balance_operation l on l.id = s.line_id
  where doc.id = charge.contribution_id and part.to_day > due.day and s.kind = 'charge' and s.kopecks > 0 and coalesce(l.origin_id, l.id) = charge.id)`;
/**
 * Lines of penalties that were charged for days after the charges `which` names (a condition over `balance_operation charge`)
 * on their entries: the garage, the type and the year. Undone charges and undone penalties are left out. Where an entry has
 * other charges too (other months of the year), only penalties of days on which something of this one was overdue.
 */
const linesOn = (which: RawBuilder<unknown>) => sql`
  select distinct penalty.id, penalty.contribution_id, penalty.garage_id, penalty.amount_kopecks from balance_operation charge
    join penalty_part part on part.garage_id = charge.garage_id and part.accrual_type_id = charge.accrual_type_id
      and part.period_year = charge.period_year and part.to_day > charge.on_date
    join balance_operation penalty on penalty.id = part.operation_id
  where ${which} and charge.payment_type_id is null and charge.sign < 0 and charge.reversal_of is null
    and ${isOpen('charge')} and ${isOpen('penalty')} and (${isAlone} or ${wasOverdue})`;

/** Ids of the penalties on charges and of those charges, as a query: what goes when they are undone. */
export const goingWith = (which: RawBuilder<unknown>) => sql`
  select charge.id from balance_operation charge where ${which} union select id from (${linesOn(which)}) as line`;

/** `{garages, amount_kopecks}` of the penalties on charges, as a JSON expression. */
export const penaltiesOn = (which: RawBuilder<unknown>) => sql`(
  select json_build_object('garages', count(distinct garage_id), 'amount_kopecks', coalesce(sum(amount_kopecks), 0))
  from (${linesOn(which)}) as line)`;

export interface PenaltyDocument {
  id: number;
  po_id: number | null;
  on_date: string;
  lines: number[];
  garages: number;
  amount_kopecks: number;
  /** None of its lines would be left. */
  is_whole: boolean;
}
/** The same penalties by the document that charged them, the earliest first. */
export const penaltyDocumentsOn = (tx: WriteDb, which: RawBuilder<unknown>): Promise<PenaltyDocument[]> =>
  byDocument(tx, linesOn(which));

/** Lines of penalties that stand, by the document that charged them. */
export const penaltyDocumentsOf = (tx: WriteDb, ids: readonly number[]): Promise<PenaltyDocument[]> =>
  byDocument(
    tx,
    sql`select o.id, o.contribution_id, o.garage_id, o.amount_kopecks from balance_operation o where o.id = any(${ids}::bigint[])`,
  );

async function byDocument(tx: WriteDb, lines: RawBuilder<unknown>): Promise<PenaltyDocument[]> {
  const { rows } = await sql<PenaltyDocument>`
    select c.id, c.po_id, c.on_date, own.lines, own.garages, own.amount_kopecks,
      own.n = (select count(*) from balance_operation o where o.contribution_id = c.id and ${isOpen('o')}) as is_whole
    from (select contribution_id, json_agg(id order by id) as lines, count(*) as n, count(distinct garage_id)::int as garages,
        sum(amount_kopecks)::bigint as amount_kopecks from (${lines}) as line group by contribution_id) as own
      join contribution c on c.id = own.contribution_id order by c.id`.execute(tx);
  return rows;
}
