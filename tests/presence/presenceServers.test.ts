// Two processes over one PostgreSQL: people in one card see each other whichever process they are connected to.
import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { buildApp } from '../../server/app.ts';
import type { Database } from '../../server/db/open.ts';
import { openDeps } from '../../server/deps.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { as, type TestApp } from '../kit/app.ts';
import { onServer } from '../kit/database.ts';
import { somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { newGarage } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { account, Browser } from '../session/people.ts';

let server: PostgresServer;
let database: Database;
const apps: FastifyInstance[] = [];
const sockets: WebSocket[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'registry-presence-'));
let t: TestApp;

beforeAll(async () => {
  server = await somePostgres();
  database = await onServer(server.url);
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  const deps = await openDeps(settings, { database, secrets: secretsFrom(new Uint8Array(32).fill(7)) });
  for (let nth = 0; nth < 2; nth += 1) {
    const app = await buildApp(deps);
    await app.listen({ port: 0, host: '127.0.0.1' });
    apps.push(app);
  }
  t = { app: apps[0]!, deps, setNow: () => undefined, close: async () => undefined };
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  for (const app of apps) await app.close();
  await database.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function person(app: FastifyInstance, right: { mo_id?: number; po_id?: number }) {
  const who = await account(t, { rights: [right] });
  const browser = new Browser(t);
  await browser.signIn(who.email);
  const { port } = app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${who.id}`, ['auth', browser.token, browser.fingerprint]);
  sockets.push(socket);
  const companies: string[][] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveMessage;
    if (message.type === 'card_viewers') companies.push(message.message.people);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return { socket, companies };
}

it('is told across processes, and unsaid when a tab of the other process dies', async () => {
  const w = await world(t.deps.db);
  const garage = await newGarage(await as(t, { mo: w.mo }), w.po);
  const here = await person(apps[0]!, { mo_id: w.mo });
  const there = await person(apps[1]!, { po_id: w.po });
  for (const { socket } of [here, there])
    socket.send(JSON.stringify({ type: 'card_opened', message: { resource: 'garages', id: garage.id } }));
  await expect
    .poll(() => [here.companies.at(-1), there.companies.at(-1)])
    .toEqual([['Крылова М. С.'], ['Крылова М. С.']]);
  there.socket.terminate();
  await expect.poll(() => here.companies.at(-1)).toEqual([]);
});
