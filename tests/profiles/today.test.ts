// «Today» is the day of the МО's own time zone, in every list and card, on both sides of its midnight.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { confirmProfile, profiles } from '../../contract/profiles.ts';
import { addConsents } from '../../contract/profiles/consents.ts';
import { reregistrationStart } from '../../contract/reregistrations/steps.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Hours ahead of UTC in November. */
const zones = [
  ['Europe/Kaliningrad', 2],
  ['Europe/Moscow', 3],
  ['Asia/Kamchatka', 12],
] as const;
const NOON = '2026-11-20T09:00:00Z';

describe.each(zones)('in %s', (zone, ahead) => {
  /** The moment of a wall clock there. */
  const at = (wall: string) => new Date(Date.parse(`${wall}:00Z`) - ahead * 3_600_000).toISOString();

  it('a privilege ends with its last day, and what is confirmed gets the day of the wall calendar', async () => {
    t.setNow(NOON);
    const w = await world(t.deps.db);
    await t.deps.db.updateTable('mo').set({ time_zone: zone }).where('id', '=', w.mo).execute();
    const chief = await as(t, { mo: w.mo });
    const person = await newPerson(chief, w.po);
    const garage = await newGarage(chief, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    await t.deps.db
      .updateTable('profile')
      .set({ privilege_id: 12, privilege_end_date: '2026-12-10' })
      .where('id', '=', person.id)
      .execute();
    const seen = async (wall: string, place: { po: number } | { mo: number } | { region: number }) => {
      t.setNow(at(wall));
      const who = await as(t, place);
      const [people, list, card, owned] = await Promise.all([
        who.call(profiles.list, { query: { filter: { id: [person.id] } } }),
        who.call(garages.list, { query: { filter: { id: [garage.id] } } }),
        who.call(profiles.one, { params: { id: person.id } }),
        who.call(garages.one, { params: { id: garage.id } }),
      ]);
      return [people.body[0], list.body[0], card.body, owned.body.owners[0]].map((one) => one.privilege.is_expired);
    };
    const [yes, no] = [Array(4).fill(true), Array(4).fill(false)];
    for (const place of [{ po: w.po }, { mo: w.mo }]) {
      expect(await seen('2026-12-10T23:30', place)).toEqual(no);
      expect(await seen('2026-12-11T00:30', place)).toEqual(yes);
      expect(await seen('2026-12-11T03:00', place)).toEqual(yes);
      expect(await seen('2026-12-10T00:30', place)).toEqual(no);
    }
    const confirmed = async (wall: string) => {
      t.setNow(at(wall));
      const who = await as(t, { po: w.po });
      return (await who.call(confirmProfile, { params: { id: person.id } })).body.confirmed_at;
    };
    expect(await confirmed('2026-12-10T23:30')).toBe('2026-12-10');
    expect(await confirmed('2026-12-11T00:30')).toBe('2026-12-11');
    expect(await confirmed('2026-12-11T02:59')).toBe('2026-12-11');
  });

  it('a re-registration begins on the day of the wall calendar, a consent of that day is no later one', async () => {
    t.setNow(NOON);
    const w = await world(t.deps.db);
    await t.deps.db.updateTable('mo').set({ time_zone: zone }).where('id', '=', w.mo).execute();
    const chief = await as(t, { mo: w.mo });
    const person = await newPerson(chief, w.po);
    const garage = await newGarage(chief, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const consent = async (wall: string, signedAt: string) => {
      t.setNow(at(wall));
      const who = await as(t, { mo: w.mo });
      const chosen = { all: false, filter: {}, included: [person.id], excluded: [], expected: 1 };
      const body = { ...chosen, kind: 'sms_info' as const, signedAt, docNo: null, source: 'paper' as const };
      return (await who.call(addConsents, { body })).status;
    };
    const begun = async (wall: string) => {
      t.setNow(at(wall));
      const who = await as(t, { mo: w.mo });
      return (await who.call(reregistrationStart, { params: { id: garage.id } })).body.today;
    };
    expect(await begun('2026-12-10T23:30')).toBe('2026-12-10');
    expect(await begun('2026-12-11T00:30')).toBe('2026-12-11');
    expect(await begun('2026-12-11T02:59')).toBe('2026-12-11');
    expect(await consent('2026-12-10T23:30', '2026-12-11')).toBe(422);
    expect(await consent('2026-12-11T00:30', '2026-12-11')).toBe(200);
  });
});
