// The registry of objects: every entry is whole, and its SQL answers on the real tables.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf, objects, resourcesWith, typesWith, type ObjectType } from '../../contract/kernel/objects.ts';
import { nobody } from '../../server/kernel/ctx.ts';
import { findObject, keptObjects, requireObjectPlace } from '../../server/kernel/objects.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

const types = Object.keys(objects) as ObjectType[];

describe('the registry of objects', () => {
  it('names each resource once', () => {
    const resources = types.map((type) => objects[type].resource);
    expect(new Set(resources).size).toBe(resources.length);
    expect(objectOf('toString')).toBeUndefined();
    expect(objectOf('garage')?.resource).toBe('garages');
  });
  it('knows what its objects carry', () => {
    expect(typesWith('comments')).toEqual(['garage', 'profile', 'reregistration']);
    expect(resourcesWith('presence')).toEqual([
      'garages',
      'profiles',
      'reregistrations',
      'contributions',
      'users',
      'regions',
      'moes',
      'poes',
    ]);
  });
  it.each(types)('%s is found by its table, its place and its name', async (type) => {
    const anyRow = await t.deps.db.selectFrom(keptObjects[type].table).select('id').limit(1).executeTakeFirst();
    const everywhere = { ...nobody, userId: 1, isSuperuser: 2, region: w.region };
    expect(await findObject(t.deps.db, everywhere, type, 999_999)).toBeNull();
    if (anyRow && keptObjects[type].place === 'admin') {
      expect(await findObject(t.deps.db, everywhere, type, Number(anyRow.id))).toEqual(expect.any(String));
      expect(await findObject(t.deps.db, { ...everywhere, isSuperuser: 0 }, type, Number(anyRow.id))).toBeNull();
    }
  });
  it('a card is seen at its own place only', async () => {
    const keeper = await as(t, { mo: w.mo });
    const person = await newPerson(keeper, w.po, { lastName: 'Тайнов' });
    const garage = await newGarage(keeper, w.po, { alreadyExistProfile: [{ profileId: person.id }] });
    const at = (place: object) => workCtx(t.deps, { ...nobody, ...place });
    for (const [type, id] of [
      ['garage', garage.id],
      ['profile', person.id],
    ] as const) {
      expect(await requireObjectPlace(at({ mo: w.mo }), type, id)).toMatchObject({ po_id: w.po, mo_id: w.mo });
      await expect(requireObjectPlace(at({ mo: w.foreignMo }), type, id)).rejects.toMatchObject({ status: 404 });
      await expect(requireObjectPlace(at({}), type, id)).rejects.toMatchObject({ status: 404 });
    }
  });
});
