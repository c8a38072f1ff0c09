// Two processes' worth of the application over one PostgreSQL: what ends in one is refused by the other within a second.
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../contract/session/account.ts';
import * as contract from '../../contract/session.ts';
import { buildApp } from '../../server/app.ts';
import { databaseOver, type Database } from '../../server/db/open.ts';
import { openDeps } from '../../server/deps.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { inTime } from '../kit/busy.ts';
import type { TestApp } from '../kit/app.ts';
import { onServer } from '../kit/database.ts';
import { listen } from '../kit/ears.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { world, type World } from '../kit/world.ts';
import { account as someAccount, Browser, PASSWORD } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-twins-'));
let server: PostgresServer;
let database: Database;
let w: World;
let one: TestApp;
let other: TestApp;

describe.skipIf(!canHavePostgres())('two servers over one database', () => {
  beforeAll(async () => {
    server = await somePostgres();
    database = await onServer(server.url);
    w = await world(database.db);
    [one, other] = [await instance(), await instance()];
  }, 60_000);
  afterAll(async () => {
    for (const app of [one, other]) await app?.close();
    await database?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** An application of its own: its own memory of sessions, its own ear for events, the real clock. */
  async function instance(): Promise<TestApp> {
    const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' });
    const deps = await openDeps(settings, {
      database: databaseOver(database.engine),
      secrets: secretsFrom(new Uint8Array(32).fill(7)),
    });
    const app: FastifyInstance = await buildApp(deps);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      app,
      deps,
      setNow: () => {},
      close: async () => {
        await app.close();
        await deps.jobs.stop();
      },
    };
  }

  /** Somebody at work on the first server, known to the second one too, with a connection to each. */
  async function atWork() {
    const who = await someAccount(one, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(one, 'd');
    expect((await browser.signIn(who.email)).status).toBe(200);
    const there = Object.assign(new Browser(other, 'd'), { token: browser.token, cookie: browser.cookie });
    expect((await there.call(contract.menuCounters)).status).toBe(200);
    const closes = [one, other].map(async ({ app }) => {
      const { port } = app.server.address() as AddressInfo;
      const words = ['auth', browser.token, browser.fingerprint];
      const { socket, closed: code } = await listen(database.db, `127.0.0.1:${port}`, `/ws/${who.id}`, words);
      return { socket, code };
    });
    const sockets = await Promise.all(closes);
    return { who, browser, there, sockets };
  }

  /** How long after the change the last request was sent that was still answered, ms. */
  async function lastGood(browser: Browser, from: number): Promise<number> {
    for (let sentAt = 0, good = 0; ; good = sentAt) {
      sentAt = performance.now() - from;
      if ((await browser.call(contract.menuCounters)).status === 401) return good;
      if (sentAt > inTime(5000)) return sentAt;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  type AtWork = Awaited<ReturnType<typeof atWork>>;
  const byHand = (change: object) => (made: AtWork) =>
    database.db.updateTable('app_user').set(change).where('id', '=', made.who.id).execute();
  it.each<[string, (made: AtWork) => Promise<unknown>]>([
    ['signing out', ({ browser }) => browser.call(contract.logout)],
    [
      'ending the session from another device',
      async ({ who, browser }) => {
        const home = new Browser(one, 'h');
        await home.signIn(who.email);
        await home.call(account.endMySession, undefined, {}, { id: browser.claims.sid });
      },
    ],
    [
      'a new password set elsewhere',
      async ({ who }) => {
        const home = new Browser(one, 'h');
        await home.signIn(who.email);
        const names = { last_name: 'К', first_name: 'М', father_name: '', phone: null };
        const reply = await home.call(
          contract.updateUserDetail,
          { ...names, current_password: PASSWORD, password: 'Совсем-новый-2026' },
          {},
          { id: who.id },
        );
        expect(reply.status).toBe(200);
      },
    ],
    ['a disabled account', byHand({ is_active: false })],
    ['changed rights', byHand({ rights_version: 9 })],
  ])('%s is felt by both within a second, over connections too', async (_, end) => {
    const made = await atWork();
    await end(made);
    const from = performance.now();
    const lastAnswered = await Promise.all([lastGood(made.browser, from), lastGood(made.there, from)]);
    for (const sentAt of lastAnswered) expect(sentAt).toBeLessThan(inTime(1000));
    expect(await Promise.all(made.sockets.map((one_) => one_.code))).toEqual([4401, 4401]);
    // Asked every 0.8 s; the rest is the way of the answer on a busy machine.
    expect(performance.now() - from).toBeLessThan(inTime(2500));
  });

  it('fifty tabs spread over both make one rotation', async () => {
    const { browser } = await atWork();
    const tabs = Array.from({ length: 50 }, (_, i) =>
      Object.assign(new Browser(i % 2 ? one : other, 'd'), { cookie: browser.cookie }),
    );
    const replies = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200));
    expect(replies.filter((reply) => reply.cookie !== null)).toHaveLength(1);
  });
});
