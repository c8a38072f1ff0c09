// An unknown device: it waits for the letter, is let in by the link, or denied; own sessions are seen and ended.
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as links from '../../contract/session/links.ts';
import * as ownAccount from '../../contract/session/account.ts';
import * as session from '../../contract/session.ts';
import { publicIdOf } from '../../server/session/devices.ts';
import { MAX_TRIES, MAX_TRIES_OF_ACCOUNT } from '../../server/session/rules.ts';
import { deviceName, deviceWords } from '../../server/kernel/deviceName.ts';
import { LINK_LIFE_MS } from '../../server/session/rules/links.ts';
import { inTime } from '../kit/busy.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { listen } from '../kit/ears.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lastLink, lettersTo, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
let base = '';
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const NEW = 'Совсем-новый-2026';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const open: WebSocket[] = [];

beforeAll(async () => {
  t = await testApp({ CONFIRM_DEVICES: '1' });
  w = await world(t.deps.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  base = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => t.close());

let addresses = 0;
/** Somebody signed in at home, and a second browser elsewhere. */
async function owner() {
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  const home = new Browser(t, 'h', `10.20.0.${(addresses += 1)}`);
  const away = new Browser(t, 'a', `10.21.0.${addresses}`);
  expect((await home.signIn(who.email)).status).toBe(200);
  return { who, home, away };
}
async function waiting() {
  const made = await owner();
  const reply = await made.away.call(
    session.login,
    { email: made.who.email, password: PASSWORD },
    { 'user-agent': CHROME },
  );
  expect([reply.status, reply.body.code]).toEqual([403, 'new_device']);
  return { ...made, reply, secret: (await lastLink(t, made.who.email, 'new_device'))! };
}
const answer = (browser: Browser, token: string, confirm?: boolean) =>
  browser.call(links.newDevice, { token, ...(confirm === undefined ? {} : { confirm }) });

it('a browser keeps the cookie it has, and one that nobody here gave is another', async () => {
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  const browser = new Browser(t, 'c', '10.22.0.1');
  await browser.signIn(who.email);
  const own = browser.device;
  expect(own).toMatch(/^[\w-]{43}$/);
  await browser.signIn(who.email);
  expect(browser.device).toBe(own);
  for (const foreign of ['short', `${own}x`, own.replace(/.$/, '!')]) {
    browser.device = foreign;
    await browser.signIn(who.email);
    expect(browser.device, foreign).toMatch(/^[\w-]{43}$/);
    expect([foreign, own]).not.toContain(browser.device);
  }
});

describe('an unknown device', () => {
  it('does not sign in: the owner gets a letter with two links', async () => {
    const { who, away, reply, secret } = await waiting();
    expect(reply.body.message).toBe('Мы отправили ссылку на u***@example.ru. Подтвердите вход с нового устройства');
    expect([reply.cookie, away.token]).toEqual([null, '']);
    const [letter] = await lettersTo(t, who.email);
    expect(letter).toContain('Устройство: Chrome, Windows');
    expect(letter).toContain(`Адрес: ${away.address}`);
    expect(letter).toContain('20.11.2026, 12:00 МСК');
    expect(await lastLink(t, who.email, 'deny_device')).toBe(secret);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.new_device']);
  });

  it('confirmed, it is told at once and signs in; the owner is asked no more', async () => {
    const { who, home, away, secret } = await waiting();
    const socket = new WebSocket(`ws://${base}/public_ws/${publicIdOf(away.fingerprint)}`, ['public']);
    open.push(socket);
    await new Promise((resolve) => socket.on('open', resolve));
    const told = new Promise((resolve) => socket.on('message', (data) => resolve(JSON.parse(String(data)))));
    const shown = await answer(home, secret);
    expect(shown.body.data).toEqual({
      device: 'Chrome, Windows',
      ip: away.address,
      at: '2026-11-20T09:00:00.000Z',
      decision: null,
      reset_token: null,
    });
    expect((await answer(home, secret, true)).body.data.decision).toBe('confirmed');
    expect(await told).toEqual({ type: 'sign_in_trigger', message: {} });
    expect((await away.signIn(who.email)).status).toBe(200);
    await away.call(session.logout);
    expect((await away.signIn(who.email)).status).toBe(200);
    expect(await lettersTo(t, who.email)).toHaveLength(1);
  });

  it('denied, nobody signs in until the password is new', async () => {
    const { who, home, away, secret } = await waiting();
    const denied = await answer(new Browser(t, 'm', '10.22.0.1'), secret, false);
    expect([denied.status, denied.body.data.decision]).toEqual([200, 'denied']);
    for (const browser of [away, new Browser(t, 'h', home.address)]) {
      const refused = await browser.signIn(who.email);
      expect([refused.status, refused.body.code]).toEqual([403, 'must_reset']);
    }
    const token = denied.body.data.reset_token as string;
    const mail = new Browser(t, 'm', '10.22.0.2');
    expect((await mail.call(session.confirmReset, { token, password: NEW })).status).toBe(204);
    expect((await home.call(session.menuCounters)).status).toBe(401);
    expect((await away.signIn(who.email)).status).toBe(422);
    // The device the password was set on proved the mailbox; the denied one still waits for a letter.
    expect((await mail.signIn(who.email, NEW)).status).toBe(200);
    at(3 * 60_000);
    expect((await away.signIn(who.email, NEW)).body.code).toBe('new_device');
    at(0);
    expect(await verbsOf(t, who.id)).toContain('sign.device_denied');
  });

  it.each([
    ['confirmed', true, 'used', 'Ссылка устарела или уже использована'],
    ['denied', false, 'denied', 'Ссылка отклонена. Смените пароль'],
  ] as const)('a link that was %s is dead and says so', async (_, confirm, code, text) => {
    const { home, secret } = await waiting();
    await answer(home, secret, confirm);
    for (const again of [undefined, true, false]) {
      const reply = await answer(home, secret, again);
      expect([reply.status, reply.body.code, reply.body.errors]).toEqual([422, code, { form: text }]);
    }
  });

  it('two answers at once: one counts', async () => {
    const { home, secret } = await waiting();
    const statuses = (await Promise.all([answer(home, secret, true), answer(home, secret, false)])).map(
      (reply) => reply.status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('the link lives an hour; a wrong clock of five minutes does not matter', async () => {
    const { home, secret } = await waiting();
    at(-5 * 60_000);
    expect((await answer(home, secret)).status).toBe(200);
    at(5 * 60_000);
    expect((await answer(home, secret)).status).toBe(200);
    at(LINK_LIFE_MS.new_device);
    const late = await answer(home, secret, true);
    expect([late.status, late.body.code]).toEqual([422, 'expired']);
    at(0);
  });

  it('links of other purposes and invented ones open nothing', async () => {
    const { who, home, secret } = await waiting();
    await home.call(session.requestReset, { email: who.email });
    const reset = (await lastLink(t, who.email, 'reset_password'))!;
    for (const token of [reset, 'a'.repeat(43), '']) expect((await answer(home, token, true)).status).toBe(422);
    expect((await home.call(session.confirmReset, { token: secret, password: NEW })).body.code).toBe('unknown');
    expect((await home.call(links.inviteDetail, { token: secret })).body.code).toBe('unknown');
  });

  it('asking again sends no second letter at once; later the earlier link dies', async () => {
    const { who, away, home, secret } = await waiting();
    for (let i = 0; i < 5; i += 1) expect((await away.signIn(who.email)).body.code).toBe('new_device');
    expect(await lettersTo(t, who.email)).toHaveLength(1);
    at(3 * 60_000);
    await away.signIn(who.email);
    expect(await lettersTo(t, who.email)).toHaveLength(2);
    expect((await answer(home, secret, true)).body.code).toBe('expired');
    expect((await answer(home, (await lastLink(t, who.email, 'new_device'))!, true)).status).toBe(200);
    at(0);
  });

  it('two devices wait side by side', async () => {
    const { who, home, away, secret } = await waiting();
    const other = new Browser(t, 'o', '10.23.0.1');
    await other.signIn(who.email);
    expect((await answer(home, secret, true)).status).toBe(200);
    expect((await away.signIn(who.email)).status).toBe(200);
    expect((await other.signIn(who.email)).body.code).toBe('new_device');
  });

  it('ten letters an hour for one account, however many devices ask', async () => {
    const { who } = await owner();
    const codes: unknown[] = [];
    for (let i = 0; i < 12; i += 1)
      codes.push((await new Browser(t, `x${i}`, `10.24.0.${i + 1}`).signIn(who.email)).status);
    expect(codes).toEqual([...Array<number>(10).fill(403), 429, 429]);
    expect(await lettersTo(t, who.email)).toHaveLength(10);
  });

  it('a wrong password sends no letter', async () => {
    const { who, away } = await owner();
    expect((await away.signIn(who.email, 'не тот')).status).toBe(422);
    expect(await lettersTo(t, who.email)).toEqual([]);
  });

  it('a browser that names no device is not let in', async () => {
    const { who, away } = await owner();
    const reply = await away.call(session.login, { email: who.email, password: PASSWORD }, { 'x-fingerprint': '' });
    expect([reply.status, reply.body.errors.form]).toEqual([422, expect.stringContaining('не назвал устройство')]);
  });

  it('a planted fingerprint without the cookie of the device is a new device', async () => {
    const { who, home } = await owner();
    const thief = new Browser(t, 'h', '10.26.0.1');
    expect(thief.fingerprint).toBe(home.fingerprint);
    expect((await thief.signIn(who.email)).body.code).toBe('new_device');
    // An updated browser has another hash and its own cookie: nobody is asked.
    const updated = Object.assign(new Browser(t, 'i', home.address), { device: home.device });
    expect((await updated.signIn(who.email)).status).toBe(200);
    expect(await verbsOf(t, who.id)).toContain('sign.device_changed');
    expect(await lettersTo(t, who.email)).toHaveLength(1);
  });

  it('waits for itself: who plants the same fingerprint meanwhile is not let in with it', async () => {
    const { who, home, away, secret } = await waiting();
    const thief = new Browser(t, 'a', '10.26.0.2');
    expect((await thief.signIn(who.email)).body.code).toBe('new_device');
    expect((await answer(home, secret, true)).status).toBe(200);
    expect((await thief.signIn(who.email)).status).toBe(403);
    expect((await away.signIn(who.email)).status).toBe(200);
  });

  it('guesses from everywhere pause new devices, never one the owner has worked on', async () => {
    const { who, home } = await owner();
    const statuses: number[] = [];
    for (let i = 0; i < 40; i += 1)
      statuses.push((await new Browser(t, `g${i}`, `10.27.0.${i + 1}`).signIn(who.email, 'не тот')).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(MAX_TRIES_OF_ACCOUNT - 1);
    expect((await new Browser(t, 'n', '10.28.0.1').signIn(who.email)).status).toBe(429);
    expect((await home.signIn(who.email)).status).toBe(200);
    // His own mistakes are still counted.
    for (let i = 0; i < MAX_TRIES; i += 1) await home.signIn(who.email, 'не тот');
    expect((await home.signIn(who.email)).status).toBe(429);
  });

  it('guessing from elsewhere does not keep the owner out', async () => {
    const { who, home } = await owner();
    const stranger = new Browser(t, 's', '10.25.0.1');
    for (let i = 0; i < 8; i += 1) await stranger.signIn(who.email, 'не тот');
    expect((await stranger.signIn(who.email)).status).toBe(429);
    expect((await home.signIn(who.email)).status).toBe(200);
  });
});

it('where it is not asked for, any device signs in', async () => {
  const plain = await testApp();
  try {
    const place = await world(plain.deps.db);
    const who = await account(plain, { rights: [{ mo_id: place.mo }] });
    for (const device of ['h', 'a']) expect((await new Browser(plain, device).signIn(who.email)).status).toBe(200);
  } finally {
    await plain.close();
  }
});

describe('own sessions', () => {
  async function twoDevices() {
    const { who, home, away, secret } = await waiting();
    await answer(home, secret, true);
    await away.call(session.login, { email: who.email, password: PASSWORD }, { 'user-agent': CHROME });
    const list = async (browser: Browser) =>
      (await browser.call(ownAccount.mySessions)).body.data as ownAccount.MySession[];
    return { who, home, away, list };
  }

  it('are listed with device, place and time; the present one is marked', async () => {
    const { home, away, list } = await twoDevices();
    const rows = await list(away);
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.is_current)).toMatchObject({
      id: away.claims.sid,
      device: 'Chrome, Windows',
      ip: away.address,
      place: expect.stringContaining('Невское МО'),
      signed_in_at: '2026-11-20T09:00:00.000Z',
    });
    expect(rows.find((row) => !row.is_current)?.id).toBe(home.claims.sid);
  });

  it('one of which nothing is known says so', async () => {
    const { away, list } = await twoDevices();
    await t.deps.db.updateTable('session').set({ user_agent: null }).where('id', '=', away.claims.sid).execute();
    await t.deps.db.updateTable('device').set({ label: '' }).execute();
    expect((await list(away)).find((row) => row.is_current)?.device).toBe('Неизвестное устройство');
  });

  it('one whose browser calls itself anew is called so', async () => {
    const { away, list } = await twoDevices();
    await away.call(session.refreshToken, {}, { 'user-agent': CHROME.replace('Windows', 'Linux') });
    expect((await list(away)).find((row) => row.is_current)?.device).toBe('Chrome, Linux');
  });

  it('one whose browser stopped saying what it is keeps the name it signed in with', async () => {
    const { away, list } = await twoDevices();
    await away.call(session.refreshToken, {}, { 'user-agent': '' });
    expect((await list(away)).find((row) => row.is_current)?.device).toBe('Chrome, Windows');
  });

  it('one is ended: its token, cookie and sockets are refused', async () => {
    const { who, home, away, list } = await twoDevices();
    const socket = new WebSocket(`ws://${base}/ws/${who.id}`, ['auth', home.token, home.fingerprint]);
    open.push(socket);
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    expect((await home.call(session.menuCounters)).status).toBe(200);
    const end = (id: number) => away.call(ownAccount.endMySession, undefined, {}, { id });
    expect((await end(home.claims.sid)).status).toBe(204);
    expect((await home.call(session.menuCounters)).status).toBe(401);
    expect((await home.refresh()).status).toBe(401);
    expect(await closed).toBe(4401);
    expect(await list(away)).toHaveLength(1);
    expect((await end(home.claims.sid)).status).toBe(404);
  });

  it('all others are ended, the present one goes on', async () => {
    const { who, home, away } = await twoDevices();
    await home.signIn(who.email);
    const reply = await home.call(ownAccount.endOtherSessions);
    expect([reply.status, reply.body.ended]).toEqual([200, 2]);
    expect((await away.call(session.menuCounters)).status).toBe(401);
    expect((await home.call(session.menuCounters)).status).toBe(200);
  });

  it('nobody sees or ends those of others', async () => {
    const one = await twoDevices();
    const other = await twoDevices();
    expect((await one.list(one.home)).map((row) => row.id)).not.toContain(other.home.claims.sid);
    const foreign = await one.home.call(ownAccount.endMySession, undefined, {}, { id: other.home.claims.sid });
    expect(foreign.status).toBe(404);
    expect((await other.home.call(session.menuCounters)).status).toBe(200);
  });
});

describe('a live connection is closed within a second when', () => {
  const listening = async () => {
    const { who, home } = await owner();
    const ear = await listen(t.deps.db, base, `/ws/${who.id}`, ['auth', home.token, home.fingerprint]);
    open.push(ear.socket);
    expect(ear.socket.readyState).toBe(WebSocket.OPEN);
    return { who, code: ear.closed };
  };
  const set = (id: number, change: object) =>
    t.deps.db.updateTable('app_user').set(change).where('id', '=', id).execute();
  it.each([
    ['the account is disabled', { is_active: false }],
    ['rights change', { rights_version: 2 }],
  ])('%s, whoever wrote it', async (_, change) => {
    const { who, code } = await listening();
    const from = performance.now();
    await set(who.id, change);
    expect(await code).toBe(4401);
    expect(performance.now() - from).toBeLessThan(inTime(1500));
  });
});

it.each([
  [CHROME, 'Chrome, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 YaBrowser/25.8 Safari/537.36', 'Яндекс Браузер, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['', 'Неизвестное устройство'],
])('rule: a device is called by its browser and system', (agent, name) => expect(deviceName(agent)).toBe(name));

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 'Chrome 131, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 YaBrowser/25.8 Safari/537.36', 'Яндекс Браузер 25, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/130.0', 'Edge 130, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari 18, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140, Linux'],
  // A line is not made longer by whoever writes his own agent.
  [`Chrome/${'9'.repeat(8000)}`, 'Chrome 9999'],
  ['curl/8.0', null],
  ['', null],
])('rule: a line of the log keeps the browser, its version and the system', (agent, words) =>
  expect(deviceWords(agent)).toBe(words),
);
