// What other slices write about accounts: invitations and the end of sessions, inside the transaction of the caller.
import type { Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import { writeLetter } from '../ports/outbox.ts';
import { inviteLetter } from './letters.ts';
import { closeLinks, linkAddress, makeLink } from './links.ts';
import { firstPlaceNames, liveSessions, userById } from './queries.ts';
import { shortName } from './rules.ts';
import { endSession } from './sessions.ts';

export { endSession };

export interface InvitePayload {
  /** Name of who invites. */
  by: string;
}

/**
 * Sends an invitation by letter; the earlier letters of this person stop working. The account and its rights must be
 * written already (in the same transaction is fine). Writes its own log line.
 * @throws 404 without such a user, 422 for a disabled one and for one who has a password
 */
export async function invite({ tx, log }: Write, ctx: Ctx, userId: number): Promise<string> {
  const user = await userById(tx, userId);
  if (!user) throw notFound();
  if (!user.is_active) throw invalid({ form: 'Учётная запись отключена' });
  if (user.password_hash) throw invalid({ form: 'Этот человек уже принял приглашение' });
  await closeLinks(tx, ctx, userId, ['invite']);
  const payload: InvitePayload = { by: ctx.actor.name };
  const secret = await makeLink(tx, ctx, { purpose: 'invite', userId, payload });
  const place = (await firstPlaceNames(tx, [user.email.toLowerCase()])).get(user.email) ?? 'Реестр гаражей';
  const address = linkAddress(ctx, 'invite', secret);
  await writeLetter(tx, ctx, { to: user.email, ...inviteLetter(ctx.actor.name, place, address) });
  await log({
    verb: 'user.invited',
    object: { type: 'user', id: userId, name: shortName(user) },
    text: `Отправлено приглашение: ${user.email}`,
  });
  return address;
}

/** Takes an invitation back; nothing happens when there is none. Writes its own log line. */
export async function revokeInvite({ tx, log }: Write, ctx: Ctx, userId: number): Promise<void> {
  const user = await userById(tx, userId);
  if (!user) throw notFound();
  await tx
    .updateTable('one_time_link')
    .set({ denied_at: ctx.now().toISOString() })
    .where('user_id', '=', userId)
    // A forgotten password was asked for while the invitation was good: that letter opens nothing either.
    .where('purpose', 'in', user.password_hash ? ['invite'] : ['invite', 'reset_password'])
    .where('used_at', 'is', null)
    .where('denied_at', 'is', null)
    .execute();
  await log({
    verb: 'user.invite_revoked',
    object: { type: 'user', id: userId, name: shortName(user) },
    text: `Отозвано приглашение: ${user.email}`,
  });
}

/**
 * Ends the sessions of a person except one, and tells their tabs; the caller writes the log line. Answers how many.
 * A disabled account and changed rights (`rights_version`) are noticed within a second without it.
 */
export async function endSessionsOf(
  write: Pick<Write, 'tx' | 'emit' | 'afterCommit'>,
  ctx: Ctx,
  userId: number,
  reason: string,
  exceptSession = 0,
): Promise<number> {
  const sessions = (await liveSessions(write.tx, userId)).filter((session) => session.id !== exceptSession);
  for (const session of sessions) await endSession(write, ctx, session.id, reason);
  return sessions.length;
}

/** For how long a password asked again counts, ms. */
const FRESH_PASSWORD_MS = 5 * 60_000;

/** Uses up the password that was checked a moment ago: one check is one deed. @throws 403 `password` without one */
export async function takeCheckedPassword(tx: WriteDb, ctx: Ctx): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ password_checked_at: null })
    .where('id', '=', ctx.actor.sessionId)
    .where('password_checked_at', '>', new Date(ctx.now().getTime() - FRESH_PASSWORD_MS).toISOString())
    .executeTakeFirst();
  if (!numUpdatedRows) throw new Refused(403, { message: 'Подтвердите пароль', code: 'password' });
}
