// Undoing a charge: a reversal of what is left of its document.
import { formatDate } from '../../../contract/kernel/words.ts';
import { sql } from 'kysely';
import { reverseDocument } from '../../balance/ledger.ts';
import { relaidByUndoing } from '../../balance/queries/relaid.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { invalid, refuseWhen, notFound, refuseIf } from '../../kernel/errors.ts';
import { once } from '../../kernel/once.ts';
import { documentCard, documentForWrite } from '../queries/documents.ts';
import { type Books, byKey, posOf } from '../../books/queries.ts';
import { dateProblems } from '../../books/rules/dates.ts';
import { reverseRefusal } from '../rules.ts';
import { relaidText, rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { calendarOf, placeOf, takeBooks } from '../../books/writing/taking.ts';
import type { Charged } from '../../books/writing/charged.ts';
import { paidRows } from '../queries/paid.ts';
import { goingWith } from '../../penalties/queries/undoing.ts';
import { undoPenaltiesOn } from '../../penalties/writing/undoing.ts';

/** Undoes a document; a reason is needed once payments came after it. */
export async function reverseContribution(
  ctx: Ctx,
  id: number,
  body: { idempotencyKey: string; date: string; reason: string | null; penalties_kopecks: number },
): Promise<Charged> {
  const { idempotencyKey: key, ...sent } = body;
  const intention = { verb: 'balance_operation.reversal', key, asked: { contribution: id, ...sent } };
  const { answer } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const document = await documentCard(write.tx, ctx.actor, id);
    if (!document) throw notFound();
    refuseWhen(reverseRefusal(ctx.actor, document));
    refuseIf({
      ...dateProblems('date', body.date, calendarOf(ctx, books)),
      ...(body.date < document.on_date ? { date: 'Сторно не может быть раньше начисления' } : {}),
      ...((document.card.has_payments || (await isPaid(write.tx, ctx, id))) && !body.reason
        ? { reason: 'По начислению уже есть оплаты: укажите причину сторно' }
        : {}),
    });
    const { date, reason, penalties_kopecks: penalties } = body;
    const relaid = await relaidByReversal(write.tx, id, date);
    return undoDocument(write, ctx, books, { id, key, date, reason, penalties, relaid });
  });
  return answer;
}

/** How many payments close something else once a charge is undone with the penalties on it. */
export const relaidByReversal = (db: ReadDb | WriteDb, id: number, date: string) =>
  relaidByUndoing(db, goingWith(sql`charge.contribution_id = ${id}`), date);

/** Something of the charge is paid, be it by an advance that was there before. */
async function isPaid(tx: Write['tx'], ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await paidRows(ctx.actor, [id]).execute(tx);
  return (rows[0]?.paid_kopecks ?? 0) > 0;
}

interface Undoing {
  id: number;
  key: string;
  date: string;
  reason: string | null;
  /** Penalties on the document that the person saw: they are undone with it. */
  penalties: number;
  /** Payments that close something else by it, for the log; a correction tells its own. */
  relaid: number;
}

/** Undoes inside the transaction of the caller. @throws when nothing of it is left */
export async function undoDocument(write: Write, ctx: Ctx, books: Books, what: Undoing): Promise<Charged> {
  const before = (await documentForWrite(write.tx, what.id))!;
  await undoPenaltiesOn(write, ctx, books, sql`charge.contribution_id = ${what.id}`, {
    key: what.key,
    date: what.date,
    seen: what.penalties,
    of: `начисления № ${what.id}`,
  });
  const posting = {
    idempotencyKey: what.key,
    place: { ...placeOf(books), po_id: before.po_id },
    accrualTypeId: before.accrual_type_id,
    paymentTypeId: before.payment_type_id,
    periodYear: before.period_year,
    onDate: what.date,
    comment: what.reason,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  };
  const posted = await reverseDocument(write.tx, posting, what.id);
  if (!posted) throw invalid({ form: 'Уже сторнировано' });
  const document = (await byKey(write.tx, what.key))!;
  await write.log({
    verb: 'balance_operation.reversal',
    object: { type: 'contribution', id: what.id },
    place: placeOf(books),
    text: `Сторно начисления № ${what.id} от ${formatDate(before.on_date)}: ${rubles(posted.amountKopecks)}${what.reason ? `. ${what.reason}` : ''}${relaidText(what.relaid)}`,
  });
  await emitMoneyChanged(write, books, await posOf(write.tx, document.id), {
    contributions: [what.id, document.id],
    garages: [],
  });
  return {
    contribution: document.id,
    job: null,
    garages: document.garage_count,
    amount_kopecks: posted.amountKopecks,
  };
}
