// Undoing penalties together with the charges they stand on, inside the transaction that undoes those.
import { formatDate } from '../../../contract/kernel/words.ts';
import type { RawBuilder } from 'kysely';
import { reverseDocument, reverseLines } from '../../balance/ledger.ts';
import { PENALTY } from '../../balance/rules.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { Refused } from '../../kernel/errors.ts';
import { posOf, type Books } from '../../books/queries.ts';
import { penaltyDocumentsOn, type PenaltyDocument } from '../queries/undoing.ts';
import { garagesOf, rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';

export interface UndonePenalties {
  /** Key of the undoing they go with. */
  key: string;
  date: string;
  /** What the person saw of them, kopecks: a difference refuses. */
  seen: number;
  /** «начисления № 12»: what they stood on. */
  of: string;
}

/**
 * Undoes the penalties on the charges that `which` names.
 * @throws a refusal when they come to another sum than was seen
 */
export async function undoPenaltiesOn(
  write: Write,
  ctx: Ctx,
  books: Books,
  which: RawBuilder<unknown>,
  { key, date, seen, of }: UndonePenalties,
): Promise<void> {
  const documents = await penaltyDocumentsOn(write.tx, which);
  const now = documents.reduce((sum, one) => sum + one.amount_kopecks, 0);
  if (now !== seen) throw otherThanSeen(seen, now);
  await undoPenalties(write, ctx, books, documents, {
    key,
    date,
    words: ` вместе со сторно ${of}`,
    comment: `Вместе со сторно ${of}`,
  });
}

/**
 * Undoes lines of penalties, one document of reversal and one log line for each document of penalties. Their days are free
 * again. A penalty that is dated later than the undoing is undone on its own day. `words` say why in the log.
 */
export async function undoPenalties(
  write: Write,
  ctx: Ctx,
  books: Books,
  documents: readonly PenaltyDocument[],
  { key, date, words, comment }: { key: string; date: string; words: string; comment: string },
): Promise<void> {
  for (const penalty of documents) {
    const place = { region_id: books.region_id, mo_id: books.mo_id, po_id: penalty.po_id };
    const posting = {
      idempotencyKey: `${key}:penalties:${penalty.id}`,
      place,
      accrualTypeId: PENALTY,
      onDate: date > penalty.on_date ? date : penalty.on_date,
      comment,
      reversalOf: penalty.id,
      createdBy: ctx.actor.userId,
      at: ctx.now().toISOString(),
    };
    const posted = penalty.is_whole
      ? await reverseDocument(write.tx, posting, penalty.id)
      : await reverseLines(write.tx, posting, penalty.lines);
    await write.log({
      verb: 'balance_operation.reversal',
      object: { type: 'contribution', id: penalty.id, name: 'Пени' },
      place,
      text: `Сторно пеней № ${penalty.id} от ${formatDate(penalty.on_date)}${words}: ${garagesOf(penalty.garages)}, ${rubles(penalty.amount_kopecks)}`,
    });
    const changed = { contributions: [penalty.id, posted!.contributionId], garages: [] };
    await emitMoneyChanged(write, books, await posOf(write.tx, posted!.contributionId), changed);
  }
}

function otherThanSeen(seen: number, now: number) {
  const message = `Пока вы смотрели, изменились пени на это начисление: было ${rubles(seen)}, стало ${rubles(now)}. Проверьте ещё раз`;
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
}
