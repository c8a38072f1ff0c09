// What became another between a look and a deed: an account disabled under the link of a letter, a password set while it was checked.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { confirmReset } from '../../contract/session.ts';
import * as links from '../../contract/session/links.ts';
import { act } from '../../server/kernel/act.ts';
import { makeLink } from '../../server/session/links.ts';
import { userById } from '../../server/session/queries.ts';
import { openSession } from '../../server/session/sessions.ts';
import { actAlone, nobodyCtx } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

const change = (id: number, to: object) => t.deps.db.updateTable('app_user').set(to).where('id', '=', id).execute();
let addresses = 0;
const anybody = () => new Browser(t, 'b', `10.60.0.${(addresses += 1)}`);
const linkOf = (purpose: links.LinkPurpose, userId: number, payload: object = {}) =>
  actAlone(t, (tx) => makeLink(tx, nobodyCtx(t), { purpose, userId, payload }));

describe('the link of a letter opens nothing once its account is disabled', () => {
  const gone = { form: 'Ссылка устарела или уже использована' };
  it.each<[links.LinkPurpose, AnyEndpoint, object]>([
    ['reset_password', confirmReset, gone],
    ['invite', links.inviteDetail, { form: 'Приглашение недействительно' }],
    ['reset_email', links.confirmEmailReset, gone],
    ['confirm_email', links.confirmEmail, gone],
    ['new_device', links.newDevice, gone],
  ])('%s', async (purpose, call, errors) => {
    const { id, email } = await account(t, { rights: [{ mo_id: w.mo }] });
    await anybody().signIn(email);
    const device = await t.deps.db
      .selectFrom('device')
      .where('user_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    // Who has a password is invited no more.
    if (purpose === 'invite') await change(id, { password_hash: null });
    const by = purpose === 'invite' ? 'Соколова' : 1;
    const payload = { email: `${randomUUID()}@example.ru`, device_id: device.id, ip: '', by };
    const token = await linkOf(purpose, id, payload);
    const open = () => anybody().call(call, { token });
    expect((await open()).status).toBeLessThan(300);
    await change(id, { is_active: false });
    const refused = await open();
    expect([refused.status, refused.body.errors]).toEqual([422, errors]);
  });

  it('nor does one that sets a password where there was none and the invitation is taken back', async () => {
    const { id } = await account(t, { rights: [{ mo_id: w.mo }] });
    const token = await linkOf('reset_password', id);
    await change(id, { password_hash: null });
    expect((await anybody().call(confirmReset, { token })).body.errors).toEqual(gone);
    await linkOf('invite', id);
    expect((await anybody().call(confirmReset, { token })).status).toBe(204);
  });

  it('nor does an invitation once there is a password: it would set another past the present one', async () => {
    const { id, email } = await account(t, { rights: [{ mo_id: w.mo }] });
    const token = await linkOf('invite', id);
    const names = { last_name: 'Крылова', first_name: 'Марина' };
    const taken = await anybody().call(links.inviteDetail, { token, password: 'Совсем-новый-2026', ...names });
    expect([taken.status, taken.body.errors]).toEqual([422, { form: 'Приглашение недействительно' }]);
    expect((await anybody().signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('an account that became another while its password was checked', () => {
  const changed = { password: 'Учётная запись только что изменена. Войдите снова' };
  it.each([
    ['was disabled', { is_active: false }],
    ['has another password', { password_hash: 'another' }],
  ])('%s: no session is opened', async (_, meanwhile) => {
    const { id } = await account(t, { rights: [{ mo_id: w.mo }] });
    const ctx = nobodyCtx(t);
    const looked = (await userById(t.deps.db, id))!;
    await change(id, meanwhile);
    const place = { region: null, mo: w.mo, po: null };
    const seen = { key: null, fingerprint: 'b'.repeat(64), userAgent: '' } as never;
    const opening = act(ctx, 'sign.login', async (write) => {
      await write.log({ text: 'Вход' });
      return openSession(write, ctx, looked, place, seen);
    });
    await expect(opening).rejects.toMatchObject({ status: 422, problem: { errors: changed } });
    const sessions = await t.deps.db.selectFrom('session').where('user_id', '=', id).select('id').execute();
    expect([sessions, await verbsOf(t, id)]).toEqual([[], []]);
  });
});
