// Two servers over one PostgreSQL print at once: sixty-four numbers without a gap, none twice.
import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import type { Database } from '../../server/db/open.ts';
import { openDeps } from '../../server/deps.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import type { TestApp } from '../kit/app.ts';
import { onServer } from '../kit/database.ts';
import { somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { ownedGarage, place, print } from './kit.ts';

const PRINTS = 64;
let server: PostgresServer;
let database: Database;
const apps: FastifyInstance[] = [];
let deps: AppDeps;
const dataDir = mkdtempSync(join(tmpdir(), 'registry-two-printers-'));

beforeAll(async () => {
  server = await somePostgres();
  database = await onServer(server.url);
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  deps = await openDeps(settings, { database, secrets: secretsFrom(new Uint8Array(32).fill(7)) });
  for (let nth = 0; nth < 2; nth += 1) apps.push(await buildApp(deps));
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('64 prints over two servers take 64 numbers in a row', { timeout: 120_000 }, async () => {
  const over = (app: FastifyInstance) =>
    ({ app, deps, setNow: () => undefined, close: async () => undefined }) as unknown as TestApp;
  const [one, other] = [over(apps[0]!), over(apps[1]!)];
  const at = await place(one);
  const { garage } = await ownedGarage(at);
  const printed = await Promise.all(
    Array.from({ length: PRINTS }, (_, nth) =>
      print(nth % 2 ? one : other, at.po, { document_type_id: 1, garage_id: garage.id }),
    ),
  );
  expect(printed.map(({ status }) => status)).toEqual(Array.from({ length: PRINTS }, () => 200));
  const rows = await deps.db.selectFrom('document').select('number').execute();
  const numbers = rows.map(({ number }) => Number(/\/(\d+)-/.exec(number)![1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: PRINTS }, (_, nth) => nth + 1));
});
