// Signing in and out, the person at work, switching rights, what the shell needs to know.
import * as contract from '../../contract/session.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { demoAccounts, DEMO_PASSWORD } from '../demo/accounts.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, Deps } from '../kernel/ctx.ts';
import { forbidden, invalid } from '../kernel/errors.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import type { Mount } from '../kernel/mount.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { writeLetter } from '../ports/outbox.ts';
import { deviceRoutes } from './routes/device.ts';
import { seenDevice } from './deviceCookie.ts';
import { passDevice, publicIdOf } from './devices.ts';
import { countLetter } from './letterLimit.ts';
import { emailRoutes } from './routes/email.ts';
import { factorRoutes } from './routes/factor.ts';
import { inviteRoutes } from './routes/invite.ts';
import { personRoutes } from './routes/person.ts';
import { passwordRoutes } from './routes/password.ts';
import * as q from './queries.ts';
import { askedPlace, firstPlace, holds, shortName } from './rules.ts';
import {
  clearCookie,
  endSession,
  openSession,
  refreshSession,
  sessionOfCookie,
  setCookie,
  tokenFor,
} from './sessions.ts';
import { lacksFactor } from './rules/factorDuty.ts';
import { passFactor } from './secondFactor.ts';
import { recognise, tryOf } from './signIn.ts';

export function sessionRoutes(mount: Mount, deps: Deps): void {
  signing(mount, deps);
  renewing(mount, deps);
  personRoutes(mount);
  emailRoutes(mount);
  factorRoutes(mount);
  passwordRoutes(mount);
  inviteRoutes(mount);
  deviceRoutes(mount);
  shell(mount, deps);
}

function signing(mount: Mount, deps: Deps) {
  mount(contract.login, async (ctx, { body, raw, reply }) => {
    const seen = seenDevice(ctx, raw, reply);
    const user = await recognise(ctx, body, {
      key: seen.key,
      passes: async (known) => {
        await passDevice(ctx, known, seen);
        return passFactor(ctx, known, body.code);
      },
    });
    const place = firstPlace(await q.rightsOf(ctx.db, user.id));
    if (!place) throw forbidden('У учётной записи нет прав. Обратитесь к администратору');
    const as = { ...ctx, actor: { ...ctx.actor, userId: user.id, name: shortName(user), ...place } };
    const opened = await act(as, 'sign.login', async (write) => {
      const { tx, log, emit } = write;
      const session = await openSession(write, ctx, user, place, seen);
      await tx
        .insertInto('login_attempt')
        .values(tryOf(ctx, body.email, true, session.deviceId))
        .execute();
      await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Вход' });
      if (ctx.fingerprint)
        await emit({ publicId: publicIdOf(ctx.fingerprint) }, { type: 'sign_in_trigger', message: {} });
      return session;
    });
    setCookie(deps, reply, opened.secret);
    return { token: await tokenFor(ctx, user, opened.sessionId, place) };
  });

  mount(contract.logout, async (ctx, { raw, reply }) => {
    clearCookie(deps, reply);
    const byCookie = await sessionOfCookie(ctx, raw);
    const sessionId = ctx.actor.sessionId || byCookie?.id;
    const user = await q.userById(ctx.db, ctx.actor.userId || (byCookie?.user_id ?? 0));
    if (!sessionId || !user) return;
    const as = { ...ctx, actor: { ...ctx.actor, userId: user.id, name: shortName(user), viewOnly: false } };
    await act(as, 'sign.logout', async (write) => {
      await endSession(write, ctx, sessionId, 'выход');
      await write.log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Выход' });
    });
  });
}

/** A new token: of the same rights, or of another place of one's own. */
function renewing(mount: Mount, deps: Deps) {
  mount(contract.refreshToken, async (ctx, { raw, reply }) => ({ token: await refreshSession(ctx, raw, reply) }));

  mount(contract.updateToken, async (ctx, { body }) => {
    const user = await q.userById(ctx.db, ctx.actor.userId);
    const place = askedPlace(body);
    if (!user || !place) throw invalid({ form: 'Выберите одно из прав' });
    const names = await q.placeNames(ctx.db, place);
    const name = names.region_name ?? names.mo_name ?? names.po_name;
    // A superuser may work anywhere; everybody else only where a right was given.
    const isSuper = user.is_superuser === SUPERUSER && !lacksFactor(deps.settings, user);
    if (!name || !(isSuper || holds(await q.rightsOf(ctx.db, user.id), place)))
      throw forbidden('Этого права у вас нет');
    await act(ctx, 'user.rights_switch', async ({ tx, log, emit, afterCommit }) => {
      afterCommit(() => forgetSession(deps, ctx.actor.sessionId));
      await emit({ session: ctx.actor.sessionId }, { type: 'sign_in_trigger', message: {} });
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
}

function shell(mount: Mount, deps: Deps) {
  mount(contract.signGallery, async (ctx) => {
    const items = await q.gallery(ctx.db);
    return {
      data: items.map((item) => ({
        id: item.id,
        title: item.title,
        caption: item.caption,
        url: signedLink(deps, item.file_id, ctx.now()),
      })),
      demo: deps.settings.DEMO ? await demoEntrances(ctx) : [],
    };
  });

  mount(contract.publicSettings, async (ctx) => {
    const text = await q.policy(ctx.db);
    const { settings } = deps;
    return {
      operatorName: settings.OPERATOR_NAME,
      operatorDetails: settings.OPERATOR_DETAILS,
      supportEmail: settings.SUPPORT_EMAIL,
      supportPhone: settings.SUPPORT_PHONE,
      policy: { version: text.version, approvedAt: text.approved_at, reviewDue: text.review_due, text: text.body },
      demo: settings.DEMO,
      hasMail: settings.SMTP_URL !== undefined,
    };
  });

  mount(contract.askQuestion, async (ctx, { body }) => {
    countLetter(ctx.ip, ctx.now());
    const id = await act(ctx, 'user.question', async ({ tx, log }) => {
      await log({ text: 'Вопрос в поддержку' });
      return writeLetter(tx, ctx, {
        to: deps.settings.SUPPORT_EMAIL,
        subject: `Вопрос от ${body.name}`,
        text: `${body.text}\n\n${body.name}, ${body.email}`,
      });
    });
    return { id };
  });
}

/** Accounts of the demo world that exist, with the place each works at. */
async function demoEntrances(ctx: Ctx) {
  const places = await q.firstPlaceNames(
    ctx.db,
    demoAccounts.map((account) => account.email),
  );
  return demoAccounts
    .filter((account) => places.has(account.email))
    .map(({ email, label, isSuperuser, capabilities }) => {
      const place = capabilities.length ? (places.get(email) ?? '') : 'только чтение';
      return { email, label, place: isSuperuser === SUPERUSER ? 'все разделы' : place, password: DEMO_PASSWORD };
    });
}
