// Signing in and out, the person at work, switching rights, what the shell needs to know.
import * as contract from '../../contract/session.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { demoAccounts, DEMO_PASSWORD } from '../db/demo/accounts.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, Deps } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import { writeLetter } from '../ports/mailer.ts';
import { checkPassword } from './passwords.ts';
import {
  countForMenu,
  failedTries,
  gallery,
  namedRights,
  placeNames,
  policy,
  rightsOf,
  scopedPoes,
  userByEmail,
  userById,
  type User,
} from './queries.ts';
import { askedPlace, firstPlace, holds, LOCKOUT_MS, MAX_TRIES, shortName } from './rules.ts';
import { clearCookie, endSession, openSession, refreshSession, setCookie, tokenFor } from './sessions.ts';

export function sessionRoutes(mount: Mount, deps: Deps): void {
  mount(contract.login, async (ctx, { body, raw, reply }) => {
    const user = await recognised(ctx, body);
    const place = firstPlace(await rightsOf(ctx.db, user.id));
    const as = { ...ctx, actor: { ...ctx.actor, userId: user.id, name: shortName(user), ...place } };
    const opened = await act(as, 'sign.login', async ({ tx, log }) => {
      await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Вход' });
      return openSession(tx, ctx, user.id, place, raw.headers['user-agent'] ?? '');
    });
    setCookie(deps, reply, opened.secret);
    return { token: await tokenFor(ctx, user, opened.sessionId, place) };
  });

  mount(contract.logout, async (ctx, { reply }) => {
    clearCookie(deps, reply);
    if (!ctx.actor.userId) return;
    await act({ ...ctx, actor: { ...ctx.actor, viewOnly: false } }, 'sign.logout', async ({ tx, log }) => {
      await endSession(tx, deps, ctx.actor.sessionId, 'выход', ctx.now());
      await log({ object: { type: 'user', id: ctx.actor.userId, name: ctx.actor.name }, text: 'Выход' });
    });
  });

  mount(contract.refreshToken, async (ctx, { raw, reply }) => ({ token: await refreshSession(ctx, raw, reply) }));

  mount(contract.updateToken, async (ctx, { body }) => {
    const user = await userById(ctx.db, ctx.actor.userId);
    const place = askedPlace(body);
    if (!user || !place) throw invalid({ form: 'Выберите одно из прав' });
    const names = await placeNames(ctx.db, place);
    const name = names.region_name ?? names.mo_name ?? names.po_name;
    // A superuser may work anywhere; everybody else only where a right was given.
    if (!name || !(user.is_superuser === SUPERUSER || holds(await rightsOf(ctx.db, user.id), place)))
      throw forbidden('Этого права у вас нет');
    await act(ctx, 'user.rights_switch', async ({ tx, log }) => {
      await tx
        .updateTable('session')
        .set({ region_id: place.region, mo_id: place.mo, po_id: place.po })
        .where('id', '=', ctx.actor.sessionId)
        .execute();
      await log({
        object: { type: 'user', id: user.id, name: shortName(user) },
        text: `Переключены права: ${name}`,
        after: place,
      });
    });
    return { token: await tokenFor(ctx, user, ctx.actor.sessionId, place) };
  });

  mount(contract.userDetail, async (ctx, { params }) => ({ data: await detail(ctx, params.id) }));

  mount(contract.updateUserDetail, async (ctx, { params, body }) => {
    const before = await detail(ctx, params.id);
    await act(ctx, 'user.update', async ({ tx, log }) => {
      await tx
        .updateTable('app_user')
        .set({
          last_name: body.last_name,
          first_name: body.first_name,
          father_name: body.father_name ?? '',
          phone: body.phone,
          updated_at: ctx.now().toISOString(),
        })
        .where('id', '=', params.id)
        .execute();
      const { last_name, first_name, father_name } = before;
      await log({
        object: { type: 'user', id: params.id, name: before.email },
        text: 'Изменены имя или телефон',
        before: { last_name, first_name, father_name },
        after: { last_name: body.last_name, first_name: body.first_name, father_name: body.father_name },
      });
    });
    return { data: await detail(ctx, params.id) };
  });

  mount(contract.userPoList, async (ctx) => ({ data: await scopedPoes(ctx.db, ctx.actor) }));

  mount(contract.signGallery, async (ctx) => {
    const items = await gallery(ctx.db);
    const known = deps.settings.DEMO && (await userByEmail(ctx.db, demoAccounts[0]!.email));
    return {
      data: items.map((item) => ({
        id: item.id,
        title: item.title,
        caption: item.caption,
        url: signedLink(deps, item.file_id, ctx.now()),
      })),
      demo: known
        ? demoAccounts.map((account) => ({ email: account.email, label: account.label, password: DEMO_PASSWORD }))
        : [],
    };
  });

  mount(contract.publicSettings, async (ctx) => {
    const text = await policy(ctx.db);
    const { settings } = deps;
    return {
      operatorName: settings.OPERATOR_NAME,
      operatorDetails: settings.OPERATOR_DETAILS,
      supportEmail: settings.SUPPORT_EMAIL,
      supportPhone: settings.SUPPORT_PHONE,
      policy: { version: text.version, approvedAt: text.approved_at, reviewDue: text.review_due, text: text.body },
      demo: settings.DEMO,
    };
  });

  mount(contract.askQuestion, async (ctx, { body }) => {
    const id = await act(ctx, 'user.question', async ({ tx, log }) => {
      await log({ text: 'Вопрос в поддержку' });
      return writeLetter(tx, {
        to: deps.settings.SUPPORT_EMAIL,
        subject: `Вопрос от ${body.name}`,
        text: `${body.text}\n\n${body.name}, ${body.email}`,
      });
    });
    return { id };
  });

  mount(contract.menuCounters, (ctx) => countForMenu(ctx.db, ctx.actor));
}

/** The user whose e-mail and password these are; counts failed tries and pauses after five. */
async function recognised(ctx: Ctx, body: { email: string; password: string }): Promise<User> {
  const who = { email: body.email, ip: ctx.ip, fingerprint: ctx.fingerprint };
  const locked = new Refused(429, { message: 'Вход заблокирован на 15 минут', code: 'locked' });
  if ((await failedTries(ctx.db, who, new Date(ctx.now().getTime() - LOCKOUT_MS))) >= MAX_TRIES) throw locked;
  const user = await userByEmail(ctx.db, body.email);
  const good = (await checkPassword(user?.password_hash ?? null, body.password)) && user?.is_active;
  const attempt = {
    email_key: body.email.trim().toLowerCase(),
    ip: ctx.ip,
    fingerprint: ctx.fingerprint,
    ok: Boolean(good),
    at: ctx.now().toISOString(),
  };
  if (!user || !good) {
    await act(ctx, 'sign.failed', async ({ tx, log }) => {
      await tx.insertInto('login_attempt').values(attempt).execute();
      await log({ object: { type: 'user', id: user?.id ?? 0, name: attempt.email_key }, text: 'Ошибка входа' });
    });
    throw invalid({ password: 'Неверная почта или пароль' });
  }
  return user;
}

async function detail(ctx: Ctx, id: number) {
  if (id !== ctx.actor.userId && ctx.actor.isSuperuser !== SUPERUSER) throw notFound();
  const user = await userById(ctx.db, id);
  if (!user) throw notFound();
  const rights = await namedRights(ctx.db, id);
  const of = (kind: 'region' | 'mo' | 'po') => rights.filter((right) => right.kind === kind);
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    father_name: user.father_name,
    phone: user.phone,
    role: user.role,
    capabilities: user.capabilities,
    region_rights: of('region').map(({ id: right, name, garage_count }) => ({ id: right, name, garage_count })),
    mo_rights: of('mo').map(({ id: right, name, garage_count }) => ({ id: right, name, garage_count })),
    po_rights: of('po').map(({ id: right, name, garage_count, mo, mo_name }) => ({
      id: right,
      name,
      garage_count,
      mo,
      mo_name: mo_name ?? '',
    })),
  };
}
