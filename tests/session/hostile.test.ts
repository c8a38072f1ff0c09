// What goes wrong in an office and what is done on purpose: storms, rubbish, many tabs, a server that goes away.
import { connect as connectTo, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as contract from '../../contract/session.ts';
import * as users from '../../contract/users.ts';
import { buildApp } from '../../server/app.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { checkSession, forgetSession } from '../../server/kernel/sessions.ts';
import { hashedAtOnce } from '../../server/session/passwords.ts';
import { inTime } from '../kit/busy.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { listen, type Ear } from '../kit/ears.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
let base = '';
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const open: WebSocket[] = [];

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  base = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => t.close());

let addresses = 0;
async function signedIn(facts: Parameters<typeof account>[1] = {}) {
  const who = await account(t, { rights: [{ mo_id: w.mo }], ...facts });
  const browser = new Browser(t, 'd', `10.60.0.${(addresses += 1)}`);
  expect((await browser.signIn(who.email)).status).toBe(200);
  return { who, browser };
}
/** Another tab of the same browser: the same token, cookie and device. */
const tabOf = (browser: Browser) =>
  Object.assign(new Browser(t, 'd', browser.address), { cookie: browser.cookie, token: browser.token });

const listenAs = async (browser: Browser): Promise<Ear & { types(): string[] }> => {
  const ear = await listen(t.deps.db, base, `/ws/${browser.claims.id}`, ['auth', browser.token, browser.fingerprint]);
  open.push(ear.socket);
  return { ...ear, types: () => ear.heard.map(({ type }) => type) };
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('several tabs of one browser', () => {
  it('switch rights against each other: one place wins, refreshing agrees, nothing of a foreign place is read', async () => {
    const { who, browser } = await signedIn({ rights: [{ po_id: w.po }, { po_id: w.siblingPo }] });
    const tabs = [tabOf(browser), tabOf(browser)];
    const replies = await Promise.all([
      tabs[0]!.call(contract.updateToken, { po: w.po }),
      tabs[1]!.call(contract.updateToken, { po: w.siblingPo }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    for (const tab of tabs) {
      const { data } = (await tab.call(contract.userPoList)).body as { data: { id: number }[] };
      expect(data.map((po) => po.id)).toEqual([tab.claims.po]);
    }
    await browser.refresh();
    const row = await t.deps.db
      .selectFrom('session')
      .where('id', '=', browser.claims.sid)
      .select('po_id')
      .executeTakeFirstOrThrow();
    expect(browser.claims.po).toBe(row.po_id);
    expect((await verbsOf(t, who.id)).filter((verb) => verb === 'user.rights_switch')).toHaveLength(2);
  });

  it('hear that one of them switched rights', async () => {
    const { browser } = await signedIn({ rights: [{ po_id: w.po }, { po_id: w.siblingPo }] });
    const ears = [await listenAs(browser), await listenAs(browser)];
    await tabOf(browser).call(contract.updateToken, { po: w.siblingPo });
    await Promise.all(ears.map((ear) => ear.caughtUp()));
    expect(ears.map((ear) => ear.types())).toEqual([['sign_in_trigger'], ['sign_in_trigger']]);
  });

  it('sign-out in one of three ends all three', async () => {
    const { browser } = await signedIn();
    const tabs = [browser, tabOf(browser), tabOf(browser)];
    const ears = await Promise.all(tabs.map(listenAs));
    expect((await tabs[1]!.call(contract.logout)).status).toBe(204);
    expect(await Promise.all(ears.map((ear) => ear.closed))).toEqual([4401, 4401, 4401]);
    for (const ear of ears) expect(ear.types()).toEqual(['sign_out_trigger']);
    for (const tab of tabs) {
      expect((await tab.call(contract.menuCounters)).status).toBe(401);
      expect((await tab.refresh()).status).toBe(401);
    }
  });

  it('sign-out during a refresh: no tab comes back to life', async () => {
    const { who, browser } = await signedIn();
    const tabs = Array.from({ length: 10 }, () => tabOf(browser));
    await Promise.all([...tabs.map((tab) => tab.refresh()), tabOf(browser).call(contract.logout)]);
    for (const tab of tabs) {
      expect((await tab.call(contract.menuCounters)).status).toBe(401);
      expect((await tab.refresh()).status).toBe(401);
    }
    const live = await t.deps.db
      .selectFrom('session')
      .where('user_id', '=', who.id)
      .where('ended_at', 'is', null)
      .select('id')
      .execute();
    expect(live).toEqual([]);
  });
});

describe('what ends while it is asked about', () => {
  /** Holds every write before its commit until `open` is called. */
  function gate() {
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    setFailHook(async (point) => {
      if (point !== 'before commit') return;
      reached.resolve();
      await opened.promise;
    });
    return { reached: reached.promise, open: opened.resolve };
  }
  afterEach(() => setFailHook(null));
  const someone = async () => {
    const root = await signedIn({ isSuperuser: 2, rights: [{ mo_id: w.mo }] });
    return { ...(await signedIn()), root: root.browser };
  };
  type Someone = Awaited<ReturnType<typeof someone>>;

  it.each<[string, (one: Someone) => Promise<{ status: number }>]>([
    ['sign-out', ({ browser }) => tabOf(browser).call(contract.logout)],
    ['a disabled account', ({ who, root }) => root.call(users.disableUser, undefined, {}, { id: who.id })],
    ['a session ended by another', ({ who, root }) => root.call(users.endUserSessions, undefined, {}, { id: who.id })],
  ])('%s: a request beside the commit does not keep the session alive', async (_, ends) => {
    const one = await someone();
    const { browser } = one;
    const held = gate();
    const ending = ends(one);
    await held.reached;
    // Beside the open transaction; the embedded database lets it wait for the commit.
    const beside = [1, 2, 3].map(() => tabOf(browser).call(contract.menuCounters));
    if (t.deps.engine.kind === 'server')
      expect((await Promise.all(beside)).map((reply) => reply.status)).toEqual([200, 200, 200]);
    held.open();
    expect((await ending).status).toBeLessThan(300);
    await Promise.all(beside);
    expect((await browser.call(contract.menuCounters)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(401);
  });

  it('an answer that was asked for before the end is not remembered after it', async () => {
    const { browser } = await signedIn();
    const { id, sid, rv } = browser.claims as never as { id: number; sid: number; rv: number };
    const asked = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const slow = t.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked.resolve();
        await opened.promise;
        return result;
      },
    });
    // The same memory, a slower way to the database.
    const deps = { ...t.deps };
    const check = (db: typeof slow) => {
      deps.db = db;
      return checkSession(deps, { id, sid, rv }, browser.fingerprint);
    };
    const before = check(slow);
    await asked.promise;
    expect((await tabOf(browser).call(contract.logout)).status).toBe(204);
    forgetSession(deps, sid);
    opened.resolve();
    await before;
    expect(await check(t.deps.db)).toBe(false);
  });

  it('a token made after a change of rights elsewhere is taken at once, whatever is still remembered', async () => {
    const { who, browser } = await signedIn();
    const { id, sid, rv } = browser.claims as never as { id: number; sid: number; rv: number };
    const check = (version: number) => checkSession(t.deps, { id, sid, rv: version }, browser.fingerprint);
    expect(await check(rv)).toBe(true);
    // Another process changes them; the clock stands still, so this one goes on remembering.
    const rights_version = rv + 1;
    await t.deps.db.updateTable('app_user').set({ rights_version }).where('id', '=', who.id).execute();
    expect(await check(rights_version)).toBe(true);
    expect(await check(rv)).toBe(false);
  });

  it('a sign-in beside the disabling of its account opens nothing', async () => {
    const { who, root } = await someone();
    const held = gate();
    const ending = root.call(users.disableUser, undefined, {}, { id: who.id });
    await held.reached;
    const entering = new Browser(t, 'z', '10.65.0.1').signIn(who.email);
    held.open();
    await ending;
    const reply = await entering;
    expect([reply.status, reply.cookie]).toEqual([422, null]);
    expect(
      await t.deps.db
        .selectFrom('session')
        .where('user_id', '=', who.id)
        .where('ended_at', 'is', null)
        .select('id')
        .execute(),
    ).toEqual([]);
  });
});

describe('a clock five minutes off', () => {
  it.each([-5, 5])('%i minutes: a token and a refresh go on', async (minutes) => {
    const { browser } = await signedIn();
    at(minutes * 60_000);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    at(0);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
  });
});

describe('rubbish', () => {
  it('ten thousand tokens are refused without a question to the database', async () => {
    const { browser } = await signedIn();
    const [header = '', payload = '', signature = ''] = browser.token.split('.');
    const forms = [
      (n: number) => `${header}.${payload}.${signature.slice(0, -4)}${String(n).padStart(4, 'A')}`,
      (n: number) => `${header}.${Buffer.from(JSON.stringify({ id: n, sid: n })).toString('base64url')}.${signature}`,
      (n: number) => `${n}`.repeat(1 + (n % 50)),
      (n: number) => `..${'='.repeat(n % 9)}`,
      (n: number) => Buffer.from(`${n}:${n}`).toString('base64'),
    ];
    const questions = vi.spyOn(t.deps.db, 'selectFrom');
    const statuses = new Set<number>();
    for (let from = 0; from < 10_000; from += 200) {
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          t.app.inject({
            url: contract.menuCounters.path,
            remoteAddress: `10.61.${Math.floor(from / 2000)}.1`,
            headers: { authorization: `Bearer ${forms[i % forms.length]!(from + i)}` },
          }),
        ),
      );
      for (const reply of replies) statuses.add(reply.statusCode);
    }
    expect([[...statuses], questions.mock.calls.length]).toEqual([[401], 0]);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    expect(questions).toHaveBeenCalled();
    questions.mockRestore();
  });

  it('wrong subprotocols and addresses open no connection', async () => {
    const { who, browser } = await signedIn();
    const good = ['auth', browser.token, browser.fingerprint];
    const closes: [path: string, protocols: string[]][] = [
      [`/ws/${who.id}`, ['auth', browser.fingerprint, browser.token]],
      [`/ws/${who.id}`, [browser.token, 'auth', browser.fingerprint]],
      [`/ws/${who.id}`, ['auth']],
      [`/ws/${who.id}`, ['public', browser.token, browser.fingerprint]],
      ['/ws/0', good],
      [`/ws/${who.id}%00`, good],
      [`/ws/${who.id}e0`, good],
      [`/public_ws/${'A'.repeat(64)}`, ['public']],
      [`/public_ws/${'a'.repeat(65)}`, ['public']],
    ];
    for (const [path, protocols] of closes)
      expect([path, await (await listen(t.deps.db, base, path, protocols)).closed]).toEqual([path, 4401]);
    // No subprotocol at all, and a path that is none.
    for (const path of [`/ws/${who.id}`, '/ws/%2e%2e', '/ws/']) {
      const socket = new WebSocket(`ws://${base}${path}`);
      open.push(socket);
      const end = await new Promise((resolve) => socket.on('close', resolve).on('error', () => resolve('refused')));
      expect([4401, 'refused']).toContain(end);
    }
  });

  it('what is no word of the channel closes it and changes nothing; so does too much of it', async () => {
    const { browser } = await signedIn();
    const said = ['{}', 'null', '[1]', '{"type":"sign_out_trigger","message":{}}', '\u0000'].map(
      (text) => [text, 4401] as const,
    );
    for (const [text, code] of [...said, ['x'.repeat(5000), 1009] as const]) {
      const ear = await listenAs(browser);
      ear.socket.send(text);
      expect([text, await ear.closed, ear.heard]).toEqual([text, code, []]);
    }
  });
});

describe('a storm of sign-ins', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [5, 4],
    [64, 4],
  ])('on %i cores takes %i at one time', (cores, at) => expect(hashedAtOnce(cores)).toBe(at));

  it('does not stop those who work', async () => {
    const { browser } = await signedIn();
    const people = await Promise.all(Array.from({ length: 60 }, () => account(t, { rights: [{ mo_id: w.mo }] })));
    let storming = true;
    const storm = Promise.all(
      people.map(({ email }, i) => new Browser(t, 's', `10.62.0.${i + 1}`).signIn(email, i % 2 ? PASSWORD : 'не тот')),
    ).finally(() => (storming = false));
    let answered = 0;
    let slowest = 0;
    while (storming) {
      const from = performance.now();
      expect((await browser.call(contract.menuCounters)).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - from);
      answered += 1;
      await pause(5);
    }
    const statuses = (await storm).map((reply) => reply.status);
    expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 422).length]).toEqual([
      30, 30,
    ]);
    // Were the hashes all counted at once, or on the thread that answers, hardly one reading would fit in.
    expect(answered).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(inTime(1000));
  });

  it('too long a queue is refused in words, and the next one is let in', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const crowd = Array.from({ length: 300 }, (_, i) =>
      new Browser(t, 'c', `10.63.${i % 2}.${1 + (i % 250)}`).call(contract.login, {
        email: `nobody${i}@example.ru`,
        password: 'не тот',
      }),
    );
    const replies = await Promise.all(crowd);
    const refused = replies.filter((reply) => reply.status === 503);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0]!.body.message).toBe('Слишком много входов сразу. Повторите через минуту');
    expect(replies.filter((reply) => reply.status === 422).length + refused.length).toBe(300);
    expect((await new Browser(t, 'c', '10.64.0.1').signIn(who.email)).status).toBe(200);
  });
});

describe('a server that is started anew', () => {
  it('is not held up by a connection that says nothing', async () => {
    const silent = connectTo({ port: (t.app.server.address() as AddressInfo).port, host: '127.0.0.1' });
    await new Promise((resolve) => silent.once('connect', resolve));
    const { port } = t.app.server.address() as AddressInfo;
    const from = performance.now();
    await t.app.close();
    expect(performance.now() - from).toBeLessThan(inTime(10_000));
    silent.destroy();
    t.app = await buildApp(t.deps);
    await t.app.listen({ port, host: '127.0.0.1' });
  }, 30_000);

  it('two hundred open connections end, come back with the same tokens, and hear again', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signedIn()));
    const connect = () =>
      Promise.all(Array.from({ length: 200 }, (_, i) => listenAs(people[i % people.length]!.browser)));
    const before = await connect();
    const { port } = t.app.server.address() as AddressInfo;
    await t.app.close();
    for (const ear of before) expect(await ear.closed).not.toBe(4401);
    t.app = await buildApp(t.deps);
    await t.app.listen({ port, host: '127.0.0.1' });
    const after = await connect();
    expect(after.every((ear) => ear.socket.readyState === WebSocket.OPEN)).toBe(true);
    await people[0]!.browser.call(contract.logout);
    await Promise.all(after.map((ear) => ear.caughtUp()));
    expect(after.filter((ear) => ear.heard.length > 0)).toHaveLength(20);
    expect((await people[1]!.browser.call(contract.menuCounters)).status).toBe(200);
  });
});
