// Filters by a day go by the program's clock at the garage's own МО: in Kamchatka the day is not over at 23:30.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages, garageSelection } from '../../contract/garages.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { ownedGarage } from '../reregistrations/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.mo).execute();
});
afterAll(() => t.close());

it('a privilege and a restriction end with the day of the МО', async () => {
  const garage = await ownedGarage(mo, w.po);
  const { id: privilege_id } = await t.deps.db
    .selectFrom('privilege')
    .where('id', '<>', 0)
    .where('is_active', '=', true)
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow();
  await t.deps.db
    .updateTable('profile')
    .set({ privilege_id, privilege_end_date: '2026-11-20' })
    .where('id', '=', garage.owners[0]!.profile_id)
    .execute();
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  await t.deps.db
    .insertInto('garage_restriction')
    .values({ garage_id: garage.id, kind: 'arrest', ground: 'Суд', since: '2026-11-20', until: '2026-11-20', ...place })
    .execute();
  const found = async (filter: object) => {
    const list = await mo.call(garages.list, { query: { filter } });
    expect(list.status, list.text).toBe(200);
    const body = { filter, all: true, included: [], excluded: [], expected: 0 };
    const { body: chosen } = await mo.call(garageSelection, { body });
    return [list.body.length, chosen.count];
  };
  const all = async () => {
    // An hour without a deed ends a session.
    mo = await as(t, { mo: w.mo });
    return [
      await found({ privilegeState: 'expired' }),
      await found({ privilegeState: 'expires30' }),
      await found({ restricted: true }),
    ];
  };
  t.setNow('2026-11-20T11:30:00.000Z');
  expect(await all()).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
  t.setNow('2026-11-20T12:30:00.000Z');
  expect(await all()).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
});
