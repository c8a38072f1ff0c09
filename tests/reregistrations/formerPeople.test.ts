// A former person chosen as the new owner: a preview and a draft tell his name alone, the application opens his card.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeOwner } from '../../contract/garages.ts';
import * as c from '../../contract/profiles.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save, tariff } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  other = await as(t, { po: w.siblingPo });
  await tariff(t, 'full', 300_000);
  await tariff(t, 'full', 200_000, { is_member: true });
  await tariff(t, 'entrance', 100_000);
});
afterAll(() => t.close());

it('neither a preview nor a draft tells of age, membership or what a card lacks; an application asks it before the end', async () => {
  const child = await newPerson(mo, w.po, {
    passSeria: null,
    passNum: null,
    phoneNumberList: [],
  });
  await t.deps.db.updateTable('profile').set({ registration_address: null }).where('id', '=', child.id).execute();
  const member = await newPerson(mo, w.po, { isVOAMember: true, voaEntryDate: '2010-01-01' });
  for (const { id } of [child, member]) {
    const garage = await newGarage(mo, w.siblingPo, {
      alreadyExistProfile: [{ profileId: id }],
      ownedSince: '2020-01-01',
    });
    const left = await mo.call(removeOwner, {
      params: { id: garage.id, ownershipId: garage.owners[0]!.id },
      body: { date: '2026-01-15', reason: 'продан' },
    });
    expect(left.status, left.text).toBe(200);
  }
  await t.deps.db.updateTable('profile').set({ birthday: '2013-05-05' }).where('id', '=', child.id).execute();
  const told = ({ checks, fee_kopecks, entrance_kopecks }: ReregistrationCard['preview']) => ({
    keys: checks.map(({ key }) => key).filter((key) => ['minor', 'person_data', 'minor_member'].includes(key)),
    money: [fee_kopecks, entrance_kopecks],
  });
  const garage = await ownedGarage(mo, w.siblingPo);
  for (const { id } of [child, member]) {
    const body = form(garage.id, 1, { newOwner: [{ profileId: id }] });
    const preview = await other.call(steps.reregistrationPreview, { params: { id: garage.id }, body: body as never });
    expect(told(preview.body)).toEqual({ keys: [], money: [300_000, 100_000] });
    const draft = await save(other, body);
    expect(told(draft.preview)).toEqual({ keys: [], money: [300_000, 100_000] });
    expect(draft.papers.map(({ kind }) => kind)).not.toContain('guardian');
    expect((await other.call(c.profiles.one, { params: { id } })).body.is_former).toBe(true);
    const applied = await other.call(reregistrations.update, {
      params: { id: draft.id },
      body: { ...body, apply: true, version: draft.version } as never,
    });
    expect(applied.status, applied.text).toBe(200);
    expect((await other.call(c.profiles.one, { params: { id } })).body.is_former).toBe(false);
    expect(told(applied.body.preview)).toEqual(
      id === child.id ? { keys: ['person_data', 'minor'], money: [300_000, 0] } : { keys: [], money: [200_000, 0] },
    );
    const gone = await other.call(steps.moveReregistration, {
      params: { id: draft.id },
      body: { verb: 'withdraw', version: applied.body.version, comment: 'Передумали' },
    });
    expect(gone.status, gone.text).toBe(200);
  }
});
