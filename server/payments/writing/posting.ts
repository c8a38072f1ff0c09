// What every writing of payments shares: the facts under the lock, the posting with its sentence.
import type { PaymentAnswer } from '../../../contract/payments.ts';
import { asGiven, linesOf, post, type Line, type Posting } from '../../balance/ledger.ts';
import type { Books } from '../../books/queries.ts';
import { relaidByDocument } from '../../balance/queries/relaid.ts';
import { relaidText, rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { calendarOf, placeOf } from '../../books/writing/taking.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import * as q from '../queries.ts';
import { formerOf } from '../rules.ts';

export type Garages = Awaited<ReturnType<typeof q.garageFacts>>;

interface Asked {
  date: string;
  /** Where the money came; the day of the desk is asked for nothing else. */
  source?: string;
  paymentType: number;
  lines: readonly { garage: number; accrualType: number | null }[];
}

/** What rules ask for, read while the books are held. */
export async function factsFor(tx: WriteDb, ctx: Ctx, books: Books, body: Asked) {
  return {
    ...calendarOf(ctx, books),
    method: (await q.method(tx, body.paymentType)) ?? null,
    types: await q.knownTypes(
      tx,
      body.lines.map((line) => line.accrualType),
    ),
    garages: await q.garageFacts(
      tx,
      ctx.actor,
      body.lines.map((line) => line.garage),
      body,
    ),
  };
}

/** What a payment, or its undoing, answers; whether it is a repeat says the kernel. */
export type Taken = Omit<PaymentAnswer, 'isRepeat'>;

export interface Purpose {
  accrualType: number | null;
  year: number | null;
  /** The former owner who pays. */
  debtor?: number | null;
}

/** Lines of a posting: every garage under its owner of that day, or under the former one who pays. */
export const lineMaker =
  (body: { date: string; paperNo: string | null }, garages: Garages) =>
  (garage: number, sign: 1 | -1, amount: number, type: number, purpose: Purpose): Line => ({
    garage_id: garage,
    owner_id: formerOf(garages.get(garage)!, purpose.debtor)?.person ?? garages.get(garage)!.owner_id,
    debtor_id: formerOf(garages.get(garage)!, purpose.debtor)?.id ?? null,
    sign,
    amount_kopecks: amount,
    accrual_type_id: purpose.accrualType,
    payment_type_id: type,
    period_year: purpose.year ?? Number(body.date.slice(0, 4)),
    on_date: body.date,
    paper_no: body.paperNo,
  });

/** The document of a payment; what all its lines share is its own. */
export function postingOf(
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

/** «А 1, А 2, А 3 и ещё 4». */
export const namesOf = (labels: readonly string[]) =>
  labels.length > 3 ? `${labels.slice(0, 3).join(', ')} и ещё ${labels.length - 3}` : labels.join(', ');

/** Lists that show a payment. */
export const MONEY_CHANGED = { payments: [], garages: [], contributions: [] };
/** And what shows a line that looks otherwise now: its card, the bank statement it may have come from. */
export const lineChanged = (id: number) => ({ ...MONEY_CHANGED, balance_operations: [id], statements: [] });

/** Posts, logs a sentence, tells the screens. `known`: payments that lie otherwise, where more than the posting moves them. */
export async function posted(
  write: Write,
  ctx: Ctx,
  books: Books,
  posting: Posting,
  lines: readonly Line[],
  garages: Garages,
  text: (label: string, sum: string) => string,
  known: number | null = null,
): Promise<Taken> {
  await post(write.tx, posting, linesOf(lines), asGiven);
  const taken = await q.postedByKey(write.tx, posting.idempotencyKey);
  // Nothing is later than a payment of today.
  const isBack = posting.onDate < calendarOf(ctx, books).today;
  const relaid = known ?? (isBack ? await relaidByDocument(write.tx, taken.contribution, posting.onDate, null) : 0);
  const places = [...new Set(lines.map((line) => line.garage_id))].map((id) => garages.get(id)!);
  const label = namesOf(places.map((garage) => garage.label));
  await write.log({
    object: { type: 'contribution', id: taken.contribution },
    place: { ...placeOf(books), po_id: posting.place.po_id },
    text: text(label, rubles(taken.amount_kopecks)) + relaidText(relaid),
  });
  const pos = places.map((garage) => garage.po_id);
  await emitMoneyChanged(write, books, pos, MONEY_CHANGED);
  return taken;
}
