// Correcting payments: words in place, money by a reversal and a new line.
import { formatDate } from '../../../contract/kernel/words.ts';
import { changeDocumentWords } from '../../balance/writing/sealing.ts';
import type { Posting } from '../../balance/ledger.ts';
import type { Books } from '../../books/queries.ts';
import { rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { placeOf, takeBooks } from '../../books/writing/taking.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { refuseWhen, notFound, refuseIf } from '../../kernel/errors.ts';
import { staleBy } from '../../kernel/lastChange.ts';
import { once } from '../../kernel/once.ts';
import { findLine, type FoundLine } from '../queries/lines.ts';
import { relaidByCorrection } from '../queries/relaid.ts';
import * as rules from '../rules.ts';
import { factsFor, lineChanged, lineMaker, posted, postingOf } from './posting.ts';
import { undoOperation } from './undoing.ts';

export interface Correction {
  version: number;
  idempotencyKey: string;
  comment: string | null;
  money: {
    garage: number;
    date: string;
    amount: number;
    paymentType: number;
    accrualType: number | null;
    year: number | null;
    paperNo: string | null;
    reason: string;
  } | null;
}

/** Changes words in place, or undoes the line and enters another, both or none. Answers the line in force. */
export async function correctOperation(ctx: Ctx, id: number, body: Correction): Promise<number> {
  const { idempotencyKey: key, ...sent } = body;
  const intention = { verb: 'balance_operation.correction', key, asked: { line: id, ...sent } };
  const { answer } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const line = await findLine(write.tx, ctx.actor, id);
    if (!line) throw notFound();
    refuseWhen(rules.editRefusal(ctx.actor, line, books.closed_until));
    if (line.card.version !== body.version)
      throw await staleBy(ctx, write.tx, { type: 'contribution', id: line.document_id }, line.card);
    if (!body.money) return changeWords(write, ctx, books, line, body.comment);
    return changeMoney(write, ctx, books, line, { ...body, money: body.money });
  });
  return answer;
}

async function changeWords(
  write: Write,
  ctx: Ctx,
  books: Books,
  line: FoundLine,
  comment: string | null,
): Promise<number> {
  const words = { basisDocument: line.card.basis_document, comment };
  await changeDocumentWords(write.tx, line.document_id, words, { by: ctx.actor.userId, at: ctx.now() });
  await write.log({
    object: { type: 'contribution', id: line.document_id },
    place: { ...placeOf(books), po_id: line.po_id },
    text: `Изменён комментарий платежа: ${line.label}, ${rubles(line.amount)} от ${formatDate(line.on_date)}`,
    before: { comment: line.card.document_comment },
    after: { comment },
  });
  await emitMoneyChanged(write, books, [line.po_id], lineChanged(line.id));
  return line.id;
}

async function changeMoney(
  write: Write,
  ctx: Ctx,
  books: Books,
  line: FoundLine,
  body: Correction & { money: NonNullable<Correction['money']> },
): Promise<number> {
  // A former owner's payment stays his as long as it is of the same garage.
  const money = { ...body.money, debtor: body.money.garage === line.garage_id ? line.debtor_id : null };
  const facts = await factsFor(write.tx, ctx, books, { ...body, ...money, source: line.source, lines: [money] });
  refuseIf(rules.paymentProblems({ date: money.date, lines: [money] }, facts, () => ''));
  const relaid = await relaidByCorrection(write.tx, line, money);
  await undoOperation(write, ctx, books, line, {
    idempotencyKey: `${body.idempotencyKey}:reversal`,
    date: line.on_date,
    reason: `Исправление: ${money.reason}`,
    whole: line.document_lines === 1,
    penalties_kopecks: 0,
    relaid: 0,
  });
  const lines = [lineMaker(money, facts.garages)(money.garage, 1, money.amount, money.paymentType, money)];
  const posting: Posting = {
    ...postingOf(ctx, books, { ...body, ...money }, facts.garages, lines),
    source: line.source as Posting['source'],
    comment: body.comment,
    request: { line: line.id },
    corrects: line.document_id,
  };
  const answer = await posted(
    write,
    ctx,
    books,
    posting,
    lines,
    facts.garages,
    (label, sum) => `Исправлен платёж ${line.label}, ${rubles(line.amount)}: стало ${label}, ${sum}. ${money.reason}`,
    relaid,
  );
  return answer.lines[0]!.id;
}
