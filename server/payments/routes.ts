// Payments: the list, the card of a ledger line, the desk, refunds and the like, the cash day.
import * as contract from '../../contract/payments.ts';
import * as previews from '../../contract/payments/previews.ts';
import { garageInScope } from '../balance/queries/debt.ts';
import { booksOf } from '../books/queries.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { read } from '../kernel/read.ts';
import { dateIn } from '../ports/clock.ts';
import { cashDay, closeDay, reopenDay } from './cashDay.ts';
import { closedByPayments } from './queries/closed.ts';
import { findLine, lineRows, lineTotals, paymentUsers, withClosing, type Which } from './queries/lines.ts';
import { isWhole, relaidByCorrection, relaidByUndo } from './queries/relaid.ts';
import { deskMethods } from './queries.ts';
import { bringsMoney, editRefusal, needsReason, reverseRefusal } from './rules.ts';
import { correctOperation } from './writing/correcting.ts';
import { specialOperation, takePayment } from './writing/taking.ts';
import { reverseOperation } from './writing/undoing.ts';

export function paymentRoutes(mount: Mount): void {
  mount(contract.payments.list, (ctx, { query }) => readOperationPage(ctx, 'payments', query));
  mount(contract.payments.one, (ctx, { params }) => readOperationCard(ctx, params.id));
  mount(contract.closedByPayments, async (ctx, { body }) => ({ data: await closedByPayments(ctx, body.ids) }));
  mount(contract.balanceOperations.list, (ctx, { query }) => readOperationPage(ctx, 'all', query));
  mount(contract.balanceOperations.one, (ctx, { params }) => readOperationCard(ctx, params.id));
  mount(contract.paymentUsers, async (ctx, { query }) => ({
    data: await read(ctx.db, paymentUsers(ctx.actor, query.q ?? '')),
  }));

  mount(contract.deskDefaults, async (ctx) => {
    const books = await booksOf(ctx.db, ctx.actor);
    const methods = (await deskMethods(ctx.db)).filter(bringsMoney).map(({ id, name }) => ({ id, name }));
    return {
      today: dateIn(ctx.now(), books?.time_zone),
      methods,
      period_closed_until: books?.closed_until ?? null,
    };
  });
  mount(contract.takePayment, (ctx, { body }) => takePayment(ctx, body));
  mount(contract.specialOperation, (ctx, { body }) => specialOperation(ctx, body));
  mount(contract.reverseOperation, (ctx, { params, body }) => reverseOperation(ctx, params.id, body));
  mount(previews.undoPreview, async (ctx, { params, query }) => {
    const line = await requireLine(ctx, params.id);
    return { relaid: await relaidByUndo(ctx.db, line, isWhole(line, query.whole === 1), query.date) };
  });
  mount(previews.correctionPreview, async (ctx, { params, body }) => {
    const line = await requireLine(ctx, params.id);
    const garage = body.garage ? (await garageInScope(ctx, body.garage)).id : line.garage_id;
    return { relaid: await relaidByCorrection(ctx.db, line, { ...body, garage }) };
  });
  mount(contract.correctOperation, async (ctx, { params, body }) => ({
    operation: await correctOperation(ctx, params.id, body),
  }));

  mount(contract.cashDay, (ctx, { query }) => cashDay(ctx, query.date ?? null, query.po ?? null));
  mount(contract.closeCashDay, (ctx, { body }) => closeDay(ctx, body));
  mount(contract.reopenCashDay, (ctx, { body }) => reopenDay(ctx, body));
}

type ListQuery = Parameters<typeof parseList>[0];

async function readOperationPage(ctx: Ctx, which: Which, query: ListQuery) {
  const asked = parseList(query, contract.payments);
  const request = { ...asked, filter: await withClosing(ctx, which, asked.filter) };
  const totals = await lineTotals(ctx, which, request.filter);
  const json = await jsonRows(ctx.db, lineRows(ctx, which, request, totals.count!));
  return { json, total: totals.count!, totals, offset: request.offset, limit: request.limit };
}

/** A line of the reader's place. @throws 404 */
async function requireLine(ctx: Ctx, id: number) {
  const line = await findLine(ctx.db, ctx.actor, id);
  if (!line) throw notFound();
  return line;
}

async function readOperationCard(ctx: Ctx, id: number): Promise<contract.OperationCard> {
  const line = await requireLine(ctx, id);
  return {
    ...line.card,
    edit_refusal: editRefusal(ctx.actor, line, line.closed_until)?.text ?? null,
    reverse_refusal: reverseRefusal(ctx.actor, line)?.text ?? null,
    needs_reason: needsReason(ctx.actor, line, dateIn(ctx.now(), line.time_zone)),
  };
}
