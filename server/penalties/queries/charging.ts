// SQL of penalties: the ПО with their settings, garages that were ever late, their lines, what was charged before.
import { personOfLine } from '../../kernel/alias.ts';
import { garagesNamed } from '../../garages/queries/finding.ts';
import { sql } from 'kysely';
import type { PenaltyTerms } from '../../../contract/penalties.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { PENALTY } from '../../balance/rules.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { inScope, placeScope } from '../../kernel/scope.ts';
import { read } from '../../kernel/read.ts';
import type { ChargedBefore, KeyRate, OwnedFact, PenaltyPart, PenaltySettings } from '../rules.ts';

type Db = ReadDb | WriteDb;

export interface PenaltyPo {
  id: number;
  name: string;
  settings: PenaltySettings;
}
/** ПО of the person's place, in the official order. */
export async function penaltyPos(db: Db, actor: Actor, poFilter: readonly number[]): Promise<PenaltyPo[]> {
  const rows = await read(
    db,
    sql<PenaltyPo>`select o.id, o.name, o.penalty as settings from po o
    where ${placeScope(actor, { po: 'o.id', mo: 'o.mo_id' })} and o.is_active
      and ${poFilter.length ? sql`o.id = any(${poFilter}::int[])` : sql`true`} order by o.sort_key, o.id`,
  );
  return rows;
}

/** Key rates by day. */
export const keyRates = (db: Db): Promise<KeyRate[]> =>
  db.selectFrom('key_rate').select(['since', 'percent']).orderBy('since').execute();

/** Accrual types that penalties apply to; never penalties themselves. */
export async function penaltyTypes(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('accrual_type')
    .where('penalty_applies', '=', true)
    .where('id', '<>', PENALTY)
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Accrual types that are charged once a year. */
export async function yearlyTypes(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('accrual_type').where('period', '=', 'year').select('id').execute();
  return new Set(rows.map((row) => row.id));
}

/** Garages of the given ПО with a charge whose day has come, in the order of their place. */
export async function penaltyGarages(
  db: Db,
  actor: Actor,
  pos: readonly number[],
  terms: PenaltyTerms,
  types: readonly number[],
) {
  const rows = await read(
    db,
    sql<{ id: number; po_id: number }>`
    select g.id, g.po_id from garage g join po on po.id = g.po_id
    where ${inScope(actor, 'g')} and g.po_id = any(${pos}::int[]) and g.is_active and not g.id = any(${terms.excludedGarages}::int[])
      and exists (select 1 from balance_operation o join accrual_type t on t.id = o.accrual_type_id join contribution c on c.id = o.contribution_id
        where o.garage_id = g.id and o.sign < 0 and coalesce(o.payment_type_id, 0) not in (5, 7) and o.accrual_type_id = any(${types}::int[])
          and o.on_date < ${terms.date}::date
          and due_day(o.on_date, o.period_year, c.due_on, t.period = 'year', po.penalty ->> 'due_day_month') < ${terms.date}::date)
    order by po.sort_key, g.po_id, g.section_key, g.number_key, g.id`,
  );
  return rows;
}

export interface GarageFacts {
  id: number;
  lines: OwnedFact[];
  before: ChargedBefore[];
}
export type LineTuple = [number, string, number, number, ...(number | null)[], string | null];

/** Ledger lines of the garage `g` as tuples that `factOf` reads. */
export const linesJson = sql`(select json_agg(json_build_array(o.id, o.on_date, o.sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id,
    o.period_year, o.reversal_of, ${personOfLine('o')}, o.debtor_id, o.origin_id, c.due_on) order by o.on_date, o.id)
  from balance_operation o left join balance_operation origin on origin.id = o.origin_id
    left join contribution c on c.id = coalesce(origin.contribution_id, o.contribution_id) and o.sign < 0
  where o.garage_id = g.id)`;

/** First line of the document of the penalty `p`, whose line is `o`, on its garage. */
export const firstOfItsRun = sql`(select min(same.operation_id) from penalty_part same join balance_operation line on line.id = same.operation_id
  where same.garage_id = p.garage_id and line.contribution_id = o.contribution_id)`;

/** Ledger lines and earlier penalties of some garages, those that were undone too. */
export async function penaltyFacts(db: Db, ids: readonly number[], to: string): Promise<Map<number, GarageFacts>> {
  const rows = await read(
    db,
    sql<{ id: number; lines: LineTuple[]; before: ChargedBefore[] }>`
    select g.id, ${linesJson} as lines,
      (select coalesce(json_agg(json_build_object('id', p.operation_id, 'made', ${firstOfItsRun}, 'type', p.accrual_type_id, 'year', p.period_year,
          'owner', ${personOfLine('o')}, 'debtor', o.debtor_id, 'from', p.from_day, 'to', p.to_day, 'kopecks', p.amount_kopecks,
          'undone', (select r.id from balance_operation r where r.reversal_of = o.id))), '[]')
        from penalty_part p join balance_operation o on o.id = p.operation_id where p.garage_id = g.id) as before
    from garage g where g.id = any(${ids}::int[])`,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, lines: row.lines.map(factOf).filter((line) => line.on_date <= to || line.reversal_of) },
    ]),
  );
}

export const factOf = ([id, on_date, sign, amount_kopecks, ...rest]: LineTuple): OwnedFact => {
  const [accrual_type_id, payment_type_id, year, reversal_of, owner_id, debtor_id, origin_id] = rest as (
    number | null
  )[];
  const due_on = rest.at(-1) as string | null;
  const named = {
    accrual_type_id: accrual_type_id ?? null,
    payment_type_id: payment_type_id ?? null,
    period_year: year!,
  };
  const ties = { reversal_of: reversal_of ?? null, debtor_id: debtor_id ?? null, origin_id: origin_id ?? null };
  return { id, on_date, sign, amount_kopecks, ...named, ...ties, owner_id: owner_id ?? null, due_on };
};

/** Names for a page of the preview. */
export async function garageNames(db: Db, ids: readonly number[], owners: readonly number[]) {
  const garages = await read(
    db,
    sql<{ id: number; section: string; number: string; po_name: string; is_active: boolean }>`
    select g.id, g.section, g.number, po.name as po_name, g.is_active from garage g join po on po.id = g.po_id
    where g.id = any(${ids}::int[])`,
  );
  const people = await read(
    db,
    sql<{
      id: number;
      full_name: string;
    }>`select id, full_name from profile where id = any(${owners}::int[])`,
  );
  return {
    garages: new Map(garages.map((row) => [row.id, row])),
    owners: new Map(people.map((row) => [row.id, row.full_name])),
  };
}

/** Garages among `ids` that a person looks for by number, account or owner. */
export async function matching(ctx: Ctx, ids: readonly number[], q: string): Promise<Set<number>> {
  const rows = await read(
    ctx.db,
    sql<{ id: number }>`select g.id from garage g where g.id = any(${ids}::int[]) and ${garagesNamed(ctx.actor, q)}`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Changes whenever anything is posted in the given ПО: the seals only grow. */
export async function ledgerMark(db: Db, pos: readonly number[]): Promise<number> {
  const rows = await read(
    db,
    sql<{
      mark: number;
    }>`select coalesce(sum(seq), 0)::int as mark from ledger_head where po_id = any(${pos}::int[])`,
  );
  return rows[0]!.mark;
}

/**
 * Keeps which days each line of a penalty document paid for. Parts and lines of one garage, person, year and sum are as
 * good as each other: they are joined in their order.
 */
export const keepParts = (tx: WriteDb, document: number, parts: readonly (PenaltyPart & { garage: number })[]) =>
  sql`insert into penalty_part (operation_id, garage_id, accrual_type_id, period_year, from_day, to_day, days, amount_kopecks)
    select o.id, o.garage_id, p.type, p.year, p.from, p.to, p.days, p.kopecks
    from (select *, row_number() over (partition by garage, owner, debtor, year, kopecks order by type) as nth
      from json_to_recordset(${JSON.stringify(parts)}::json) as p(garage int, owner int, debtor int, type int, year int, "from" date, "to" date, days int, kopecks bigint)) as p
    join (select *, row_number() over (partition by garage_id, owner_id, debtor_id, period_year, amount_kopecks order by id) as nth
      from balance_operation where contribution_id = ${document}) as o
      on o.garage_id = p.garage and o.period_year = p.year and o.owner_id is not distinct from p.owner and o.debtor_id is not distinct from p.debtor
        and o.amount_kopecks = p.kopecks and o.nth = p.nth`.execute(tx);
