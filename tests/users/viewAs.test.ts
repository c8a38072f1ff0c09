// Looking through someone's eyes: what is seen, what is refused, when it ends.
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { garages } from '../../contract/garages.ts';
import { saveView } from '../../contract/habits.ts';
import { duplicateHints } from '../../contract/profiles.ts';
import { globalSearch } from '../../contract/search.ts';
import * as session from '../../contract/session.ts';
import * as c from '../../contract/users.ts';
import { goodSessions } from '../../server/kernel/sessions.ts';
import { endOldViews } from '../../server/users/viewAs.ts';
import { as, caller, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser } from '../session/people.ts';

let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

async function superuser() {
  const who = await account(t, { rights: [{ region_id: w.foreignRegion }], isSuperuser: 2 });
  const browser = new Browser(t);
  await browser.signIn(who.email);
  return { who, browser };
}
async function looking(place: { level: 'mo' | 'po'; place: number } = { level: 'po', place: w.po }) {
  const { who, browser } = await superuser();
  const target = await account(t, { rights: [{ po_id: w.po }, { mo_id: w.mo }], capabilities: [1, 2, 3] });
  const own = browser.token;
  const reply = await browser.call(c.viewAs, place, {}, { id: target.id });
  expect(reply.status).toBe(200);
  const eyes = reply.body.token as string;
  browser.token = own;
  return { who, target, browser, eyes, see: caller(t.app, eyes, '127.0.0.1', browser.fingerprint) };
}
const later = (ms: number) => t.setNow(new Date(t.deps.clock.now().getTime() + ms).toISOString());
const lines = (verb: string, object: number) =>
  t.deps.db.selectFrom('action_log').where('verb', '=', verb).where('object_id', '=', object).selectAll().execute();

describe('someone’s eyes', () => {
  it('see what he sees at the chosen place, and nothing of the superuser', async () => {
    const chief = await as(t, { mo: w.mo });
    const mine = await newGarage(chief, w.po);
    await newGarage(chief, w.siblingPo);
    const { see, target } = await looking();
    const seen = (await see(garages.list)).body.map((row: { id: number }) => row.id);
    expect(seen).toContain(mine.id);
    expect(seen).toHaveLength(1);
    expect((await see(c.users.list)).status).toBe(403);
    expect((await see(session.userDetail, { params: { id: target.id } })).status).toBe(200);
  });

  it('write nothing: every writing call of the contract answers 403 in words and no row changes', async () => {
    const { see } = await looking();
    const state = async () =>
      (
        await sql`select (select count(*) from action_log) as log, (select max(updated_at) from garage) as g,
          (select sum(version) from app_user) as u, (select count(*) from session) as s, (select count(*) from saved_view) as v`.execute(
          t.deps.db,
        )
      ).rows[0];
    const before = await state();
    const params = {
      id: 1,
      po: w.po,
      objectId: 1,
      type: 'garage',
      consentId: 1,
      ownershipId: 1,
      resource: 'garages',
      userId: 1,
      publicId: 'x',
      sessionId: 1,
      key: 'garages.columns',
    };
    const writes = allEndpoints.filter((call) => !call.reads);
    expect(writes.length).toBeGreaterThan(40);
    for (const call of writes) {
      const reply = await see(call, { params, body: {} as never });
      expect([call.path, reply.status]).toEqual([call.path, 403]);
    }
    const told = await see(saveView, { params: { resource: 'garages' }, body: { name: 'x', state: {} } });
    expect(told.body.message).toBe('Режим просмотра: изменения недоступны');
    expect(await state()).toEqual(before);
  });

  it('reads that are written down are refused too', async () => {
    const { see } = await looking();
    const reply = await see(
      allEndpoints.find((call) => call.path === '/api/export/:resource')!,
      {
        params: { resource: 'garages' },
        body: { format: 'csv', columns: ['plate'], sort: ['place', 'ASC'], filter: {} } as never,
      },
    );
    expect(reply.status).toBe(403);
  });

  it('a passport finds nobody, whether there is one or not', async () => {
    const chief = await as(t, { mo: w.mo });
    const person = await newPerson(chief, w.po, { passSeria: '4099', passNum: '765432' });
    const { see } = await looking();
    const find = async (q: string) => {
      const { status, body } = await see(globalSearch, { query: { q } });
      return [status, body.profiles];
    };
    expect(await find('4099 765432')).toEqual([200, { total: 0, items: [] }]);
    expect(await find('4099 765432')).toEqual(await find('4099 765431'));
    const own = await chief.call(globalSearch, { query: { q: '4099 765432' } });
    expect(own.body.profiles.items.map((item: { id: number }) => item.id)).toEqual([person.id]);
  });

  it('hints of a new card find nobody by a passport or a phone, whether there is one or not', async () => {
    const chief = await as(t, { mo: w.mo });
    const known = { passSeria: '4098', passNum: '111222', phoneNumberList: ['+79213334455'] };
    const person = await newPerson(chief, w.po, { lastName: 'Подсказов', ...known });
    const { see } = await looking();
    const hints = async (typed: object) => {
      const { status, body } = await see(duplicateHints, {
        body: { lastName: 'Иной', phoneNumberList: [], ...typed } as never,
      });
      return [status, body.data];
    };
    for (const typed of [{ passSeria: '4098', passNum: '111222' }, { phoneNumberList: ['+79213334455'] }])
      expect(await hints(typed)).toEqual([200, []]);
    const own = await chief.call(duplicateHints, { body: { lastName: 'Иной', ...known } as never });
    expect(own.body.data.map((hint: { id: number }) => hint.id)).toEqual([person.id]);
  });

  it('start and end are logged at the place, by the superuser', async () => {
    const { target, browser, who } = await looking();
    expect((await browser.call(c.endViewAs)).status).toBe(204);
    const [start] = await lines('user.view_as', target.id);
    const [end] = await lines('user.view_as_end', target.id);
    expect([start!.user_id, start!.po_id, start!.mo_id]).toEqual([who.id, w.po, w.mo]);
    expect([end!.user_id, end!.text]).toEqual([who.id, 'Закончен просмотр глазами пользователя: вернулся сам']);
    expect((await browser.call(c.endViewAs)).status).toBe(204);
    expect(await lines('user.view_as_end', target.id)).toHaveLength(1);
  });
});

describe('the end', () => {
  it('after half an hour, though the token of a person lives on by refreshing', async () => {
    const { see, target } = await looking();
    later(29 * 60_000);
    expect((await see(session.menuCounters)).status).toBe(200);
    later(2 * 60_000);
    expect((await see(session.menuCounters)).status).toBe(401);
    await endOldViews(t.deps);
    expect((await lines('user.view_as_end', target.id)).map((line) => line.text)).toEqual([
      'Закончен просмотр глазами пользователя: время вышло',
    ]);
    await endOldViews(t.deps);
    expect(await lines('user.view_as_end', target.id)).toHaveLength(1);
  });

  it('with «Вернуться», with the superuser’s sign-out, with his demotion, with the person’s new rights', async () => {
    const one = await looking();
    await one.browser.call(c.endViewAs);
    expect((await one.see(session.menuCounters)).status).toBe(401);

    const two = await looking();
    await two.browser.call(session.logout);
    expect((await two.see(session.menuCounters)).status).toBe(401);

    const three = await looking();
    await t.deps.db.updateTable('app_user').set({ is_superuser: 0 }).where('id', '=', three.who.id).execute();
    later(1000);
    expect((await three.see(session.menuCounters)).status).toBe(401);

    const four = await looking();
    await t.deps.db.updateTable('app_user').set({ rights_version: 9 }).where('id', '=', four.target.id).execute();
    later(1000);
    expect((await four.see(session.menuCounters)).status).toBe(401);

    const five = await looking();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', five.target.id).execute();
    later(1000);
    expect((await five.see(session.menuCounters)).status).toBe(401);
  });

  it('is felt by a connection already open: it lives as long as the session that asked', async () => {
    const { browser, eyes } = await looking();
    const { sid } = decodeJwt(eyes) as { sid: number };
    const lives = async () => (await goodSessions(t.deps, [sid])).has(sid);
    expect(await lives()).toBe(true);
    await browser.call(session.logout);
    expect(await lives()).toBe(false);
  });

  it('it can not be made a token that writes: no refresh, no switching, no second look', async () => {
    const { eyes, see, target } = await looking();
    const thief = new Browser(t);
    thief.token = eyes;
    expect((await thief.call(session.refreshToken, {})).status).toBe(403);
    thief.token = '';
    expect((await thief.call(session.refreshToken, {})).status).toBe(401);
    expect((await see(session.updateToken, { body: { mo: w.mo } })).status).toBe(403);
    expect((await see(c.viewAs, { params: { id: target.id }, body: { level: 'mo', place: w.mo } })).status).toBe(403);
  });

  it('a new look ends the one before; the cookie brings the superuser back', async () => {
    const { browser, see, target, who } = await looking();
    const own = browser.token;
    await browser.call(c.viewAs, { level: 'mo', place: w.mo }, {}, { id: target.id });
    expect(browser.claims).toMatchObject({ id: target.id, mo: w.mo, view_only: true, viewer: who.id });
    expect((await see(session.menuCounters)).status).toBe(401);
    browser.token = own;
    await browser.refresh();
    expect([browser.claims.id, browser.claims.view_only]).toEqual([who.id, undefined]);
  });
});

describe('refused', () => {
  it('for superusers, oneself, the disabled, a place that is not held, the absent', async () => {
    const { browser, who } = await superuser();
    const other = await account(t, { rights: [{ po_id: w.po }], isSuperuser: 2 });
    const off = await account(t, { rights: [{ po_id: w.po }], isActive: false });
    const target = await account(t, { rights: [{ po_id: w.po }] });
    const look = (id: number, place = w.po) => browser.call(c.viewAs, { level: 'po', place }, {}, { id });
    for (const id of [who.id, other.id, off.id]) expect((await look(id)).status).toBe(422);
    expect((await look(target.id, w.cousinPo)).body.errors).toEqual({ place: 'Этого права у пользователя нет' });
    expect((await look(2_000_000)).status).toBe(404);
  });
});
