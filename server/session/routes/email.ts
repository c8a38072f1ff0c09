// A new e-mail: the old address is asked first, then the new one confirms; either may say no.
import * as account from '../../../contract/session/account.ts';
import * as links from '../../../contract/session/links.ts';
import { isUniqueViolation } from '../../db/engine.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { writeLetter } from '../../ports/outbox.ts';
import { demandNewPassword } from '../devices.ts';
import { countLetter } from '../letterLimit.ts';
import { emailChangedLetter, emailTakenLetter, newEmailLetter, oldEmailLetter } from '../letters.ts';
import { closeLinks, deadLink, goodLink, linkAddress, makeLink, takeLink, type Link } from '../links.ts';
import * as q from '../queries.ts';
import { shortName } from '../rules.ts';
import { maskedEmail } from '../rules/links.ts';
import { asUser } from '../sessions.ts';
import { endSessionsOf } from '../writing.ts';

interface OldPayload {
  confirmed_at?: string;
}
interface NewPayload {
  email: string;
  /** The link that the old address has confirmed. */
  by: number;
}
const TAKEN = 'Этот адрес уже занят';

export function emailRoutes(mount: Mount): void {
  mount(account.startEmailReset, async (ctx) => {
    const user = await q.userById(ctx.db, ctx.actor.userId);
    if (!user) throw notFound();
    countLetter(ctx.ip, ctx.now());
    await act(ctx, 'user.email_reset_asked', async ({ tx, log }) => {
      await closeLinks(tx, ctx, user.id, ['reset_email', 'confirm_email']);
      const secret = await makeLink(tx, ctx, { purpose: 'reset_email', userId: user.id });
      const links = { confirm: linkAddress(ctx, 'reset_email', secret), deny: linkAddress(ctx, 'deny_email', secret) };
      await writeLetter(tx, ctx, { to: user.email, ...oldEmailLetter(links) });
      await log({ object: objectOf(user), text: 'Запрошена смена почты' });
    });
    return { data: { email: maskedEmail(user.email) } };
  });

  mount(links.confirmEmailReset, async (ctx, { body }) => {
    const { link, user } = await linkAndUser<OldPayload>(ctx, 'reset_email', body.token);
    const said = (decision: 'confirmed' | 'denied' | null, reset_token: string | null = null) => ({
      data: { email: maskedEmail(user.email), decision, reset_token },
    });
    if (body.confirm === undefined) return said(link.payload.confirmed_at ? 'confirmed' : null);
    if (!body.confirm) return said('denied', await deny(ctx, user, link));
    await act(asUser(ctx, user), 'user.email_reset_confirmed', async ({ tx, log }) => {
      await q.setLinkPayload(tx, link.id, { confirmed_at: ctx.now().toISOString() } satisfies OldPayload);
      await log({ object: objectOf(user), text: 'Смена почты подтверждена с прежнего адреса' });
    });
    return said('confirmed');
  });

  mount(links.askNewEmail, async (ctx, { body }) => {
    const { link, user } = await linkAndUser<OldPayload>(ctx, 'reset_email', body.token);
    if (!link.payload.confirmed_at) throw invalid({ form: 'Сначала подтвердите смену почты с прежнего адреса' });
    if (body.email.toLowerCase() === user.email.toLowerCase()) throw invalid({ email: 'Это ваш нынешний адрес' });
    countLetter(ctx.ip, ctx.now());
    await act(asUser(ctx, user), 'user.email_asked', async ({ tx, log }) => {
      await closeLinks(tx, ctx, user.id, ['confirm_email']);
      await log({ object: objectOf(user), text: 'Отправлено письмо на новую почту' });
      // The same answer for a free and a taken address: only its owner reads which.
      if (await q.userByEmail(tx, body.email)) return writeLetter(tx, ctx, { to: body.email, ...emailTakenLetter() });
      const payload: NewPayload = { email: body.email, by: link.id };
      const secret = await makeLink(tx, ctx, { purpose: 'confirm_email', userId: user.id, payload });
      return writeLetter(tx, ctx, { to: body.email, ...newEmailLetter(linkAddress(ctx, 'confirm_email', secret)) });
    });
  });

  mount(links.confirmEmail, async (ctx, { body }) => {
    const { link, user } = await linkAndUser<NewPayload>(ctx, 'confirm_email', body.token);
    if (body.confirm) await changeEmail(ctx, user, link);
    return { data: { email: link.payload.email, confirmed: body.confirm === true } };
  });
}

const objectOf = (user: q.User) => ({ type: 'user' as const, id: user.id, name: shortName(user) });

async function linkAndUser<Payload>(ctx: Ctx, purpose: 'reset_email' | 'confirm_email', token: string) {
  const link = await goodLink<Payload>(ctx, purpose, token);
  const user = await q.userById(ctx.db, link.userId);
  if (!user?.is_active) throw deadLink(purpose, 'expired');
  return { link, user };
}

/** Somebody at an open session wanted it, and it was not the owner: everything ends and the password is asked anew. */
function deny(ctx: Ctx, user: q.User, link: Link<unknown>): Promise<string> {
  return act(asUser(ctx, user), 'user.email_reset_denied', async (write) => {
    await takeLink(write.tx, ctx, link, 'reset_email', 'denied_at');
    await closeLinks(write.tx, ctx, user.id, ['confirm_email']);
    await endSessionsOf(write, ctx, user.id, 'смена почты отклонена');
    await write.log({ object: objectOf(user), text: 'Смена почты отклонена с прежнего адреса' });
    return demandNewPassword(write, ctx, user.id);
  });
}

async function changeEmail(ctx: Ctx, user: q.User, link: Link<NewPayload>) {
  const { email, by } = link.payload;
  await act(asUser(ctx, user), 'user.email_changed', async ({ tx, log }) => {
    await takeLink(tx, ctx, link, 'confirm_email');
    if (await q.userByEmail(tx, email)) throw invalid({ form: TAKEN });
    await q.setEmail(tx, user.id, email, ctx.now().toISOString());
    await q.useLink(tx, by, ctx.now().toISOString());
    // What lies in the old mailbox opens nothing any more.
    await closeLinks(tx, ctx, user.id, ['reset_password', 'new_device', 'reset_email']);
    await writeLetter(tx, ctx, { to: user.email, ...emailChangedLetter(maskedEmail(email)) });
    await log({ object: objectOf(user), text: 'Изменена почта', before: { email: user.email }, after: { email } });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? invalid({ form: TAKEN }) : error;
  });
}
