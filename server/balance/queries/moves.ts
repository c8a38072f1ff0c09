// SQL of debts that were moved: the garages where lines came before a move, their books, the document of a move.
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { MovedFact, Move } from '../rules/moves.ts';

/** Over `posted`, lines written now: garages (`moved`) whose debts were moved after the day of one of them, or of what it undoes. */
export const linesBefore = sql`(select array_agg(distinct p.garage_id) from posted p where p.origin_id is null
  and exists (select 1 from balance_operation m where m.garage_id = p.garage_id and m.origin_id is not null and m.reversal_of is null
    and (m.on_date > p.on_date or p.reversal_of is not null and exists (select 1 from balance_operation u
      where u.id = p.reversal_of and (u.on_date, u.id) < (m.on_date, m.id))))) as moved`;

/** Over `posted`: garages (`formers`) with lines of former owners. */
export const formersTouched = sql`(select array_agg(distinct p.garage_id) from posted p where p.debtor_id is not null) as formers`;

/** Part of the key of a document that undoes a move to count it anew. */
export const UNMOVED = ':unmoved:';

/** Lines of garages, in the order of entry. */
export const movedFacts = (db: ReadDb | WriteDb, garages: readonly number[]): Promise<MovedFact[]> =>
  read(
    db,
    sql<MovedFact>`select o.garage_id, o.contribution_id, o.id, o.on_date, o.sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id, o.period_year,
      o.reversal_of, o.debtor_id, o.origin_id, o.owner_id, o.comment, c.corrects, o.reversal_of is not null and strpos(c.idempotency_key, ${UNMOVED}) > 0 as is_recount,
      o.origin_id is not null and exists (select 1 from reregistration r where r.status = 5
        and r.id = substring(c.idempotency_key from '^reregistration:(\\d+):')::int) as is_over
    from balance_operation o join contribution c on c.id = o.contribution_id where o.garage_id = any(${[...garages]}::int[]) order by o.id`,
  );

/** Where a move made anew stands: its place, the key of the first one, its own day or the first one open for it. */
export async function placeOfMove(tx: WriteDb, move: Move, origin: MovedFact, today: string) {
  const { rows } = await sql<{
    region_id: number;
    mo_id: number;
    po_id: number | null;
    key: string;
    closed_until: string | null;
  }>`select c.region_id, c.mo_id, c.po_id, split_part(c.idempotency_key, ':anew:', 1) as key, mo.period_closed_until as closed_until
    from contribution c join mo on mo.id = c.mo_id where c.id = ${move.document}`.execute(tx);
  const { key, closed_until, ...place } = rows[0]!;
  const own = move.out[0]!.on_date;
  const isOpen = !closed_until || own > closed_until;
  const days = [isOpen ? own : today, origin.on_date].toSorted();
  return { place, key, onDate: days.at(-1)! };
}
