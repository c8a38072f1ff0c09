// What browsers are told with every answer, and what the entrance makes of shapes that no console sends.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { login } from '../../contract/session.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, PASSWORD } from '../session/people.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const asked = [
  ['a page of data', { method: 'GET', url: '/api/garages/' }],
  ['a refusal', { method: 'GET', url: '/api/users/' }],
  ['an absent address', { method: 'GET', url: '/api/nothing/' }],
  ['a bad body', { method: 'POST', url: '/api/login/', payload: { email: 1 } }],
  ['the sign of life', { method: 'GET', url: '/healthz' }],
] as const;
it.each(asked)('%s carries the rules of the browser and opens itself to no other site', async (_, request) => {
  const { headers } = await t.app.inject({
    ...request,
    headers: { origin: 'https://evil.example.ru', authorization: `Bearer ${mo.token}` },
  });
  const policy = String(headers['content-security-policy']).split(';');
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // The live channel of the page's own host is 'self' too; a socket to another host is none of its business.
    "connect-src 'self'",
  ])
    expect(policy).toContain(rule);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['strict-transport-security']).toMatch(/^max-age=(\d{8,}); includeSubDomains$/);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it('cookies are out of reach for scripts, other sites and unencrypted connections', async () => {
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  const reply = await t.app.inject({
    method: login.method,
    url: login.path,
    headers: { 'x-fingerprint': 'f'.repeat(64) },
    payload: { email: who.email, password: PASSWORD },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.cookies.length).toBe(2);
  for (const cookie of reply.cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/api' });
});

it('a parameter given twice is refused, not chosen from', async () => {
  const headers = { authorization: `Bearer ${mo.token}` };
  for (const query of ['sort=["id","ASC"]&sort=["id","DESC"]', 'filter={}&filter={}', 'range=[0,1]&range=[0,2]']) {
    const reply = await t.app.inject({ url: `${garages.list.path}?${query}`, headers });
    expect([query, reply.statusCode]).toEqual([query, 422]);
  }
});

it.each(['TRACE', 'PROPFIND', 'PATCH'])('%s is no method here', async (method) => {
  const reply = await t.app.inject({ method: method as 'GET', url: garages.list.path, payload: { a: 1 } });
  expect([404, 405, 401]).toContain(reply.statusCode);
  expect(reply.payload).not.toContain('payload');
});
