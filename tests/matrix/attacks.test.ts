// Ways around the rights that no route asks about: questions that betray hidden fields, other pages, headers, guessed numbers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { garages } from '../../contract/garages.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { payments } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import * as session from '../../contract/session.ts';
import { users } from '../../contract/users.ts';
import { exportList } from '../../contract/exports.ts';
import { globalSearch } from '../../contract/search.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, PASSWORD } from '../session/people.ts';
import { policy } from './policy.ts';
import { nameOf } from './matrix.ts';

const PASSPORT = { passSeria: '9999', passNum: '123456', passText: 'УВД' };
const PHONE = '+79007654321';
let t: TestApp;
let w: World;
let keeper: Caller;
let reader: Caller;
let stranger: Caller;
let person: number;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  keeper = await as(t, { mo: w.mo });
  reader = await as(t, { po: w.po, capabilities: [] });
  stranger = await as(t, { mo: w.foreignMo });
  person = (await newPerson(keeper, w.po, { ...PASSPORT, phoneNumberList: [PHONE], lastName: 'Тайнов' })).id;
  garage = (await newGarage(keeper, w.po, { alreadyExistProfile: [{ profileId: person }], ownedSince: '2020-01-01' }))
    .id;
});
afterAll(() => t.close());

describe('a hidden field is not betrayed', () => {
  const found = async (who: Caller, q: string) => {
    const { body } = await who.call(globalSearch, { query: { q } });
    return body.garages.total + body.profiles.total;
  };
  it('by searching: a passport only to those who keep the register, and whole', async () => {
    expect(await found(keeper, '9999 123456')).toBeGreaterThan(0);
    for (const q of ['9999 123456', '123456', '9999']) expect(await found(reader, q), q).toBe(0);
    for (const q of ['12345', '99 99 12345']) expect(await found(keeper, q), q).toBe(0);
  });
  it('by searching from elsewhere', async () => {
    expect(await found(keeper, '4321')).toBeGreaterThan(0);
    for (const q of ['Тайнов', '4321', '9999 123456']) expect(await found(stranger, q), q).toBe(0);
  });
  it.each([garages, profiles, payments, users])(
    'by a filter or an order of $name that no screen has',
    async ({ list }) => {
      const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
      for (const key of [
        'pass_hash',
        'pass_cipher',
        'phones',
        'password_hash',
        'totp_secret',
        'id; drop table garage',
      ]) {
        const sorted = await root.call(list, { query: { sort: JSON.stringify([key, 'ASC']) } });
        expect([key, sorted.status]).toEqual([key, 400]);
        const asked = await root.call(list, { query: { filter: JSON.stringify({ [key]: 'x' }) } });
        const bare = await root.call(list);
        // Unknown conditions are refused, or make no difference whatever their value.
        if (asked.status !== 400) expect(asked.text).toBe(bare.text);
      }
    },
  );
  it('by an export: of money without the right, of columns that are not on screen', async () => {
    const take = (resource: string, columns: string[]) =>
      reader.call(exportList, {
        params: { resource },
        body: { format: 'csv', columns, sort: ['id', 'ASC'], filter: {} },
      });
    expect((await take('contributions', ['on_date'])).status).toBe(403);
    for (const column of ['pass_hash', 'pass_cipher', 'password_hash', '__proto__', 'constructor'])
      expect((await take('profiles', [column])).status).toBe(422);
  });
  it('in a list, a card or an export by whole numbers of phones', async () => {
    const card = await keeper.call(profiles.one, { params: { id: person } });
    expect(card.body.phones_masked.join()).not.toContain('7654321'.slice(0, 3));
    for (const reply of [
      await reader.call(profiles.list),
      await reader.call(profiles.one, { params: { id: person } }),
      await reader.call(garages.one, { params: { id: garage } }),
      await keeper.call(garages.list),
    ])
      expect(reply.text).not.toContain('9007654321');
  });
});

describe('numbers are not guessed', () => {
  const byId = allEndpoints.filter((call) => ['garage', 'profile'].includes(policy[nameOf(call)]?.about ?? ''));
  const ask = (who: Caller, call: (typeof byId)[number], id: number) =>
    t.app.inject({
      method: call.method,
      url: pathOf(call, { id, objectId: id, type: 'garage', po: id }),
      headers: { authorization: `Bearer ${who.token}` },
      ...(policy[nameOf(call)]!.body ? { payload: policy[nameOf(call)]!.body!(id, 1) } : {}),
    });
  it('absent and foreign are answered alike, to the letter', async () => {
    expect(byId.length).toBeGreaterThan(15);
    for (const call of byId) {
      const foreign = await ask(stranger, call, policy[nameOf(call)]!.about === 'garage' ? garage : person);
      const absent = await ask(stranger, call, 999_999);
      expect([nameOf(call), foreign.statusCode, foreign.payload]).toEqual([
        nameOf(call),
        absent.statusCode,
        absent.payload,
      ]);
    }
  });
});

describe('another page', () => {
  it('can not refresh, sign out or write with the cookie of a person', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t, 'c');
    await browser.signIn(who.email);
    const elsewhere = { origin: 'https://evil.example.ru' };
    for (const call of [session.refreshToken, session.logout, session.login])
      expect(
        (await browser.call(call, call.body ? { email: who.email, password: PASSWORD } : undefined, elsewhere)).status,
      ).toBe(403);
    expect((await browser.call(session.refreshToken, undefined, { origin: 'null' })).status).toBe(403);
    // An address that only begins with ours, or has it inside.
    const host = 'registry.example.ru';
    for (const origin of [`https://${host}.evil.ru`, `https://evil-${host}`, `https://evil.ru?${host}`])
      expect((await browser.call(session.refreshToken, undefined, { host, origin })).status).toBe(403);
    // Control: a page of ours may.
    expect((await browser.call(session.refreshToken, undefined, { origin: t.deps.settings.publicUrl })).status).toBe(
      200,
    );
    // So may one of the very address that was called, whatever the settings name.
    const own = { host: 'garages.local:8080', origin: 'http://garages.local:8080' };
    expect((await browser.call(session.refreshToken, undefined, own)).status).toBe(200);
    const port = { ...own, origin: 'http://garages.local:9090' };
    expect((await browser.call(session.refreshToken, undefined, port)).status).toBe(403);
  });
});

describe('limits', () => {
  it('are kept by the address of the connection, whatever the headers say', async () => {
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'];
    const left = async (n: number) => {
      const headers = Object.fromEntries(names.map((name) => [name, `203.0.113.${n}`]));
      const reply = await t.app.inject({ url: '/api/public_settings/', remoteAddress: '198.51.100.7', headers });
      return Number(reply.headers['x-ratelimit-remaining']);
    };
    const first = await left(1);
    expect(first).toBeGreaterThan(10);
    for (let n = 2; n < 8; n += 1) expect(await left(n)).toBe(first - n + 1);
  });
  it('ten thousand garbage tokens are ten thousand refusals, and lists go on', async () => {
    let refused = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const reply = await t.app.inject({
        url: '/api/menu_counters/',
        remoteAddress: `10.${n >> 8}.${n & 255}.1`,
        headers: { authorization: `Bearer ${n}.${'x'.repeat(n % 50)}.y` },
      });
      if (reply.statusCode === 401) refused += 1;
    }
    expect(refused).toBe(10_000);
    expect((await keeper.call(garages.list)).status).toBe(200);
  });
});
