// SQL of meter readings: those of the terms, the last ones known, keeping them beside the lines they were charged by.
import { sql, type RawBuilder } from 'kysely';
import type { AccrualTerms } from '../../contract/contributions/charging.ts';
import type { WriteDb } from '../kernel/ctx.ts';

type Readings = AccrualTerms['readings'];

/** Readings as a query of `garage, previous, current, quantity`; an unread meter has no `current`. */
export const readingsOf = (readings: Readings): RawBuilder<unknown> =>
  sql`select * from json_to_recordset(${JSON.stringify(readings)}::json) as r(garage int, previous numeric, current numeric, quantity numeric)`;

/**
 * The last standing reading of each garage, as a query of `garage_id, current, on_date`. For a correction it is the one
 * that its document went on from.
 */
export const lastReadings = (accrualType: number, corrects: number | null): RawBuilder<unknown> =>
  sql`select distinct on (m.garage_id) m.garage_id, m.current, m.on_date from meter_reading m
    where m.accrual_type_id = ${accrualType} and not exists (select 1 from balance_operation r where r.reversal_of = m.operation_id)
      and ${before(corrects)}
    order by m.garage_id, m.on_date desc, m.operation_id desc`;

const before = (document: number | null) =>
  document === null
    ? sql`true`
    : sql`m.on_date <= (select on_date from contribution where id = ${document})
        and not exists (select 1 from balance_operation own where own.id = m.operation_id and own.contribution_id = ${document})`;

/** Keeps what the meters of a document showed; the used kWh alone leave nothing to go on from. */
export async function keepReadings(tx: WriteDb, document: number, readings: Readings): Promise<void> {
  if (!readings.length) return;
  await sql`insert into meter_reading (operation_id, garage_id, accrual_type_id, on_date, previous, current)
    select o.id, o.garage_id, o.accrual_type_id, o.on_date, r.previous, r.current
    from (${readingsOf(readings)}) as r join balance_operation o on o.contribution_id = ${document} and o.garage_id = r.garage
    where r.current is not null`.execute(tx);
}
