// Invitations: sent by a superuser, read and accepted by who was invited, once, within seven days.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../contract/session/links.ts';
import * as session from '../../contract/session.ts';
import { users } from '../../contract/users.ts';
import { LINK_LIFE_MS } from '../../server/session/rules/links.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account as personWithPassword, Browser, lastLink, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
let root: Caller;
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const NEW = 'Совсем-новый-2026';
const invalid = { form: 'Приглашение недействительно' };
const names = { last_name: 'Соколова', first_name: 'Марина', father_name: 'Викторовна' };

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

let made = 0;
async function newcomer() {
  const email = `Newcomer${(made += 1)}@example.ru`;
  const { id } = await t.deps.db
    .insertInto('app_user')
    .values({ email, capabilities: [1] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.deps.db.insertInto('user_right').values({ user_id: id, mo_id: w.mo }).execute();
  return { id, email, browser: new Browser(t, 'n', `10.7.0.${made}`) };
}
async function invited() {
  const who = await newcomer();
  const { status, body } = await root.call(account.sendInvite, { params: { id: who.id } });
  expect([status, body.data.state]).toEqual([200, 'sent']);
  return { ...who, secret: (await lastLink(t, who.email, 'invite'))! };
}
const status = async (id: number) => (await root.call(account.inviteStatus, { params: { id } })).body.data.state;

describe('an invitation', () => {
  it('says who invites, where and whom; accepted, it signs in', async () => {
    const { id, email, secret, browser } = await invited();
    const shown = await browser.call(account.inviteDetail, { token: secret });
    expect([shown.status, shown.body.data]).toEqual([
      200,
      expect.objectContaining({
        email,
        invited_by: expect.stringMatching(/^Чиновников/),
        organisation: expect.stringContaining('Невское МО'),
        accepted: false,
        expires_at: '2026-11-27T09:00:00.000Z',
      }),
    ]);
    const taken = await browser.call(account.inviteDetail, { token: secret, password: NEW, ...names });
    expect([taken.status, taken.body.data.accepted]).toEqual([200, true]);
    expect((await browser.signIn(email, NEW)).status).toBe(200);
    expect(browser.claims).toMatchObject({ id, uname: 'Соколова М. В.', mo: w.mo });
    expect(await status(id)).toBe('accepted');
    expect(await verbsOf(t, id)).toEqual(['user.invited', 'user.invite_link', 'user.invite_accepted', 'sign.login']);
  });

  it('accepted while a superuser has the card open: his form does not bring the former name back', async () => {
    const { id, secret, browser } = await invited();
    await t.deps.db.updateTable('app_user').set(names).where('id', '=', id).execute();
    const card = (await root.call(users.one, { params: { id } })).body;
    const own = { ...names, last_name: 'Петрова-Соколова' };
    expect((await browser.call(account.inviteDetail, { token: secret, password: NEW, ...own })).status).toBe(200);
    const { first_name, father_name, phone, version } = card;
    const rights = [{ level: 'mo', id: w.mo, role: 'clerk' }];
    const body = {
      last_name: 'Соколова',
      first_name,
      father_name,
      phone,
      is_superuser: 0,
      capabilities: [],
      rights,
      version,
    };
    const late = await root.call(users.update, { params: { id }, body: body as never });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Петрова-Соколова М. В.')]);
    expect(late.body.current.last_name).toBe('Петрова-Соколова');
  });

  it('accepted without names keeps those that were entered; a person who writes his own writes all of them', async () => {
    const accepted = async (own: object) => {
      const { id, secret, browser } = await invited();
      await t.deps.db.updateTable('app_user').set(names).where('id', '=', id).execute();
      const taken = await browser.call(account.inviteDetail, { token: secret, password: NEW, ...own });
      expect(taken.status).toBe(200);
      const { last_name, first_name, father_name } = await t.deps.db
        .selectFrom('app_user')
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(taken.body.data).toMatchObject({ last_name, first_name, father_name });
      return [last_name, first_name, father_name];
    };
    expect(await accepted({})).toEqual(['Соколова', 'Марина', 'Викторовна']);
    expect(await accepted({ last_name: 'Ли', first_name: 'Анна' })).toEqual(['Ли', 'Анна', '']);
    expect(await accepted({ father_name: 'Ильинична' })).toEqual(['Соколова', 'Марина', 'Ильинична']);
  });

  it('works once, also for two who come together', async () => {
    const { secret, browser } = await invited();
    const accept = () => browser.call(account.inviteDetail, { token: secret, password: NEW, ...names });
    const statuses = (await Promise.all([accept(), accept()])).map((reply) => reply.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
    const again = await browser.call(account.inviteDetail, { token: secret });
    expect([again.status, again.body.code, again.body.errors]).toEqual([422, 'used', invalid]);
  });

  it('lives seven days', async () => {
    const { id, secret, browser } = await invited();
    at(LINK_LIFE_MS.invite - 1);
    expect((await browser.call(account.inviteDetail, { token: secret })).status).toBe(200);
    at(LINK_LIFE_MS.invite);
    const late = await browser.call(account.inviteDetail, { token: secret, password: NEW, ...names });
    expect([late.status, late.body.code, late.body.errors]).toEqual([422, 'expired', invalid]);
    at(0);
    expect(await status(id)).toBe('sent');
  });

  it('sent anew, only the last letter works', async () => {
    const { id, email, secret, browser } = await invited();
    await root.call(account.sendInvite, { params: { id } });
    const second = (await lastLink(t, email, 'invite'))!;
    expect(second).not.toBe(secret);
    expect((await browser.call(account.inviteDetail, { token: secret })).body.errors).toEqual(invalid);
    expect((await browser.call(account.inviteDetail, { token: second })).status).toBe(200);
  });

  it('taken back, it is refused', async () => {
    const { id, secret, browser } = await invited();
    const { body } = await root.call(account.revokeInvite, { params: { id } });
    expect(body.data.state).toBe('revoked');
    const reply = await browser.call(account.inviteDetail, { token: secret });
    expect([reply.body.code, reply.body.errors]).toEqual(['denied', invalid]);
  });

  it('taken back or run out, it is not come by through a forgotten password either', async () => {
    const good = await invited();
    await good.browser.call(session.requestReset, { email: good.email });
    const first = (await lastLink(t, good.email, 'reset_password'))!;
    await root.call(account.revokeInvite, { params: { id: good.id } });
    const set = (token: string) => good.browser.call(session.confirmReset, { token, password: NEW });
    expect([(await set(first)).status, (await set(first)).body.code]).toEqual([422, 'denied']);
    await good.browser.call(session.requestReset, { email: good.email });
    expect(await lastLink(t, good.email, 'reset_password')).toBe(first);

    const late = await invited();
    await late.browser.call(session.requestReset, { email: late.email });
    const link = (await lastLink(t, late.email, 'reset_password'))!;
    at(LINK_LIFE_MS.invite);
    await late.browser.call(session.requestReset, { email: late.email });
    expect(await lastLink(t, late.email, 'reset_password')).toBe(link);
    const told = await t.deps.db
      .selectFrom('outbox')
      .where('recipient', '=', late.email)
      .orderBy('id', 'desc')
      .select('subject')
      .executeTakeFirst();
    expect(told?.subject).toBe('Срок приглашения истёк');
    at(0);
  });

  it('says everything that is wrong with an answer and stays good', async () => {
    const { secret, browser } = await invited();
    const weak = await browser.call(account.inviteDetail, { token: secret, password: 'коротко' });
    expect([weak.status, weak.body.errors]).toEqual([
      422,
      { password: 'Пароль не короче 10 знаков', last_name: 'Заполните поле', first_name: 'Заполните поле' },
    ]);
    expect((await browser.call(account.inviteDetail, { token: secret, password: NEW, ...names })).status).toBe(200);
  });

  it('a link of another purpose or an invented one is no invitation', async () => {
    const who = await personWithPassword(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t, 'n', '10.8.0.1');
    await browser.call(session.requestReset, { email: who.email });
    const reset = (await lastLink(t, who.email, 'reset_password'))!;
    for (const token of [reset, 'a'.repeat(43)])
      expect((await browser.call(account.inviteDetail, { token })).body.errors).toEqual(invalid);
    const { secret } = await invited();
    const crossed = await browser.call(session.confirmReset, { token: secret, password: NEW });
    expect([crossed.status, crossed.body.code]).toEqual([422, 'unknown']);
  });

  it('where no mail server carries letters its link is told to who invites, once and on record', async () => {
    const who = await newcomer();
    const { body } = await root.call(account.sendInvite, { params: { id: who.id } });
    const secret = /[\w-]{43}$/.exec(body.link)![0];
    expect((await who.browser.call(account.inviteDetail, { token: secret })).status).toBe(200);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'user')
      .where('object_id', '=', who.id)
      .where('verb', 'in', ['user.invited', 'user.invite_link'])
      .orderBy('id')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text.split(':')[0])).toEqual([
      'Отправлено приглашение',
      'Ссылка приглашения показана пригласившему',
    ]);
    // The next one ends it; nothing else tells it.
    await root.call(account.sendInvite, { params: { id: who.id } });
    expect((await who.browser.call(account.inviteDetail, { token: secret })).status).toBe(422);
    expect((await root.call(account.inviteStatus, { params: { id: who.id } })).text).not.toContain('http');
    const posted = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const far = await as(posted, { isSuperuser: 2, role: 'superuser' });
    const { id } = await posted.deps.db
      .insertInto('app_user')
      .values({ email: 'far@example.ru', capabilities: [1] })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await far.call(account.sendInvite, { params: { id } })).body.link).toBeNull();
    await posted.close();
  });

  it('is not sent to who has a password, to the disabled, to nobody', async () => {
    const who = await personWithPassword(t, { rights: [{ mo_id: w.mo }] });
    const reply = await root.call(account.sendInvite, { params: { id: who.id } });
    expect([reply.status, reply.body.errors]).toEqual([422, { form: 'Этот человек уже принял приглашение' }]);
    const off = await newcomer();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', off.id).execute();
    expect((await root.call(account.sendInvite, { params: { id: off.id } })).body.errors).toEqual({
      form: 'Учётная запись отключена',
    });
    expect((await root.call(account.sendInvite, { params: { id: 999_999 } })).status).toBe(404);
    expect((await root.call(account.inviteStatus, { params: { id: 999_999 } })).status).toBe(404);
    expect(await status((await newcomer()).id)).toBe('none');
  });
});
