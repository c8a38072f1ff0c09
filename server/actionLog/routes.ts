// The action log as pages of lines with their changes in words.
import * as contract from '../../contract/actionLog.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { lineNotFound } from './queries/archive.ts';
import { logKeptFrom } from '../kernel/logKept.ts';
import { countLog } from './queries/counts.ts';
import { readActionRows } from './queries/reading.ts';

export function actionLogRoutes(mount: Mount): void {
  mount(contract.actionLog.list, async (ctx, { query }) => {
    const request = parseList(query, contract.actionLog);
    const { filter, offset, limit } = request;
    const [lines, total] = await Promise.all([
      q.logLines(ctx, request),
      // A page further on is told nothing new about the total.
      filter.after ? offset + limit : countLog(ctx.db, ctx.actor, filter),
    ]);
    return { json: JSON.stringify(await readActionRows(ctx, lines)), total, offset, limit };
  });
  mount(contract.actionLog.one, async (ctx, { params }) => {
    const line = await q.logLine(ctx, params.id);
    if (!line) throw await lineNotFound(ctx.db, params.id);
    return (await readActionRows(ctx, [line]))[0]!;
  });
  mount(contract.logKept, async ({ db }) => ({ from: await logKeptFrom(db) }));
  mount(contract.logUsers, async (ctx, { query }) => {
    const ids = (query.ids ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0);
    return { data: await q.scopeUsers(ctx.db, ctx.actor, { q: query.q ?? '', ids }) };
  });
}
