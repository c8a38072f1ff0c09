// Is the session behind a token still good? Asked at every request, remembered for less than a second.
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import type { Deps } from './ctx.ts';

export interface SessionClaims {
  sid: number;
  id: number;
  rv: number;
  viewer?: number | undefined;
}

/** How long an answer is remembered, ms: a removed right refuses within a second. */
const REMEMBERED_MS = 700;
const MAX_REMEMBERED = 20_000;

interface Known {
  at: number;
  rightsVersion: number | null;
}

const known = new WeakMap<object, Map<number, Known>>();

/** True while the session goes on, its user is active and his rights are the ones that were signed. */
export async function checkSession(deps: Deps, claims: SessionClaims): Promise<boolean> {
  const now = deps.clock.now().getTime();
  const memory = known.get(deps) ?? new Map<number, Known>();
  known.set(deps, memory);
  let entry = memory.get(claims.sid);
  // A token newer than what is remembered is asked about: rights were changed a moment ago.
  if (!entry || Math.abs(now - entry.at) > REMEMBERED_MS || entry.rightsVersion !== claims.rv) {
    const row = await (claims.viewer ? viewSession(deps, claims, claims.viewer) : ownSession(deps, claims));
    entry = { at: now, rightsVersion: row?.rights_version ?? null };
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(claims.sid, entry);
  }
  return entry.rightsVersion === claims.rv;
}

const ownSession = (deps: Deps, claims: SessionClaims) =>
  deps.db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', claims.sid)
    .where('s.user_id', '=', claims.id)
    .where('s.view_as_user_id', 'is', null)
    .where('s.ended_at', 'is', null)
    .where('u.is_active', '=', true)
    .select('u.rights_version')
    .executeTakeFirst();

/** Someone's eyes are lent for a while, to a superuser, and with the session in which he asked for them. */
const viewSession = (deps: Deps, claims: SessionClaims, viewer: number) =>
  deps.db
    .selectFrom('session as s')
    .innerJoin('session as own', 'own.id', 's.parent_id')
    .innerJoin('app_user as v', 'v.id', 's.user_id')
    .innerJoin('app_user as u', 'u.id', 's.view_as_user_id')
    .where('s.id', '=', claims.sid)
    .where('s.user_id', '=', viewer)
    .where('s.view_as_user_id', '=', claims.id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', deps.clock.now().toISOString())
    .where('own.ended_at', 'is', null)
    .where('v.is_active', '=', true)
    .where('v.is_superuser', '=', SUPERUSER)
    .where('u.is_active', '=', true)
    .select('u.rights_version')
    .executeTakeFirst();

/** Forgets what is remembered about a session of this process, so that its end is felt at once. */
export function forgetSession(deps: Deps, sessionId: number) {
  known.get(deps)?.delete(sessionId);
}

/** Sessions of the given ones that go on, each with the version of its user's rights. Asked at once, never remembered. */
export async function goodSessions(deps: Deps, sessionIds: readonly number[]): Promise<Map<number, number>> {
  if (!sessionIds.length) return new Map();
  const rows = await deps.db
    .selectFrom('session as s')
    .innerJoin('app_user as v', 'v.id', 's.user_id')
    .innerJoin('app_user as u', (join) =>
      join.on((e) => e('u.id', '=', e.fn.coalesce('s.view_as_user_id', 's.user_id'))),
    )
    .leftJoin('session as own', 'own.id', 's.parent_id')
    .where('s.id', 'in', [...new Set(sessionIds)])
    .where('s.ended_at', 'is', null)
    .where('own.ended_at', 'is', null)
    .where('u.is_active', '=', true)
    .where('v.is_active', '=', true)
    .where((e) =>
      e.or([
        e('s.view_as_user_id', 'is', null),
        e.and([e('v.is_superuser', '=', SUPERUSER), e('s.expires_at', '>', deps.clock.now().toISOString())]),
      ]),
    )
    .select(['s.id', 'u.rights_version'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.rights_version]));
}
