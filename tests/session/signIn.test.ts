// Signing in: the token, the cookie, wrong passwords, the pause after too many of them, forged tokens.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/session.ts';
import { isLocked, LOCKOUT_MS, MAX_TRIES, type Try } from '../../server/session/rules.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
const START = '2026-11-20T09:00:00.000Z';
const later = (ms: number) => t.setNow(new Date(new Date(START).getTime() + ms).toISOString());

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

describe('a good e-mail and password', () => {
  it('give a token with every claim and the default right', async () => {
    const who = await account(t, {
      rights: [{ po_id: w.po }, { mo_id: w.mo, is_default: true }],
      capabilities: [1, 3],
    });
    const browser = new Browser(t);
    expect((await browser.signIn(` ${who.email.toUpperCase()} `)).status).toBe(200);
    expect(contract.Claims.parse(browser.claims)).toMatchObject({
      id: who.id,
      uname: 'Крылова М. С.',
      role: 'mo_head',
      is_superuser: 0,
      region: null,
      mo: w.mo,
      po: null,
      region_name: null,
      mo_name: expect.stringContaining('Невское МО'),
      po_name: null,
      region_rights: [],
      mo_rights: [w.mo],
      po_rights: [w.po],
      capabilities: [1, 3],
    });
    expect(browser.claims.exp * 1000 - new Date(START).getTime()).toBe(15 * 60_000);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login']);
  });

  it('take the first right when none is the default', async () => {
    const who = await account(t, { rights: [{ po_id: w.siblingPo }, { po_id: w.po }] });
    const browser = new Browser(t);
    await browser.signIn(who.email);
    expect(browser.claims.po).toBe(w.siblingPo);
  });

  it('set a cookie that scripts and other sites do not get', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const { setCookie, cookie } = await new Browser(t).signIn(who.email);
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Strict/);
    expect(setCookie).toMatch(/Path=\/api/);
    expect(setCookie).not.toMatch(/Secure/);
    const row = await t.deps.db
      .selectFrom('session')
      .where('user_id', '=', who.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect((cookie ?? '').split('.').map((part) => Buffer.from(part, 'base64url').length)).toEqual([32, 32]);
    expect(Buffer.from(row.refresh_hash).toString('utf8')).not.toContain(cookie);
  });

  it('mark the cookie Secure on https', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
    try {
      const place = await world(secure.deps.db);
      const who = await account(secure, { rights: [{ mo_id: place.mo }] });
      expect((await new Browser(secure).signIn(who.email)).setCookie).toMatch(/Secure/);
    } finally {
      await secure.close();
    }
  });

  it('are not enough without any right', async () => {
    const who = await account(t);
    const reply = await new Browser(t).signIn(who.email);
    expect([reply.status, reply.body.message]).toEqual([403, 'У учётной записи нет прав. Обратитесь к администратору']);
    expect(reply.cookie).toBeNull();
  });
});

describe('a wrong e-mail or password', () => {
  const wrong = { status: 422, errors: { password: 'Неверная почта или пароль' } };
  it.each(['wrong password', 'unknown person', 'disabled account'])('%s: the same answer', async (kind) => {
    const who = await account(t, { rights: [{ mo_id: w.mo }], isActive: kind !== 'disabled account' });
    const email = kind === 'unknown person' ? `nobody-${who.email}` : who.email;
    const reply = await new Browser(t).signIn(email, kind === 'disabled account' ? PASSWORD : 'не тот');
    expect({ status: reply.status, errors: reply.body.errors }).toEqual(wrong);
    if (kind !== 'unknown person') expect(await verbsOf(t, who.id)).toEqual(['sign.failed']);
  });

  it('empty fields are named', async () => {
    const reply = await new Browser(t).call(contract.login, { email: ' ', password: '' });
    expect([reply.status, reply.body.errors]).toEqual([422, { email: 'Заполните поле', password: 'Заполните поле' }]);
  });

  it('takes as long for an unknown person as for a known one', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const time = async (email: string) => {
      const from = performance.now();
      await new Browser(t, 't', '10.9.9.9').signIn(email, 'не тот');
      return performance.now() - from;
    };
    await time('warm-up@example.ru');
    // The quickest of three: a machine that is busy for a moment only makes one slower.
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      known.push(await time(who.email));
      unknown.push(await time(`nobody${i}@example.ru`));
    }
    // A hash takes tens of times longer than the look-up it would otherwise be.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4);
  });
});

describe('the pause', () => {
  it('begins with the fifth failure and lasts fifteen minutes', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t, 'p');
    const statuses: number[] = [];
    for (let i = 0; i < MAX_TRIES; i += 1) {
      later(i * 60_000);
      statuses.push((await browser.signIn(who.email, `не тот ${i}`)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    const refused = await browser.signIn(who.email);
    expect([refused.status, refused.body.message]).toEqual([429, 'Вход заблокирован на 15 минут']);
    expect((await new Browser(t, 'q').signIn(who.email)).status).toBe(200);
    later(4 * 60_000 + LOCKOUT_MS - 1000);
    expect((await browser.signIn(who.email)).status).toBe(429);
    later(4 * 60_000 + LOCKOUT_MS + 1000);
    expect((await browser.signIn(who.email)).status).toBe(200);
    later(0);
    expect(await verbsOf(t, who.id)).toContain('sign.locked');
  });

  it('is not outrun by guesses sent together', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const guesses = Array.from({ length: 20 }, (_, i) => new Browser(t, 'r').signIn(who.email, `догадка ${i}`));
    const answered = (await Promise.all(guesses)).filter((reply) => reply.status === 422);
    expect(answered).toHaveLength(MAX_TRIES - 1);
  });

  it('is not outrun by naming another device each time', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1)
      statuses.push((await new Browser(t, `dev${i}`, '10.0.0.7').signIn(who.email, 'не тот')).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(14);
    expect((await new Browser(t, 'own', '10.0.0.8').signIn(who.email)).status).toBe(200);
  });

  it('forgets failures of a device that then succeeded', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t, 'u');
    for (let round = 0; round < 4; round += 1) {
      for (let i = 0; i < MAX_TRIES - 1; i += 1) expect((await browser.signIn(who.email, 'не тот')).status).toBe(422);
      expect((await browser.signIn(who.email)).status).toBe(200);
    }
  });

  const failure = (at: number, fingerprint = 'a'): Try => ({ at, fingerprint, ok: false });
  const success = (at: number): Try => ({ ...failure(at), ok: true });
  it.each<[string, Try[], number, boolean]>([
    ['no tries', [], 0, false],
    ['four', [4, 3, 2, 1].map((at) => failure(at)), 10, false],
    ['five', [5, 4, 3, 2, 1].map((at) => failure(at)), 10, true],
    ['five over more than the window', [LOCKOUT_MS + 1, 4, 3, 2, 1].map((at) => failure(at)), LOCKOUT_MS + 2, false],
    ['five, the last moment of the pause', [5, 4, 3, 2, 1].map((at) => failure(at)), 5 + LOCKOUT_MS - 1, true],
    ['five, the pause is over', [5, 4, 3, 2, 1].map((at) => failure(at)), 5 + LOCKOUT_MS, false],
    ['five and a success after them', [success(6), ...[5, 4, 3, 2, 1].map((at) => failure(at))], 10, false],
    ['one after a success', [failure(7), success(6), ...[5, 4, 3, 2].map((at) => failure(at))], 10, false],
    ['five after a success', [...[6, 5, 4, 3, 2].map((at) => failure(at)), success(1)], 10, true],
    ['five of another device', [5, 4, 3, 2, 1].map((at) => failure(at, 'b')), 10, false],
    ['fifteen of any device', Array.from({ length: 15 }, (_, i) => failure(i, `x${i}`)), 20, true],
  ])('rule: %s', (_, tries, now, locked) => {
    expect(isLocked(tries, 'a', now)).toBe(locked);
  });
});

describe('a forged token is nobody', () => {
  const claimsOf = async () => {
    const who = await account(t, { rights: [{ po_id: w.po }] });
    const browser = new Browser(t);
    await browser.signIn(who.email);
    return { browser, payload: { ...browser.claims, is_superuser: 2 } as Record<string, unknown> };
  };
  const withToken = (token: string) =>
    new Browser(t).call(contract.menuCounters, undefined, { authorization: `Bearer ${token}` });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('changed claims under the old signature', async () => {
    const { browser, payload } = await claimsOf();
    const [header, , signature] = browser.token.split('.');
    expect((await withToken(`${header}.${part(payload)}.${signature}`)).status).toBe(401);
  });
  it('no algorithm', async () => {
    const { payload } = await claimsOf();
    expect((await withToken(`${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`)).status).toBe(401);
  });
  it('another algorithm under the right key', async () => {
    const { payload } = await claimsOf();
    const token = await new SignJWT(payload).setProtectedHeader({ alg: 'HS512' }).sign(t.deps.secrets.tokenKey);
    expect((await withToken(token)).status).toBe(401);
  });
  it('another key', async () => {
    const { payload } = await claimsOf();
    const token = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32).fill(9));
    expect((await withToken(token)).status).toBe(401);
  });
  it('the right key, claims of another program', async () => {
    const { payload } = await claimsOf();
    const signed = (of: Record<string, unknown>) =>
      new SignJWT(of).setProtectedHeader({ alg: 'HS256' }).sign(t.deps.secrets.tokenKey);
    for (const [key, value] of [
      ['id', undefined],
      ['id', 'x'],
      ['capabilities', 1],
      ['sid', null],
    ] as const)
      expect([key, (await withToken(await signed({ ...payload, [key]: value }))).status]).toEqual([key, 401]);
  });
  it('expired', async () => {
    const { browser } = await claimsOf();
    later(15 * 60_000 + 10_000);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
    later(0);
  });
  it('rubbish', async () => {
    for (const token of ['', 'x', 'a.b.c', '....']) expect((await withToken(token)).status).toBe(401);
  });
});
