// Taking back a statement loaded by mistake: nothing of it stands in the books, its rows are kept out of sight.
import { sql } from 'kysely';
import type { Statement } from '../../contract/bankStatements.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { rubles } from '../books/rules/words.ts';
import { emitMoneyChanged } from '../books/writing/announcing.ts';
import { booksFor, placeOf } from '../books/writing/taking.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { notFound, Refused } from '../kernel/errors.ts';
import { lockAccount, markRepeated } from './loading.ts';
import * as q from './queries.ts';
import { WITHDRAWN } from './rules/rows.ts';

/** `assigned`: payments assigned by hand as the person saw them. */
export async function withdraw(ctx: Ctx, id: number, body: { assigned: number }): Promise<Statement> {
  const books = await booksFor(ctx);
  const seen = await q.statementById(ctx.db, ctx.actor, id);
  if (!seen) throw notFound();
  await act(ctx, 'balance_operation.statement_withdraw', async (write) => {
    const { tx, log } = write;
    // In the order of a posting: books first, then rows; who posts meanwhile waits, or is waited for.
    await lockBooks(tx, books.mo_id);
    await lockAccount(tx, seen.account);
    await sql`select 1 from bank_row where statement_id = ${id} order by id for update`.execute(tx);
    const now = (await q.statementById(tx, ctx.actor, id))!;
    mustBeFree(now, await q.standingIn(tx, id), body.assigned);
    const places = await takeOut(tx, id);
    await tx
      .updateTable('bank_statement')
      .set({ withdrawn_at: ctx.now().toISOString(), withdrawn_by: ctx.actor.userId })
      .where('id', '=', id)
      .execute();
    await log({
      object: { type: 'bank_statement', id, name: now.file_name },
      place: { ...placeOf(books), po_id: now.po?.id ?? null },
      text: `Отозвана выписка ${now.file_name} по счёту ${now.account}: поступило ${rubles(now.incoming_kopecks)}`,
    });
    await emitMoneyChanged(write, books, [now.po?.id ?? null, ...places], { statements: [] });
  });
  return (await q.statementById(ctx.db, ctx.actor, id))!;
}

function mustBeFree(now: Statement, standing: { rows: number; amount_kopecks: number }, assigned: number) {
  const message = now.withdrawn
    ? WITHDRAWN
    : standing.rows
      ? `По выписке проведено платежей: ${standing.rows} на ${rubles(standing.amount_kopecks)}. Сначала сторнируйте их`
      : assigned !== (now.counts.find((one) => one.group === 'assigned')?.rows ?? 0)
        ? 'Пока вы смотрели, платежи выписки назначал другой сотрудник. Обновите страницу'
        : null;
  if (message) throw new Refused(409, { message, code: 'stale', errors: { form: message } });
}

/**
 * Hides the rows. Documents of other files that were repeats of these are payments again, the first of each; answers the
 * ПО of those files (null: of a МО).
 */
async function takeOut(tx: WriteDb, id: number): Promise<(number | null)[]> {
  const { rows } = await sql<{ statement_id: number; po_id: number | null }>`
    update bank_row r set kind = gone.kind, duplicate_of = null, version = r.version + 1 from bank_row gone
    where gone.id = r.duplicate_of and gone.statement_id = ${id} and r.statement_id <> ${id} and r.kind = 'duplicate'
    returning r.statement_id, r.po_id`.execute(tx);
  await sql`update bank_row set kind = 'withdrawn', version = version + 1 where statement_id = ${id}`.execute(tx);
  await markRepeated(tx, [...new Set(rows.map((row) => row.statement_id))]);
  return rows.map((row) => row.po_id);
}
