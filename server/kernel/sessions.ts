// Is the session behind a token still good? Asked at every request, remembered for less than a second.
import type { Deps } from './ctx.ts';

/** How long an answer is remembered, ms: a removed right refuses within a second. */
const REMEMBERED_MS = 700;
const MAX_REMEMBERED = 20_000;

interface Known {
  at: number;
  rightsVersion: number | null;
}

const known = new WeakMap<object, Map<number, Known>>();

/** True while the session goes on, its user is active and his rights are the ones that were signed. */
export async function checkSession(deps: Deps, claims: { sid: number; id: number; rv: number }): Promise<boolean> {
  const now = deps.clock.now().getTime();
  const memory = known.get(deps) ?? new Map<number, Known>();
  known.set(deps, memory);
  let entry = memory.get(claims.sid);
  // A token newer than what is remembered is asked about: rights were changed a moment ago.
  if (!entry || Math.abs(now - entry.at) > REMEMBERED_MS || entry.rightsVersion !== claims.rv) {
    const row = await deps.db
      .selectFrom('session as s')
      .innerJoin('app_user as u', 'u.id', 's.user_id')
      .where('s.id', '=', claims.sid)
      .where('s.user_id', '=', claims.id)
      .where('s.ended_at', 'is', null)
      .where('u.is_active', '=', true)
      .select('u.rights_version')
      .executeTakeFirst();
    entry = { at: now, rightsVersion: row?.rights_version ?? null };
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(claims.sid, entry);
  }
  return entry.rightsVersion === claims.rv;
}

/** Forgets what is remembered about a session of this process, so that its end is felt at once. */
export function forgetSession(deps: Deps, sessionId: number) {
  known.get(deps)?.delete(sessionId);
}
