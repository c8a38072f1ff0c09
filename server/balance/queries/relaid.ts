// Payments that close something else once a posting stands among them: told before it is posted, and in the log.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { relaidBetween, type LedgerFact } from '../rules.ts';

type Db = ReadDb | WriteDb;
interface Fact extends LedgerFact {
  garage_id: number;
  contribution_id: number;
}

/** Garages of a query (column `garage_id`) that have lines after a day: nothing is re-laid in the others. */
const withLater = (garages: RawBuilder<unknown>, date: string) => sql`select distinct w.garage_id from (${garages}) as w
  where exists (select 1 from balance_operation later where later.garage_id = w.garage_id and later.on_date > ${date}::date)`;

async function factsOf(db: Db, garages: RawBuilder<unknown>): Promise<Map<number, Fact[]>> {
  const rows = await read(
    db,
    sql<Fact>`select o.garage_id, o.contribution_id, o.id, o.on_date, o.sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id, o.period_year,
      o.reversal_of, o.debtor_id, o.origin_id from balance_operation o where o.garage_id in (${garages})`,
  );
  return Map.groupBy(rows, (row) => row.garage_id);
}

/** How many payments a charge would re-lay. `lines` is a query of its lines, `corrects` the document whose place it takes. */
export async function relaidByPlan(
  db: Db,
  lines: RawBuilder<unknown>,
  date: string,
  corrects: number | null,
): Promise<number> {
  const planned = await read(
    db,
    sql<{ garage_id: number; amount_kopecks: number; accrual_type_id: number; period_year: number }>`
    select garage_id, amount_kopecks, accrual_type_id, period_year from (${lines}) as line
    where ${corrects === null ? sql`garage_id in (${withLater(sql`select garage_id from (${lines}) as own`, date)})` : sql`true`}`,
  );
  if (!planned.length) return 0;
  const ids = [...new Set(planned.map((line) => line.garage_id))];
  const facts = await factsOf(db, sql`select unnest(${ids}::int[])`);
  let count = 0;
  for (const [garage, was] of facts) {
    const old = was.filter((line) => line.contribution_id === corrects && line.reversal_of === null);
    const kept = was.filter((line) => !old.includes(line));
    const more = planned
      .filter((line) => line.garage_id === garage)
      .map(({ amount_kopecks, accrual_type_id, period_year }, nth): LedgerFact => ({
        // What stays in the place of a corrected charge is that charge.
        id: old[nth]?.id ?? Number.MAX_SAFE_INTEGER - nth,
        on_date: date,
        sign: -1,
        amount_kopecks,
        accrual_type_id,
        payment_type_id: null,
        period_year,
        reversal_of: null,
      }));
    count += relaidBetween(was, [...kept, ...more]).length;
  }
  return count;
}

/** A payment that takes the place of one undone. */
export interface Instead {
  garage_id: number;
  on_date: string;
  sign: 1;
  amount_kopecks: number;
  accrual_type_id: number | null;
  payment_type_id: number;
  period_year: number;
  debtor_id: number | null;
}

/**
 * How many payments close something else once lines are undone on a day, and another payment stands in their place. `lines` is a
 * query of their ids; the transfers of an undone charge go with it. The undone ones are not counted.
 */
export async function relaidByUndoing(
  db: Db,
  lines: RawBuilder<unknown>,
  date: string,
  instead: Instead | null = null,
): Promise<number> {
  const undone = await read(
    db,
    sql<{ id: number; garage_id: number }>`
    select o.id, o.garage_id from balance_operation o where o.reversal_of is null and (o.id in (${lines})
        or o.origin_id in (${lines}))
      and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`,
  );
  const ids = new Set(undone.map((line) => line.id));
  const garages = [...undone.map((line) => line.garage_id), ...(instead ? [instead.garage_id] : [])];
  const facts = await factsOf(db, sql`select unnest(${[...new Set(garages)]}::int[])`);
  let count = 0;
  for (const [garage, was] of facts) {
    const backs = was
      .filter((line) => ids.has(line.id))
      .map((line, nth) => ({
        ...line,
        id: Number.MAX_SAFE_INTEGER - 1 - nth,
        sign: -line.sign,
        on_date: date,
        reversal_of: line.id,
      }));
    const more = instead?.garage_id === garage ? [{ ...instead, id: Number.MAX_SAFE_INTEGER, reversal_of: null }] : [];
    const next = [...was, ...backs, ...more];
    count += relaidBetween(was, next).filter((id) => !ids.has(id)).length;
  }
  return count;
}

/** How many payments of before the payments that have just been posted re-laid; lines later than theirs are those of others. */
export async function relaidByPayments(db: Db, ids: readonly number[]): Promise<number> {
  const facts = await factsOf(
    db,
    sql`select own.garage_id from (select garage_id, min(on_date) as day from balance_operation
        where contribution_id = any(${[...ids]}::int[]) group by 1) as own
      where exists (select 1 from balance_operation later where later.garage_id = own.garage_id and later.on_date > own.day
        and later.contribution_id <> all(${[...ids]}::int[]))`,
  );
  const posted = new Set(ids);
  let count = 0;
  for (const will of facts.values()) {
    const was = will.filter((line) => !posted.has(line.contribution_id));
    count += relaidBetween(was, will).length;
  }
  return count;
}

/** How many payments a document that has just been posted re-laid; `corrects`: the one whose place it took. */
export async function relaidByDocument(db: Db, id: number, date: string, corrects: number | null): Promise<number> {
  const own = sql`select garage_id from balance_operation where contribution_id = ${id}`;
  const facts = await factsOf(db, corrects === null ? withLater(own, date) : own);
  let count = 0;
  for (const will of facts.values()) {
    const old = will.filter((line) => line.contribution_id === corrects).map((line) => line.id);
    const added = will.filter((line) => line.contribution_id === id);
    const undoing = will.filter((line) => line.reversal_of !== null && old.includes(line.reversal_of));
    const was = will.filter((line) => !added.includes(line) && !undoing.includes(line));
    const now = was.filter((line) => !old.includes(line.id));
    const renamed = added.map((line, nth) => ({ ...line, id: old[nth] ?? line.id }));
    count += relaidBetween(was, [...now, ...renamed]).length;
  }
  return count;
}
