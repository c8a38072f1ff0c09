// What came after a merge and belongs to the card that returns: rows, ledger lines, left debts, papers, messages, demands.
import { sql } from 'kysely';
import { giveDebtToDebtor } from '../../balance/writing/transfers.ts';
import { lockBooks } from '../../books/queries/lock.ts';
import { closedUpTo } from '../../../contract/kernel/words.ts';
import type { LaterRow } from '../../../contract/instruments/merging.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { movedTables } from '../rules/tables.ts';

type Going = Pick<LaterRow, 'table' | 'id'>;
interface Sides {
  merge: number;
  /** The card that stayed, and the one that returns. */
  to: number;
  from: number;
}

/** Holds the books of every МО in which the survivor has or had a garage: debts may be moved there. Before any row is locked. */
export async function lockBooksOf(tx: WriteDb, person: number): Promise<void> {
  const { rows } = await sql<{ mo_id: number }>`select distinct g.mo_id from garage g where g.id in (
    select garage_id from ownership where profile_id = ${person} union select garage_id from balance_operation where debtor_id = ${person})
    order by 1`.execute(tx);
  for (const { mo_id } of rows) await lockBooks(tx, mo_id);
}

/** Gives the rows to the card that returns. @throws 422 when a debt would be moved in a closed period */
export async function giveRows(tx: WriteDb, ctx: Ctx, sides: Sides, rows: readonly Going[]): Promise<void> {
  const idsOf = (table: LaterRow['table']) => rows.filter((row) => row.table === table).map(({ id }) => id);
  const { to, from } = sides;
  for (const { table, column } of movedTables) {
    const ids = idsOf(table);
    if (!ids.length) continue;
    // The card that returns has its own privilege in force; a later one joins its history.
    const also = table === 'profile_privilege' ? sql`, is_current = false` : sql``;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${from} ${also}
      where id = any(${ids}::int[]) and ${sql.ref(column)} = ${to}`.execute(tx);
  }
  await giveCases(tx, sides, idsOf('reregistration_party'));
  await giveLines(tx, sides, idsOf('balance_operation'));
  for (const garage of idsOf('left_debt')) await giveDebt(tx, ctx, sides, garage);
  const papers = idsOf('document');
  if (papers.length)
    await sql`update document set profile_id = ${from} where profile_id = ${to}
      and (id = any(${papers}::int[]) or copy_of = any(${papers}::int[]))`.execute(tx);
  const messages = idsOf('notification_message');
  if (messages.length)
    await sql`update notification_message set profile_id = ${from} where profile_id = ${to} and id = any(${messages}::int[])`.execute(
      tx,
    );
  await giveDemands(tx, sides, idsOf('processing_demand'));
  // Who refused to be written to is not known: neither of the two is.
  await sql`insert into unsubscription (profile_id, kind, channel, source, at, created_by) select ${from}, u.kind, u.channel, u.source, u.at, u.created_by
    from unsubscription u join merge_record k on k.id = ${sides.merge} and u.at >= k.merged_at where u.profile_id = ${to}
    on conflict do nothing`.execute(tx);
}

/** What a completed case keeps of its sides: its annulment pays and charges them. */
async function giveCases(tx: WriteDb, { to, from }: Sides, parties: readonly number[]) {
  if (!parties.length) return;
  for (const path of ['{debt,former}', '{debt,owner}', '{sides,former}', '{sides,owner}'])
    await sql`update reregistration r set outcome = jsonb_set(r.outcome, ${path}::text[], to_jsonb(${from}::int))
      where r.id in (select reregistration_id from reregistration_party where id = any(${parties}::int[]))
        and r.outcome #>> ${path}::text[] = ${to}::text`.execute(tx);
}

/** Lines stay as they are sealed; whose they are is said beside them, and of what reverses or moves them too. */
const giveLines = (tx: WriteDb, { merge, to, from }: Sides, lines: readonly number[]) =>
  lines.length
    ? sql`insert into line_person (line_id, profile_id, merge_id)
        select o.id, ${from}, ${merge} from balance_operation o where o.id = any(${lines}::bigint[])
          or o.owner_id = ${to} and (o.reversal_of = any(${lines}::bigint[]) or o.origin_id = any(${lines}::bigint[]) and o.sign > 0)
        on conflict do nothing`.execute(tx)
    : null;

/** What is still open of a debt that was left to the survivor becomes that of the other: a pair of lines for each part. */
async function giveDebt(tx: WriteDb, ctx: Ctx, { merge, to, from }: Sides, garage: number) {
  const { rows } = await sql<{ region_id: number; mo_id: number; po_id: number; closed: string | null; last: number }>`
    select g.region_id, g.mo_id, g.po_id, mo.period_closed_until::text as closed, coalesce((k.last ->> 'balance_operation')::bigint,
        (select max(o.id) from balance_operation o where o.garage_id = g.id and o.created_at <= k.merged_at), 0) as last
    from garage g join mo on mo.id = g.mo_id join merge_record k on k.id = ${merge} where g.id = ${garage}`.execute(tx);
  const { closed, last, ...place } = rows[0]!;
  const today = todayOf(ctx);
  if (closed && today <= closed)
    throw invalid({ form: `${closedUpTo(closed)}: долг не перенести на прежнего владельца` });
  await giveDebtToDebtor(
    tx,
    { from: to, to: from },
    {
      garageId: garage,
      onDate: today,
      owners: null,
      before: null,
      since: null,
      after: Number(last),
      source: 'hand',
      idempotencyKey: `unmerge:${merge}:${garage}`,
      place,
      comment: `Отмена объединения карточек ${from} и ${to}`,
      createdBy: ctx.actor.userId,
      at: ctx.now().toISOString(),
    },
  );
}

/** A demand stops the processing of the one who made it, and of nobody else. */
async function giveDemands(tx: WriteDb, { to, from }: Sides, demands: readonly number[]) {
  if (!demands.length) return;
  await sql`update processing_demand set profile_id = ${from} where profile_id = ${to} and id = any(${demands}::int[])`.execute(
    tx,
  );
  const live = (person: number) =>
    sql`exists (select 1 from processing_demand d where d.profile_id = ${person} and d.state in ('scheduled', 'restricted'))`;
  await sql`update profile p set restricted_at = case when ${live(from)} then (select restricted_at from profile where id = ${to}) end
    where p.id = ${from}`.execute(tx);
  await sql`update profile p set restricted_at = null where p.id = ${to} and not ${live(to)}`.execute(tx);
}

/**
 * Places that came with the merge are left, but where something ties the survivor still: a garage of his, an open case, a debt left
 * to him, somebody he represents. The card that returns is known where it has got something meanwhile.
 */
export async function placesAnew(tx: WriteDb, { merge, to, from }: Sides): Promise<void> {
  // Garages of the two bring their places by themselves.
  const owned = sql`select g.po_id from ownership o join garage g on g.id = o.garage_id where o.profile_id = ${to}`;
  const tied = (person: number) => sql`
    select r.po_id from reregistration_party y join reregistration r on r.id = y.reregistration_id where y.profile_id = ${person} and r.status in (0, 1, 2, 6)
    union select o.po_id from balance_operation o where o.debtor_id = any(array(select ${person}::int union all select id from profile where merged_into = ${person}))
      group by o.po_id, o.debtor_id having sum(o.sign * o.amount_kopecks) <> 0
    union select g.po_id from profile ward join ownership o on o.profile_id = ward.id and o.ended_on is null join garage g on g.id = o.garage_id
      where ward.representative_id = ${person}`;
  await sql`delete from profile_place place using merge_moved m
    where m.merge_id = ${merge} and m.table_name = 'profile_place' and place.profile_id = ${to} and place.po_id = m.row_key
      and place.po_id not in (${owned} union ${tied(to)})`.execute(tx);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select ${from}, po.id, po.mo_id, po.region_id from po where po.id in (${tied(from)}) on conflict do nothing`.execute(
    tx,
  );
}
