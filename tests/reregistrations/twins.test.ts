// Somebody typed into an application who is on record elsewhere: the МО sees it in its own place and puts the existing card there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { form, inWork, move, ownedGarage, save } from './kit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('a typed person whom the МО knows from another ПО is named to it, not to the ПО, and gives way to his card', async () => {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const po = await as(t, { po: w.po });
  const name = { lastName: 'Двойников', firstName: 'Пётр', fatherName: 'Ильич', birthday: '1971-02-03' };
  const papers = { passSeria: '4002', passNum: '555010', registrationAddress: 'ул. Гаражная, д. 2' };
  const known = await newPerson(mo, w.siblingPo, { ...name, passSeria: null, passNum: null });
  const stranger = await as(t, { mo: w.siblingMo });
  await newPerson(stranger, w.cousinPo, name);
  const garage = await ownedGarage(mo, w.po);
  const typed = { ...name, isVOAMember: false, phoneNumberList: ['+79005550102'], ...papers };
  const applied = await save(po, { ...form(garage.id, 1, { newOwner: [{ person: typed }] }), apply: true } as never);
  const twins = async (caller: typeof mo) => caller.call(steps.reregistrationTwins, { params: { id: applied.id } });
  expect((await twins(po)).body.data).toEqual([]);
  expect((await twins(stranger)).status).toBe(404);
  const taken: ReregistrationCard = (await move(mo, applied, 'take')).body;
  const own = taken.form.newOwner[0]!.profileId;
  const { data } = (await twins(mo)).body;
  expect(data).toMatchObject([{ profile_id: own, hints: [{ id: known.id, reason: 'совпали ФИО и дата рождения' }] }]);
  expect(data[0].hints).toHaveLength(1);
  const put = await mo.call(reregistrations.update, {
    params: { id: taken.id },
    body: { ...taken.form, newOwner: [{ profileId: known.id, share: null, isPrimary: true }], version: taken.version },
  });
  expect(put.status, put.text).toBe(200);
  expect(put.body.parties.filter((party: { side: string }) => party.side === 'new')).toMatchObject([
    { profile_id: known.id },
  ]);
  // The card that was typed came later: it is put in nobody's place.
  expect((await twins(mo)).body.data).toEqual([]);
});

it('whoever leaves may have twins as he likes: nobody is put in his place', async () => {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const name = { lastName: 'Уходов', firstName: 'Пётр', fatherName: 'Ильич', birthday: '1951-02-03' };
  await newPerson(mo, w.siblingPo, name);
  const seller = await newPerson(mo, w.po, { ...name, confirmed: true, passSeria: null, passNum: null });
  const buyer = await newPerson(mo, w.po);
  const garage = await newGarage(mo, w.po, {
    alreadyExistProfile: [{ profileId: seller.id, share: null, isPrimary: true }],
    ownedSince: '2020-01-01',
  });
  const sale = form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] });
  const card = await inWork(mo, sale);
  expect((await mo.call(steps.reregistrationTwins, { params: { id: card.id } })).body.data).toEqual([]);
});

it('an organisation of the same name is another organisation', async () => {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const firm = (inn: string) => ({
    person: {
      kind: 'organisation',
      lastName: 'ООО «Двойник»',
      inn,
      isVOAMember: false,
      phoneNumberList: ['+79005550177'],
    },
  });
  const applied: ReregistrationCard[] = [];
  for (const inn of ['7707083893', '7728168971']) {
    const garage = await ownedGarage(mo, w.po);
    applied.push(await save(mo, { ...form(garage.id, 1, { newOwner: [firm(inn)] }), apply: true } as never));
  }
  const { status, body } = await mo.call(steps.reregistrationTwins, { params: { id: applied[1]!.id } });
  expect([status, body.data]).toEqual([200, []]);
});
