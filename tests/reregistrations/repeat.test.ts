// A case that is repeated after its annulment; what of a form is kept by its reason.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reregistrations } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, garageNow, inWork, move, ownedGarage, save } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());
const newcomer = async () => [{ profileId: (await newPerson(mo, w.po)).id, share: null, isPrimary: true }];

it('a repeated case puts out those alone who left by it', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const { owners } = await garageNow(mo, garage.id);
  const leaving = [owners[1]!.id];
  const card = await inWork(mo, form(garage.id, 1, { newOwner: await newcomer(), leaving }));
  const done = await move(mo, card, 'complete');
  const undone = await move(mo, done.body, 'annul', { comment: 'Ошибка в деле' });
  expect(undone.body.status, undone.text).toBe(5);
  const repeat = await mo.call(steps.repeatReregistration, { params: { id: card.id } });
  expect(repeat.body.form.leaving).toEqual(leaving);
});

it('a case is not repeated where nobody who left by it owns the garage any more: it would put out everybody', async () => {
  const garage = await ownedGarage(mo, w.po);
  const card = await inWork(mo, form(garage.id, 1, { newOwner: await newcomer() }));
  const done = await move(mo, card, 'complete');
  expect((await move(mo, done.body, 'annul', { comment: 'Ошибка в деле' })).status).toBe(200);
  const sold = await inWork(mo, form(garage.id, 1, { newOwner: await newcomer() }));
  expect((await move(mo, sold, 'complete')).status).toBe(200);
  const repeat = await mo.call(steps.repeatReregistration, { params: { id: card.id } });
  expect([repeat.status, repeat.body.errors]).toEqual([
    422,
    {
      form: 'Никто из тех, кто выбыл по этому делу, больше не владеет гаражом: повторить его нельзя. Начните новое переоформление с карточки гаража',
    },
  ]);
});

it('a price is kept only where the reason has one', async () => {
  const garage = await ownedGarage(mo, w.po);
  const gift = await save(mo, form(garage.id, 2, { newOwner: await newcomer(), garagePrice: 5_000_000 }));
  expect(gift.form.garagePrice).toBeNull();
});

it('a draft whose seller was undone with his own case puts out nobody else in his place', async () => {
  const garage = await ownedGarage(mo, w.po);
  const sold = await inWork(mo, form(garage.id, 1, { newOwner: await newcomer() }));
  const done = await move(mo, sold, 'complete');
  const draft = await save(mo, form(garage.id, 1, { newOwner: await newcomer() }));
  expect((await move(mo, done.body, 'annul', { comment: 'Ошибка в деле' })).status).toBe(200);
  const applied = await move(mo, draft, 'apply');
  expect([applied.status, applied.body.errors]).toEqual([
    422,
    { leaving: 'Владельцы гаража сменились: откройте черновик и проверьте, кто выбывает' },
  ]);
  // Looked through and saved, it says who leaves now.
  const saved = await mo.call(reregistrations.update, {
    params: { id: draft.id },
    body: { ...form(garage.id, 1, { newOwner: await newcomer() }), apply: true, version: draft.version } as never,
  });
  expect([saved.status, saved.body.form.leaving], saved.text).toEqual([200, [garage.owners[0]!.id]]);
});
