// Letters of the outbox, for a superuser.
import * as contract from '../../contract/outbox.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { countLetters, letterById, letterRows } from './queries.ts';

export function outboxRoutes(mount: Mount): void {
  mount(contract.outbox.list, async (ctx, { query }) => {
    const request = parseList(query, contract.outbox);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, letterRows(request)),
      countLetters(ctx.db, request.filter.q),
    ]);
    return { json, total, offset: request.offset, limit: request.limit };
  });

  mount(contract.outbox.one, async (ctx, { params }) => {
    const letter = await letterById(ctx.db, params.id);
    if (!letter) throw notFound();
    return letter;
  });
}
