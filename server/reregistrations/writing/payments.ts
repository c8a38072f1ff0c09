// Money that came between a completion and its annulment: each payment goes back, to another garage of its payer, or stays.
import { asGiven, linesOf, post } from '../../balance/ledger.ts';
import { posOf } from '../../books/queries.ts';
import { rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { notFound, refuseIf } from '../../kernel/errors.ts';
import { closedPoOf } from '../../payments/queries.ts';
import { findLine, type FoundLine } from '../../payments/queries/lines.ts';
import { dayClosedText } from '../../payments/rules.ts';
import { MONEY_CHANGED } from '../../payments/writing/posting.ts';
import { relaidByUndo } from '../../payments/queries/relaid.ts';
import { undoOperation } from '../../payments/writing/undoing.ts';
import type { PaymentAfter } from '../../../contract/reregistrations/steps.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { paymentsSince, type CaseRecord } from '../queries/card.ts';
import { placeIds } from '../writing.ts';

type Since = Awaited<ReturnType<typeof paymentsSince>>[number];

/**
 * Every payment since the completion has one answer that can be carried out on this day.
 * @throws 422 at `payments.<line>` for each that has not
 */
export async function refuseUnanswered(
  tx: WriteDb,
  ctx: Ctx,
  rows: readonly CaseRecord[],
  answers: readonly PaymentAfter[],
  today: string,
): Promise<void> {
  const errors: Record<string, string> = {};
  for (const row of rows)
    for (const payment of await paymentsSince(ctx, tx, row)) {
      const wrong = await answerProblem(tx, ctx, payment, answers, today);
      if (wrong) errors[`payments.${payment.id}`] = wrong;
    }
  refuseIf(errors);
}

async function answerProblem(
  tx: WriteDb,
  ctx: Ctx,
  payment: Since,
  answers: readonly PaymentAfter[],
  today: string,
): Promise<string | null> {
  const [answer, second] = answers.filter(({ id }) => id === payment.id);
  if (!answer || second) return 'Решите, что с этой оплатой';
  if (answer.answer === 'keep') return null;
  if (answer.answer === 'move' && !payment.garages.some(({ id }) => id === answer.garage))
    return 'Выберите другой гараж этого плательщика';
  const line = await findLine(tx, ctx.actor, payment.id);
  if (!line) throw notFound();
  const closed = await closedPoOf(tx, line.document_id, line.id, today);
  return closed && line.source === 'desk' ? dayClosedText(closed, today) : null;
}

/** Carries the answers out for one case, dated `today`. Answers a sentence for the log; empty when nothing was paid. */
export async function settlePayments(
  write: Write,
  ctx: Ctx,
  row: CaseRecord,
  answers: readonly PaymentAfter[],
  today: string,
): Promise<string> {
  const done: string[] = [];
  for (const payment of await paymentsSince(ctx, write.tx, row)) {
    const answer = answers.find(({ id }) => id === payment.id)!;
    const sum = `${rubles(payment.amount_kopecks)} от ${formatDate(payment.on_date)}`;
    if (answer.answer === 'keep') {
      done.push(`${sum} — в счёт долга гаража`);
      continue;
    }
    const line = (await findLine(write.tx, ctx.actor, payment.id))!;
    await giveBack(write, ctx, row, line, today);
    const target = payment.garages.find(({ id }) => id === answer.garage);
    if (answer.answer === 'move') await payElsewhere(write, ctx, row, line, target!.id, today);
    const plate = [target?.section, target?.number].filter(Boolean).join(' ');
    done.push(`${sum} — ${answer.answer === 'move' ? `зачтено на гараж ${plate}` : 'вернуть плательщику'}`);
  }
  return done.length ? `. Оплаты: ${done.join('; ')}` : '';
}

const wordsOf = (row: CaseRecord) => `Аннулировано переоформление № ${row.id}`;

/** The payment is undone: what it had closed is open again. */
async function giveBack(write: Write, ctx: Ctx, row: CaseRecord, line: FoundLine, today: string) {
  const books = { ...placeIds(row), mo_name: '', closed_until: line.closed_until, time_zone: line.time_zone };
  await undoOperation(write, ctx, books, line, {
    idempotencyKey: `reregistration:${row.id}:payment:${line.id}:back`,
    date: today,
    reason: wordsOf(row),
    whole: false,
    penalties_kopecks: 0,
    relaid: await relaidByUndo(write.tx, line, false, today),
  });
}

/** The same money, by the same method, on another garage of the payer; through the desk it neither left nor came. */
async function payElsewhere(write: Write, ctx: Ctx, row: CaseRecord, line: FoundLine, garage: number, today: string) {
  const posted = await post(
    write.tx,
    {
      kind: 'payment',
      source: line.source === 'desk' ? 'desk' : 'reregistration',
      idempotencyKey: `reregistration:${row.id}:payment:${line.id}:moved`,
      place: { ...placeIds(row), po_id: null },
      paymentTypeId: line.payment_type_id,
      onDate: today,
      comment: `Зачтено с гаража ${line.label}. ${wordsOf(row)}`,
      createdBy: ctx.actor.userId,
      at: ctx.now().toISOString(),
    },
    linesOf([
      {
        garage_id: garage,
        owner_id: line.card.payer?.id ?? null,
        sign: 1,
        amount_kopecks: line.amount,
        accrual_type_id: null,
        payment_type_id: line.payment_type_id,
        period_year: Number(today.slice(0, 4)),
        on_date: today,
        paper_no: null,
        comment: null,
      },
    ]),
    asGiven,
  );
  const pos = await posOf(write.tx, posted.contributionId);
  await write.log({
    verb: 'balance_operation.payment',
    object: { type: 'contribution', id: posted.contributionId },
    place: { ...placeIds(row), po_id: pos[0] ?? null },
    text: `Зачтено с гаража ${line.label}: ${rubles(line.amount)}. ${wordsOf(row)}`,
  });
  await emitMoneyChanged(write, row, pos, { ...MONEY_CHANGED, garages: [garage] });
}
