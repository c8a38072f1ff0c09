// Charging: the terms checked, a short run posted at once, a long one handed over. One transaction, once for its key.
import { BACKGROUND_OVER, type AccrualAnswer } from '../../../contract/books.ts';
import type { AccrualTerms } from '../../../contract/contributions/charging.ts';
import { sql } from 'kysely';
import { NoLines, post, type Posting } from '../../balance/ledger.ts';
import { relaidByDocument } from '../../balance/queries/relaid.ts';
import { type Books, byKey, posOf } from '../../books/queries.ts';
import { chargedText, garagesOf, relaidText } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import type { Charged, Finish } from '../../books/writing/charged.ts';
import { enqueueRun, type Expected } from '../../books/writing/queueing.ts';
import { calendarOf, placeOf, takeBooks } from '../../books/writing/taking.ts';
import type { JobFacts } from '../../jobs/kinds.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { invalid, refuseIf, Refused } from '../../kernel/errors.ts';
import { once, type Intention } from '../../kernel/once.ts';
import { read } from '../../kernel/read.ts';
import { keepReadings } from '../../readings/queries.ts';
import { accrualType } from '../../references/queries.ts';
import { largestLine, payersMark, planLines, reachable } from '../queries/plan.ts';
import { changedSince, lineProblems, NOT_REACHABLE, termsProblems } from '../rules.ts';

/** One transaction does it all: it is cancelled while it waits, or never. */
export const ACCRUAL_JOB: JobFacts = { kind: 'accrual', capability: 2, cancel: 'queued', canRetry: true };

export type AccrualBody = AccrualTerms & { idempotencyKey: string; expected: Expected };

type AccrualTypeRow = NonNullable<Awaited<ReturnType<typeof accrualType>>>;

/** The type charged. @throws everything wrong with the terms at once, by field */
export async function checkAccrualType(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  books: Books,
  terms: AccrualTerms,
): Promise<AccrualTypeRow> {
  const type = await accrualType(db, terms.accrualType.value);
  const facts = { ...calendarOf(ctx, books), type: type ?? null, ...(await countReachable(ctx, db, terms)) };
  refuseIf(termsProblems(terms, facts));
  // A sum for a garage is one that a person typed; one that is multiplied by its size may come to anything.
  if (type!.unit === 'm2') {
    const rows = await read(db, largestLine(ctx, books.mo_id, terms, type!));
    refuseIf(lineProblems(rows[0] ?? null));
  }
  return type!;
}

type Named = Pick<AccrualTerms, 'isAllGaragSelected' | 'includedGarages'>;

/** How many garages are named one by one, and how many of them the person may charge. */
async function countReachable(ctx: Ctx, db: ReadDb | WriteDb, terms: Named) {
  const named = [...new Set(terms.isAllGaragSelected ? [] : terms.includedGarages)];
  const rows = named.length ? await read(db, reachable(ctx.actor, named)) : [];
  return { named: named.length, reachable: rows[0]?.n ?? 0 };
}

/** @throws a refusal when a garage named one by one is not in the person's place */
export async function requireReachable(ctx: Ctx, terms: Named): Promise<void> {
  const { named, reachable: seen } = await countReachable(ctx, ctx.db, terms);
  refuseIf(seen < named ? { includedGarages: NOT_REACHABLE } : {});
}

/** Charges at once, or hands a long run over to the background. */
export async function chargeGarages(ctx: Ctx, body: AccrualBody): Promise<AccrualAnswer> {
  if (body.expected.garages <= BACKGROUND_OVER)
    return chargeGaragesNow(ctx, body, { key: body.idempotencyKey, asked: body });
  return enqueueRun(ctx, {
    kind: ACCRUAL_JOB,
    body,
    title: async (tx, books) => {
      const type = await checkAccrualType(ctx, tx, books, body);
      return `Начисление: ${type.name}, ${body.contributionPeriod} год, ${garagesOf(body.expected.garages)}`;
    },
  });
}

/** Posts a run in one transaction. @throws a refusal when anything differs from what the person saw */
export async function chargeGaragesNow(
  ctx: Ctx,
  body: AccrualBody,
  intention: Omit<Intention, 'verb'>,
  more?: Finish,
): Promise<AccrualAnswer> {
  const { answer, isRepeat } = await once(ctx, { verb: 'balance_operation.accrual', ...intention }, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const type = await checkAccrualType(ctx, write.tx, books, body);
    if (!body.expected.garages) throw invalid({ form: 'Начислять нечего: ни одного гаража не осталось' });
    const source = !body.isAllGaragSelected && body.includedGarages.length === 1 ? 'hand' : 'mass';
    const charged = await postTerms(write, ctx, body, { books, type, source });
    await more?.(write, charged);
    return charged;
  });
  return { ...answer, isRepeat };
}

interface How {
  books: Books;
  type: AccrualTypeRow;
  source: Posting['source'];
  corrects?: number;
}

/** Posts the terms inside the transaction of the caller. @throws when they give other garages or another sum than was seen */
export async function postTerms(write: Write, ctx: Ctx, body: AccrualBody, how: How): Promise<Charged> {
  const { books, type } = how;
  const { idempotencyKey, expected, ...request } = body;
  const posting = postingOf(ctx, { idempotencyKey, request }, how);
  const posted = await post(write.tx, posting, planLines(ctx, books.mo_id, body, type)).catch((error: unknown) => {
    if (error instanceof NoLines) throw changed(expected, { garages: 0, amount_kopecks: 0 });
    throw error;
  });
  const document = (await byKey(write.tx, idempotencyKey))!;
  const now = { garages: document.garage_count, amount_kopecks: posted.amountKopecks };
  if (changedSince(expected, now)) throw changed(expected, now);
  if (expected.payers && expected.payers !== (await payersOf(write.tx, document.id))) throw otherPayers();
  if (type.unit === 'kwh') await keepReadings(write.tx, document.id, body.readings);
  const { contributionDate: date } = body;
  const isBack = how.corrects !== undefined || date < calendarOf(ctx, books).today;
  const relaid = isBack ? await relaidByDocument(write.tx, document.id, date, how.corrects ?? null) : 0;
  const text = chargedText(type.name, body.contributionPeriod, now.garages, now.amount_kopecks) + relaidText(relaid);
  await write.log({ object: { type: 'contribution', id: document.id, name: type.name }, place: placeOf(books), text });
  await emitMoneyChanged(write, books, await posOf(write.tx, document.id), {
    contributions: [document.id],
    garages: [],
  });
  return { contribution: document.id, job: null, ...now };
}

/** @see payersMark */
async function payersOf(tx: Write['tx'], document: number): Promise<string> {
  const { rows } = await sql<{
    mark: string;
  }>`select ${payersMark} as mark from balance_operation where contribution_id = ${document}`.execute(tx);
  return rows[0]!.mark;
}

function otherPayers() {
  const message = 'Пока вы смотрели, у гаражей сменились плательщики. Сумма прежняя, но проверьте, кому начислено';
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
}

const changed = (expected: Expected, now: Expected) => {
  const message = changedSince(expected, now)!;
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
};

const postingOf = (
  ctx: Ctx,
  { idempotencyKey, request }: { idempotencyKey: string; request: Omit<AccrualBody, 'idempotencyKey' | 'expected'> },
  { books, type, source, corrects }: How,
): Posting => ({
  kind: 'accrual',
  source,
  idempotencyKey,
  place: placeOf(books),
  accrualTypeId: type.id,
  periodYear: request.contributionPeriod,
  onDate: request.contributionDate,
  dueOn: request.dueOn,
  basisDocument: request.basisDocument,
  comment: request.contributionComment,
  corrects: corrects ?? null,
  request,
  createdBy: ctx.actor.userId,
  at: ctx.now().toISOString(),
});
