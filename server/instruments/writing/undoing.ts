// Taking a merge back: every row that moved returns as it was; what was changed since stays as changed.
import { sql } from 'kysely';
import type { LaterRow } from '../../../contract/instruments/merging.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { ownersChanged } from '../../garages/queries.ts';
import { laterRows } from '../queries/later.ts';
import { mergeFacts, undoProblem, type MergeFacts } from '../queries/merges.ts';
import { cardColumns } from '../rules/tables.ts';
import { goingRows } from '../rules/whose.ts';
import { wholeCard } from '../queries/cards.ts';
import { giveRows, lockBooksOf, placesAnew } from './giving.ts';
import { lockPair } from './merging.ts';

type Card = Record<string, unknown>;
export type Later = Pick<LaterRow, 'table' | 'id'>;

/** Both states of the surviving card, as they were sealed. */
export const openCards = (ctx: Ctx, { sealed_cards }: MergeFacts): { before: Card; after: Card } =>
  JSON.parse(ctx.deps.secrets.open(sealed_cards!)) as { before: Card; after: Card };

/** Takes a merge back; `goes` are later rows that belong to the card that returns. @throws 404, 422 */
export async function undoMerge({ tx }: Write, ctx: Ctx, id: number, goes: readonly Later[]) {
  const known = await mergeFacts(tx, id);
  if (!known) throw notFound();
  const { survivor_id: to, merged_id: from } = known;
  await lockBooksOf(tx, to);
  const garages = await lockPair(tx, to, from);
  const merge = (await mergeFacts(tx, id))!;
  const problem = undoProblem(merge, ctx.now().toISOString());
  if (problem) throw invalid({ form: problem });
  const going = await laterOf(tx, id, to, goes);
  const sides = { merge: id, to, from };
  const at = ctx.now().toISOString();
  const was = await wholeCard(tx, to);
  await sql`update profile set merged_into = null, version = version + 1, updated_at = ${at}::timestamptz where id = ${from}`.execute(
    tx,
  );
  await returnCard(tx, to, openCards(ctx, merge), at);
  await returnRows(tx, id);
  await failPoint('rows returned');
  await giveRows(tx, ctx, sides, going);
  await placesAnew(tx, sides);
  const touched = await tx.selectFrom('ownership').where('profile_id', 'in', [to, from]).select('garage_id').execute();
  await ownersChanged(tx, ...new Set([...garages, ...touched.map(({ garage_id }) => garage_id)]));
  await tx
    .updateTable('merge_record')
    .set({ undone_at: at, undone_by: ctx.actor.userId || null, sealed_cards: null })
    .where('id', '=', id)
    .execute();
  return { to, from, garages, was, now: await wholeCard(tx, to) };
}

/** What came later and belongs to the card that returns. @throws 422 when what was answered is not what there is */
async function laterOf(tx: WriteDb, id: number, survivor: number, goes: readonly Later[]) {
  const rows = await laterRows(tx, id, survivor);
  const asked = new Set(rows.filter(({ whose }) => whose === 'ask').map((row) => `${row.table} ${row.id}`));
  if (goes.some((row) => !asked.has(`${row.table} ${row.id}`)))
    throw invalid({ goes: 'Список изменился. Откройте отмену ещё раз' });
  return goingRows(rows, goes);
}

/** Fields of the survivor that nobody has changed since are what they were before. */
async function returnCard(tx: WriteDb, id: number, { before, after }: { before: Card; after: Card }, at: string) {
  const set = cardColumns.map((name) => {
    const column = sql.ref(name);
    return sql`${column} = case when p.${column} is not distinct from a.${column} then b.${column} else p.${column} end`;
  });
  await sql`update profile p set ${sql.join(set)}, version = p.version + 1, updated_at = ${at}::timestamptz
    from jsonb_populate_record(null::profile, ${JSON.stringify(before)}::jsonb) b,
      jsonb_populate_record(null::profile, ${JSON.stringify(after)}::jsonb) a where p.id = ${id}`.execute(tx);
}

/** Rows in the reverse of the order in which they moved; runs of one table and the same columns go in one statement. */
async function returnRows(tx: WriteDb, id: number) {
  const { rows } = await sql<{ first: number; last: number; table_name: string; columns: string[] }>`
    select min(nth) as first, max(nth) as last, table_name, columns from (
      select nth, table_name, columns, nth - row_number() over (partition by table_name, columns order by nth) as run
      from (select nth, table_name, array(select jsonb_object_keys(after) order by 1) as columns from merge_moved
        where merge_id = ${id} and before is not null) as moved) as runs
    group by table_name, columns, run order by first desc`.execute(tx);
  for (const { first, last, table_name, columns } of rows) {
    const table = sql.table(table_name);
    const set = columns.map((name) => {
      const column = sql.ref(name);
      return sql`${column} = case when t.${column} is not distinct from a.${column} then b.${column} else t.${column} end`;
    });
    await sql`update ${table} t set ${sql.join(set)}
      from merge_moved m, jsonb_populate_record(null::${table}, m.before) b, jsonb_populate_record(null::${table}, m.after) a
      where m.merge_id = ${id} and m.nth between ${first} and ${last} and t.id = m.row_key`.execute(tx);
  }
}

/** Fields of the card that were edited after the merge. */
export const editedColumns = (after: Card, now: Card): string[] =>
  cardColumns.filter((column) => JSON.stringify(after[column]) !== JSON.stringify(now[column]));
