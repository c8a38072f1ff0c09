// The own password: checked, forgotten, set anew by a link that works once.
import { setTimeout } from 'node:timers/promises';
import * as contract from '../../../contract/session.ts';
import { makeResetLink } from '../../../contract/session/links.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { writeLetter } from '../../ports/outbox.ts';
import { countLetter } from '../letterLimit.ts';
import { seenDevice } from '../deviceCookie.ts';
import { hashPassword } from '../passwords.ts';
import { inviteExpiredLetter, resetLetter } from '../letters.ts';
import { closeLinks, deadLink, goodLink, lastInvite, linkAddress, makeLink, takeLink, type Link } from '../links.ts';
import { putDevice, userByEmail, userById, type SeenDevice, type User } from '../queries.ts';
import { passwordProblem, shortName } from '../rules.ts';
import { LINK_LIFE_MS } from '../rules/links.ts';
import { asUser } from '../sessions.ts';
import { isOwnPassword } from '../signIn.ts';
import { endSessionsOf } from '../writing.ts';

/** Longer than a letter takes to write, on a busy machine too. */
const ANSWER_AFTER_MS = 300;

export function passwordRoutes(mount: Mount): void {
  mount(contract.checkPassword, async (ctx, { params, body }) => {
    const user = params.id === ctx.actor.userId ? await userById(ctx.db, params.id) : undefined;
    if (!user) throw notFound();
    const valid = await isOwnPassword(ctx, user.email, body.password);
    if (valid)
      await act(ctx, 'sign.password', async ({ tx, log }) => {
        await tx
          .updateTable('session')
          .set({ password_checked_at: ctx.now().toISOString() })
          .where('id', '=', ctx.actor.sessionId)
          .execute();
        await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Пароль подтверждён' });
      });
    return { valid };
  });

  mount(contract.requestReset, async (ctx, { body }) => {
    countLetter(ctx.ip, ctx.now());
    // A letter takes longer to write than nothing: the answer comes at the same moment either way.
    const moment = setTimeout(ANSWER_AFTER_MS);
    const user = await userByEmail(ctx.db, body.email);
    if (user?.is_active) await sendLink(ctx, user);
    await moment;
  });

  mount(makeResetLink, (ctx, { params }) => handLink(ctx, params.id));

  mount(contract.confirmReset, async (ctx, { body, raw, reply }) => {
    const link = await goodLink(ctx, 'reset_password', body.token);
    const user = await userById(ctx.db, link.userId);
    if (!user?.is_active || !(await maySetPassword(ctx, user))) throw deadLink('reset_password', 'expired');
    if (body.password === undefined) return;
    const problem = passwordProblem(body.password, user.email);
    if (problem) throw invalid({ password: problem });
    await setPassword(ctx, user, link, await hashPassword(body.password), seenDevice(ctx, raw, reply));
  });
}

/** Who was invited and has no password yet sets the first one by this link too, while the invitation is good. */
const maySetPassword = async (ctx: Ctx, user: User) =>
  user.password_hash !== null || (await lastInvite(ctx.db, ctx, user.id)) === 'good';

async function sendLink(ctx: Ctx, user: User) {
  if (!(await maySetPassword(ctx, user))) return sayExpired(ctx, user);
  await act(asUser(ctx, user), 'user.reset_asked', async ({ tx, log }) => {
    const secret = await makeLink(tx, ctx, { purpose: 'reset_password', userId: user.id });
    await writeLetter(tx, ctx, { to: user.email, ...resetLetter(linkAddress(ctx, 'reset_password', secret)) });
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Запрошен новый пароль' });
  });
}

/**
 * Nobody carries the letter: a superuser hands the link over himself. It is told to him once and to nobody else. Where letters
 * go, the link goes to the mailbox alone: whoever holds it enters as its person.
 */
async function handLink(ctx: Ctx, id: number) {
  const user = await userById(ctx.db, id);
  if (!user) throw notFound();
  if (ctx.deps.settings.SMTP_URL)
    throw invalid({ form: 'Письма отправляются: ссылку человек получит сам на странице «Забыли пароль?»' });
  if (!user.is_active) throw invalid({ form: 'Учётная запись отключена' });
  if (!(await maySetPassword(ctx, user))) throw invalid({ form: 'Пароля ещё нет: покажите ссылку приглашения' });
  const expires_at = new Date(ctx.now().getTime() + LINK_LIFE_MS.reset_password).toISOString();
  const secret = await act(ctx, 'user.reset_link', async ({ tx, log }) => {
    await closeLinks(tx, ctx, user.id, ['reset_password']);
    await log({
      object: { type: 'user', id: user.id, name: shortName(user) },
      text: 'Показана ссылка для смены пароля: почтовый сервер не подключён',
    });
    return makeLink(tx, ctx, { purpose: 'reset_password', userId: user.id });
  });
  return { link: linkAddress(ctx, 'reset_password', secret), expires_at };
}

/** Waiting for a link that never comes would tell nothing. Who was uninvited is told nothing. */
async function sayExpired(ctx: Ctx, user: User) {
  if ((await lastInvite(ctx.db, ctx, user.id)) !== 'expired') return;
  await act(asUser(ctx, user), 'user.reset_asked', async ({ tx, log }) => {
    await writeLetter(tx, ctx, { to: user.email, ...inviteExpiredLetter() });
    await log({
      object: { type: 'user', id: user.id, name: shortName(user) },
      text: 'Запрошен пароль, но срок приглашения истёк',
    });
  });
}

async function setPassword(ctx: Ctx, user: User, link: Link<unknown>, passwordHash: string, seen: SeenDevice) {
  const at = ctx.now().toISOString();
  await act(asUser(ctx, user), 'user.password_reset', async (write) => {
    const { tx, log } = write;
    await takeLink(tx, ctx, link, 'reset_password');
    // Other links that lie in the mailbox are of no use any more.
    await closeLinks(tx, ctx, user.id, ['reset_password', 'new_device', 'invite']);
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash, must_reset_password: false, updated_at: at })
      .where('id', '=', user.id)
      .execute();
    // The mailbox was proven from here: this device needs no other letter.
    if (ctx.fingerprint) await putDevice(tx, user.id, seen, at, 'confirmed');
    await endSessionsOf(write, ctx, user.id, 'задан новый пароль');
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Задан новый пароль' });
  });
}
