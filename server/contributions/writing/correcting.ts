// Correcting a charge: words in place, money by a reversal and a new posting.
import type { AccrualTerms } from '../../../contract/accruals.ts';
import type { Posting } from '../../balance/ledger.ts';
import { act, type Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { mustNot, notFound, stale } from '../../kernel/errors.ts';
import { documentCard, documentForWrite } from '../documentQueries.ts';
import { standingGarages } from '../planQueries.ts';
import * as q from '../queries.ts';
import { editRefusal } from '../rules/documents.ts';
import { announce } from './announcing.ts';
import { booksFor, placeOf } from './books.ts';
import { checkedTerms, postTerms } from './charging.ts';
import { answerOf, knownAnswer, opened } from './keys.ts';
import type { Expected } from './queueing.ts';
import { undo } from './undoing.ts';

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
      penalties: money.penalties_kopecks,
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
  readings: money.readings,
  corrects: id,
});

async function changeWords(
  write: Write,
  books: q.Books,
  id: number,
  before: { basis_document: string | null; comment: string | null },
  body: Correction,
): Promise<number> {
  const after = { basis_document: body.basisDocument, comment: body.contributionComment };
  await write.tx
    .updateTable('contribution')
    .set((e) => ({ ...after, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await write.log({
    object: { type: 'contribution', id },
    place: placeOf(books),
    text: `Изменены основание или комментарий начисления № ${id}`,
    before: { basis_document: before.basis_document, comment: before.comment },
    after,
  });
  await announce(write, books, await q.posOf(write.tx, id), { contributions: [id] });
  return id;
}
