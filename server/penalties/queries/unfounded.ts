// Finding penalties that lost their ground: garages where something earlier was entered later, walked by the rule.
import { sql } from 'kysely';
import type { UnfoundedPenalty, UnfoundedSum } from '../../../contract/penalties.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { personOfLine } from '../../kernel/alias.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { unfoundedOf, type StandingPenalty, type Unfounded } from '../rules/unfounded.ts';
import type { PenaltySettings } from '../rules.ts';
import {
  factOf,
  firstOfItsRun,
  garageNames,
  linesJson,
  penaltyTypes,
  yearlyTypes,
  type LineTuple,
} from './charging.ts';

type Db = ReadDb | WriteDb;
/** Rows that are named; the rest are counted. */
const SHOWN = 200;
/** Garages whose lines are read at a time. */
const CHUNK = 500;

export interface UnfoundedIn {
  garage?: number | null;
  /** Penalties dated up to this day; null: all. */
  until?: string | null;
}
export type Found = Unfounded & { garage: number; on_date: string };

/** Unfounded penalties of a person's place, the earliest first. */
export async function unfoundedIn(
  db: Db,
  actor: Actor,
  { garage = null, until = null }: UnfoundedIn,
): Promise<Found[]> {
  // Only what was entered after a penalty and is dated before its end, or undoes such a line, can take its ground.
  const candidates = await read(
    db,
    sql<{ id: number }>`
    select distinct p.garage_id as id from penalty_part p join balance_operation own on own.id = p.operation_id
    where ${inScope(actor, 'own')} and ${garage === null ? sql`true` : sql`p.garage_id = ${garage}`}
      and (${until}::date is null or own.on_date <= ${until}::date)
      and not exists (select 1 from balance_operation r where r.reversal_of = p.operation_id)
      and exists (select 1 from balance_operation o left join balance_operation undone on undone.id = o.reversal_of
        where o.garage_id = p.garage_id and o.id > p.operation_id and (o.on_date < p.to_day or undone.on_date < p.to_day))
    order by 1`,
  );
  const found: Found[] = [];
  const yearly = candidates.length ? await yearlyTypes(db) : new Set<number>();
  for (let first = 0; first < candidates.length; first += CHUNK) {
    const ids = candidates.slice(first, first + CHUNK).map((row) => row.id);
    const rows = await read(
      db,
      sql<{
        id: number;
        settings: PenaltySettings;
        lines: LineTuple[];
        penalties: (StandingPenalty & { on_date: string })[];
      }>`
      select g.id, po.penalty as settings, ${linesJson} as lines,
        (select json_agg(json_build_object('id', p.operation_id, 'made', ${firstOfItsRun}, 'document', o.contribution_id, 'on_date', o.on_date, 'type', p.accrual_type_id,
            'year', p.period_year, 'owner', ${personOfLine('o')}, 'debtor', o.debtor_id, 'from', p.from_day, 'to', p.to_day, 'kopecks', p.amount_kopecks)
            order by p.operation_id)
          from penalty_part p join balance_operation o on o.id = p.operation_id
          where p.garage_id = g.id and not exists (select 1 from balance_operation r where r.reversal_of = o.id)) as penalties
      from garage g join po on po.id = g.po_id where g.id = any(${ids}::int[]) order by g.id`,
    );
    for (const { id, settings, lines, penalties } of rows) {
      const dates = new Map(penalties.map((one) => [one.id, one.on_date]));
      const own = unfoundedOf({ lines: lines.map(factOf), penalties, settings, yearly });
      found.push(...own.map((one) => ({ ...one, garage: id, on_date: dates.get(one.id)! })));
    }
  }
  return found.filter((one) => until === null || one.on_date <= until).toSorted((one, other) => one.id - other.id);
}

export const sumOfUnfounded = (found: readonly Found[]): UnfoundedSum => ({
  penalties: found.length,
  garages: new Set(found.map((one) => one.garage)).size,
  amount_kopecks: found.reduce((sum, one) => sum + one.kopecks, 0),
});

/** What a person reads of them: the whole place, or one garage in it. */
export async function unfoundedPage(ctx: Ctx, garage: number | null) {
  const found = await unfoundedIn(ctx.db, ctx.actor, { garage });
  const shown = found.slice(0, SHOWN);
  const names = await garageNames(
    ctx.db,
    shown.map((one) => one.garage),
    shown.flatMap((one) => one.debtor ?? one.owner ?? []),
  );
  const types = await penaltyTypes(ctx.db);
  const causes = await causesOf(ctx.db, shown);
  const rows: UnfoundedPenalty[] = shown.map((one) => ({
    id: one.id,
    document_id: one.document,
    on_date: one.on_date,
    garage: names.garages.get(one.garage)!,
    owner: names.owners.get(one.debtor ?? one.owner ?? 0) ?? null,
    accrual_type: types.get(one.type) ?? '',
    year: one.year,
    from: one.from,
    to: one.to,
    sum_kopecks: one.kopecks,
    cause: causes.get(one.cause ?? 0) ?? null,
  }));
  return { ...sumOfUnfounded(found), rows };
}

async function causesOf(db: ReadDb, found: readonly Found[]) {
  const rows = await read(
    db,
    sql<NonNullable<UnfoundedPenalty['cause']> & { id: number }>`
    select o.id, case when o.reversal_of is not null then 'Сторно' when o.origin_id is not null then 'Перенос долга' else coalesce(pt.name, t.name, '') end as name,
      coalesce(undone.on_date, o.on_date) as on_date, o.created_at as entered_at, o.amount_kopecks as kopecks
    from balance_operation o left join balance_operation undone on undone.id = o.reversal_of
      left join payment_type pt on pt.id = o.payment_type_id left join accrual_type t on t.id = o.accrual_type_id
    where o.id = any(${found.flatMap((one) => one.cause ?? [])}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...cause }) => [id, cause]));
}
