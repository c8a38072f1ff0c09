// Is the session behind a token still good, and is it this browser's? Asked at every request, remembered for less than a second.
import { sql } from 'kysely';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import type { Deps } from './ctx.ts';
import { zoneOfPlace } from './timeZones.ts';

export interface SessionClaims {
  sid: number;
  id: number;
  rv: number;
  viewer?: number | undefined;
}

/** How long an answer is remembered, ms: a removed right refuses within a second. */
const REMEMBERED_MS = 700;
const MAX_REMEMBERED = 20_000;
/** How long the fingerprint that was just replaced is still taken, ms: calls under way carry it. */
export const FINGERPRINT_GRACE_MS = 20_000;

interface Known {
  at: number;
  /** Null for a session that is no good. */
  row: SessionRow | null;
}

interface SessionRow {
  rights_version: number;
  /** Null where a session is bound to no browser. */
  fingerprint: string | null;
  previous_fingerprint: string | null;
  fingerprint_changed_at: string | null;
  time_zone: string;
}

interface Memory {
  /** Grows when anything is forgotten: an answer that was asked for before that is not kept. */
  forgotten: number;
  sessions: Map<number, Known>;
  /** Time zones in which sessions work; a place keeps its zone. */
  zones: Map<number, string>;
}

const memories = new WeakMap<object, Memory>();

function memoryOf(deps: Deps): Memory {
  const memory = memories.get(deps) ?? {
    forgotten: 0,
    sessions: new Map<number, Known>(),
    zones: new Map<number, string>(),
  };
  memories.set(deps, memory);
  return memory;
}

/**
 * True while the session goes on, its user is active, his rights are the ones that were signed and the browser is the
 * one the session belongs to.
 */
export async function checkSession(deps: Deps, claims: SessionClaims, fingerprint: string): Promise<boolean> {
  const now = deps.clock.now().getTime();
  const memory = memoryOf(deps);
  let entry = memory.sessions.get(claims.sid);
  // A token newer than what is remembered is asked about: rights were changed a moment ago.
  if (!entry || Math.abs(now - entry.at) > REMEMBERED_MS || !isGood(entry.row, claims, fingerprint, now)) {
    const asked = memory.forgotten;
    const row = await (claims.viewer ? viewSession(deps, claims, claims.viewer) : ownSession(deps, claims));
    entry = { at: now, row: row ?? null };
    if (memory.sessions.size >= MAX_REMEMBERED) {
      memory.sessions.clear();
      memory.zones.clear();
    }
    if (row) memory.zones.set(claims.sid, row.time_zone);
    // The session may have ended while this was asked: then the answer is older than its end.
    if (asked === memory.forgotten) memory.sessions.set(claims.sid, entry);
  }
  return isGood(entry.row, claims, fingerprint, now);
}

function isGood(row: SessionRow | null, claims: SessionClaims, fingerprint: string, now: number): boolean {
  if (row?.rights_version !== claims.rv) return false;
  if (row.fingerprint === null || row.fingerprint === fingerprint) return true;
  const changedAt = row.fingerprint_changed_at ? new Date(row.fingerprint_changed_at).getTime() : 0;
  return row.previous_fingerprint === fingerprint && now - changedAt <= FINGERPRINT_GRACE_MS;
}

/** Time zone of the place in which a session that was just checked works. */
export const timeZoneOf = (deps: Deps, sessionId: number): string | undefined => memoryOf(deps).zones.get(sessionId);

const zone = zoneOfPlace({ po: sql.ref('s.po_id'), mo: sql.ref('s.mo_id'), region: sql.ref('s.region_id') }).as(
  'time_zone',
);

const ownSession = (deps: Deps, claims: SessionClaims) =>
  deps.db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', claims.sid)
    .where('s.user_id', '=', claims.id)
    .where('s.view_as_user_id', 'is', null)
    .where('s.ended_at', 'is', null)
    .where('u.is_active', '=', true)
    .select(['u.rights_version', 's.fingerprint', 's.previous_fingerprint', 's.fingerprint_changed_at', zone])
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
    .select(['u.rights_version', 'own.fingerprint', 'own.previous_fingerprint', 'own.fingerprint_changed_at', zone])
    .executeTakeFirst();

/**
 * Forgets what this process remembers of a session, so that its end is felt at once. To be called after the commit:
 * what is asked before it still sees the session go on.
 */
export function forgetSession(deps: Deps, sessionId: number) {
  const memory = memoryOf(deps);
  memory.forgotten += 1;
  memory.sessions.delete(sessionId);
}

/** The version of the rights with which a session works now; null once it has ended or run out, or the one in which it was begun. */
export async function rightsOfLiving(deps: Deps, sessionId: number): Promise<number | null> {
  const rights = (await goodSessions(deps, [sessionId])).get(sessionId);
  if (rights === undefined) return null;
  const over = await deps.db
    .selectFrom('session as s')
    .leftJoin('session as own', 'own.id', 's.parent_id')
    .where('s.id', '=', sessionId)
    .where((e) =>
      e.or([
        e('s.expires_at', '<=', deps.clock.now().toISOString()),
        e('own.expires_at', '<=', deps.clock.now().toISOString()),
      ]),
    )
    .select('s.id')
    .executeTakeFirst();
  return over ? null : rights;
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
