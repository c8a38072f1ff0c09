// Writing payments: the desk, refunds and the like, undoing, correcting. Each is one transaction, done once for its key.
import { DUPLICATE, kindTypes, type PaymentAnswer, type PaymentBody } from '../../contract/payments.ts';
import { linesOf, post, reverseDocument, reverseLine, type Line, type Posting } from '../balance/ledger.ts';
import { byKey, finishDocument, lastWriter, lockBooks, posOf, type Books } from '../contributions/queries.ts';
import { booksFor, placeOf } from '../contributions/writing.ts';
import { dayOf, rubles } from '../contributions/rules/words.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, refuseIf, Refused, stale } from '../kernel/errors.ts';
import { dateIn } from '../ports/clock.ts';
import { findLine, type FoundLine } from './queries/lines.ts';
import * as q from './queries.ts';
import * as rules from './rules.ts';

type Garages = Awaited<ReturnType<typeof q.garageFacts>>;

/** Takes a payment: one document, a line for every part of it. */
export async function takePayment(ctx: Ctx, body: PaymentBody): Promise<PaymentAnswer> {
  const books = await booksFor(ctx);
  return act(ctx, 'balance_operation.payment', async (write) => {
    const facts = await factsFor(write.tx, ctx, books, body);
    refuseIf(rules.paymentProblems(body, facts));
    if (!body.confirmDuplicate) await refuseDuplicates(write.tx, books, body, facts.garages);
    const line = lineMaker(body, facts.garages);
    const lines = body.lines.map((part) =>
      line(part.garage, 1, part.amount, body.paymentType, part, body.lines.length > 1 ? part.comment : null),
    );
    const posting = { ...postingOf(ctx, books, body, facts.garages, lines), comment: onlyComment(body) };
    return posted(write, books, posting, lines, facts.garages, (label, sum) => `Принята оплата: ${label}, ${sum}`);
  }).catch(repeated);
}

/** The words of a payment of one part belong to the document: there they may be changed. */
const onlyComment = ({ lines }: PaymentBody) => (lines.length === 1 ? lines[0]!.comment : null);

/** A refund, an offset, a write-off or a correction. */
export async function specialOperation(
  ctx: Ctx,
  body: rules.Special & { idempotencyKey: string; direction: 'lower' | 'raise'; paperNo: string | null },
): Promise<PaymentAnswer> {
  const books = await booksFor(ctx);
  return act(ctx, `balance_operation.${body.kind}`, async (write) => {
    const parts = [body.garage, body.toGarage].filter((id) => id !== null).map((garage) => ({ ...body, garage }));
    const facts = await factsFor(write.tx, ctx, books, { ...body, paymentType: kindTypes[body.kind], lines: parts });
    refuseIf(rules.specialProblems(body, facts));
    const type = kindTypes[body.kind];
    const line = lineMaker(body, facts.garages);
    const nothing = { accrualType: null, year: null };
    const from = (sign: 1 | -1, purpose = nothing as Purpose) => line(body.garage, sign, body.amount, type, purpose);
    const lines = {
      refund: () => [from(-1)],
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
      books,
      posting,
      lines,
      facts.garages,
      (label, sum) => `${kindWords[body.kind]}: ${label}, ${sum}`,
    );
  }).catch(repeated);
}
const kindWords = {
  refund: 'Возврат',
  offset: 'Зачёт между гаражами',
  write_off: 'Списан безнадёжный долг',
  correction: 'Корректировка',
};

interface Asked {
  idempotencyKey: string;
  date: string;
  paymentType: number;
  lines: readonly { garage: number; accrualType: number | null }[];
}

/** Takes the books for writing, then reads what rules ask for; leaves when the key has been used. */
async function factsFor(tx: WriteDb, ctx: Ctx, books: Books, body: Asked) {
  const closedUntil = await lockBooks(tx, books.mo_id);
  const known = await answerByKey(ctx, tx, body.idempotencyKey);
  // Leaves the transaction: nothing has been written, there is nothing to log.
  if (known) throw new Repeated(known);
  return {
    today: dateIn(ctx.now(), books.time_zone),
    closedUntil,
    method: (await q.method(tx, body.paymentType)) ?? null,
    types: await q.knownTypes(
      tx,
      body.lines.map((line) => line.accrualType),
    ),
    garages: await q.garageFacts(
      tx,
      ctx.actor,
      body.lines.map((line) => line.garage),
      body.date,
    ),
  };
}

/** Thrown to leave a transaction whose key has been used: what the first call did is the answer. */
class Repeated extends Error {
  readonly answer: PaymentAnswer;
  constructor(answer: PaymentAnswer) {
    super('repeated');
    this.answer = answer;
  }
}
const repeated = (error: unknown): PaymentAnswer => {
  if (error instanceof Repeated) return error.answer;
  throw error;
};

/** The answer of an earlier call with the same key; a key of somebody else is refused. */
async function answerByKey(ctx: Ctx, db: Ctx['db'] | WriteDb, key: string): Promise<PaymentAnswer | null> {
  const first = await q.postedByKey(db, key);
  if (!first) return null;
  if (first.created_by !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  const { contribution, amount_kopecks, lines } = first;
  return { contribution, amount_kopecks, lines, isRepeat: true };
}

interface Purpose {
  accrualType: number | null;
  year: number | null;
}

const lineMaker =
  (body: { date: string; paperNo: string | null }, garages: Garages) =>
  (
    garage: number,
    sign: 1 | -1,
    amount: number,
    type: number,
    purpose: Purpose,
    comment: string | null = null,
  ): Line => ({
    garage_id: garage,
    owner_id: garages.get(garage)!.owner_id,
    sign,
    amount_kopecks: amount,
    accrual_type_id: purpose.accrualType,
    payment_type_id: type,
    period_year: purpose.year ?? Number(body.date.slice(0, 4)),
    on_date: body.date,
    paper_no: body.paperNo,
    comment,
  });

function postingOf(
  ctx: Ctx,
  books: Books,
  body: { idempotencyKey: string; date: string; paymentType: number },
  garages: Garages,
  lines: readonly Line[],
): Posting {
  const pos = new Set([...garages.values()].map((garage) => garage.po_id));
  const [first] = lines;
  const same = (key: 'accrual_type_id' | 'period_year') =>
    lines.every((line) => line[key] === first![key]) ? first![key] : null;
  return {
    kind: 'payment',
    source: 'desk',
    idempotencyKey: body.idempotencyKey,
    place: { ...placeOf(books), po_id: pos.size === 1 ? [...pos][0]! : null },
    paymentTypeId: body.paymentType,
    accrualTypeId: same('accrual_type_id'),
    periodYear: same('period_year'),
    onDate: body.date,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  };
}

/** Posts, logs a sentence, tells the screens. */
async function posted(
  write: Write,
  books: Books,
  posting: Posting,
  lines: readonly Line[],
  garages: Garages,
  text: (label: string, sum: string) => string,
): Promise<PaymentAnswer> {
  await post(write.tx, posting, linesOf(lines));
  const { contribution, amount_kopecks, lines: made } = (await q.postedByKey(write.tx, posting.idempotencyKey))!;
  const places = [...new Set(lines.map((line) => line.garage_id))].map((id) => garages.get(id)!);
  const labels = places.map((garage) => garage.label);
  const label = labels.length > 3 ? `${labels.slice(0, 3).join(', ')} и ещё ${labels.length - 3}` : labels.join(', ');
  await write.log({
    object: { type: 'contribution', id: contribution },
    place: { ...placeOf(books), po_id: posting.place.po_id },
    text: text(label, rubles(amount_kopecks)),
  });
  await announce(
    write,
    books,
    places.map((garage) => garage.po_id),
  );
  return { contribution, amount_kopecks, lines: made, isRepeat: false };
}

/** Says in every ПО of the document, and above, that money changed; `lines` are cards that look otherwise now. */
async function announce(write: Write, books: Books, pos: readonly number[], lines: number[] = []) {
  for (const po of new Set(pos))
    for (const resource of lines.length ? ['payments', 'garages', 'balance_operations'] : ['payments', 'garages'])
      await write.emit(
        { region: books.region_id, mo: books.mo_id, po },
        { type: 'records_changed', message: { resource, ids: resource === 'balance_operations' ? lines : [] } },
      );
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

// ---- Undoing -------------------------------------------------------------------------------------------------

export interface Undo {
  idempotencyKey: string;
  date: string;
  reason: string | null;
  whole: boolean;
}

/** Undoes a line or its whole document; an offset is undone whole, else its garages would not agree. */
export async function reverseOperation(ctx: Ctx, id: number, body: Undo) {
  const found = await findLine(ctx.db, ctx.actor, id);
  if (!found) throw notFound();
  const books = await booksFor(ctx);
  const known = await answerByKey(ctx, ctx.db, body.idempotencyKey);
  if (known) return undoneAnswer(known);
  mustNot(rules.reverseRefusal(ctx.actor, found));
  return act(ctx, 'balance_operation.reversal', async (write) => {
    const closedUntil = await lockBooks(write.tx, books.mo_id);
    const first = await answerByKey(ctx, write.tx, body.idempotencyKey);
    if (first) throw new Repeated(first);
    const line = (await findLine(write.tx, ctx.actor, id))!;
    mustNot(rules.reverseRefusal(ctx.actor, line));
    const whole = body.whole || line.source === 'offset' || line.document_lines === 1;
    const today = dateIn(ctx.now(), books.time_zone);
    refuseIf(
      rules.undoProblems(body, line, {
        today,
        closedUntil,
        needsReason: rules.needsReason(ctx.actor, line, today),
        closedPo:
          line.source === 'desk' ? await q.closedPoOf(write.tx, line.document_id, whole ? null : id, body.date) : null,
      }),
    );
    return undo(write, ctx, books, line, { ...body, whole });
  })
    .catch(repeated)
    .then(undoneAnswer);
}

const undoneAnswer = ({ contribution, lines, amount_kopecks }: PaymentAnswer) => ({
  contribution,
  lines: lines.length,
  amount_kopecks,
});

async function undo(write: Write, ctx: Ctx, books: Books, line: FoundLine, body: Undo): Promise<PaymentAnswer> {
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
  const done = body.whole
    ? await reverseDocument(write.tx, posting, line.document_id)
    : await reverseLine(write.tx, posting, line.id);
  if (!done) throw invalid({ form: 'Уже сторнировано' });
  const answer = (await q.postedByKey(write.tx, body.idempotencyKey))!;
  await write.log({
    verb: 'balance_operation.reversal',
    object: { type: 'contribution', id: line.document_id },
    place: { ...placeOf(books), po_id: line.po_id },
    text: `Сторно: ${line.label}, ${rubles(done.amountKopecks)} от ${dayOf(line.on_date)}${body.reason ? `. ${body.reason}` : ''}`,
  });
  await announce(write, books, await posOf(write.tx, answer.contribution), [line.id]);
  return { ...answer, isRepeat: false };
}

// ---- Correcting ----------------------------------------------------------------------------------------------

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
  const found = await findLine(ctx.db, ctx.actor, id);
  if (!found) throw notFound();
  const books = await booksFor(ctx);
  const known = await answerByKey(ctx, ctx.db, body.idempotencyKey);
  if (known) return known.lines[0]!.id;
  mustNot(rules.editRefusal(ctx.actor, found, found.closed_until));
  return act(ctx, 'balance_operation.correction', async (write) => {
    await lockBooks(write.tx, books.mo_id);
    const first = await answerByKey(ctx, write.tx, body.idempotencyKey);
    if (first) throw new Repeated(first);
    const line = (await findLine(write.tx, ctx.actor, id))!;
    mustNot(rules.editRefusal(ctx.actor, line, line.closed_until));
    if (line.card.version !== body.version) {
      const change = await lastWriter(write.tx, line.document_id);
      throw stale(change.name, change.time, line.card);
    }
    if (!body.money) return changeWords(write, books, line, body.comment);
    return changeMoney(write, ctx, books, line, { ...body, money: body.money });
  }).catch((error: unknown) => repeated(error).lines[0]!.id);
}

async function changeWords(write: Write, books: Books, line: FoundLine, comment: string | null): Promise<number> {
  await write.tx
    .updateTable('contribution')
    .set((e) => ({ comment, version: e('version', '+', 1) }))
    .where('id', '=', line.document_id)
    .execute();
  await write.log({
    object: { type: 'contribution', id: line.document_id },
    place: { ...placeOf(books), po_id: line.po_id },
    text: `Изменён комментарий платежа: ${line.label}, ${rubles(line.amount)} от ${dayOf(line.on_date)}`,
    before: { comment: line.card.document_comment },
    after: { comment },
  });
  await announce(write, books, [line.po_id], [line.id]);
  return line.id;
}

async function changeMoney(
  write: Write,
  ctx: Ctx,
  books: Books,
  line: FoundLine,
  body: Correction & { money: NonNullable<Correction['money']> },
): Promise<number> {
  const { money } = body;
  const part = { ...money, comment: null };
  const facts = await factsFor(write.tx, ctx, books, { ...body, ...money, lines: [part] });
  refuseIf(rules.paymentProblems({ date: money.date, lines: [part] }, facts, () => ''));
  await undo(write, ctx, books, line, {
    idempotencyKey: `${body.idempotencyKey}:reversal`,
    date: line.on_date,
    reason: `Исправление: ${money.reason}`,
    whole: line.document_lines === 1,
  });
  const lines = [lineMaker(money, facts.garages)(money.garage, 1, money.amount, money.paymentType, money)];
  const posting: Posting = {
    ...postingOf(ctx, books, { ...body, ...money }, facts.garages, lines),
    source: line.source as Posting['source'],
    comment: body.comment,
  };
  const answer = await posted(
    write,
    books,
    posting,
    lines,
    facts.garages,
    (label, sum) => `Исправлен платёж ${line.label}, ${rubles(line.amount)}: стало ${label}, ${sum}. ${money.reason}`,
  );
  const document = (await byKey(write.tx, body.idempotencyKey))!;
  await finishDocument(write.tx, document.id, { request: { line: line.id }, corrects: line.document_id });
  return answer.lines[0]!.id;
}

/** A refusal of a line, on the field where the form shows it. */
function mustNot(reason: string | null) {
  if (reason?.startsWith('Период закрыт')) throw invalid({ date: reason });
  if (reason?.includes('отменяет МО')) throw forbidden(reason);
  if (reason) throw invalid({ form: reason });
}
