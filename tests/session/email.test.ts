// A new e-mail: the old address is asked first, then the new one; every link is bound to its step and its person.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ownAccount from '../../contract/session/account.ts';
import * as links from '../../contract/session/links.ts';
import * as session from '../../contract/session.ts';
import { LINK_LIFE_MS } from '../../server/session/rules/links.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lastLink, lettersTo, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const DEAD = { form: 'Ссылка устарела или уже использована' };

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

let made = 0;
/** Somebody who has asked for another e-mail; the secret of the letter to the present address. */
async function asked() {
  made += 1;
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  const browser = new Browser(t, 'd', `10.30.0.${made}`);
  await browser.signIn(who.email);
  const reply = await browser.call(ownAccount.startEmailReset);
  expect([reply.status, reply.body.data.email]).toEqual([200, 'u***@example.ru']);
  const mail = new Browser(t, 'm', `10.31.0.${made}`);
  return { who, browser, mail, old: (await lastLink(t, who.email, 'reset_email'))!, next: `new${made}@example.ru` };
}
type Asked = Awaited<ReturnType<typeof asked>>;
const old = ({ mail, old: token }: Asked, confirm?: boolean) =>
  mail.call(links.confirmEmailReset, { token, ...(confirm === undefined ? {} : { confirm }) });
const name = ({ mail, old: token }: Asked, email: string) => mail.call(links.askNewEmail, { token, email });
const finish = ({ mail }: Asked, token: string, confirm = true) =>
  mail.call(links.confirmEmail, { token, ...(confirm ? { confirm } : {}) });

/** All the way to the letter at the new address. */
async function named() {
  const it = await asked();
  await old(it, true);
  expect((await name(it, it.next)).status).toBe(204);
  return { ...it, fresh: (await lastLink(t, it.next, 'confirm_email'))! };
}

describe('changing the e-mail', () => {
  it('goes through both mailboxes; then only the new one signs in', async () => {
    const it = await named();
    expect((await finish(it, it.fresh, false)).body.data).toEqual({ email: it.next, confirmed: false });
    expect((await new Browser(t, 'd', '10.32.0.1').signIn(it.next)).status).toBe(422);
    expect((await finish(it, it.fresh)).body.data).toEqual({ email: it.next, confirmed: true });
    expect((await it.browser.call(session.menuCounters)).status).toBe(200);
    expect((await it.browser.signIn(it.next)).status).toBe(200);
    expect((await new Browser(t, 'd', '10.32.0.2').signIn(it.who.email)).status).toBe(422);
    expect((await lettersTo(t, it.who.email)).at(-1)).toContain('с адресом n***@example.ru');
    expect(await verbsOf(t, it.who.id)).toEqual(
      expect.arrayContaining([
        'user.email_reset_asked',
        'user.email_reset_confirmed',
        'user.email_asked',
        'user.email_changed',
      ]),
    );
  });

  it('a new address can not be named before the old one has said yes', async () => {
    const it = await asked();
    const reply = await name(it, it.next);
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { form: 'Сначала подтвердите смену почты с прежнего адреса' },
    ]);
    expect(await lettersTo(t, it.next)).toEqual([]);
  });

  it('looking at the link decides nothing; a confirmed one goes on where it stopped', async () => {
    const it = await asked();
    expect((await old(it)).body.data).toEqual({ email: 'u***@example.ru', decision: null, reset_token: null });
    await old(it, true);
    expect((await old(it)).body.data.decision).toBe('confirmed');
  });

  it('denied from the old address: sessions end and the password is asked anew', async () => {
    const it = await asked();
    const { body } = await old(it, false);
    expect(body.data.decision).toBe('denied');
    expect((await it.browser.call(session.menuCounters)).status).toBe(401);
    expect((await it.browser.signIn(it.who.email)).body.code).toBe('must_reset');
    const again = await old(it, true);
    expect([again.body.code, again.body.errors]).toEqual(['denied', { form: 'Ссылка отклонена. Смените пароль' }]);
    const set = await it.mail.call(session.confirmReset, { token: body.data.reset_token, password: 'Иной-пароль-77' });
    expect(set.status).toBe(204);
    expect((await it.browser.signIn(it.who.email, 'Иной-пароль-77')).status).toBe(200);
  });

  it('a denial after the new address was named stops it too', async () => {
    const it = await named();
    await old(it, false);
    expect((await finish(it, it.fresh)).body.errors).toEqual(DEAD);
  });

  it('a taken address gets the same answer and a letter without a link', async () => {
    const other = await account(t, { rights: [{ mo_id: w.mo }] });
    const it = await asked();
    await old(it, true);
    const reply = await name(it, other.email.toUpperCase());
    expect([reply.status, reply.body]).toEqual([204, null]);
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('recipient', '=', other.email.toUpperCase())
      .select('body_text')
      .execute();
    expect(letters).toHaveLength(1);
    expect(letters[0]!.body_text).toContain('уже есть учётная запись');
    expect(letters[0]!.body_text).not.toContain('#confirm_email');
  });

  it('an address taken meanwhile is refused in words', async () => {
    const it = await named();
    const rival = await account(t, { rights: [{ mo_id: w.mo }] });
    await t.deps.db.updateTable('app_user').set({ email: it.next }).where('id', '=', rival.id).execute();
    const reply = await finish(it, it.fresh);
    expect([reply.status, reply.body.errors]).toEqual([422, { form: 'Этот адрес уже занят' }]);
  });

  it('naming another address makes the earlier letter dead', async () => {
    const it = await named();
    await name(it, `other-${it.next}`);
    expect((await finish(it, it.fresh)).body.code).toBe('expired');
    expect((await finish(it, (await lastLink(t, `other-${it.next}`, 'confirm_email'))!)).status).toBe(200);
  });

  it('asking again makes the earlier letters dead', async () => {
    const it = await named();
    await it.browser.call(ownAccount.startEmailReset);
    expect((await old(it, true)).body.code).toBe('expired');
    expect((await finish(it, it.fresh)).body.code).toBe('expired');
  });

  it('each link works once, also for two who come together', async () => {
    const it = await named();
    const statuses = (await Promise.all([finish(it, it.fresh), finish(it, it.fresh)])).map((reply) => reply.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await finish(it, it.fresh)).body.code).toBe('used');
    expect((await old(it, true)).body.code).toBe('used');
    expect((await name(it, 'third@example.ru')).body.code).toBe('used');
  });

  it('links live a day; a clock five minutes off does not matter', async () => {
    const it = await named();
    for (const skew of [-5 * 60_000, 5 * 60_000]) {
      at(skew);
      expect((await finish(it, it.fresh, false)).status).toBe(200);
    }
    at(LINK_LIFE_MS.confirm_email);
    expect((await finish(it, it.fresh)).body.code).toBe('expired');
    expect((await old(it, true)).body.code).toBe('expired');
    at(0);
  });

  it('links of other steps, other people and inventions are nobody’s', async () => {
    const it = await named();
    const stranger = await named();
    expect((await finish(it, it.old)).body.code).toBe('unknown');
    expect((await name({ ...it, old: it.fresh }, 'x@example.ru')).body.code).toBe('unknown');
    expect((await finish(it, 'a'.repeat(43))).body.code).toBe('unknown');
    await finish(it, stranger.fresh);
    const row = await t.deps.db
      .selectFrom('app_user')
      .where('id', 'in', [it.who.id, stranger.who.id])
      .orderBy('id')
      .select('email')
      .execute();
    expect(row.map((one) => one.email)).toEqual([it.who.email, stranger.next]);
  });

  it('what lies in the old mailbox opens nothing afterwards', async () => {
    const it = await named();
    await it.browser.call(session.requestReset, { email: it.who.email });
    const reset = (await lastLink(t, it.who.email, 'reset_password'))!;
    await finish(it, it.fresh);
    const late = await it.mail.call(session.confirmReset, { token: reset, password: 'Иной-пароль-77' });
    expect(late.body.errors).toEqual(DEAD);
  });

  it('is for who is signed in, and his own address is not new', async () => {
    expect((await new Browser(t, 'd', '10.33.0.1').call(ownAccount.startEmailReset)).status).toBe(401);
    const it = await asked();
    await old(it, true);
    expect((await name(it, it.who.email.toUpperCase())).body.errors).toEqual({ email: 'Это ваш нынешний адрес' });
    expect((await name(it, 'не адрес')).body.errors).toEqual({ email: 'Неверный адрес e-mail' });
    expect((await it.browser.signIn(it.who.email, PASSWORD)).status).toBe(200);
  });
});
