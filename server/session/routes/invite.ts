// Invitations: sent and taken back by a superuser, accepted by who was invited.
import * as contract from '../../../contract/session/links.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { notFound, refuseIf } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { deadLink, goodLink, takeLink, type Link } from '../links.ts';
import { seenDevice } from '../deviceCookie.ts';
import { hashPassword } from '../passwords.ts';
import { firstPlaceNames, lastInvite, putDevice, userById, type User } from '../queries.ts';
import { passwordProblem, shortName } from '../rules.ts';
import { linkState } from '../rules/links.ts';
import { asUser } from '../sessions.ts';
import { invite, revokeInvite, type InvitePayload } from '../writing.ts';

export function inviteRoutes(mount: Mount): void {
  mount(contract.inviteStatus, async (ctx, { params }) => ({ data: await statusOf(ctx, params.id) }));

  mount(contract.sendInvite, async (ctx, { params }) => {
    const link = await act(ctx, 'user.invited', async (write) => {
      const address = await invite(write, ctx, params.id);
      if (ctx.deps.settings.SMTP_URL) return null;
      // Nobody carries the letter: who invites hands the link over himself. It is told to him once and to nobody else.
      await write.log({
        verb: 'user.invite_link',
        object: { type: 'user', id: params.id },
        text: 'Ссылка приглашения показана пригласившему: почтовый сервер не подключён',
      });
      return address;
    });
    return { data: await statusOf(ctx, params.id), link };
  });

  mount(contract.revokeInvite, async (ctx, { params }) => {
    await act(ctx, 'user.invite_revoked', (write) => revokeInvite(write, ctx, params.id));
    return { data: await statusOf(ctx, params.id) };
  });

  mount(contract.inviteDetail, async (ctx, { body, raw, reply }) => {
    const link = await goodLink<InvitePayload>(ctx, 'invite', body.token);
    const user = await userById(ctx.db, link.userId);
    if (!user?.is_active || user.password_hash) throw deadLink('invite', 'used');
    if (body.password === undefined) return { data: await described(ctx, link, user, false) };
    const names = {
      last_name: body.last_name ?? user.last_name,
      first_name: body.first_name ?? user.first_name,
      father_name: body.father_name ?? (body.last_name === undefined ? user.father_name : ''),
    };
    const errors: Record<string, string> = {};
    const problem = passwordProblem(body.password, user.email);
    if (problem) errors.password = problem;
    if (!names.last_name) errors.last_name = 'Заполните поле';
    if (!names.first_name) errors.first_name = 'Заполните поле';
    refuseIf(errors);
    const password_hash = await hashPassword(body.password);
    const at = ctx.now().toISOString();
    const named = { ...user, ...names };
    const seen = seenDevice(ctx, raw, reply);
    await act(asUser(ctx, named), 'user.invite_accepted', async ({ tx, log }) => {
      await takeLink(tx, ctx, link, 'invite');
      await tx
        .updateTable('app_user')
        // Whoever has the card open meanwhile does not write the former name over the one that the person gave.
        .set((e) => ({
          ...names,
          password_hash,
          must_reset_password: false,
          version: e('version', '+', 1),
          updated_at: at,
        }))
        .where('id', '=', user.id)
        .execute();
      // The mailbox was proven from here: this is the first device of the person.
      if (ctx.fingerprint) await putDevice(tx, user.id, seen, at, 'confirmed');
      await log({ object: { type: 'user', id: user.id, name: shortName(named) }, text: 'Приглашение принято' });
    });
    return { data: await described(ctx, link, named, true) };
  });
}

async function described(ctx: Ctx, link: Link<InvitePayload>, user: User, accepted: boolean) {
  const places = await firstPlaceNames(ctx.db, [user.email.toLowerCase()]);
  return {
    email: user.email,
    last_name: user.last_name,
    first_name: user.first_name,
    father_name: user.father_name,
    invited_by: link.payload.by,
    organisation: places.get(user.email) ?? '',
    expires_at: link.expiresAt,
    accepted,
  };
}

async function statusOf(ctx: Ctx, userId: number): Promise<contract.InviteStatus> {
  if (!(await userById(ctx.db, userId))) throw notFound();
  const row = await lastInvite(ctx.db, userId);
  const is_mailed = Boolean(ctx.deps.settings.SMTP_URL);
  if (!row) return { state: 'none', sent_at: null, expires_at: null, is_mailed };
  const states = { good: 'sent', used: 'accepted', denied: 'revoked', expired: 'expired' } as const;
  return {
    state: states[linkState(row, ctx.now().getTime())],
    sent_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    is_mailed,
  };
}
