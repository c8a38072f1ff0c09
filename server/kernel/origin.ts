// Whether a request comes from a page of ours: cookies alone must never act for somebody.
import type { FastifyRequest } from 'fastify';
import type { Deps } from './ctx.ts';

/** True for pages of this very host or of the public address, and for callers that are no pages (no Origin). */
export function isOwnOrigin(request: FastifyRequest, deps: Deps): boolean {
  const { origin } = request.headers;
  if (!origin) return true;
  try {
    return new URL(origin).host === request.host || origin === deps.settings.publicUrl;
  } catch {
    return false;
  }
}
