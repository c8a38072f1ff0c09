// A ПО goes to another МО with everything in it.
import { sql } from 'kysely';
import type { Write } from '../kernel/act.ts';
import type { WriteDb } from '../kernel/ctx.ts';

/** Tables whose rows go with their ПО. */
export const MOVES: readonly string[] =
  `garage garage_balance garage_restriction profile profile_place place_word comment attachment import_batch reregistration
  reregistration_tariff document processing_demand handover task debt_rule message_template notification news news_place report stat_pin
  bank_statement bank_row bank_layout background_job address_run support_thread session user_right`.split(/\s+/);

/** A ПО without ledger lines may move to another МО: everything in it follows, its cases, papers, mailings and statements too. */
export async function movePo(tx: WriteDb, poId: number, place: { mo_id: number; region_id: number }): Promise<void> {
  const named = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = 'public' and column_name in ('mo_id', 'region_id') and table_name = any(${[...MOVES]}::text[])`.execute(
    tx,
  );
  for (const table of MOVES) {
    const columns = named.rows.filter((one) => one.table === table).map(({ column }) => column as keyof typeof place);
    // A row that does not name the МО beside its ПО needs no other one.
    const set = columns.map(
      (column) => sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null then ${place[column]}::int end`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(set)} where po_id = ${poId}`.execute(tx);
  }
}

/** Lists in which a ПО stands with what is in it. */
const LISTS = ['poes', 'garages', 'profiles', 'reregistrations', 'documents', 'statements', 'notifications', 'reports'];
/** Status of a case that waits for its МО: such are counted in its menu. */
const APPLIED = 1;

/** Those who have lists open, where it stood and where it stands, read them again; both МО have other cases waiting. */
export async function tellMove(
  { tx, emit }: Pick<Write, 'tx' | 'emit'>,
  places: readonly { mo_id: number; region_id: number }[],
): Promise<void> {
  for (const { region_id: region, mo_id: mo } of places) {
    const audience = { region, mo, po: null };
    for (const resource of LISTS) await emit(audience, { type: 'records_changed', message: { resource, ids: [] } });
    const waiting = tx.selectFrom('reregistration').where('mo_id', '=', mo).where('status', '=', APPLIED).select('id');
    const count = (await waiting.execute()).length;
    await emit(audience, { type: 'new_reregistration_count', message: { mo, po: null, count } });
  }
}
