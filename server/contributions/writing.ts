// Writing charges: the posting of a run, its correction, its reversal. Each is one transaction, done once for its key.
import { BACKGROUND_OVER, type AccrualAnswer, type AccrualTerms } from '../../contract/accruals.ts';
import { post, reverseDocument, type Posting } from '../balance/ledger.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, refuseIf, Refused, stale } from '../kernel/errors.ts';
import { dateIn } from '../ports/clock.ts';
import { documentCard, documentForWrite } from './documentQueries.ts';
import { planLines, reachable, standingGarages } from './planQueries.ts';
import * as q from './queries.ts';
import { changedSince, dateProblems, editRefusal, reverseRefusal, termsProblems } from './rules/documents.ts';
import { chargedText, dayOf, garagesOf, rubles } from './rules/words.ts';

export const ACCRUAL_JOB = 'accrual';

export interface Expected {
  garages: number;
  amount_kopecks: number;
}
export type AccrualBody = AccrualTerms & { idempotencyKey: string; expected: Expected };
export type AccrualTypeRow = NonNullable<Awaited<ReturnType<typeof q.accrualType>>>;

/** Thrown to leave a transaction whose key has been used: what the first call did is the answer. */
class Repeated extends Error {
  readonly contribution: number;
  readonly garages: number;
  readonly amount: number;
  constructor(first: { id: number; garage_count: number; amount_kopecks: number }) {
    super('repeated');
    this.contribution = first.id;
    this.garages = first.garage_count;
    this.amount = first.amount_kopecks;
  }
}

/** The answer of a call whose key had been used; any other error goes on. */
export const answerOf = (error: unknown): AccrualAnswer => {
  if (!(error instanceof Repeated)) throw error;
  return {
    contribution: error.contribution,
    job: null,
    garages: error.garages,
    amount_kopecks: error.amount,
    isRepeat: true,
  };
};

/** The books, the type and everything wrong with the terms at once. @throws a refusal by fields */
export async function checkedTerms(ctx: Ctx, terms: AccrualTerms): Promise<{ books: q.Books; type: AccrualTypeRow }> {
  const books = await booksFor(ctx);
  const named = [...new Set(terms.isAllGaragSelected ? [] : terms.includedGarages)];
  const [type, seen] = [
    await q.accrualType(ctx.db, terms.accrualType.value),
    named.length ? (await reachable(ctx.actor, named).execute(ctx.db as never)).rows[0]!.n : 0,
  ];
  const today = dateIn(ctx.now(), books.time_zone);
  refuseIf(
    termsProblems(terms, {
      today,
      closedUntil: books.closed_until,
      type: type ?? null,
      named: named.length,
      reachable: seen,
    }),
  );
  return { books, type: type! };
}

export async function booksFor(ctx: Ctx): Promise<q.Books> {
  const books = await q.booksOf(ctx.db, ctx.actor);
  if (!books) throw forbidden('Доступно на уровне МО или ПО');
  return books;
}

/** Charges at once, or hands a long run over to the background. */
export async function accrue(ctx: Ctx, body: AccrualBody): Promise<AccrualAnswer> {
  const first = await knownAnswer(ctx, body.idempotencyKey);
  if (first) return first;
  const { books, type } = await checkedTerms(ctx, body);
  if (!body.expected.garages) throw invalid({ form: 'Начислять нечего: ни одного гаража не осталось' });
  if (body.expected.garages <= BACKGROUND_OVER) return accrueNow(ctx, body, books, type);
  const title = `Начисление: ${type.name}, ${body.contributionPeriod} год, ${garagesOf(body.expected.garages)}`;
  return enqueued(ctx, { kind: ACCRUAL_JOB, title, body, books });
}

/** The answer of an earlier call with the same key; a key of somebody else is refused. */
export async function knownAnswer(ctx: Ctx, key: string): Promise<AccrualAnswer | null> {
  const document = await q.byKey(ctx.db, key);
  if (document && document.created_by !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  if (document) return answerOf(new Repeated(document));
  const job = await q.jobByKey(ctx.db, key);
  if (!job) return null;
  if (job.user_id !== ctx.actor.userId) throw invalid({ idempotencyKey: 'Этот ключ уже занят' });
  return { contribution: null, job: job.id, garages: job.total, amount_kopecks: job.amount, isRepeat: true };
}

/** Posts a run in one transaction. @throws a refusal when anything differs from what the person saw */
export function accrueNow(ctx: Ctx, body: AccrualBody, books: q.Books, type: AccrualTypeRow, more?: Finish) {
  return act(ctx, 'balance_operation.accrual', async (write) => {
    await opened(write.tx, books, 'contributionDate', body.contributionDate, body.idempotencyKey);
    const source = !body.isAllGaragSelected && body.includedGarages.length === 1 ? 'hand' : 'mass';
    const answer = await postTerms(write, ctx, body, { books, type, source });
    await more?.(write, answer);
    return answer;
  }).catch(answerOf);
}
export type Finish = (write: Write, answer: AccrualAnswer) => Promise<void>;

/** Takes the books for writing; refuses a closed day and leaves when the key has been used. */
export async function opened(tx: WriteDb, books: q.Books, field: string, date: string, key: string) {
  const closedUntil = await q.lockBooks(tx, books.mo_id);
  const first = await q.byKey(tx, key);
  if (first) throw new Repeated(first);
  refuseIf(dateProblems(field, date, { today: '9999-12-31', closedUntil }));
}

interface How {
  books: q.Books;
  type: AccrualTypeRow;
  source: Posting['source'];
  corrects?: number;
}

async function postTerms(write: Write, ctx: Ctx, body: AccrualBody, how: How): Promise<AccrualAnswer> {
  const { books, type } = how;
  const { idempotencyKey, expected, ...request } = body;
  const posted = await post(write.tx, postingOf(ctx, body, how), planLines(ctx.actor, books.mo_id, body, type)).catch(
    (error: Error) => {
      if (error.message.includes('has no lines')) throw changed(expected, { garages: 0, amount_kopecks: 0 });
      throw error;
    },
  );
  const document = (await q.byKey(write.tx, idempotencyKey))!;
  const now = { garages: document.garage_count, amount_kopecks: posted.amountKopecks };
  if (changedSince(expected, now)) throw changed(expected, now);
  await q.finishDocument(write.tx, document.id, { request, corrects: how.corrects ?? null });
  const text = chargedText(type.name, body.contributionPeriod, now.garages, now.amount_kopecks);
  await write.log({ object: { type: 'contribution', id: document.id, name: type.name }, place: placeOf(books), text });
  await announce(write, books, document.id);
  return { contribution: document.id, job: null, ...now, isRepeat: false };
}

const changed = (expected: Expected, now: Expected) => {
  const message = changedSince(expected, now)!;
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
};

const postingOf = (ctx: Ctx, body: AccrualBody, { books, type, source }: How): Posting => ({
  kind: 'accrual',
  source,
  idempotencyKey: body.idempotencyKey,
  place: placeOf(books),
  accrualTypeId: type.id,
  periodYear: body.contributionPeriod,
  onDate: body.contributionDate,
  basisDocument: body.basisDocument,
  comment: body.contributionComment,
  createdBy: ctx.actor.userId,
  at: ctx.now().toISOString(),
});

export const placeOf = ({ region_id, mo_id, po_id }: q.Books) => ({ region_id, mo_id, po_id });

/** Says in every ПО of the document, and above, that money changed. */
export async function announce(write: Write, books: q.Books, documentId: number) {
  for (const po of await q.posOf(write.tx, documentId))
    for (const resource of ['contributions', 'garages'])
      await write.emit(
        { region: books.region_id, mo: books.mo_id, po },
        { type: 'records_changed', message: { resource, ids: resource === 'garages' ? [] : [documentId] } },
      );
}

/** A run that goes to the background: its kind of job, how people read it, what it was asked. */
export interface Run {
  kind: string;
  title: string;
  body: { idempotencyKey: string; expected: Expected };
  books: q.Books;
}

/** Leaves a long run to the background; the same key is the same job. */
export async function enqueued(ctx: Ctx, { kind, title, body, books }: Run): Promise<AccrualAnswer> {
  return act(ctx, `balance_operation.${kind}_queued`, async ({ tx, log, enqueue }) => {
    await q.lockBooks(tx, books.mo_id);
    const first = await q.jobByKey(tx, body.idempotencyKey);
    if (first) throw new Queued(first.id);
    const job = await tx
      .insertInto('background_job')
      .values({
        kind,
        title,
        user_id: ctx.actor.userId,
        ...placeOf(books),
        payload: JSON.stringify({ ...body, actor: ctx.actor }),
        total: body.expected.garages,
        result: JSON.stringify({ link: '/contributions' }),
        created_at: ctx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(kind, { jobId: job.id });
    await log({ place: placeOf(books), text: `Запущено: ${title}` });
    return job.id;
  })
    .catch((error: unknown) => {
      if (error instanceof Queued) return error.job;
      throw error;
    })
    .then((job) => ({ contribution: null, job, ...body.expected, isRepeat: false }));
}
class Queued extends Error {
  readonly job: number;
  constructor(job: number) {
    super('queued');
    this.job = job;
  }
}

/** Undoes a document; a reason is needed once payments came after it. */
export async function reverse(
  ctx: Ctx,
  id: number,
  body: { idempotencyKey: string; date: string; reason: string | null },
): Promise<AccrualAnswer> {
  const document = await documentCard(ctx.db, ctx.actor, id);
  if (!document) throw notFound();
  const first = await knownAnswer(ctx, body.idempotencyKey);
  if (first) return first;
  const books = await booksFor(ctx);
  mustNot(reverseRefusal(ctx.actor, document));
  refuseIf({
    ...dateProblems('date', body.date, {
      today: dateIn(ctx.now(), books.time_zone),
      closedUntil: books.closed_until,
    }),
    ...(body.date < document.on_date ? { date: 'Сторно не может быть раньше начисления' } : {}),
    ...(document.card.has_payments && !body.reason
      ? { reason: 'По начислению уже есть оплаты: укажите причину сторно' }
      : {}),
  });
  return act(ctx, 'balance_operation.reversal', async (write) => {
    await opened(write.tx, books, 'date', body.date, body.idempotencyKey);
    return undo(write, ctx, books, { id, key: body.idempotencyKey, date: body.date, reason: body.reason });
  }).catch(answerOf);
}

interface Undoing {
  id: number;
  key: string;
  date: string;
  reason: string | null;
}

async function undo(write: Write, ctx: Ctx, books: q.Books, what: Undoing): Promise<AccrualAnswer> {
  const before = (await documentForWrite(write.tx, what.id))!;
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
  const document = (await q.byKey(write.tx, what.key))!;
  await write.log({
    verb: 'balance_operation.reversal',
    object: { type: 'contribution', id: what.id },
    place: placeOf(books),
    text: `Сторно начисления № ${what.id} от ${dayOf(before.on_date)}: ${rubles(posted.amountKopecks)}${what.reason ? `. ${what.reason}` : ''}`,
  });
  await announce(write, books, document.id);
  return {
    contribution: document.id,
    job: null,
    garages: document.garage_count,
    amount_kopecks: posted.amountKopecks,
    isRepeat: false,
  };
}

export interface Correction {
  version: number;
  idempotencyKey: string;
  basisDocument: string | null;
  contributionComment: string | null;
  money: {
    accrualType: { value: number };
    contributionPeriod: number;
    contributionAmount: number;
    contributionDate: string;
    reason: string;
    expected: Expected;
  } | null;
}

/** Changes a document: words in place, money by a reversal and a new posting, both or none. Answers the document in force. */
export async function correct(ctx: Ctx, id: number, body: Correction): Promise<number> {
  const document = await documentCard(ctx.db, ctx.actor, id);
  if (!document) throw notFound();
  const first = await knownAnswer(ctx, body.idempotencyKey);
  if (first?.contribution) return first.contribution;
  const books = await booksFor(ctx);
  mustNot(editRefusal(ctx.actor, document, books.closed_until));
  const { money } = body;
  const terms = money && correctedTerms(id, body, money);
  const type = terms ? (await checkedTerms(ctx, terms)).type : null;
  return act(ctx, 'balance_operation.correction', async (write) => {
    const { tx } = write;
    await opened(tx, books, 'contributionDate', money?.contributionDate ?? document.on_date, body.idempotencyKey);
    const now = await documentForWrite(tx, id);
    if (now?.version !== body.version) {
      const change = await q.lastWriter(tx, id);
      throw stale(change.name, change.time, document.card);
    }
    if (!terms || !type) return changeWords(write, books, id, now, body);
    const { rows: standing } = await standingGarages(id).execute(tx);
    await undo(write, ctx, books, {
      id,
      key: `${body.idempotencyKey}:reversal`,
      date: money.contributionDate,
      reason: `Исправление: ${money.reason}`,
    });
    const how = { books, type, source: now.source as Posting['source'], corrects: id };
    const answer = await postTerms(
      write,
      ctx,
      {
        ...terms,
        includedGarages: [...new Set(standing.map((row) => row.garage_id))],
        idempotencyKey: body.idempotencyKey,
        expected: money.expected,
      },
      how,
    );
    return answer.contribution!;
  }).catch((error: unknown) => answerOf(error).contribution!);
}

/** Terms of a correction: the garages of the document, the new money. */
const correctedTerms = (id: number, body: Correction, money: NonNullable<Correction['money']>): AccrualTerms => ({
  isAllGaragSelected: false,
  selectedGarageFilters: {},
  excludedGarages: [],
  includedGarages: [],
  amountSign: -1,
  accrualType: money.accrualType,
  contributionPeriod: money.contributionPeriod,
  contributionAmount: money.contributionAmount,
  contributionDate: money.contributionDate,
  basisDocument: body.basisDocument,
  contributionComment: body.contributionComment,
  repeated: 'add',
  readings: [],
  corrects: id,
});

async function changeWords(
  { tx, log, emit }: Write,
  books: q.Books,
  id: number,
  before: { basis_document: string | null; comment: string | null },
  body: Correction,
): Promise<number> {
  const after = { basis_document: body.basisDocument, comment: body.contributionComment };
  await tx
    .updateTable('contribution')
    .set((e) => ({ ...after, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await log({
    object: { type: 'contribution', id },
    place: placeOf(books),
    text: `Изменены основание или комментарий начисления № ${id}`,
    before: { basis_document: before.basis_document, comment: before.comment },
    after,
  });
  await emit(
    { region: books.region_id, mo: books.mo_id, po: books.po_id },
    { type: 'records_changed', message: { resource: 'contributions', ids: [id] } },
  );
  return id;
}

/** A refusal that belongs to no field. */
function mustNot(reason: string | null) {
  if (reason?.startsWith('Период закрыт')) throw invalid({ contributionDate: reason });
  if (reason?.includes('отменяет МО')) throw forbidden(reason);
  if (reason) throw invalid({ form: reason });
}
