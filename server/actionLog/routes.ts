// The action log as pages of lines with their changes in words.
import * as contract from '../../contract/actionLog.ts';
import { fieldsOfObject } from '../../contract/fields/index.ts';
import type { ReferenceNames } from '../../contract/kernel/fields.ts';
import { keyOwnerOf, openSides } from '../kernel/personKeys.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { countLog } from './queries/counts.ts';
import { maskText } from '../kernel/masking.ts';
import { changesOf } from './rules.ts';

export function actionLogRoutes(mount: Mount): void {
  mount(contract.actionLog.list, async (ctx, { query }) => {
    const request = parseList(query, contract.actionLog);
    const { filter, offset, limit } = request;
    const [lines, total] = await Promise.all([
      q.logLines(ctx.db, ctx.actor, request),
      // A page further on is told nothing new about the total.
      filter.after ? offset + limit : countLog(ctx.db, ctx.actor, filter),
    ]);
    return { json: JSON.stringify(await readActionRows(ctx, lines)), total, offset, limit };
  });
  mount(contract.actionLog.one, async (ctx, { params }) => {
    const line = await q.logLine(ctx.db, ctx.actor, params.id);
    if (!line) throw notFound();
    return (await readActionRows(ctx, [line]))[0]!;
  });
  mount(contract.logUsers, async (ctx, { query }) => {
    const ids = (query.ids ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0);
    return { data: await q.scopeUsers(ctx.db, ctx.actor, { q: query.q ?? '', ids }) };
  });
}

async function readActionRows(ctx: Ctx, lines: readonly q.LogLine[]): Promise<contract.ActionRow[]> {
  const sides = lines.map(({ object_type: type, object_id: id, before, after }) => ({
    owner: type && id ? keyOwnerOf({ type, id }) : null,
    before,
    after,
  }));
  const opened = await openSides(ctx.db, ctx.deps.secrets, sides);
  const whole = lines.map((line, nth) => ({ ...line, before: opened[nth]!.before, after: opened[nth]!.after }));
  const names = await q.referenceNames(ctx.db, whole);
  return whole.map((line) => rowOf(line, names, ctx.actor.capabilities.includes(1)));
}

function rowOf(line: q.LogLine, names: ReferenceNames, seesHealth: boolean): contract.ActionRow {
  const { user_id, user_name, object_type, object_id, object_name, before, after, ...plain } = line;
  return {
    ...plain,
    text: maskText(plain.text),
    user: { id: user_id, name: user_name },
    object:
      object_type && object_id !== null
        ? { type: object_type, id: object_id, name: object_name && maskText(object_name) }
        : null,
    changes: changesOf(before, after, names, seesHealth, fieldsOfObject(object_type)),
  };
}
