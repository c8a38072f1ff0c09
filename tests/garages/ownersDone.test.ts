// Owners changed from the card: what only waits as an application is told as one, on screen and in the log.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages, removeOwner } from '../../contract/garages.ts';
import { ownersDone } from '../../resources/garages/ownersDone.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  await t.deps.db.updateTable('po').set({ po_can_complete: false }).where('id', '=', w.po).execute();
});
afterAll(() => t.close());

async function ownedGarage() {
  const { id: profileId } = await newPerson(mo, w.po);
  const { id } = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId }], ownedSince: '2020-01-01' });
  return (await mo.call(garages.one, { params: { id } })).body;
}
const textsOf = async (verb: string) =>
  (await t.deps.db.selectFrom('action_log').where('verb', '=', verb).orderBy('id').select('text').execute()).map(
    ({ text }) => text,
  );

it.each([
  ['an МО', () => mo, 'Владелец убран', 'Убран владелец '],
  ['a ПО', () => po, 'Заявка подана: владельцы прежние, пока её не завершат', 'Подана заявка убрать владельца '],
] as const)('%s removes an owner, or applies for it', async (_, who, said, logged) => {
  const garage = await ownedGarage();
  const reply = await who().call(removeOwner, {
    params: { id: garage.id, ownershipId: garage.owners[0].id },
    body: { date: '2026-11-20', reason: 'отказ от гаража', shares: {}, check: true },
  });
  expect(reply.status, reply.text).toBe(200);
  expect(ownersDone('Владелец убран')(reply.body)).toBe(said);
  expect((await textsOf('garage.owner_end')).at(-1)).toContain(logged);
});
