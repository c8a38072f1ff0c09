// Taking payments at the desk; refunds, offsets, write-offs, corrections of a balance. One transaction each, once for its key.
import {
  DUPLICATE,
  kindTypes,
  PAYER_CHANGED,
  type PaymentAnswer,
  type PaymentBody,
} from '../../../contract/payments.ts';
import type { Posting } from '../../balance/ledger.ts';
import type { Books } from '../../books/queries.ts';
import { rubles } from '../../books/rules/words.ts';
import { takeBooks } from '../../books/writing/taking.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { refuseIf, Refused } from '../../kernel/errors.ts';
import { once } from '../../kernel/once.ts';
import * as q from '../queries.ts';
import * as rules from '../rules.ts';
import { factsFor, lineMaker, posted, postingOf, type Garages, type Purpose } from './posting.ts';

/** Takes a payment: one document, a line for every part of it. */
export async function takePayment(ctx: Ctx, body: PaymentBody): Promise<PaymentAnswer> {
  // Said or not that it may look like another one, it is the same payment.
  const { idempotencyKey: key, confirmDuplicate: _confirmed, ...asked } = body;
  // Whoever was shown as the payer, it is the same payment.
  const lines = body.lines.map(({ payer: _shown, debtor, ...part }) => (debtor === null ? part : { ...part, debtor }));
  const intention = { verb: 'balance_operation.payment', key, asked: { ...asked, lines } };
  const { answer, isRepeat } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const facts = await factsFor(write.tx, ctx, books, body);
    refuseIf(rules.paymentProblems(body, facts));
    await refuseOtherPayer(write.tx, ctx, body, facts.garages);
    if (!body.confirmDuplicate) await refuseDuplicates(write.tx, books, body, facts.garages);
    const line = lineMaker(body, facts.garages);
    const lines = body.lines.map((part) => line(part.garage, 1, part.amount, body.paymentType, part));
    const posting = { ...postingOf(ctx, books, body, facts.garages, lines), comment: body.comment };
    return posted(write, ctx, books, posting, lines, facts.garages, (label, sum) => `Принята оплата: ${label}, ${sum}`);
  });
  return { ...answer, isRepeat };
}

/** A refund, an offset, a write-off or a correction. */
export async function specialOperation(
  ctx: Ctx,
  body: rules.Special & { idempotencyKey: string; direction: 'lower' | 'raise'; paperNo: string | null },
): Promise<PaymentAnswer> {
  const { debtor, ...asked } = body;
  const intention = {
    verb: `balance_operation.${body.kind}`,
    key: body.idempotencyKey,
    asked: debtor === null ? asked : body,
  };
  const { answer, isRepeat } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const parts = [body.garage, body.toGarage].filter((id) => id !== null).map((garage) => ({ ...body, garage }));
    const facts = await factsFor(write.tx, ctx, books, { ...body, paymentType: kindTypes[body.kind], lines: parts });
    const garage = facts.garages.get(body.garage);
    const former = garage && rules.formerOf(garage, debtor);
    const owed =
      garage && body.kind === 'write_off'
        ? await q.openDebt(write.tx, body.garage, { ...body, debtor: former?.id ?? null })
        : 0;
    const isBack = body.kind === 'refund' || body.kind === 'offset';
    const advanceOn = (date: string | null) =>
      garage && isBack ? q.advanceOn(write.tx, body.garage, { date, debtor: former?.id ?? null }) : 0;
    const advance = { thatDay: await advanceOn(body.date), now: await advanceOn(null) };
    refuseIf(rules.specialProblems(body, facts, owed, advance));
    const type = kindTypes[body.kind];
    const line = lineMaker(body, facts.garages);
    const nothing = { accrualType: null, year: null };
    const from = (sign: 1 | -1, purpose = nothing as Purpose) => line(body.garage, sign, body.amount, type, purpose);
    const lines = {
      refund: () => [from(-1, { ...nothing, debtor })],
      offset: () => [from(-1), line(body.toGarage!, 1, body.amount, type, body)],
      write_off: () => [from(1, body)],
      correction: () => [from(body.direction === 'lower' ? 1 : -1, body)],
    }[body.kind]();
    const source = ({ refund: 'desk', offset: 'offset', write_off: 'hand', correction: 'hand' } as const)[body.kind];
    const posting: Posting = {
      ...postingOf(ctx, books, { ...body, paymentType: type }, facts.garages, lines),
      source,
      basisDocument: body.protocol,
      comment: body.comment,
    };
    return posted(
      write,
      ctx,
      books,
      posting,
      lines,
      facts.garages,
      // An offset stands in two garages, the money is one.
      (label) => `${kindWords[body.kind]}: ${label}, ${rubles(body.amount)}`,
    );
  });
  return { ...answer, isRepeat };
}
const kindWords = {
  refund: 'Возврат',
  offset: 'Зачёт между гаражами',
  write_off: 'Списан безнадёжный долг',
  correction: 'Корректировка',
};

/** @throws 409 when a garage changed hands since the payer was shown, be the sum the same */
async function refuseOtherPayer(tx: WriteDb, { actor }: Ctx, body: PaymentBody, garages: Garages) {
  for (const [nth, { garage: id, payer: shown, debtor }] of body.lines.entries()) {
    const { label, payer } = garages.get(id)!;
    if (shown === undefined || debtor !== null || shown === payer?.id) continue;
    const was = await q.personNamed(tx, actor, shown);
    if (was && was.id === payer?.id) continue;
    const words = `был ${was?.full_name ?? 'другой'}, стал ${payer?.full_name ?? 'без владельца'}`;
    const message = `Пока вы вносили платёж, у гаража ${label} сменился плательщик: ${words}. Проверьте и проведите ещё раз`;
    throw new Refused(409, { message, code: PAYER_CHANGED, errors: { [`lines.${nth}.garage`]: message } });
  }
}

/** @throws 409 that the person may confirm, when such a payment was taken already or stands twice in this one */
async function refuseDuplicates(tx: WriteDb, books: Books, body: PaymentBody, garages: Garages) {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  const same = await q.samePayments(
    tx,
    body.date,
    body.lines.map(({ garage, amount }) => ({ garage, amount })),
    books.time_zone,
  );
  for (const [nth, part] of body.lines.entries()) {
    const { label } = garages.get(part.garage)!;
    const key = [part.garage, part.amount, part.accrualType, part.year].join();
    if (seen.has(key)) errors[`lines.${nth}.amount`] = `Гараж ${label} с этой суммой указан дважды`;
    seen.add(key);
    const found = same.find((one) => one.garage_id === part.garage && one.amount === part.amount);
    if (found)
      errors[`lines.${nth}.amount`] = rules.duplicateText({ ...found, label, date: body.date, amount: part.amount });
  }
  const [message] = Object.values(errors);
  if (message) throw new Refused(409, { message, code: DUPLICATE, errors });
}
