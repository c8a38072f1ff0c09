// Accounts for superusers: list, card, rights, sessions; chairmen of the scope.
import * as contract from '../../contract/users.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { endViews, lendEyes } from './viewAs.ts';
import * as writing from './writing.ts';

export function userRoutes(mount: Mount): void {
  mount(contract.users.list, async (ctx, { query }) => {
    const request = parseList(query, contract.users);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, q.userRows(request)),
      q.countUsers(ctx.db, request.filter),
    ]);
    return { json, total, offset: request.offset, limit: request.limit };
  });
  mount(contract.users.one, async (ctx, { params }) => readUserCard(ctx, params.id));
  mount(contract.users.create, async (ctx, { body }) => readUserCard(ctx, await writing.createUser(ctx, body)));
  mount(contract.users.update, async (ctx, { params, body }) => {
    await writing.saveUser(ctx, params.id, body);
    return readUserCard(ctx, params.id);
  });
  mount(contract.disableUser, async (ctx, { params }) => {
    await writing.disableUser(ctx, params.id);
    return readUserCard(ctx, params.id);
  });
  mount(contract.enableUser, async (ctx, { params }) => {
    await writing.enableUser(ctx, params.id);
    return readUserCard(ctx, params.id);
  });
  mount(contract.endUserSessions, async (ctx, { params }) => {
    await writing.endSessionsOf(ctx, params.id);
    return readUserCard(ctx, params.id);
  });
  mount(contract.endUserSession, async (ctx, { params }) => {
    await writing.endSessionsOf(ctx, params.id, params.sessionId);
    return readUserCard(ctx, params.id);
  });
  mount(contract.userActions, async (ctx, { params, query }) => {
    await readUserCard(ctx, params.id);
    return { data: await q.actionsOf(ctx.db, params.id, query.before), log_from: await q.logBegins(ctx.db, params.id) };
  });
  mount(contract.viewAs, async (ctx, { params, body }) => ({ token: await lendEyes(ctx, params.id, body) }));
  mount(contract.endViewAs, (ctx) => endViews(ctx, ctx.actor.sessionId));
  mount(contract.chairmanList, async (ctx) => ({ data: await q.chairmen(ctx.db, ctx.actor) }));
}

async function readUserCard(ctx: Ctx, id: number) {
  const found = await q.userCard(ctx.db, id);
  if (!found) throw notFound();
  return found;
}
