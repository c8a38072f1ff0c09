// SQL of accounts, sessions and the counters of the menu.
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { poScope } from '../kernel/scope.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { TokenClaims } from '../kernel/token.ts';
import { timeZoneOfActor } from '../kernel/timeZones.ts';
import { read } from '../kernel/read.ts';
import {
  DAY_MS,
  KNOWN_DEVICE,
  LOCKOUT_MS,
  MAX_TRIES_OF_DAY,
  roleAt,
  shortName,
  type Place,
  type Right,
  type Try,
} from './rules.ts';

export type User = NonNullable<Awaited<ReturnType<typeof userById>>>;

const userColumns = [
  'id',
  'email',
  'password_hash',
  'last_name',
  'first_name',
  'father_name',
  'phone',
  'role',
  'is_superuser',
  'capabilities',
  'is_active',
  'rights_version',
  'must_reset_password',
  'totp_cipher',
  'totp_pending',
  'totp_last_step',
] as const;

export const userByEmail = (db: ReadDb, email: string) =>
  db.selectFrom('app_user').where('email_key', '=', email.trim().toLowerCase()).select(userColumns).executeTakeFirst();
export const userById = (db: ReadDb, id: number) =>
  db.selectFrom('app_user').where('id', '=', id).select(userColumns).executeTakeFirst();

/** What signing in stands on, held until the transaction ends. */
export const lockUser = (tx: WriteDb, id: number) =>
  tx.selectFrom('app_user').where('id', '=', id).select(['is_active', 'password_hash']).forUpdate().executeTakeFirst();

/** Rights of a user, in the order in which they were given. */
export const rightsOf = (db: ReadDb, userId: number): Promise<Right[]> =>
  db
    .selectFrom('user_right')
    .where('user_id', '=', userId)
    .orderBy('id')
    .select(['region_id', 'mo_id', 'po_id', 'is_default', 'role'])
    .execute();

/** Names of a place and of what stands above it. */
export async function placeNames(db: ReadDb, place: Place) {
  const rows = await read(
    db,
    sql<{ region_name: string | null; mo_name: string | null; po_name: string | null }>`
    select (select name from region where id = ${place.region}) as region_name,
      (select name from mo where id = ${place.mo}) as mo_name,
      (select name from po where id = ${place.po}) as po_name`,
  );
  return rows[0]!;
}

/** Where each of these accounts begins to work, by e-mail; accounts that don't exist are left out. */
export async function firstPlaceNames(db: ReadDb, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await read(
    db,
    sql<{ email: string; name: string }>`
    select distinct on (u.id) u.email, coalesce(r.name, m.name, p.name) as name
    from app_user u join user_right ur on ur.user_id = u.id
      left join region r on r.id = ur.region_id left join mo m on m.id = ur.mo_id left join po p on p.id = ur.po_id
    where u.email_key = any(${emails}) and u.is_active
    order by u.id, ur.is_default desc, ur.id`,
  );
  return new Map(rows.map((row) => [row.email, row.name]));
}

/** Last tries of an account from an address or a known device, newest first: enough to decide on a pause. */
export async function recentTries(db: ReadDb, emailKey: string, ip: string, device: string, now: Date): Promise<Try[]> {
  const rows = await db
    .selectFrom('login_attempt')
    .where('email_key', '=', emailKey)
    .where((e) => e.or([e('ip', '=', ip), e('fingerprint', '=', device)]))
    .where('at', '>', new Date(now.getTime() - 2 * LOCKOUT_MS).toISOString())
    .orderBy('id', 'desc')
    .limit(200)
    .select(['at', 'fingerprint', 'ok'])
    .execute();
  return rows.map((row) => ({ ...row, at: new Date(row.at).getTime() }));
}

/** Moments of the failed tries of an account over all addresses, known devices left out, newest first, ms. */
export async function failuresOfAccount(db: ReadDb, emailKey: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('login_attempt')
    .where('email_key', '=', emailKey)
    .where('ok', '=', false)
    .where('fingerprint', 'not like', `${KNOWN_DEVICE}%`)
    .where('at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .orderBy('id', 'desc')
    .limit(MAX_TRIES_OF_DAY)
    .select('at')
    .execute();
  return rows.map((row) => new Date(row.at).getTime());
}

export interface SeenDevice {
  /** Hash of the browser's own cookie. */
  key: Buffer;
  fingerprint: string;
  userAgent: string;
}

/**
 * Writes the device of a browser; a status that is given is set, a known device keeps its own otherwise. Answers its
 * number and the fingerprint it had until now.
 */
export async function putDevice(
  tx: WriteDb,
  userId: number,
  device: SeenDevice,
  at: string,
  status?: 'waiting' | 'confirmed',
): Promise<{ id: number; before: string | null }> {
  const label = device.userAgent.slice(0, 200);
  const seen = { fingerprint: device.fingerprint, label, last_seen_at: at, ...(status ? { status } : {}) };
  const known = await deviceByKey(tx, userId, device.key);
  if (known) {
    await tx.updateTable('device').set(seen).where('id', '=', known.id).execute();
    return { id: known.id, before: known.fingerprint };
  }
  const row = await tx
    .insertInto('device')
    .values({ user_id: userId, cookie_hash: device.key, first_seen_at: at, ...seen })
    .onConflict((on) => on.columns(['user_id', 'cookie_hash']).where('cookie_hash', 'is not', null).doUpdateSet(seen))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, before: null };
}

/** The device of a person whose browser brings this cookie. */
export const deviceByKey = (db: ReadDb, userId: number, key: Uint8Array) =>
  db
    .selectFrom('device')
    .where('user_id', '=', userId)
    .where('cookie_hash', '=', key)
    .select(['id', 'fingerprint', 'status'])
    .executeTakeFirst();

/** True when this person has let some device in before. */
export async function hasConfirmedDevice(db: ReadDb, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('device')
    .where('user_id', '=', userId)
    .where('status', '=', 'confirmed')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
export const deviceById = (db: ReadDb, id: number) =>
  db.selectFrom('device').where('id', '=', id).select(['id', 'fingerprint', 'label']).executeTakeFirst();
export const setDeviceStatus = (tx: WriteDb, id: number, status: 'confirmed' | 'denied') =>
  tx.updateTable('device').set({ status }).where('id', '=', id).execute();

/** Letters about new devices of a person since a moment. */
export async function deviceLinksSince(db: ReadDb, userId: number, since: string) {
  const rows = await read(
    db,
    sql<{ created_at: string; device: number; is_good: boolean }>`
    select l.created_at, d.id as device, l.used_at is null and l.denied_at is null as is_good
    from one_time_link l join device d on d.id = (l.payload->>'device_id')::int
    where l.user_id = ${userId} and l.purpose = 'new_device' and l.created_at > ${since}`,
  );
  return rows;
}

/** Letters about one device stop working. */
export const closeDeviceLinks = (tx: WriteDb, userId: number, deviceId: number, at: string) =>
  sql`update one_time_link set expires_at = ${at}
    where user_id = ${userId} and purpose = 'new_device' and (payload->>'device_id')::int = ${deviceId}
      and used_at is null and denied_at is null and expires_at > ${at}`.execute(tx);

export const sessionsOfDevice = (db: ReadDb, deviceId: number) =>
  db.selectFrom('session').where('device_id', '=', deviceId).where('ended_at', 'is', null).select('id').execute();

/** Sessions of a person that go on, with device and place, last used first. */
export const sessionsWithDevices = (db: ReadDb, userId: number, now: Date) =>
  db
    .selectFrom('session as s')
    .leftJoin('device as d', 'd.id', 's.device_id')
    .leftJoin('region as r', 'r.id', 's.region_id')
    .leftJoin('mo as m', 'm.id', 's.mo_id')
    .leftJoin('po as p', 'p.id', 's.po_id')
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.view_as_user_id', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(100)
    .select(['s.id', 's.ip', 's.user_agent', 's.created_at', 's.last_seen_at', 'd.label'])
    .select((e) => e.fn.coalesce('p.name', 'm.name', 'r.name').as('place'))
    .execute();

/** Notes something in a link. */
export const setLinkPayload = (tx: WriteDb, id: number, payload: object) =>
  tx
    .updateTable('one_time_link')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', id)
    .execute();
export const useLink = (tx: WriteDb, id: number, at: string) =>
  tx.updateTable('one_time_link').set({ used_at: at }).where('id', '=', id).where('used_at', 'is', null).execute();

export const setEmail = (tx: WriteDb, userId: number, email: string, at: string) =>
  tx
    .updateTable('app_user')
    .set({ email, updated_at: at, version: sql`version + 1` })
    .where('id', '=', userId)
    .execute();

export const setTotp = (
  tx: WriteDb,
  userId: number,
  change: { totp_cipher?: Buffer | null; totp_pending?: Buffer | null },
) => tx.updateTable('app_user').set(change).where('id', '=', userId).execute();

/** The waiting key becomes the working one; its first code is used up. False when nothing waits any more. */
export async function turnTotpOn(tx: WriteDb, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set((e) => ({ totp_cipher: e.ref('totp_pending'), totp_pending: null, totp_last_step: step }))
    .where('id', '=', userId)
    .where('totp_pending', 'is not', null)
    .where('totp_cipher', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the code of this half-minute, or of a later one, was taken already. */
export async function takeTotpStep(tx: WriteDb, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const unusedCodes = (db: ReadDb, userId: number) =>
  db.selectFrom('recovery_code').where('user_id', '=', userId).where('used_at', 'is', null);

export async function hasRecoveryCode(db: ReadDb, userId: number, hash: Buffer): Promise<boolean> {
  return (await unusedCodes(db, userId).where('code_hash', '=', hash).select('id').executeTakeFirst()) !== undefined;
}

export async function recoveryCodesLeft(db: ReadDb, userId: number): Promise<number> {
  return (await unusedCodes(db, userId).select('id').execute()).length;
}

export async function takeRecoveryCode(tx: WriteDb, userId: number, hash: Buffer, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(tx: WriteDb, userId: number, hashes: readonly Buffer[], at: string) {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  if (!hashes.length) return;
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: at })))
    .execute();
}

/** The session a refresh cookie belongs to, whichever of its generations the cookie is. */
export const sessionByCookie = (db: ReadDb, cookie: { hash: Uint8Array; family: Uint8Array | null }) =>
  db
    .selectFrom('session as s')
    .leftJoin('device as d', 'd.id', 's.device_id')
    .where((e) =>
      e.or([
        e('s.refresh_hash', '=', cookie.hash),
        e('s.previous_hash', '=', cookie.hash),
        ...(cookie.family ? [e('s.family_hash', '=', cookie.family)] : []),
      ]),
    )
    .orderBy((e) => e.case().when('s.refresh_hash', '=', cookie.hash).then(0).else(1).end())
    .select([
      's.id',
      's.user_id',
      's.created_at',
      's.refresh_hash',
      's.previous_hash',
      's.rotated_at',
      's.ended_at',
      's.end_reason',
      's.expires_at',
      's.region_id',
      's.mo_id',
      's.po_id',
      's.fingerprint',
      's.device_id',
      'd.cookie_hash',
    ])
    .executeTakeFirst();

/** Sessions of a user that go on. */
export const liveSessions = (db: ReadDb, userId: number) =>
  db.selectFrom('session').where('user_id', '=', userId).where('ended_at', 'is', null).select('id').execute();

/** The last invitation of a person. */
export const lastInvite = (db: ReadDb, userId: number) =>
  db
    .selectFrom('one_time_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .orderBy('id', 'desc')
    .select(['created_at', 'expires_at', 'used_at', 'denied_at'])
    .executeTakeFirst();

/** Rights with names and how many garages each opens. */
export async function namedRights(db: ReadDb, userId: number) {
  const rows = await read(
    db,
    sql<{
      kind: 'region' | 'mo' | 'po';
      id: number;
      name: string;
      mo: number | null;
      mo_name: string | null;
      garage_count: number;
      role: string | null;
    }>`
    select 'region' as kind, r.id, r.name, null::int as mo, null as mo_name,
      (select coalesce(sum(garage_count), 0)::int from po where region_id = r.id) as garage_count, u.role
    from user_right u join region r on r.id = u.region_id where u.user_id = ${userId}
    union all
    select 'mo', m.id, m.name, null, null, (select coalesce(sum(garage_count), 0)::int from po where mo_id = m.id), u.role
    from user_right u join mo m on m.id = u.mo_id where u.user_id = ${userId}
    union all
    select 'po', p.id, p.name, p.mo_id, m.name, p.garage_count, u.role
    from user_right u join po p on p.id = u.po_id join mo m on m.id = p.mo_id where u.user_id = ${userId}
    order by kind, name`,
  );
  return rows;
}

/** ПО of the actor's scope. */
export const scopedPoes = (db: ReadDb, actor: Actor) =>
  db
    .selectFrom('po as p')
    .innerJoin('mo as m', 'm.id', 'p.mo_id')
    .where(poScope(actor, 'p'))
    .where('p.is_active', '=', true)
    .orderBy('m.sort_key')
    .orderBy('p.sort_key')
    .select(['p.id', 'p.name'])
    .execute();

/** What a token of a user at a place says; the role is the one he has there. */
export async function claimsOf(db: ReadDb, user: User, sessionId: number, place: Place): Promise<TokenClaims> {
  const [names, rights, time_zone] = await Promise.all([
    placeNames(db, place),
    rightsOf(db, user.id),
    timeZoneOfActor(db, place),
  ]);
  const ids = (key: 'region_id' | 'mo_id' | 'po_id') => rights.map((right) => right[key]).filter((id) => id !== null);
  return {
    id: user.id,
    sid: sessionId,
    uname: shortName(user),
    is_superuser: user.is_superuser,
    role: roleAt(rights, place) ?? user.role,
    ...place,
    region_name: names.region_name,
    mo_name: names.mo_name,
    po_name: names.po_name,
    region_rights: ids('region_id'),
    mo_rights: ids('mo_id'),
    po_rights: ids('po_id'),
    capabilities: user.capabilities,
    time_zone,
    rv: user.rights_version,
  };
}

export const policy = (db: ReadDb) =>
  db.selectFrom('privacy_policy').orderBy('version', 'desc').selectAll().executeTakeFirstOrThrow();
export const gallery = (db: ReadDb) =>
  db
    .selectFrom('gallery_item')
    .where('is_active', '=', true)
    .orderBy('sort')
    .select(['id', 'title', 'caption', 'file_id'])
    .execute();
