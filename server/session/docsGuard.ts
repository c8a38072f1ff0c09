// The description of the interface is for trying it out (DEMO=1); at work only superusers see it, by the cookie of their session.
import type { FastifyRequest } from 'fastify';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import type { Deps } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { superuserOfCookie } from './sessions.ts';

const isDescription = (url: string) => /^\/api\/(?:docs(?:[/?]|$)|openapi\.json)/.test(url);

/** Hook of every request: the description is absent for those to whom it is closed. @throws 404 */
export const docsGuard = (deps: Deps) => async (request: FastifyRequest) => {
  if (!isDescription(request.url) || deps.settings.DEMO) return;
  if ((await superuserOfCookie(deps, request)) !== SUPERUSER) throw notFound();
};
