// Closing the books of a МО up to a day, and opening them again with a reason.
import type { ClosingReview } from '../../contract/closing.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { closedUpTo, formatDate } from '../../contract/kernel/words.ts';
import { verifyLedger } from '../balance/queries.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';
import { dateIn } from '../ports/clock.ts';
import * as period from './queries.ts';
import type { Books } from '../books/queries.ts';
import { closingProblem } from './rules.ts';
import { sumOfUnfounded, unfoundedIn } from '../penalties/queries/unfounded.ts';
import { logKeptFrom } from '../kernel/logKept.ts';
import { entriesOf } from '../books/rules/words.ts';
import { emitMoneyChanged } from '../books/writing/announcing.ts';
import { booksFor } from '../books/writing/taking.ts';

/** Faults that are named; the rest are counted. */
const SHOWN_FAULTS = 20;

/** What would be closed up to a day, and whether it can be. */
export async function reviewClosing(ctx: Ctx, asked?: string): Promise<ClosingReview> {
  const books = await booksFor(ctx);
  const { actor, db } = ctx;
  const until = asked ?? endOfLastYear(dateIn(ctx.now(), books.time_zone));
  const closed = books.closed_until;
  const faults = await verifyLedger(db, await period.placePos(db, actor), ctx.deps.secrets);
  const [sums, balances, history] = [
    await period.periodSums(db, actor, closed, until),
    await period.balancesOn(db, actor, until),
    await period.closingHistory(db, books.mo_id),
  ];
  return {
    mo: { id: books.mo_id, name: books.mo_name },
    closed_until: closed,
    until,
    problem: problemOf(ctx, books, until, closed) ?? faultsText(faults.length),
    ...sums,
    ...balances,
    open_statement_rows: await period.openStatementRows(db, actor, until),
    open_cash_days: await period.openCashDays(db, actor, closed, until),
    unfounded: sumOfUnfounded(await unfoundedIn(db, actor, { until })),
    faults: faults.slice(0, SHOWN_FAULTS).map((fault) => fault.text),
    faults_total: faults.length,
    history,
    history_from: history.length < period.SHOWN_CLOSINGS ? await logKeptFrom(db) : null,
  };
}

const endOfLastYear = (today: string) => `${Number(today.slice(0, 4)) - 1}-12-31`;

/** Only a superuser at work in a МО opens; everybody else is told so by the rule. */
const problemOf = (ctx: Ctx, books: Books, until: string | null, closed: string | null) =>
  closingProblem(until, {
    now: closed,
    today: dateIn(ctx.now(), books.time_zone),
    isSuperuser: ctx.actor.isSuperuser === SUPERUSER,
  });

const faultsText = (count: number) =>
  count ? `Закрыть нельзя: остатки не сходятся с записями (${count}). Обратитесь в поддержку` : null;

/** Closes the books. The same closing again does nothing more. */
export async function closePeriod(
  ctx: Ctx,
  { until, was }: { until: string; was: string | null },
): Promise<ClosingReview> {
  const books = await booksFor(ctx);
  const found = await reviewClosing(ctx, until);
  await act(ctx, 'balance_operation.period_close', async (write) => {
    const now = await lockBooks(write.tx, books.mo_id, 'close');
    if (now === until) throw new Done();
    mustBeSeen(now, was);
    const problem =
      now && until < now
        ? 'Открыть период может только суперпользователь: укажите причину'
        : problemOf(ctx, books, until, now);
    if (problem ?? faultsText(found.faults_total)) throw invalid({ until: problem ?? faultsText(found.faults_total)! });
    await period.setClosedUntil(write.tx, books.mo_id, until);
    await logClosing(write, books, now, until, `${closedUpTo(until)}: ${entriesOf(found.lines)}`);
  }).catch(done);
  return reviewClosing(ctx, until);
}

/** Opens the books down to a day, or altogether. */
export async function openPeriod(
  ctx: Ctx,
  { until, was, reason }: { until: string | null; was: string | null; reason: string },
): Promise<ClosingReview> {
  const books = await booksFor(ctx);
  await act(ctx, 'balance_operation.period_open', async (write) => {
    const now = await lockBooks(write.tx, books.mo_id, 'close');
    if (now === until) throw new Done();
    mustBeSeen(now, was);
    if (!now || (until && until > now)) throw invalid({ until: 'Эти дни и так открыты' });
    await period.setClosedUntil(write.tx, books.mo_id, until);
    const left = until ? `теперь до ${formatDate(until)}` : 'теперь открыто всё';
    await logClosing(
      write,
      books,
      now,
      until,
      `Период открыт: был закрыт до ${formatDate(now)}, ${left}. Причина: ${reason}`,
    );
  }).catch(done);
  return reviewClosing(ctx);
}

/** Somebody closed or opened meanwhile. */
function mustBeSeen(now: string | null, was: string | null) {
  if (now === was) return;
  const message = now
    ? `Пока вы смотрели, период закрыли до ${formatDate(now)}. Обновите страницу`
    : 'Пока вы смотрели, период открыли. Обновите страницу';
  throw new Refused(409, { message, code: 'period_changed', errors: { until: message } });
}

/** Leaves a transaction that has nothing to do. */
class Done extends Error {}
function done(error: unknown) {
  if (!(error instanceof Done)) throw error;
}

async function logClosing(write: Write, books: Books, before: string | null, after: string | null, text: string) {
  const place = { region_id: books.region_id, mo_id: books.mo_id, po_id: null };
  await write.log({
    object: { type: 'mo', id: books.mo_id, name: books.mo_name },
    place,
    text,
    before: { period_closed_until: before },
    after: { period_closed_until: after },
  });
  const pos = await write.tx.selectFrom('po').where('mo_id', '=', books.mo_id).select('id').execute();
  const changed = { closing: [], contributions: [], payments: [] };
  await emitMoneyChanged(write, books, [null, ...pos.map((one) => one.id)], changed);
}
