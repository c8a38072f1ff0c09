// The log of the process tells who was refused what, and nothing of what was sent.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profiles } from '../../contract/profiles.ts';
import { backupList } from '../../contract/instruments/backups.ts';
import { buildApp } from '../../server/app.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let quiet: FastifyInstance;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  quiet = t.app;
  t.app = await buildApp({ ...t.deps, settings: { ...t.deps.settings, LOG_LEVEL: 'warn' } }, { log });
});
afterAll(async () => {
  await quiet.close();
  await t.close();
});

it('a call without the right to it is told with the person and the call', async () => {
  const clerk = await as(t, { po: w.po });
  expect((await clerk.call(backupList, { query: { q: 'тайна 4000 123456' } })).status).toBe(403);
  expect(lines).toMatchObject([
    {
      level: 40,
      msg: 'refused',
      status: 403,
      call: `GET ${backupList.path}`,
      user: clerk.userId,
      session: expect.any(Number),
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/тайна|123456/);
});

it('a body larger than any form is told too, an allowed call is not', async () => {
  const clerk = await as(t, { po: w.po });
  lines.length = 0;
  expect((await clerk.call(profiles.list)).status).toBe(200);
  expect(lines).toEqual([]);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/login/',
    headers: { 'content-type': 'application/json' },
    payload: `{"email":"${'a'.repeat(3_000_000)}"}`,
  });
  expect(reply.statusCode).toBe(413);
  expect(lines).toMatchObject([{ msg: 'refused', status: 413, call: 'POST /api/login/', user: null }]);
});
