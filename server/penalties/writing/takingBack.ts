// Taking back penalties that lost their ground, in one press.
import type { UnfoundedSum } from '../../../contract/penalties.ts';
import { entriesOf, garagesOf, rubles } from '../../books/rules/words.ts';
import { calendarOf, placeOf, takeBooks } from '../../books/writing/taking.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, Refused } from '../../kernel/errors.ts';
import { once } from '../../kernel/once.ts';
import { penaltyDocumentsOf } from '../queries/undoing.ts';
import { sumOfUnfounded, unfoundedIn } from '../queries/unfounded.ts';
import { undoPenalties } from './undoing.ts';

export interface TakeBack {
  idempotencyKey: string;
  /** One garage; null: the whole place. */
  garage: number | null;
  expected: { penalties: number; amount_kopecks: number };
}

/** Takes them back by reversing entries dated today. @throws when they are not those that were seen */
export async function takeBackUnfounded(ctx: Ctx, body: TakeBack): Promise<UnfoundedSum & { isRepeat: boolean }> {
  const { idempotencyKey: key, ...asked } = body;
  const intention = { verb: 'balance_operation.penalty_unfounded', key, asked };
  const { answer, isRepeat } = await once(ctx, intention, async (write) => {
    const books = await takeBooks(ctx, write.tx);
    const found = await unfoundedIn(write.tx, ctx.actor, { garage: body.garage });
    const now = sumOfUnfounded(found);
    if (now.penalties !== body.expected.penalties || now.amount_kopecks !== body.expected.amount_kopecks)
      throw changed(body.expected, now);
    if (!found.length) throw invalid({ form: 'Снимать нечего: у всех пеней есть основание' });
    const documents = await penaltyDocumentsOf(
      write.tx,
      found.map((one) => one.id),
    );
    const { today } = calendarOf(ctx, books);
    const why = { words: ', потерявших основание', comment: 'Потеряли основание' };
    await undoPenalties(write, ctx, books, documents, { key, date: today, ...why });
    const text = `Сняты пени без основания: ${entriesOf(now.penalties)}, ${garagesOf(now.garages)}, ${rubles(now.amount_kopecks)}`;
    await write.log({ place: placeOf(books), text });
    return now;
  });
  return { ...answer, isRepeat };
}

function changed(was: TakeBack['expected'], now: UnfoundedSum) {
  const message = `Пока вы смотрели, пени без основания изменились: было ${rubles(was.amount_kopecks)}, стало ${rubles(now.amount_kopecks)}. Проверьте ещё раз`;
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
}
