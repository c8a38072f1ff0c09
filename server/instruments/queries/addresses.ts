// SQL of the normalising of addresses: what a scope holds, runs with their counts, rows of the review.
import { sql, type RawBuilder } from 'kysely';
import {
  RETURN_DAYS,
  type AddressRow,
  type AddressRun,
  type AddressScope,
} from '../../../contract/instruments/normalising.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { daysBefore } from '../../ports/clock.ts';
import { limitTo, pageClause } from '../../db/planned.ts';

type Which = AddressScope['which'];
const columns = { registration: sql`p.registration_address`, actual: sql`p.actual_address` } as const;
const codes = { registration: sql`p.registration_fias`, actual: sql`p.actual_fias` } as const;
export const fieldsOf = (which: Which) =>
  which === 'both' ? (['registration', 'actual'] as const) : ([which] as const);

export interface RunScope {
  mo: number | null;
  po: number | null;
  which: Which;
  onlyNew: boolean;
  onlyWithoutId?: boolean;
}

/** Addresses of living cards of a scope: `profile_id, field, was`. */
export function cardsOf(
  { mo, po, which, onlyNew, onlyWithoutId }: RunScope,
  range: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const place = po ? sql`p.po_id = ${po}` : mo ? sql`p.mo_id = ${mo}` : sql`true`;
  const parts = fieldsOf(which).map(
    (field) => sql`select p.id as profile_id, ${sql.lit(field)}::text as field, ${columns[field]} as was from profile p
      where p.merged_into is null and not p.is_anonymised and ${place} and ${range} and trim(coalesce(${columns[field]}, '')) <> ''
        and ${onlyWithoutId ? sql`${codes[field]} is null` : sql`true`}`,
  );
  const all = sql.join(parts, sql` union all `);
  return onlyNew
    ? sql`select c.* from (${all}) c where not exists (select 1 from address_known k where k.digest = sha256(convert_to(c.was, 'UTF8')))`
    : all;
}

/** What a run over the scope would look at. */
export async function countScope(
  db: ReadDb,
  scope: RunScope,
): Promise<{ people: number; cards: number; addresses: number }> {
  const [row] = await read(
    db,
    sql<{
      people: number;
      cards: number;
      addresses: number;
    }>`select count(distinct c.profile_id)::int as people, count(*)::int as cards,
      count(distinct c.was)::int as addresses from (${cardsOf(scope)}) c`,
  );
  return row!;
}

/** All spellings of the register with how many cards carry each: the dictionary is made of them. */
export const spellings = (db: ReadDb) =>
  read(
    db,
    sql<{ text: string; count: number }>`select a.was as text, count(*)::int as count
      from (${cardsOf({ mo: null, po: null, which: 'both', onlyNew: false })}) a group by a.was`,
  );

/** Runs, the newest first, each with its job and how its spellings stand. */
export async function listRuns(db: ReadDb, now: Date, most: number): Promise<AddressRun[]> {
  return read(
    db,
    sql<AddressRun>`select r.id, r.which, r.source, r.created_at as at,
      coalesce(po.name, mo.name, 'Весь реестр') as place,
      coalesce(trim(u.last_name || ' ' || u.first_name), '') as who,
      json_build_object('id', j.id, 'status', j.status, 'stage', j.stage, 'done', j.done, 'total', j.total, 'errors', j.errors,
        'failure', j.failure, 'canRetry', j.can_retry and j.status in ('failed', 'cancelled')) as job,
      r.asked * r.price_kopecks as spent_kopecks,
      coalesce((select json_agg(json_build_object('quality', n.quality, 'state', n.state, 'addresses', n.addresses, 'cards', n.cards))
        from (select v.quality, v.state, count(*)::int as addresses, sum((select count(*) from address_card c where c.variant_id = v.id))::int as cards
          from address_variant v where v.run_id = r.id and v.quality is not null group by v.quality, v.state order by 1, 2) n), '[]') as counts,
      r.created_at > ${daysBefore(now, RETURN_DAYS)}::timestamptz as "canReturn"
    from address_run r join background_job j on j.id = r.job_id
      left join mo on mo.id = r.mo_id left join po on po.id = r.po_id left join app_user u on u.id = r.created_by
    order by r.id desc ${limitTo(most)}`,
  );
}

export interface RowsWish {
  quality: string | null;
  state: string | null;
  rows?: readonly number[] | null;
}

/** Spellings of a run that were looked at; those that need no change are shown only when asked for. */
export const chosen = (
  runId: number,
  { quality, state, rows }: RowsWish,
) => sql<boolean>`v.run_id = ${runId} and v.quality is not null
  and ${quality ? sql`v.quality = ${quality}` : sql`v.quality <> 'same'`}
  and ${state ? sql`v.state = ${state}` : sql`true`}
  and ${rows ? sql`v.id = any(${[...rows]}::int[])` : sql`true`}`;

/** A page of the review. */
export async function reviewRows(
  db: ReadDb,
  runId: number,
  wish: RowsWish & { offset: number; limit: number },
): Promise<{ data: AddressRow[]; total: number }> {
  const [data, [count]] = await Promise.all([
    read(
      db,
      sql<AddressRow>`select v.id, v.was, v.becomes, v.quality, v.remark, coalesce(v.is_postal, false) as "isPostal", v.state,
        (select count(*)::int from address_card c where c.variant_id = v.id) as cards,
        (select min(c.profile_id) from address_card c where c.variant_id = v.id) as profile_id
      from address_variant v where ${chosen(runId, wish)}
      order by v.state = 'waiting' desc, v.id ${pageClause(wish)}`,
    ),
    read(db, sql<{ n: number }>`select count(*)::int as n from address_variant v where ${chosen(runId, wish)}`),
  ]);
  return { data, total: count!.n };
}

/** Cards on which these spellings stand. */
export async function holdersOf(db: ReadDb, variants: readonly number[]): Promise<number[]> {
  const rows = await read(
    db,
    sql<{
      id: number;
    }>`select distinct profile_id as id from address_card where variant_id = any(${[...variants]}::int[])`,
  );
  return rows.map(({ id }) => id);
}

/** Spellings and cards a decision would touch. */
export async function countDecided(
  db: ReadDb,
  runId: number,
  wish: RowsWish,
): Promise<{ addresses: number; cards: number }> {
  const [row] = await read(
    db,
    sql<{ addresses: number; cards: number }>`select count(*)::int as addresses,
      coalesce(sum((select count(*) from address_card c where c.variant_id = v.id)), 0)::int as cards
      from address_variant v where ${chosen(runId, wish)}`,
  );
  return row!;
}

/** The next spellings of a decision, few enough for one transaction by the cards they stand on. */
export const nextDecided = (db: ReadDb, runId: number, wish: RowsWish, after: number, most: number) =>
  read(
    db,
    sql<{
      id: number;
      cards: number;
    }>`select v.id, (select count(*)::int from address_card c where c.variant_id = v.id) as cards
      from address_variant v where ${chosen(runId, wish)} and v.id > ${after} order by v.id ${limitTo(most)}`,
  );

/** Spellings nobody has looked at yet. */
export const unread = (db: ReadDb, runId: number, most: number) =>
  read(
    db,
    sql<{ id: number; was: string }>`select v.id, v.was from address_variant v
      where v.run_id = ${runId} and v.quality is null order by v.id ${limitTo(most)}`,
  );

export const runOf = (db: ReadDb, id: number) =>
  db.selectFrom('address_run').where('id', '=', id).selectAll().executeTakeFirst();
