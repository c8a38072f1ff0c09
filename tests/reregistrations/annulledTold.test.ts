// Who looks at the cases and garages of a place hears of an annulment there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { hearRecords } from '../kit/heard.ts';
import { newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { form, inWork, move, ownedGarage, tariff } from './kit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await tariff(t, 'full', 300_000);
});
afterAll(() => t.close());

it('an annulled case and its garage are read anew in their place', async () => {
  const w = await world(t.deps.db);
  const root = await as(t, { mo: w.mo, isSuperuser: 2 });
  const garage = await ownedGarage(root, w.po);
  const newOwner = [{ profileId: (await newPerson(root, w.po)).id }];
  const done = await move(root, await inWork(root, form(garage.id, 1, { newOwner })), 'complete');
  expect(done.status, done.text).toBe(200);
  const { told, stop } = await hearRecords(t, w.po);
  const undone = await move(root, done.body, 'annul', { comment: 'Ошибка в деле' });
  expect(undone.status, undone.text).toBe(200);
  await expect
    .poll(() => told)
    .toEqual(
      expect.arrayContaining([
        { resource: 'reregistrations', ids: [done.body.id] },
        { resource: 'garages', ids: [garage.id] },
      ]),
    );
  await stop();
});
