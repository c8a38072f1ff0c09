// Correcting a charge: words in place, money by a reversal and a new posting.
import type { AccrualTerms } from '../../../contract/contributions/charging.ts';
import type { Posting } from '../../balance/ledger.ts';
import { changeDocumentWords } from '../../balance/writing/sealing.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, refuseWhen, notFound } from '../../kernel/errors.ts';
import { staleBy } from '../../kernel/lastChange.ts';
import { once } from '../../kernel/once.ts';
import { documentCard, documentForWrite } from '../queries/documents.ts';
import { standingGarages } from '../queries/plan.ts';
import { type Books, posOf } from '../../books/queries.ts';
import { editRefusal, fallingText } from '../rules.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { placeOf, takeBooks } from '../../books/writing/taking.ts';
import { checkAccrualType, postTerms } from './charging.ts';
import type { Expected } from '../../books/writing/queueing.ts';
import { undoDocument } from './undoing.ts';
import { movedBefore, moveAgain } from './moving.ts';

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
    penalties_kopecks: number;
    readings: AccrualTerms['readings'];
    falling: number;
    expected: Expected;
  } | null;
}

/** Changes a document: words in place, money by a reversal and a new posting, both or none. Answers the document in force. */
export async function correctContribution(ctx: Ctx, id: number, body: Correction): Promise<number> {
  const { idempotencyKey: key, ...sent } = body;
  const intention = { verb: 'balance_operation.correction', key, asked: { contribution: id, ...sent } };
  const { answer } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const document = await documentCard(write.tx, ctx.actor, id);
    if (!document) throw notFound();
    refuseWhen(editRefusal(ctx.actor, document, books.closed_until));
    const now = (await documentForWrite(write.tx, id))!;
    if (now.version !== body.version) throw await staleBy(ctx, write.tx, { type: 'contribution', id }, document.card);
    if (!body.money) return changeWords(write, ctx, books, id, now, body);
    return changeMoney(write, ctx, books, now, { ...body, money: body.money });
  });
  return answer;
}

type Money = NonNullable<Correction['money']>;

async function changeMoney(
  write: Write,
  ctx: Ctx,
  books: Books,
  now: { id: number; source: string; on_date: string; due_on: string | null },
  body: Correction & { money: Money },
): Promise<number> {
  const { money, idempotencyKey } = body;
  const terms = correctedTerms(now, body, money);
  const type = await checkAccrualType(ctx, write.tx, books, terms);
  const { rows: standing } = await standingGarages(now.id).execute(write.tx);
  const moved = await movedBefore(write.tx, now.id);
  await undoDocument(write, ctx, books, {
    id: now.id,
    key: `${idempotencyKey}:reversal`,
    // A reversal never stands before what it undoes: between the two days the garage would be in credit.
    date: money.contributionDate > now.on_date ? money.contributionDate : now.on_date,
    reason: `Исправление: ${money.reason}`,
    penalties: money.penalties_kopecks,
    relaid: 0,
  });
  const includedGarages = [...new Set(standing.map((row) => row.garage_id))];
  const how = { books, type, source: now.source as Posting['source'], corrects: now.id };
  const charged = { ...terms, includedGarages, idempotencyKey, expected: money.expected };
  const falling = includedGarages.length - money.expected.garages;
  if (falling > 0 && falling !== money.falling) throw invalid({ form: fallingText(falling) });
  const { contribution } = await postTerms(write, ctx, charged, how);
  await moveAgain(write.tx, contribution!, moved, {
    key: idempotencyKey,
    onDate: money.contributionDate,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  });
  return contribution!;
}

/** Terms of a correction: the garages of the document and its own due day, the new money. */
const correctedTerms = (now: { id: number; due_on: string | null }, body: Correction, money: Money): AccrualTerms => ({
  isAllGaragSelected: false,
  selectedGarageFilters: {},
  excludedGarages: [],
  includedGarages: [],
  amountSign: -1,
  accrualType: money.accrualType,
  contributionPeriod: money.contributionPeriod,
  contributionAmount: money.contributionAmount,
  contributionDate: money.contributionDate,
  dueOn: now.due_on && now.due_on >= money.contributionDate ? now.due_on : null,
  basisDocument: body.basisDocument,
  contributionComment: body.contributionComment,
  repeated: 'add',
  // What was charged once is corrected whole.
  chargeVacant: true,
  readings: money.readings,
  corrects: now.id,
});

async function changeWords(
  write: Write,
  ctx: Ctx,
  books: Books,
  id: number,
  before: { basis_document: string | null; comment: string | null },
  body: Correction,
): Promise<number> {
  const after = { basis_document: body.basisDocument, comment: body.contributionComment };
  const words = { basisDocument: body.basisDocument, comment: body.contributionComment };
  await changeDocumentWords(write.tx, id, words, { by: ctx.actor.userId, at: ctx.now() });
  await write.log({
    object: { type: 'contribution', id },
    place: placeOf(books),
    text: `Изменены основание или комментарий начисления № ${id}`,
    before: { basis_document: before.basis_document, comment: before.comment },
    after,
  });
  await emitMoneyChanged(write, books, await posOf(write.tx, id), { contributions: [id] });
  return id;
}
