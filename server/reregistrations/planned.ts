// Cases whose day has come: completed as those who said so would have done it, or back to work with the reason.
import { act } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import type { DueKind } from '../jobs/due.ts';
import { lockedCase, type CaseRecord } from './queries/card.ts';
import { caseObject, emitCaseChanged, placeIds, tellEvent } from './writing.ts';
import { COMPLETE_DUE, completeCases } from './writing/completing.ts';

const DAY_MS = 86_400_000;

export const completeDue: DueKind = {
  what: COMPLETE_DUE,
  title: 'Завершение переоформления в его день',
  lateAfterMs: DAY_MS,
  late: 'run',
  run: async (deps, due) => {
    const ctx = await ctxOfPlanner(deps, Number(due.object));
    if (!ctx) return;
    try {
      await act(ctx, 'reregistration.complete', async (write) => {
        const row = await lockedCase(ctx, write.tx, Number(due.object));
        await due.done(write.tx);
        if (!row || row.status !== 2 || !row.planned_at)
          return write.log({ text: `Переоформление № ${due.object} уже не ждёт своего дня`, place: placeIdsOf(row) });
        const pair = row.pair_id ? await lockedCase(ctx, write.tx, row.pair_id) : undefined;
        await completeCases(write, ctx, pair ? [row, pair] : [row], null);
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await returnToWork(ctx, Number(due.object), Object.values(error.problem.errors ?? {})[0] ?? error.message);
    }
  },
};

const nowhere = { region_id: null, mo_id: null, po_id: null };
const placeIdsOf = (row: CaseRecord | undefined) => (row ? placeIds(row) : nowhere);

async function ctxOfPlanner(deps: Deps, id: number): Promise<Ctx | null> {
  const row = await deps.db
    .selectFrom('reregistration as r')
    .innerJoin('app_user as u', 'u.id', 'r.planned_by')
    .innerJoin('mo', 'mo.id', 'r.mo_id')
    .where('r.id', '=', id)
    .select(['r.mo_id', 'mo.time_zone', 'u.id as user_id', 'u.last_name', 'u.first_name', 'u.capabilities'])
    .executeTakeFirst();
  if (!row) return null;
  const name = `${[row.last_name, row.first_name].filter(Boolean).join(' ')} (в назначенный день)`;
  const actor = { userId: row.user_id, name, region: null, mo: row.mo_id, po: null, capabilities: row.capabilities };
  return workCtx(deps, actor, undefined, row.time_zone);
}

async function returnToWork(ctx: Ctx, id: number, reason: string): Promise<void> {
  await act(ctx, 'reregistration.update', async (write) => {
    const first = await lockedCase(ctx, write.tx, id);
    if (!first) return;
    // Both halves of an exchange were to end: neither goes on promising it.
    const pair = first.pair_id ? await lockedCase(ctx, write.tx, first.pair_id) : undefined;
    const now = ctx.now().toISOString();
    const text = 'В назначенный день не завершилось';
    for (const row of pair ? [first, pair] : [first]) {
      await write.tx
        .updateTable('reregistration')
        .set((e) => ({ planned_at: null, plan_failure: reason, last_event_at: now, version: e('version', '+', 1) }))
        .where('id', '=', row.id)
        .execute();
      await tellEvent(write.tx, ctx, { id: row.id, verb: 'plan', status: row.status, text, comment: reason });
      await write.log({
        object: caseObject(row.id),
        place: placeIds(row),
        text: `Переоформление № ${row.id}: ${text.toLowerCase()}. ${reason}`,
      });
      await emitCaseChanged(write, row);
    }
  });
}
