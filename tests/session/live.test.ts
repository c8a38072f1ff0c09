// The live channel over a real port: who is let in, who hears what, what ends a connection.
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveAudience, LiveMessage } from '../../contract/kernel/live.ts';
import * as contract from '../../contract/session.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { announce, listen, type Ear } from '../kit/ears.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser } from './people.ts';

let t: TestApp;
let w: World;
let base = '';
const open: WebSocket[] = [];

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  base = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => t.close());

/** Connects; answers when the server has taken or refused the connection. */
async function connect(path: string, protocols: string[], origin?: string): Promise<Ear> {
  const ear = await listen(t.deps.db, base, path, protocols, { origin });
  open.push(ear.socket);
  return ear;
}
const allCaughtUp = (ears: Ear[]) => Promise.all(ears.map((ear) => ear.caughtUp()));

async function person(right: { region_id?: number; mo_id?: number; po_id?: number }, device = 'd') {
  const who = await account(t, { rights: [right] });
  const browser = new Browser(t, device);
  await browser.signIn(who.email);
  return {
    who,
    browser,
    ear: (origin?: string) => connect(`/ws/${who.id}`, ['auth', browser.token, browser.fingerprint], origin),
  };
}
const say = (audience: LiveAudience, message: LiveMessage) => announce(t.deps.db, audience, message);
const changed: LiveMessage = { type: 'records_changed', message: { resource: 'garages', ids: [1] } };

describe('who hears', () => {
  it('everybody whose scope covers the place, nobody else', async () => {
    const ears = {
      region: await (await person({ region_id: w.region })).ear(),
      mo: await (await person({ mo_id: w.mo })).ear(),
      po: await (await person({ po_id: w.po })).ear(),
      siblingPo: await (await person({ po_id: w.siblingPo })).ear(),
      siblingMo: await (await person({ mo_id: w.siblingMo })).ear(),
      foreign: await (await person({ region_id: w.foreignRegion })).ear(),
      visitor: await connect(`/public_ws/${'a'.repeat(64)}`, ['public']),
    };
    await say({ region: w.region, mo: w.mo, po: w.po }, changed);
    await allCaughtUp(Object.values(ears));
    const heard = Object.entries(ears)
      .filter(([, ear]) => ear.heard.length)
      .map(([name]) => name);
    expect(heard).toEqual(['region', 'mo', 'po']);
    expect(ears.po.heard).toEqual([changed]);
  });

  it('what changed while a page was reading is told when its channel opens, only what its place may hear', async () => {
    const { who, browser } = await person({ po_id: w.po });
    const witness = await (await person({ region_id: w.region })).ear();
    const opened = (query: string) => connect(`/ws/${who.id}${query}`, ['auth', browser.token, browser.fingerprint]);
    const own: LiveMessage = { type: 'records_changed', message: { resource: 'people', ids: [41] } };
    const siblings: LiveMessage = { type: 'records_changed', message: { resource: 'people', ids: [42] } };
    await say({ region: w.region, mo: w.mo, po: w.siblingPo }, siblings);
    await say({ region: w.region, mo: w.mo, po: w.po }, own);
    await say({ user: who.id }, { type: 'sign_out_trigger', message: {} });
    await say({ user: who.id }, { type: 'new_news_count', message: { count: 3 } });
    await witness.caughtUp();
    const page = await opened('?age=30000');
    // What other tests said here a moment ago is told too.
    const told = page.heard.filter(({ type, message }) => type !== 'records_changed' || message.resource === 'people');
    expect(told).toEqual([own, { type: 'new_news_count', message: { count: 3 } }]);
    // A client that tells no age, or a senseless one, has nothing to be told.
    for (const query of ['', '?age=', '?age=-5000', '?age=1e9', '?age=9&age=9'])
      expect([query, (await opened(query)).heard]).toEqual([query, []]);
  });

  it('one user, one session, one visitor', async () => {
    const mine = await person({ mo_id: w.mo });
    const ear = await mine.ear();
    const colleague = await (await person({ mo_id: w.mo })).ear();
    const visitor = await connect(`/public_ws/${'b'.repeat(64)}`, ['public']);
    await say({ user: mine.who.id }, changed);
    await say({ session: mine.browser.claims.sid }, changed);
    await say({ publicId: 'b'.repeat(64) }, changed);
    await allCaughtUp([ear, colleague, visitor]);
    expect([ear.heard.length, colleague.heard.length, visitor.heard.length]).toEqual([2, 0, 1]);
  });

  it('tabs of a browser hear that it signed in and out; another device of the same person does not', async () => {
    const { who, browser, ear } = await person({ mo_id: w.mo }, 's');
    const elsewhere = new Browser(t, 'o');
    await elsewhere.signIn(who.email);
    const other = await connect(`/ws/${who.id}`, ['auth', elsewhere.token, elsewhere.fingerprint]);
    const tab = await ear();
    const waiting = await connect(`/public_ws/${createHash('sha256').update('s'.repeat(64)).digest('hex')}`, [
      'public',
    ]);
    await new Browser(t, 's').signIn(who.email);
    await browser.call(contract.logout);
    await allCaughtUp([waiting, tab, other]);
    expect(waiting.heard.map((message) => message.type)).toEqual(['sign_in_trigger']);
    expect(tab.heard.map((message) => message.type)).toEqual(['sign_out_trigger']);
    expect(await tab.closed).toBe(4401);
    expect(other.heard).toEqual([]);
  });
});

describe('who is let in', () => {
  const REFUSED = 4401;
  it('nobody without a good token', async () => {
    const { who, browser } = await person({ mo_id: w.mo });
    const tries = [
      ['auth', 'x.y.z', browser.fingerprint],
      ['auth', `${browser.token.slice(0, -3)}abc`, browser.fingerprint],
      ['auth', browser.token, 'f'.repeat(64)],
      ['auth', browser.token],
      ['public'],
    ];
    for (const protocols of tries) expect(await (await connect(`/ws/${who.id}`, protocols)).closed).toBe(REFUSED);
  });

  it('nobody under another number', async () => {
    const { who, browser } = await person({ mo_id: w.mo });
    expect(await (await connect(`/ws/${who.id + 1}`, ['auth', browser.token, browser.fingerprint])).closed).toBe(
      REFUSED,
    );
  });

  it('nobody from a page of another site', async () => {
    const { ear } = await person({ mo_id: w.mo });
    expect(await (await ear('https://elsewhere.example.com')).closed).toBe(REFUSED);
    const own = await ear(`http://${base}`);
    expect(own.socket.readyState).toBe(WebSocket.OPEN);
    const visitor = (origin: string) => connect(`/public_ws/${'b'.repeat(64)}`, ['public'], origin);
    expect(await (await visitor('https://elsewhere.example.com')).closed).toBe(REFUSED);
    expect((await visitor(`http://${base}`)).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('no visitor without the mark or with a bad number', async () => {
    expect(await (await connect(`/public_ws/${'a'.repeat(64)}`, ['auth'])).closed).toBe(REFUSED);
    expect(await (await connect('/public_ws/short', ['public'])).closed).toBe(REFUSED);
  });

  it('nobody whose session has ended', async () => {
    const { browser, ear } = await person({ mo_id: w.mo });
    await browser.call(contract.logout);
    expect(await (await ear()).closed).toBe(REFUSED);
  });
});
