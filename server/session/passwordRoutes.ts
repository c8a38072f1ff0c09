// The own password: checked, forgotten, set anew by a link that works once.
import { createHash, randomBytes } from 'node:crypto';
import * as contract from '../../contract/session.ts';
import { pages } from '../../contract/pages.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { writeLetter } from '../ports/mailer.ts';
import { countLetter } from './letterLimit.ts';
import { hashPassword } from './passwords.ts';
import { liveSessions, resetLink, userByEmail, userById, type User } from './queries.ts';
import { passwordProblem, RESET_LINK_MS, shortName } from './rules.ts';
import { endSession } from './sessions.ts';
import { isOwnPassword } from './signIn.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const deadLink = () => invalid({ form: 'Ссылка устарела или уже использована' });

export function passwordRoutes(mount: Mount): void {
  mount(contract.checkPassword, async (ctx, { params, body }) => {
    const user = params.id === ctx.actor.userId ? await userById(ctx.db, params.id) : undefined;
    if (!user) throw notFound();
    return { valid: await isOwnPassword(ctx, user.email, body.password) };
  });

  mount(contract.requestReset, async (ctx, { body }) => {
    countLetter(ctx.ip, ctx.now());
    const user = await userByEmail(ctx.db, body.email);
    if (user?.is_active) await sendLink(ctx, user);
  });

  mount(contract.confirmReset, async (ctx, { body }) => {
    const link = await resetLink(ctx.db, hashOf(body.token), ctx.now());
    const user = link && (await userById(ctx.db, link.user_id));
    if (!link || !user?.is_active) throw deadLink();
    const problem = passwordProblem(body.password, user.email);
    if (problem) throw invalid({ password: problem });
    await setPassword(ctx, user, link.id, await hashPassword(body.password));
  });
}

const asUser = (ctx: Ctx, user: User): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, userId: user.id, name: shortName(user), viewOnly: false },
});

async function sendLink(ctx: Ctx, user: User) {
  const secret = randomBytes(32).toString('base64url');
  const expires = new Date(ctx.now().getTime() + RESET_LINK_MS);
  await act(asUser(ctx, user), 'user.reset_asked', async ({ tx, log }) => {
    await tx
      .insertInto('one_time_link')
      .values({
        token_hash: hashOf(secret),
        purpose: 'reset_password',
        user_id: user.id,
        created_at: ctx.now().toISOString(),
        expires_at: expires.toISOString(),
      })
      .execute();
    // The part after # never reaches a server's journal.
    const address = `${ctx.deps.settings.publicUrl}${pages.resetPassword}#${secret}`;
    await writeLetter(tx, {
      to: user.email,
      subject: 'Новый пароль для «Реестра гаражей»',
      text: `Чтобы задать новый пароль, откройте ссылку в течение часа:\n${address}\n\nЕсли вы об этом не просили, ничего делать не нужно: пароль останется прежним.`,
    });
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Запрошен новый пароль' });
  });
}

async function setPassword(ctx: Ctx, user: User, linkId: number, passwordHash: string) {
  const at = ctx.now().toISOString();
  const sessions = await liveSessions(ctx.db, user.id);
  await act(asUser(ctx, user), 'user.password_reset', async (write) => {
    const { tx, log } = write;
    // Two requests with one link: only the first finds it unused.
    const taken = await tx
      .updateTable('one_time_link')
      .set({ used_at: at })
      .where('id', '=', linkId)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (!taken.numUpdatedRows) throw deadLink();
    // Other links that lie in the mailbox are of no use any more.
    await tx
      .updateTable('one_time_link')
      .set({ used_at: at })
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'reset_password')
      .where('used_at', 'is', null)
      .execute();
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash, updated_at: at })
      .where('id', '=', user.id)
      .execute();
    for (const session of sessions) await endSession(write, ctx, session.id, 'задан новый пароль');
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Задан новый пароль' });
  });
}
