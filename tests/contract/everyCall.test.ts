// Rows made from the contract: what every call answers to strangers, to those without a right, and to nonsense.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { refusal, type Actor } from '../../contract/kernel/scope.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let powerless: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  powerless = await as(t, { po: w.po, capabilities: [] });
});
afterAll(() => t.close());

const asPowerless = (): Actor => ({
  userId: powerless.userId,
  sessionId: 1,
  name: '',
  role: '',
  isSuperuser: 0,
  region: null,
  mo: null,
  po: w.po,
  capabilities: [],
});
const guarded = allEndpoints.filter((call) => call.needs.who !== 'anyone');
const named = (calls: typeof allEndpoints) => calls.map((call) => [`${call.method} ${call.path}`, call] as const);
/** A value for every `:part` of a path. */
const params = {
  id: 1,
  po: 1,
  objectId: 1,
  type: 'garage',
  consentId: 1,
  ownershipId: 1,
  resource: 'garages',
  userId: 1,
  publicId: 'x',
  sessionId: 1,
  fileId: 1,
  token: 'x',
};
const inject = (call: (typeof allEndpoints)[number], token?: string, payload?: object) =>
  t.app.inject({
    method: call.method,
    url: pathOf(call, params),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(payload ? { payload } : {}),
  });

describe('every call', () => {
  it('is answered by a slice', () => expect(t.app.unmounted).toEqual([]));

  it.each(named(guarded))('%s refuses strangers', async (_name, call) => {
    expect((await inject(call)).statusCode).toBe(401);
    expect((await inject(call, 'nonsense.token.here')).statusCode).toBe(401);
  });

  it('refuses those without the right, in words, and changes nothing', async () => {
    const before = await t.deps.db
      .selectFrom('action_log')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const forbidden = guarded.filter((call) => refusal(asPowerless(), call.needs));
    expect(forbidden.length).toBeGreaterThan(20);
    for (const call of forbidden) {
      const reply = await inject(call, powerless.token, {});
      expect([call.path, reply.statusCode, reply.json().message]).toEqual([
        call.path,
        403,
        refusal(asPowerless(), call.needs),
      ]);
    }
    expect(
      await t.deps.db
        .selectFrom('action_log')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  it.each(named(allEndpoints.filter((call) => call.body)))(
    '%s answers nonsense with a text, never a fault',
    async (_name, call) => {
      const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
      for (const payload of [{}, { version: 'x' }, [], { name: { $gt: '' } }]) {
        const reply = await inject(call, root.token, payload as object);
        expect(reply.statusCode).toBeGreaterThanOrEqual(200);
        expect(reply.statusCode).toBeLessThan(500);
      }
    },
  );

  it.each(named(allEndpoints.filter(({ kind, path }) => kind === 'upload' && !path.includes(':'))))(
    '%s takes a file by a form alone, and says so',
    async (_name, call) => {
      const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
      const reply = await inject(call, root.token, { file: 'x' });
      expect([reply.statusCode, reply.json().message]).toEqual([415, 'Отправьте файл формой']);
    },
  );

  it('is described in OpenAPI 3.1', async () => {
    const document = t.app.swagger() as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe('3.1.0');
    for (const call of allEndpoints) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      expect(Object.keys(document.paths[path] ?? {}), call.path).toContain(call.method.toLowerCase());
    }
  });

  it('its description is for superusers at work, for everybody where it is tried out', async () => {
    const hash = createHash('sha256').update('its-cookie').digest();
    const look = async (refresh?: string) =>
      Promise.all(
        ['/api/openapi.json', '/api/docs/'].map(
          async (url) => (await t.app.inject({ url, ...(refresh ? { cookies: { refresh } } : {}) })).statusCode,
        ),
      );
    const who = await as(t, { mo: w.mo });
    await t.deps.db.updateTable('session').set({ refresh_hash: hash }).where('user_id', '=', who.userId).execute();
    expect(await look()).toEqual([404, 404]);
    expect(await look('its-cookie')).toEqual([404, 404]);
    await t.deps.db.updateTable('app_user').set({ is_superuser: 2 }).where('id', '=', who.userId).execute();
    expect(await look('its-cookie')).toEqual([200, 200]);
    expect(await look('another')).toEqual([404, 404]);
    const tried = await testApp({ DEMO: '1' });
    expect((await tried.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(200);
    await tried.close();
  });

  it('a route that is in no contract can not be mounted', () => {
    expect(() => t.app.get('/api/backdoor/', () => 'open')).toThrow();
  });
});
