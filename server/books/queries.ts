// SQL of the books a person works in and of what every posting needs to know.
import { isUndone } from '../balance/queries/words.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { sql } from 'kysely';
import { ownMo, ownPo, placeScope } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';

type Db = ReadDb | WriteDb;

export interface Books {
  region_id: number;
  mo_id: number;
  mo_name: string;
  /** The ПО of a person who works in one. */
  po_id: number | null;
  /** Day up to which nothing may be dated, `YYYY-MM-DD`. */
  closed_until: string | null;
  time_zone: string;
}

/** The books in which the person writes; null at the level of a region. */
export async function booksOf(db: Db, actor: Actor): Promise<Books | null> {
  const rows = await read(
    db,
    sql<Books>`
    select mo.region_id, mo.id as mo_id, mo.name as mo_name, ${ownPo(actor)} as po_id, mo.period_closed_until as closed_until, mo.time_zone
    from mo where mo.id = ${ownMo(actor)}`,
  );
  return rows[0] ?? null;
}

/** A document posted with this key. */
export const byKey = (tx: WriteDb, key: string) =>
  tx
    .selectFrom('contribution')
    .where('idempotency_key', '=', key)
    .select(['id', 'garage_count', 'amount_kopecks'])
    .executeTakeFirst();

/** ПО that have lines of a document. */
export async function posOf(tx: WriteDb, documentId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('ledger_seal')
    .where('contribution_id', '=', documentId)
    .select('po_id')
    .distinct()
    .orderBy('po_id')
    .execute();
  return rows.map((row) => row.po_id);
}

/** Accrual type «Членский годовой взнос». */
export const YEARLY_FEE = 1;
/** What each type was in the person's place at its last charge of many garages that stands, kopecks for one unit. */
export async function lastAmounts(
  db: ReadDb,
  actor: Actor,
): Promise<{ accrual_type: number; amount_kopecks: number }[]> {
  const rows = await read(
    db,
    sql<{
      accrual_type: number;
      amount_kopecks: number;
    }>`select distinct on (c.accrual_type_id) c.accrual_type_id as accrual_type,
      (c.request ->> 'contributionAmount')::bigint as amount_kopecks from contribution c
    where ${placeScope(actor, { po: 'c.po_id', mo: 'c.mo_id' })} and c.accrual_type_id is not null and c.source = 'mass' and not ${isUndone()}
      and c.request ->> 'contributionAmount' is not null order by c.accrual_type_id, c.on_date desc, c.id desc`,
  );
  return rows;
}

/** A setting of the application; null when it is not set. */
export async function setting<T>(db: Db, key: string): Promise<T | null> {
  const row = await db.selectFrom('app_setting').where('key', '=', key).select('value').executeTakeFirst();
  return (row?.value as T | undefined) ?? null;
}
