// Bank statements: the list, a file, its rows, assigning, posting, registries of a bank.
import * as contract from '../../contract/bankStatements.ts';
import { booksOf } from '../books/queries.ts';
import { calendarOf } from '../books/writing/taking.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { loadStatement } from './loading.ts';
import { rematch } from './matching.ts';
import * as q from './queries.ts';
import { attachRegistry, detachRegistry, previewRegistry } from './registries.ts';
import { assign, postChosen, shownRow, skip } from './writing.ts';
import { withdraw } from './withdrawing.ts';

export function statementRoutes(mount: Mount): void {
  mount(contract.statements, async (ctx, { query }) => ({
    data: await q.statementList(ctx.db, ctx.actor, query),
    total: await q.statementCount(ctx.db, ctx.actor),
    waiting: await q.waitingCounts(ctx.db, ctx.actor),
  }));
  mount(contract.uploadStatement, async (ctx, { file }) => ({ ids: await loadStatement(ctx, await file()) }));
  mount(contract.statement, async (ctx, { params }) => {
    const found = await q.statementById(ctx.db, ctx.actor, params.id);
    if (!found) throw notFound();
    return found;
  });
  mount(contract.withdrawStatement, async (ctx, { params, body }) => withdraw(ctx, params.id, body));
  mount(contract.rematchRows, async (ctx, { body }) => ({ changed: await rematch(ctx, body.statement) }));
  mount(contract.statementRows, async (ctx, { query }) => {
    if (query.statement !== undefined && !(await q.statementById(ctx.db, ctx.actor, query.statement))) throw notFound();
    const { rows, total } = await q.rowsOf(ctx.db, ctx.actor, query);
    const calendar = await calendarFor(ctx);
    return { data: rows.map((row) => shownRow(row, calendar)), total };
  });
  mount(contract.assignRow, async (ctx, { params, body }) => assign(ctx, params.id, body));
  mount(contract.skipRow, async (ctx, { params, body }) => skip(ctx, params.id, body));
  mount(contract.postRows, async (ctx, { body }) => postChosen(ctx, body));
  mount(contract.previewBankRegistry, async (ctx, { params, file }) => previewRegistry(ctx, params.id, await file()));
  mount(contract.attachBankRegistry, async (ctx, { params, file }) => attachRegistry(ctx, params.id, await file()));
  mount(contract.detachBankRegistry, async (ctx, { params }) => detachRegistry(ctx, params.id));
}

/** Readers of a region have no books of their own: no day is closed for them, nor can they post. */
async function calendarFor(ctx: Ctx) {
  return calendarOf(ctx, (await booksOf(ctx.db, ctx.actor)) ?? { time_zone: 'Europe/Moscow', closed_until: null });
}
