// Limits nobody slips past: forged addresses, sockets without end, letters that tell who exists.
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as contract from '../../contract/session.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lastLink } from './people.ts';

let t: TestApp;
let w: World;
let base = '';
const open: WebSocket[] = [];

beforeAll(async () => {
  t = await testApp({ TRUST_PROXY: '1' });
  w = await world(t.deps.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  base = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => t.close());

describe('the proxy', () => {
  it('is believed one step back: what the caller writes himself changes nothing', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const headers = { 'x-forwarded-for': `9.8.7.${i}, 203.0.113.7` };
      const browser = new Browser(t, `dev${i}`);
      statuses.push((await browser.call(contract.login, { email: who.email, password: 'не тот' }, headers)).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(14);
    const rows = await t.deps.db.selectFrom('login_attempt').select('ip').distinct().execute();
    expect(rows).toEqual([{ ip: '203.0.113.7' }]);
  });

  it.each([
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ])('setting %s', (text, value) => expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toBe(value));
  it.each(['true', '-1', '11', '10.0.0.0/64', 'proxy.example.ru'])('setting %s is refused in words', (text) => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow('TRUST_PROXY: нужно число прокси');
  });
});

describe('requests a minute', () => {
  const left = async (from: string) => {
    const { headers } = await t.app.inject({ method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': from } });
    return Number(headers['x-ratelimit-remaining']);
  };

  it('are counted for a network of IPv6 as for one caller, and for each address of IPv4', async () => {
    const first = await left('2001:db8:1:2::1');
    expect(await left('2001:db8:1:2:ffff::9')).toBe(first - 1);
    expect(await left('2001:db8:1:3::1')).toBe(first);
    expect(await left('198.51.100.1')).toBe(first);
    expect(await left('198.51.100.2')).toBe(first);
    expect(await left('::ffff:198.51.100.2')).toBe(first - 1);
  });

  it('of one whose connection is gone are no fault: his socket no longer says whose it was', async () => {
    const forget = (request: IncomingMessage) =>
      Object.defineProperty(request.socket, 'remoteAddress', { get: () => undefined });
    t.app.server.prependListener('request', forget);
    try {
      const headers = { connection: 'close', 'content-type': 'application/json' };
      expect((await fetch(`http://${base}/healthz`, { headers })).status).toBe(200);
      const body = JSON.stringify({ email: 'gone@example.ru', password: 'не тот' });
      const login = await fetch(`http://${base}/api/login/`, { method: 'POST', headers, body });
      expect(login.status).toBe(422);
    } finally {
      t.app.server.off('request', forget);
    }
  });
});

describe('live connections', () => {
  /** Opens so many; those over the limit are closed by the server once it knows whose they are, and `most` stay. */
  async function onlySomeStay(count: number, most: number, path: string, protocols: string[]) {
    const sockets = Array.from({ length: count }, () => new WebSocket(`ws://${base}${path}`, protocols));
    open.push(...sockets);
    for (const socket of sockets) socket.on('error', () => {});
    const stay = () => sockets.filter((socket) => socket.readyState <= WebSocket.OPEN).length;
    await expect.poll(stay, { timeout: 60_000 }).toBeLessThanOrEqual(most);
    expect(stay()).toBeGreaterThan(most - 5);
  }

  it('of one session are bounded', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t);
    await browser.signIn(who.email);
    await onlySomeStay(50, 41, `/ws/${who.id}`, ['auth', browser.token, browser.fingerprint]);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
  });

  it('of one address that has not signed in are bounded', async () => {
    await onlySomeStay(75, 61, `/public_ws/${'a'.repeat(64)}`, ['public']);
  });
});

describe('a letter with a new password', () => {
  it('is answered after the same time for known and unknown addresses', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let i = 0; i < 4; i += 1)
      for (const [kind, email] of [
        ['known', who.email],
        ['unknown', `nobody${i}@example.ru`],
      ] as const) {
        const from = performance.now();
        const browser = new Browser(t);
        const reply = await browser.call(contract.requestReset, { email }, { 'x-forwarded-for': `10.70.${i}.1` });
        expect(reply.status).toBe(204);
        times[kind]!.push(performance.now() - from);
      }
    expect(await lastLink(t, who.email, 'reset_password')).not.toBeNull();
    // The letter is a few milliseconds of the wait; without it the unknown would be answered at once.
    expect(Math.min(...times.unknown!)).toBeGreaterThan(295);
    expect(Math.min(...times.known!)).toBeGreaterThan(295);
  });
});
