// The cash day: what the desk took, closing it for one ПО or for all of a place, opening it again.
import type { CashDay } from '../../contract/payments.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { booksOf } from '../books/queries.ts';
import { rubles } from '../books/rules/words.ts';
import { emitMoneyChanged } from '../books/writing/announcing.ts';
import { calendarOf, takeBooks } from '../books/writing/taking.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { refuseWhen, notFound, Refused } from '../kernel/errors.ts';
import { dateIn } from '../ports/clock.ts';
import * as q from './queries.ts';
import { closeRefusal, dayState, reopenRefusal } from './rules.ts';

/** The day of the person's place, or of one ПО in it. @throws 404 for a ПО that is not there */
export async function cashDay(ctx: Ctx, date: string | null, po: number | null): Promise<CashDay> {
  const books = await booksOf(ctx.db, ctx.actor);
  const today = dateIn(ctx.now(), books?.time_zone);
  return (await readDay(ctx, ctx.db, date ?? today, po, { today, closedUntil: books?.closed_until ?? null })).day;
}

async function readDay(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  date: string,
  po: number | null,
  facts: { today: string; closedUntil: string | null },
) {
  const pos = await q.posOfPlace(db, ctx.actor, po, date);
  if (po !== null && !pos.length) throw notFound();
  const closed = await q.closedPos(db, ctx.actor, po, date);
  const state = dayState(closed.length, pos.length);
  const noClosing = closeRefusal(ctx.actor, { date, today: facts.today, state, desks: pos.length });
  const noReopening = reopenRefusal(ctx.actor, { date, state, closedUntil: facts.closedUntil });
  const day: CashDay = {
    date,
    today: facts.today,
    ...(await q.daySums(db, ctx.actor, po, date)),
    state,
    close_refusal: noClosing?.text ?? null,
    reopen_refusal: noReopening?.text ?? null,
  };
  return { day, noClosing, noReopening, open: pos.filter((one) => !closed.includes(one.id)), pos };
}

interface Closing {
  date: string;
  po: number | null;
  expected: { count: number; amount_kopecks: number };
}

/** Closes every ПО asked for that is open. A day that has changed since the person saw it is not closed. */
export async function closeDay(ctx: Ctx, { date, po, expected }: Closing): Promise<CashDay> {
  await act(ctx, 'balance_operation.day_close', async (write) => {
    const calendar = calendarOf(ctx, await takeBooks(ctx, write.tx));
    const { day, noClosing, open } = await readDay(ctx, write.tx, date, po, calendar);
    refuseWhen(noClosing);
    if (day.count !== expected.count || day.amount_kopecks !== expected.amount_kopecks)
      throw new Refused(409, {
        message: 'Пока вы смотрели, касса изменилась. Проверьте итоги ещё раз',
        code: 'day_changed',
      });
    const sums = new Map(day.pos.map((one) => [one.po.id, one]));
    for (const one of open) {
      const sum = sums.get(one.id) ?? { count: 0, amount_kopecks: 0 };
      const place = { region_id: one.region_id, mo_id: one.mo_id, po_id: one.id };
      await write.tx
        .insertInto('cash_day')
        .values({
          ...place,
          on_date: date,
          payments: sum.count,
          amount_kopecks: sum.amount_kopecks,
          closed_by: ctx.actor.userId,
          closed_at: ctx.now().toISOString(),
        })
        .execute();
      const text = `Закрыта касса ${one.name} за ${formatDate(date)}: платежей ${sum.count}, ${rubles(sum.amount_kopecks)}`;
      await write.log({ object: { type: 'po', id: one.id, name: one.name }, place, text });
      await emitMoneyChanged(write, place, [one.id], { payments: [] });
    }
  });
  return cashDay(ctx, date, po);
}

/** Opens closed ПО again; what was closed stays on record. */
export async function reopenDay(ctx: Ctx, body: { date: string; po: number | null; reason: string }): Promise<CashDay> {
  await act(ctx, 'balance_operation.day_open', async (write) => {
    const calendar = calendarOf(ctx, await takeBooks(ctx, write.tx));
    const { noReopening, open, pos } = await readDay(ctx, write.tx, body.date, body.po, calendar);
    refuseWhen(noReopening);
    for (const one of pos.filter((closed) => !open.includes(closed))) {
      const place = { region_id: one.region_id, mo_id: one.mo_id, po_id: one.id };
      await write.tx
        .updateTable('cash_day')
        .set({ reopened_by: ctx.actor.userId, reopened_at: ctx.now().toISOString(), reopen_reason: body.reason })
        .where('po_id', '=', one.id)
        .where('on_date', '=', body.date)
        .where('reopened_at', 'is', null)
        .execute();
      const text = `Открыта касса ${one.name} за ${formatDate(body.date)}. ${body.reason}`;
      await write.log({ object: { type: 'po', id: one.id, name: one.name }, place, text });
      await emitMoneyChanged(write, place, [one.id], { payments: [] });
    }
  });
  return cashDay(ctx, body.date, body.po);
}
