// The providers against the real server: signing in, a token that runs out in the middle of work, a session that ends.
import axios from 'axios';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as contract from '../../contract/session.ts';
import { viewAs } from '../../contract/users.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, PASSWORD, verbsOf } from '../session/people.ts';
import { pageStorage, talkTo } from './browserGlobals.ts';

const clearStorage = pageStorage();
const { http, call, onTroubles } = await import('../../providers/http.ts');
const { checkStoredToken, refreshOnce } = await import('../../providers/refresh.ts');
const { isSignOutDue, tellSignOut } = await import('../../providers/lateSignOut.ts');
const { authProvider } = await import('../../providers/authProvider.ts');
const { currentActor, currentToken, storeToken, timeAtWork } = await import('../../providers/session.ts');

let t: TestApp;
let w: World;
let cookies: Map<string, string>;
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const signedOut = vi.fn();

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  ({ cookies } = talkTo(`http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`, [http, axios]));
  onTroubles({ signedOut });
});
beforeEach(() => {
  // Before the page was opened a browser of the same device may have been here.
  clearStorage();
  cookies.clear();
  signedOut.mockClear();
  at(0);
});
afterAll(() => t.close());

async function signIn() {
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  await authProvider.login({ email: who.email, password: PASSWORD });
  return who;
}

describe('signing in and out', () => {
  it('the day is that of the МО by the clock of the server, however wrong this computer is', async () => {
    await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.mo).execute();
    await signIn();
    const { now, zone } = timeAtWork();
    expect([zone, Math.abs(now.getTime() - START) < 60_000]).toEqual(['Asia/Kamchatka', true]);
    await t.deps.db.updateTable('mo').set({ time_zone: 'Europe/Moscow' }).where('id', '=', w.mo).execute();
  });

  it('keeps the token; the actor is the same object until it changes', async () => {
    const who = await signIn();
    expect(currentActor()).toMatchObject({ userId: who.id, mo: w.mo, capabilities: [1, 2] });
    expect(currentActor()).toBe(currentActor());
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: who.id, fullName: 'Крылова М. С.' });
    await authProvider.logout({});
    // The device stays known: the next sign-in here asks for no letter.
    expect([currentToken(), currentActor(), [...cookies.keys()]]).toEqual([null, null, ['device']]);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.logout']);
  });

  it('out of somebody’s eyes ends the own session too: nothing stays open on an office computer', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }], isSuperuser: 2 });
    const seen = await account(t, { rights: [{ po_id: w.po }] });
    await authProvider.login({ email: who.email, password: PASSWORD });
    const place = { level: 'po', place: w.po } as const;
    const { token } = await call(viewAs, { params: { id: seen.id }, body: place });
    storeToken(token);
    expect(currentActor()).toMatchObject({ userId: seen.id, viewOnly: true });
    await authProvider.logout({});
    const open = t.deps.db
      .selectFrom('session')
      .where('ended_at', 'is', null)
      .where('parent_id', 'is', null)
      .select('id');
    expect(await open.where('user_id', '=', who.id).execute()).toEqual([]);
    expect(await verbsOf(t, who.id)).toEqual(expect.arrayContaining(['sign.login', 'sign.logout']));
    expect([currentToken(), [...cookies.keys()]]).toEqual([null, ['device']]);
  });

  it('without a connection is told when there is one: the session does not live on behind the cookie', async () => {
    const who = await signIn();
    const address = http.defaults.baseURL;
    http.defaults.baseURL = 'http://127.0.0.1:9';
    await authProvider.logout({});
    expect([currentToken(), isSignOutDue(), await tellSignOut()]).toEqual([null, true, false]);
    http.defaults.baseURL = address;
    expect(await verbsOf(t, who.id)).toEqual(['sign.login']);
    expect([await tellSignOut(), isSignOutDue()]).toEqual([true, false]);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.logout']);
  });

  it('leaves nothing of what one searched and filtered by to the next one at this computer', async () => {
    const list = 'RaStoreregistry.profiles';
    const first = await signIn();
    localStorage.setItem(list, JSON.stringify({ page: 1, perPage: 25, filter: { q: 'Иванов' } }));
    localStorage.setItem(`${list}.columns`, JSON.stringify({ phone: true }));
    sessionStorage.setItem('stashed-receivers', '{}');
    await authProvider.logout({});
    await authProvider.login({ email: first.email, password: PASSWORD });
    expect(localStorage.getItem(list)).toContain('Иванов');
    await authProvider.logout({});
    await signIn();
    expect([localStorage.getItem(list), sessionStorage.getItem('stashed-receivers')]).toEqual([null, null]);
    expect(localStorage.getItem(`${list}.columns`)).toContain('phone');
  });

  it('throws what the server said of a wrong password, and shows no dialog', async () => {
    const serverError = vi.fn();
    onTroubles({ serverError, notPermitted: serverError });
    const refused = authProvider.login({ email: 'nobody@example.ru', password: 'не тот' });
    await expect(refused).rejects.toMatchObject({
      status: 422,
      body: { errors: { password: 'Неверная почта или пароль' } },
    });
    expect(serverError).not.toHaveBeenCalled();
  });

  it('says by the same rules as the server who may', async () => {
    await signIn();
    const may = (needs: unknown) => authProvider.canAccess?.({ resource: '', action: '', record: { needs } } as never);
    expect(await may({ who: 'signedIn', capability: 2 })).toBe(true);
    expect(await may({ who: 'signedIn', capability: 3 })).toBe(false);
    expect(await may({ who: 'superuser' })).toBe(false);
  });
});

describe('a token that runs out in the middle of work', () => {
  it('is refreshed and the call is sent again', async () => {
    const who = await signIn();
    const old = currentToken();
    at(16 * 60_000);
    expect((await call(contract.userDetail, { params: { id: who.id } })).data.email).toBe(who.email);
    expect(currentToken()).not.toBe(old);
  });

  it('twenty calls at once make one refresh', async () => {
    const who = await signIn();
    at(16 * 60_000);
    const replies = await Promise.all(Array.from({ length: 20 }, () => call(contract.menuCounters)));
    expect(replies).toHaveLength(20);
    expect((await verbsOf(t, who.id)).filter((verb) => verb === 'sign.refresh')).toHaveLength(1);
  });

  it('is found already new when another tab was first', async () => {
    const who = await signIn();
    const stale = currentToken();
    at(16 * 60_000);
    await refreshOnce();
    const fresh = currentToken()!;
    storeToken(stale);
    const pending = call(contract.menuCounters);
    storeToken(fresh);
    await pending;
    expect((await verbsOf(t, who.id)).filter((verb) => verb === 'sign.refresh')).toHaveLength(1);
  });

  it('of a place that was taken away: what was typed there is not written at another one', async () => {
    const rights = [{ mo_id: w.mo }, { mo_id: w.siblingMo }];
    const who = await account(t, { rights });
    await authProvider.login({ email: who.email, password: PASSWORD });
    const loseRights = async (mo: number | null) => {
      if (mo) await t.deps.db.deleteFrom('user_right').where('user_id', '=', who.id).where('mo_id', '=', mo).execute();
      const next = { rights_version: sql<number>`rights_version + 1` };
      await t.deps.db.updateTable('app_user').set(next).where('id', '=', who.id).execute();
    };
    const rename = (first_name: string) =>
      call(contract.updateUserDetail, { params: { id: who.id }, body: { first_name }, quiet: true });
    const nameNow = async () => (await call(contract.userDetail, { params: { id: who.id } })).data.first_name;
    // Other rights at the same place: the call is sent again.
    await loseRights(null);
    await rename('Анна');
    at(5000);
    await loseRights(w.mo);
    const refused = rename('Вера');
    await expect(refused).rejects.toMatchObject({ status: 409 });
    await expect(refused).rejects.toThrow('Ничего не записано');
    expect([currentActor()?.mo, await nameNow()]).toEqual([w.siblingMo, 'Анна']);
    await rename('Вера');
    expect(await nameNow()).toBe('Вера');
  });

  it('signs out when the session has ended', async () => {
    const who = await signIn();
    await t.deps.db
      .updateTable('session')
      .set({ ended_at: new Date(START).toISOString() })
      .where('user_id', '=', who.id)
      .execute();
    at(1000);
    const results = await Promise.allSettled([call(contract.menuCounters), call(contract.userPoList)]);
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { status: 401 } });
    expect(currentToken()).toBeNull();
    expect(signedOut).toHaveBeenCalledTimes(1);
  });
});

describe('the token check before anything is shown', () => {
  // The page's own clock says whether a token has run out.
  const pageClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: START + ms });

  it('leaves a good token alone', async () => {
    pageClock(0);
    const who = await signIn();
    pageClock(60_000);
    await checkStoredToken();
    vi.useRealTimers();
    expect(await verbsOf(t, who.id)).toEqual(['sign.login']);
    expect(currentActor()?.userId).toBe(who.id);
  });

  it('refreshes one that has run out', async () => {
    pageClock(0);
    const who = await signIn();
    at(3600_000);
    pageClock(3600_000);
    await checkStoredToken();
    vi.useRealTimers();
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.refresh']);
  });

  it('clears one whose session is gone', async () => {
    pageClock(0);
    await signIn();
    cookies.clear();
    pageClock(3600_000);
    await checkStoredToken();
    vi.useRealTimers();
    expect(currentToken()).toBeNull();
  });

  it.each([-20, -5, 5, 20, 300])('works on a computer whose clock is %i minutes off', async (minutes) => {
    const skew = minutes * 60_000;
    pageClock(skew);
    const who = await signIn();
    pageClock(skew + 60_000);
    await authProvider.checkAuth({});
    expect(await verbsOf(t, who.id)).toEqual(['sign.login']);
    // Run out by the server's time: refreshed once and good again.
    at(16 * 60_000);
    pageClock(skew + 16 * 60_000);
    await authProvider.checkAuth({});
    await authProvider.checkAuth({});
    vi.useRealTimers();
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'sign.refresh']);
    expect(currentActor()?.userId).toBe(who.id);
  });

  it('without a connection keeps the person signed in, and goes on when it is back', async () => {
    pageClock(0);
    const who = await signIn();
    at(16 * 60_000);
    pageClock(16 * 60_000);
    const home = axios.defaults.baseURL!;
    axios.defaults.baseURL = 'http://127.0.0.1:1';
    expect(await refreshOnce()).toBe(false);
    expect([currentActor()?.userId, signedOut.mock.calls.length]).toEqual([who.id, 0]);
    axios.defaults.baseURL = home;
    expect(await refreshOnce()).toBe(true);
    vi.useRealTimers();
    expect((await call(contract.menuCounters)).jobs).toBe(0);
  });

  it('where cookies are blocked, the token is good for its time and then the person signs in again', async () => {
    const who = await signIn();
    cookies.clear();
    expect((await call(contract.menuCounters)).jobs).toBe(0);
    at(16 * 60_000);
    await expect(call(contract.menuCounters)).rejects.toMatchObject({ status: 401 });
    expect([currentToken(), signedOut.mock.calls.length]).toEqual([null, 1]);
    // Nobody else used the session: it is not taken for stolen.
    expect(await verbsOf(t, who.id)).toEqual(['sign.login']);
  });

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    id: 1,
    sid: 1,
    uname: 'А',
    is_superuser: 0,
    role: 'clerk',
    region_name: null,
    mo_name: null,
    po_name: null,
    region_rights: [],
    mo_rights: [],
    po_rights: [],
    capabilities: [],
    exp: 4e9,
  };
  it.each([
    ['rubbish', 'rubbish'],
    ['claims of another product', `${part({ alg: 'HS256' })}.${part({ sub: 'x', exp: 4e9 })}.s`],
    ['no place', `${part({ alg: 'HS256' })}.${part({ ...claims, region: null, mo: null, po: null })}.s`],
  ])('clears %s', async (_, token) => {
    storeToken(token);
    await checkStoredToken();
    expect(currentToken()).toBeNull();
  });
});
