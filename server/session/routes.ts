// Signing in and out, the person at work, switching rights, what the shell needs to know.
import { sql } from 'kysely';
import * as contract from '../../contract/session.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { demoAccounts, DEMO_PASSWORD } from '../db/demo/accounts.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, Deps } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound } from '../kernel/errors.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import type { Mount } from '../kernel/mount.ts';
import { writeLetter } from '../ports/mailer.ts';
import { deviceRoutes } from './deviceRoutes.ts';
import { passDevice, publicIdOf } from './devices.ts';
import { countLetter } from './letterLimit.ts';
import { inviteRoutes } from './inviteRoutes.ts';
import { passwordRoutes } from './passwordRoutes.ts';
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
import { recognise, tryOf } from './signIn.ts';

export function sessionRoutes(mount: Mount, deps: Deps): void {
  signing(mount, deps);
  person(mount);
  passwordRoutes(mount);
  inviteRoutes(mount);
  deviceRoutes(mount);
  shell(mount, deps);
}

function signing(mount: Mount, deps: Deps) {
  mount(contract.login, async (ctx, { body, raw, reply }) => {
    const userAgent = raw.headers['user-agent'] ?? '';
    const user = await recognise(ctx, body, async (known) => {
      await passDevice(ctx, known, userAgent);
      return true;
    });
    const place = firstPlace(await q.rightsOf(ctx.db, user.id));
    if (!place) throw forbidden('У учётной записи нет прав. Обратитесь к администратору');
    const as = { ...ctx, actor: { ...ctx.actor, userId: user.id, name: shortName(user), ...place } };
    const opened = await act(as, 'sign.login', async ({ tx, log, emit }) => {
      await tx
        .insertInto('login_attempt')
        .values(tryOf(ctx, body.email, true))
        .execute();
      await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Вход' });
      if (ctx.fingerprint)
        await emit({ publicId: publicIdOf(ctx.fingerprint) }, { type: 'sign_in_trigger', message: {} });
      return openSession(tx, ctx, user.id, place, userAgent);
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

  mount(contract.refreshToken, async (ctx, { raw, reply }) => ({ token: await refreshSession(ctx, raw, reply) }));

  mount(contract.updateToken, async (ctx, { body }) => {
    const user = await q.userById(ctx.db, ctx.actor.userId);
    const place = askedPlace(body);
    if (!user || !place) throw invalid({ form: 'Выберите одно из прав' });
    const names = await q.placeNames(ctx.db, place);
    const name = names.region_name ?? names.mo_name ?? names.po_name;
    // A superuser may work anywhere; everybody else only where a right was given.
    if (!name || !(user.is_superuser === SUPERUSER || holds(await q.rightsOf(ctx.db, user.id), place)))
      throw forbidden('Этого права у вас нет');
    await act(ctx, 'user.rights_switch', async ({ tx, log, emit }) => {
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

function person(mount: Mount) {
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
          version: sql`version + 1`,
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

  mount(contract.userPoList, async (ctx) => ({ data: await q.scopedPoes(ctx.db, ctx.actor) }));

  mount(contract.menuCounters, (ctx) => q.countForMenu(ctx.db, ctx.actor));
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
    };
  });

  mount(contract.askQuestion, async (ctx, { body }) => {
    countLetter(ctx.ip, ctx.now());
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

async function detail(ctx: Ctx, id: number) {
  if (id !== ctx.actor.userId && ctx.actor.isSuperuser !== SUPERUSER) throw notFound();
  const user = await q.userById(ctx.db, id);
  if (!user) throw notFound();
  const rights = await q.namedRights(ctx.db, id);
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
    region_rights: of('region').map((right) => plain(right, user.role)),
    mo_rights: of('mo').map((right) => plain(right, user.role)),
    po_rights: of('po').map(({ mo, mo_name, ...right }) => ({
      ...plain(right, user.role),
      mo,
      mo_name: mo_name ?? '',
    })),
  };
}

const plain = (right: { id: number; name: string; garage_count: number; role: string | null }, mainRole: string) => ({
  id: right.id,
  name: right.name,
  garage_count: right.garage_count,
  role: right.role ?? mainRole,
});
