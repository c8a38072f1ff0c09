// Undoing payments: a line, or the whole document.
import { formatDate } from '../../../contract/kernel/words.ts';
import { sql } from 'kysely';
import { reverseDocument, reverseLine } from '../../balance/ledger.ts';
import { posOf, type Books } from '../../books/queries.ts';
import { relaidText, rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { calendarOf, placeOf, takeBooks } from '../../books/writing/taking.ts';
import { undoPenaltiesOn } from '../../penalties/writing/undoing.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, refuseWhen, notFound, refuseIf } from '../../kernel/errors.ts';
import { once } from '../../kernel/once.ts';
import { findLine, type FoundLine } from '../queries/lines.ts';
import { isWhole, relaidByUndo } from '../queries/relaid.ts';
import * as q from '../queries.ts';
import * as rules from '../rules.ts';
import { lineChanged, namesOf, type Taken } from './posting.ts';

export interface Undo {
  idempotencyKey: string;
  date: string;
  reason: string | null;
  whole: boolean;
  /** Penalties on the charge that the person saw: they are undone with it. A payment has none. */
  penalties_kopecks: number;
}

/** Undoes a line or its whole document; an offset is undone whole, else its garages would not agree. */
export async function reverseOperation(ctx: Ctx, id: number, body: Undo) {
  const { idempotencyKey: key, ...sent } = body;
  const intention = { verb: 'balance_operation.reversal', key, asked: { line: id, ...sent } };
  const { answer } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const line = await findLine(write.tx, ctx.actor, id);
    if (!line) throw notFound();
    refuseWhen(rules.reverseRefusal(ctx.actor, line));
    const whole = isWhole(line, body.whole);
    if (whole) refuseWhen(rules.wholeRefusal(ctx.actor, line));
    const calendar = calendarOf(ctx, books);
    refuseIf(
      rules.undoProblems(body, line, {
        ...calendar,
        needsReason: rules.needsReason(ctx.actor, line, calendar.today),
        closedPo:
          line.source === 'desk' ? await q.closedPoOf(write.tx, line.document_id, whole ? null : id, body.date) : null,
      }),
    );
    const relaid = await relaidByUndo(write.tx, line, whole, body.date);
    return undoOperation(write, ctx, books, line, { ...body, whole, relaid });
  });
  return { contribution: answer.contribution, lines: answer.lines.length, amount_kopecks: answer.amount_kopecks };
}

/** Undoes inside the transaction of the caller. `relaid`: payments that lie otherwise by it, for the log. @throws when it was undone before */
export async function undoOperation(
  write: Write,
  ctx: Ctx,
  books: Books,
  line: FoundLine,
  body: Undo & { relaid: number },
): Promise<Taken> {
  const posting = {
    idempotencyKey: body.idempotencyKey,
    place: { ...placeOf(books), po_id: body.whole ? line.document_po : line.po_id },
    paymentTypeId: line.payment_type_id,
    onDate: body.date,
    comment: body.reason,
    reversalOf: line.document_id,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  };
  const which = body.whole ? sql`charge.contribution_id = ${line.document_id}` : sql`charge.id = ${line.id}`;
  await undoPenaltiesOn(write, ctx, books, which, {
    key: body.idempotencyKey,
    date: body.date,
    seen: body.penalties_kopecks,
    of: `записи № ${line.id}`,
  });
  const done = body.whole
    ? await reverseDocument(write.tx, posting, line.document_id)
    : await reverseLine(write.tx, posting, line.id);
  if (!done) throw invalid({ form: 'Уже сторнировано' });
  const answer = await q.postedByKey(write.tx, body.idempotencyKey);
  // An offset stands in two garages, the money is one.
  const sum = line.source === 'offset' ? Math.abs(line.amount) : done.amountKopecks;
  await write.log({
    verb: 'balance_operation.reversal',
    object: { type: 'contribution', id: line.document_id },
    place: { ...placeOf(books), po_id: posting.place.po_id },
    text: `Сторно: ${namesOf(await q.garageLabels(write.tx, answer.contribution))}, ${rubles(sum)} от ${formatDate(line.on_date)}${body.reason ? `. ${body.reason}` : ''}${relaidText(body.relaid)}`,
  });
  const pos = await posOf(write.tx, answer.contribution);
  await emitMoneyChanged(write, books, pos, lineChanged(line.id));
  return answer;
}
