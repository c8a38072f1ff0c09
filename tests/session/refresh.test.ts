// Refreshing: one rotation for many tabs, an old cookie ends the session, lost rights are felt, random walks agree with a model.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/session.ts';
import { FINGERPRINT_GRACE_MS } from '../../server/kernel/sessions.ts';
import { DAY_MS, ROTATION_GRACE_MS, SESSION_LIFE_MS, SESSION_MS } from '../../server/session/rules.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lettersTo, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
const STOLEN_TEXT =
  'Сеанс завершён: повторно предъявлен старый ключ сеанса. Войдите снова; если это были не вы, смените пароль';
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
let now = START;
const wait = (ms: number) => t.setNow(new Date((now += ms)).toISOString());

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

async function signedIn(rights: Parameters<typeof account>[1] = { rights: [{ mo_id: w.mo }] }, device = 'd') {
  const who = await account(t, rights);
  const browser = new Browser(t, device);
  expect((await browser.signIn(who.email)).status).toBe(200);
  return { who, browser };
}
const sessionOf = (userId: number) =>
  t.deps.db.selectFrom('session').where('user_id', '=', userId).selectAll().executeTakeFirstOrThrow();

describe('refreshing', () => {
  it('replaces the cookie and keeps the session', async () => {
    const { who, browser } = await signedIn();
    const before = { cookie: browser.cookie, sid: browser.claims.sid };
    wait(60_000);
    expect((await browser.refresh()).status).toBe(200);
    expect(browser.cookie).not.toBe(before.cookie);
    expect(browser.claims.sid).toBe(before.sid);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.refresh']);
  });

  it('works with an access token that has run out', async () => {
    const { browser } = await signedIn();
    wait(16 * 60_000);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
  });

  it('fifty tabs make one rotation', async () => {
    const { who, browser } = await signedIn();
    wait(60_000);
    const tabs = Array.from({ length: 50 }, () => Object.assign(new Browser(t, 'd'), { cookie: browser.cookie }));
    const replies = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200));
    expect(replies.filter((reply) => reply.cookie !== null)).toHaveLength(1);
    expect((await verbsOf(t, who.id)).filter((verb) => verb === 'sign.refresh')).toHaveLength(1);
    expect(new Set(tabs.map((tab) => tab.claims.sid)).size).toBe(1);
  });

  it('a replaced cookie is taken within the grace and ends the session after it', async () => {
    const { who, browser } = await signedIn();
    const stolen = Object.assign(new Browser(t, 'd'), { cookie: browser.cookie });
    wait(60_000);
    await browser.refresh();
    wait(ROTATION_GRACE_MS);
    expect((await stolen.refresh()).cookie).toBeNull();
    wait(1);
    const refused = await stolen.refresh();
    expect([refused.status, refused.body.message, refused.cookie]).toEqual([401, STOLEN_TEXT, '']);
    expect((await sessionOf(who.id)).end_reason).toBe('повторно предъявлен старый ключ сеанса');
    expect(await verbsOf(t, who.id)).toContain('sign.ended');
    expect((await browser.refresh()).status).toBe(401);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
  });

  it('an answer that was lost ends nothing: the same browser gets another cookie, the lost one works no more', async () => {
    const { who, browser } = await signedIn();
    const before = browser.cookie;
    for (let time = 0; time < 3; time += 1) {
      wait(60_000);
      // The answer never comes to the browser.
      const lost = Object.assign(new Browser(t, 'd'), { cookie: before, device: browser.device });
      expect((await lost.refresh()).status).toBe(200);
      expect(lost.cookie).not.toBe(before);
    }
    wait(12 * 60 * 60_000);
    expect((await browser.refresh()).status).toBe(200);
    expect(browser.cookie).not.toBe(before);
    wait(60_000);
    expect((await browser.refresh()).status).toBe(200);
    expect((await sessionOf(who.id)).ended_at).toBeNull();
    expect(await lettersTo(t, who.email)).toEqual([]);
  });

  it('tabs that did not get the answer ask again at once: one more rotation serves them all', async () => {
    const { who, browser } = await signedIn();
    wait(60_000);
    const lost = Object.assign(new Browser(t, 'd'), { cookie: browser.cookie, device: browser.device });
    await lost.refresh();
    wait(60_000);
    const tabs = Array.from({ length: 20 }, () =>
      Object.assign(new Browser(t, 'd'), { cookie: browser.cookie, device: browser.device }),
    );
    const replies = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
    expect(replies.filter((reply) => reply.cookie !== null)).toHaveLength(1);
    expect((await verbsOf(t, who.id)).filter((verb) => verb === 'sign.refresh')).toHaveLength(2);
  });

  it('a replaced cookie from a browser of another device is a copy at once, whatever fingerprint it names', async () => {
    const { who, browser } = await signedIn();
    const other = (await signedIn()).browser;
    const thief = Object.assign(new Browser(t, 'd'), { cookie: browser.cookie, device: other.device });
    expect(thief.device).not.toBe(browser.device);
    wait(60_000);
    expect((await browser.refresh()).status).toBe(200);
    wait(60_000);
    const refused = await thief.refresh();
    expect([refused.status, refused.body.message]).toEqual([401, STOLEN_TEXT]);
    expect((await browser.refresh()).status).toBe(401);
    expect(await lettersTo(t, who.email)).toHaveLength(1);
  });

  it('a cookie that was never given ends the session whose family it names, before its first turn too', async () => {
    const { who, browser } = await signedIn();
    const [family = ''] = browser.cookie.split('.');
    const guess = Object.assign(new Browser(t, 'd'), { cookie: `${family}.${'x'.repeat(43)}`, device: browser.device });
    expect((await guess.refresh()).status).toBe(401);
    expect((await sessionOf(who.id)).end_reason).toBe('повторно предъявлен старый ключ сеанса');
  });

  it('a session of before, bound to no browser and with a cookie of one part, goes on with one of today', async () => {
    const { who, browser } = await signedIn();
    const old = 'its-cookie-of-before';
    await t.deps.db
      .updateTable('session')
      .set({ refresh_hash: createHash('sha256').update(old).digest(), fingerprint: null })
      .where('user_id', '=', who.id)
      .execute();
    const { device_id: device } = await sessionOf(who.id);
    Object.assign(browser, { cookie: old, device: '' });
    for (const _ of [1, 2]) {
      wait(60_000);
      expect((await browser.refresh()).status).toBe(200);
      expect(browser.cookie.split('.').map((part) => part.length)).toEqual([43, 43]);
    }
    expect(await sessionOf(who.id)).toMatchObject({ device_id: device, fingerprint: null, ended_at: null });
    expect(await verbsOf(t, who.id)).not.toContain('sign.device_changed');
  });

  it('who copied every cookie of the browser is found out at the next refresh of either', async () => {
    const { who, browser } = await signedIn();
    const thief = Object.assign(new Browser(t, 'd'), { cookie: browser.cookie, device: browser.device });
    wait(60_000);
    expect((await browser.refresh()).status).toBe(200);
    wait(60_000);
    expect((await thief.refresh()).status).toBe(200);
    wait(60_000);
    expect((await browser.refresh()).status).toBe(401);
    expect((await thief.refresh()).status).toBe(401);
    expect(await lettersTo(t, who.email)).toHaveLength(1);
  });

  it.each([1, 2, 3, 5])('a cookie %i generations old ends the family, and its person is told', async (generations) => {
    const { who, browser } = await signedIn();
    const victim = Object.assign(new Browser(t, 'd'), { cookie: browser.cookie });
    for (let i = 0; i < generations; i += 1) {
      wait(ROTATION_GRACE_MS + 1);
      expect((await browser.refresh()).status).toBe(200);
    }
    wait(ROTATION_GRACE_MS + 1);
    const refused = await victim.refresh();
    expect([refused.status, refused.body.message]).toEqual([401, STOLEN_TEXT]);
    const after = await browser.refresh();
    expect([after.status, after.body.message]).toEqual([401, STOLEN_TEXT]);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
    expect(await verbsOf(t, who.id)).toContain('sign.ended');
    const letters = await lettersTo(t, who.email);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain('повторно предъявлен старый ключ сеанса');
  });

  it.each([
    ['another device', 'e'.repeat(64)],
    ['no device', ''],
    ['a device without a name', 'unknown'],
  ])('from %s ends the session', async (_, fingerprint) => {
    const { who, browser } = await signedIn();
    const thief = Object.assign(new Browser(t, 'e'), { cookie: browser.cookie });
    const reply = await thief.call(contract.refreshToken, {}, { 'x-fingerprint': fingerprint });
    expect(reply.status).toBe(401);
    expect((await sessionOf(who.id)).end_reason).toBe('ключ сеанса предъявлен с другого устройства');
    expect(await lettersTo(t, who.email)).toHaveLength(1);
  });

  it('a browser that was updated brings its own cookie: the session goes on and the log tells', async () => {
    const { who, browser } = await signedIn();
    const updated = Object.assign(new Browser(t, 'u'), { cookie: browser.cookie, device: browser.device });
    wait(60_000);
    expect((await updated.refresh()).status).toBe(200);
    expect((await updated.call(contract.menuCounters)).status).toBe(200);
    // Calls under way still carry the hash of before; later it is a stranger's.
    const late = Object.assign(new Browser(t, 'd'), { token: updated.token });
    expect((await late.call(contract.menuCounters)).status).toBe(200);
    wait(FINGERPRINT_GRACE_MS + 1);
    expect((await late.call(contract.menuCounters)).status).toBe(401);
    expect((await updated.call(contract.menuCounters)).status).toBe(200);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.device_changed', 'sign.refresh']);
    expect(await lettersTo(t, who.email)).toEqual([]);
  });

  it('an access token works with the fingerprint of its session only', async () => {
    const { browser } = await signedIn();
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    for (const said of ['e'.repeat(64), '', 'unknown']) {
      const reply = await browser.call(contract.menuCounters, undefined, { 'x-fingerprint': said });
      expect([said, reply.status]).toEqual([said, 401]);
    }
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
  });

  it.each(['', 'rubbish', 'A'.repeat(43)])('with the cookie «%s» is refused', async (cookie) => {
    expect((await Object.assign(new Browser(t), { cookie }).refresh()).status).toBe(401);
  });

  it('after thirty quiet days asks to sign in', async () => {
    const { browser } = await signedIn();
    wait(SESSION_MS + 1);
    expect((await browser.refresh()).status).toBe(401);
    wait(-SESSION_MS - 1);
  });

  it('after half a year of daily use asks to sign in again', async () => {
    const { browser } = await signedIn();
    const days = SESSION_LIFE_MS / DAY_MS;
    for (let day = 29; day < days; day += 29) {
      wait(29 * DAY_MS);
      expect([day, (await browser.refresh()).status]).toEqual([day, 200]);
    }
    wait(SESSION_LIFE_MS - Math.floor((days - 1) / 29) * 29 * DAY_MS + 1);
    expect((await browser.refresh()).status).toBe(401);
    wait(-SESSION_LIFE_MS - 1);
  });

  it('of a disabled account is refused', async () => {
    const { who, browser } = await signedIn();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', who.id).execute();
    expect((await browser.refresh()).status).toBe(401);
  });
});

describe('a right that is taken away', () => {
  const takeAway = async (userId: number, mo: number) => {
    await t.deps.db.deleteFrom('user_right').where('user_id', '=', userId).where('mo_id', '=', mo).execute();
    await t.deps.db
      .updateTable('app_user')
      .set((e) => ({ rights_version: e('rights_version', '+', 1) }))
      .where('id', '=', userId)
      .execute();
    wait(1000);
  };

  it('refuses within a second, and refreshing goes on at a right that is left', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo, is_default: true }, { po_id: w.po }] });
    await takeAway(who.id, w.mo);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(200);
    expect(browser.claims).toMatchObject({ mo: null, po: w.po, mo_rights: [] });
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
  });

  it('ends the session when none is left', async () => {
    const { who, browser } = await signedIn();
    await takeAway(who.id, w.mo);
    expect((await browser.refresh()).status).toBe(401);
    expect((await sessionOf(who.id)).end_reason).toBe('у пользователя не осталось прав');
  });
});

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const { who, browser } = await signedIn();
    const kept = { token: browser.token, cookie: browser.cookie };
    const reply = await browser.call(contract.logout);
    expect([reply.status, reply.cookie]).toEqual([204, '']);
    // A browser forgets a cookie only under the path it was given for.
    expect(reply.setCookie).toMatch(/Path=\/api(;|$)/);
    expect(reply.setCookie).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/);
    const thief = Object.assign(new Browser(t), kept);
    expect((await thief.call(contract.menuCounters)).status).toBe(401);
    expect((await thief.refresh()).status).toBe(401);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.logout']);
  });

  it('ends the session of the cookie when the token has run out', async () => {
    const { who, browser } = await signedIn();
    wait(16 * 60_000);
    await browser.call(contract.logout);
    expect((await sessionOf(who.id)).ended_at).not.toBeNull();
  });

  it('without a session says nothing', async () => {
    expect((await new Browser(t).call(contract.logout)).status).toBe(204);
  });
});

describe('any walk of a session', () => {
  interface Model {
    alive: boolean;
    /** Cookies that follow one another, newest last: one that takes the place of a lost one stands in it. */
    cookies: string[];
    rotatedAt: number;
  }
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('refresh' as const),
      back: fc.integer({ min: 0, max: 2 }),
      isOwn: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 5000, ROTATION_GRACE_MS, 60_000) }),
    fc.constant({ kind: 'logout' as const }),
    fc.constant({ kind: 'read' as const }),
  );

  /** What the model answers to a cookie of the session's own browser or of another; changes the model as the server should change. */
  function expected(model: Model, back: number, isOwn: boolean): number {
    if (!model.alive) return 401;
    if (back === 0) return 200;
    if (back === 1 && (isOwn || now - model.rotatedAt <= ROTATION_GRACE_MS)) return 200;
    model.alive = false;
    return 401;
  }

  it('agrees with the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { browser } = await signedIn();
        const model: Model = { alive: true, cookies: [browser.cookie], rotatedAt: 0 };
        for (const one of steps) {
          if (one.kind === 'wait') wait(one.ms);
          if (one.kind === 'logout') {
            await Object.assign(new Browser(t), { cookie: model.cookies.at(-1) }).call(contract.logout);
            model.alive = false;
          }
          if (one.kind === 'read')
            expect((await browser.call(contract.userPoList)).status).toBe(model.alive ? 200 : 401);
          if (one.kind !== 'refresh') continue;
          const back = Math.min(one.back, model.cookies.length - 1);
          const tab = Object.assign(new Browser(t), {
            cookie: model.cookies.at(-1 - back),
            device: one.isOwn ? browser.device : '',
          });
          const status = expected(model, back, one.isOwn);
          const reply = await tab.refresh();
          expect(reply.status).toBe(status);
          if (status !== 200) continue;
          browser.token = tab.token;
          const isNew = now - model.rotatedAt > ROTATION_GRACE_MS;
          expect(reply.cookie !== null).toBe(isNew);
          if (!isNew) continue;
          // Of the one that was lost nobody hears again.
          if (back === 1) model.cookies.pop();
          model.cookies.push(tab.cookie);
          model.rotatedAt = now;
          // A browser without a cookie of its own is given one: it is the session's from here on.
          browser.device = tab.device;
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
