// What a place has today: each bar counts what its list shows, privileges of health stay apart, the score of a place is that of its own cockpit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import * as c from '../../contract/statistics.ts';
import { today } from '../../contract/today.ts';
import { postLines, chargeLine, paymentLine } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { listsOfToday } from './walking.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const twin = { lastName: 'Близнецов', firstName: 'Пётр', fatherName: 'Ильич', birthday: '1971-01-01' };
  const people = [
    await newPerson(mo, w.po, twin),
    await newPerson(mo, w.po, { phoneNumberList: [], birthday: null }),
    await newPerson(mo, w.siblingPo, twin),
    await newPerson(mo, w.siblingPo, { phoneNumberList: [] }),
    await newPerson(mo, w.po),
  ];
  const set = (nth: number, values: object) =>
    t.deps.db.updateTable('profile').set(values).where('id', '=', people[nth]!.id).execute();
  await set(0, { privilege_id: 12, is_voa_member: true });
  await set(1, { privilege_id: 3 });
  await set(2, { privilege_id: 12, email: 'a@example.ru' });
  await set(4, { privilege_id: 8 });
  const [owed, paid, empty] = [
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: people[0]!.id }], ownedSince: '2020-01-01' }),
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: people[0]!.id }], ownedSince: '2020-01-01' }),
    await newGarage(mo, w.siblingPo, { type: { value: 2 } }),
  ];
  await postLines(t, w, [chargeLine(owed.id, '2026-10-01', 5_000), paymentLine(paid.id, '2026-10-01', 3_000)]);
  await t.deps.db.updateTable('garage').set({ is_active: false }).where('id', '=', empty.id).execute();
  await newGarage(mo, w.siblingPo, { type: { value: 2 } });
});
afterAll(() => t.close());

const chartsOf = async (who: Caller, tab: 'profile' | 'garage', filter: object = {}): Promise<c.StatCharts> => {
  const reply = await who.call(c.statCharts, { params: { tab }, query: { filter: JSON.stringify(filter) } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const total = async (who: Caller, list: typeof profiles.list | typeof garages.list, filter: object) => {
  const { headers, text } = await who.call(list, { query: { filter, range: '[0,0]' } });
  expect(headers['content-range'], text).toBeTruthy();
  return Number(String(headers['content-range']).split('/')[1]);
};
const at = (rows: readonly { key: string; count: number }[]) =>
  Object.fromEntries(rows.map(({ key, count }) => [key, count]));

it('each bar is as long as the list that it opens, at every level and within chosen places', async () => {
  let held = 0;
  for (const [who, filter] of [
    [await as(t, { region: w.region }), {}],
    [mo, {}],
    [mo, { po: [w.siblingPo] }],
    [await as(t, { po: w.po }), {}],
    [await as(t, { region: w.foreignRegion }), { po: [w.po] }],
  ] as const) {
    const [people, own] = [await chartsOf(who, 'profile', filter), await chartsOf(who, 'garage', filter)];
    const here = 'po' in filter ? { poFilter: filter.po } : {};
    for (const { key, count } of [...people.members, ...people.lacks])
      expect([key, count]).toEqual([key, await total(who, profiles.list, { ...here, ...listsOfToday[key] })]);
    for (const { key, count } of own.states)
      expect([key, count]).toEqual([key, await total(who, garages.list, { ...here, ...listsOfToday[key] })]);
    for (const { key, count } of own.types)
      expect([key, count]).toEqual([key, await total(who, garages.list, { ...here, garageType: [Number(key)] })]);
    for (const { ids, count } of people.privileges)
      if (count !== null) expect(count).toBe(await total(who, profiles.list, { ...here, privilegeCatFilter: ids }));
    held += people.members.length + own.states.length;
  }
  expect(held).toBe(5 * 9);
  const { members, lacks } = await chartsOf(mo, 'profile');
  expect([at(members), at(lacks).no_phone]).toEqual([{ member: 1, not_member: 4 }, 2]);
  const { states, types } = await chartsOf(mo, 'garage');
  expect([at(states), at(types)]).toEqual([
    { active: 3, debt: 1, advance: 1, no_owner: 1, locked: 0, restricted: 0, archive: 1 },
    { 1: 2, 2: 1 },
  ]);
});

describe('privileges', () => {
  it('are named for those who keep the register; those of health stand together and below five are not counted out', async () => {
    expect((await chartsOf(mo, 'profile')).privileges).toEqual([
      { ids: [12], name: 'Пенсионер', count: 2 },
      { ids: [8], name: 'Ветеран труда', count: 1 },
      { ids: [3], name: 'Льготы по здоровью', count: null },
    ]);
    const sick = await Promise.all(Array.from({ length: 4 }, () => newPerson(mo, w.siblingPo)));
    await t.deps.db
      .updateTable('profile')
      .set({ privilege_id: 5 })
      .where(
        'id',
        'in',
        sick.map(({ id }) => id),
      )
      .execute();
    const [first] = (await chartsOf(mo, 'profile')).privileges;
    expect(first).toEqual({ ids: [3, 5], name: 'Льготы по здоровью', count: 5 });
  });

  it('are nobody else’s', async () => {
    const auditor = await as(t, { mo: w.mo, capabilities: [2] });
    expect((await chartsOf(auditor, 'profile')).privileges).toEqual([]);
  });

  it('below five are not counted out in a file either', async () => {
    const { text } = await (
      await as(t, { po: w.po })
    ).call(c.exportStatistics, {
      params: { tab: 'profile' },
      body: { format: 'csv', table: 'privileges', filter: {} },
    });
    expect(text).toContain('Льготы по здоровью;меньше 5');
  });
});

it('the score of a МО or a ПО is the one that its own cockpit shows', async () => {
  const own = async (place: Parameters<typeof as>[1]) => (await (await as(t, place)).call(today)).body.quality;
  const rows = (await chartsOf(mo, 'profile')).quality;
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([w.po, w.siblingPo]));
  for (const row of rows) {
    const { score, people, garages: n } = await own({ po: row.id });
    expect([row.score, row.people, row.garages]).toEqual([score, people, n]);
  }
  expect(rows[0]!.score).not.toBe(rows[1]!.score);
  const region = await as(t, { region: w.region });
  const above = (await chartsOf(region, 'profile')).quality;
  for (const row of above) {
    const { score, people } = await own({ mo: row.id });
    expect([row.level, row.score, row.people]).toEqual(['mo', score, people]);
  }
  // One who is known in two ПО of a МО counts once there, and is a namesake of nobody; a chosen МО tells of its ПО.
  expect(above.find(({ id }) => id === w.mo)!.people).toBeLessThan(rows.reduce((sum, { people }) => sum + people, 0));
  expect((await chartsOf(region, 'profile', { mo: [w.mo] })).quality).toEqual(rows);
  expect((await chartsOf(await as(t, { po: w.po }), 'profile')).quality).toEqual([]);
});

it('the cockpit tells people without a mailbox, as their list does', async () => {
  for (const who of [mo, await as(t, { po: w.siblingPo })]) {
    const { quality } = (await who.call(today)).body;
    expect(quality.no_email).toBe(await total(who, profiles.list, { contacts: 'no_email' }));
    expect(quality.no_email).toBeGreaterThan(0);
  }
});

it('of lines of no ПО there are no people and no garages', async () => {
  const [people, own] = [await chartsOf(mo, 'profile', { noPo: true }), await chartsOf(mo, 'garage', { noPo: true })];
  for (const charts of [people, own])
    for (const key of ['members', 'lacks', 'privileges', 'quality', 'types', 'states'] as const)
      expect([key, charts[key]]).toEqual([key, []]);
});

it('a region sees the people and garages of the МО it has chosen', async () => {
  const region = await as(t, { region: w.region });
  const whole = await chartsOf(region, 'garage', { mo: [w.mo] });
  expect(at(whole.states)).toEqual(at((await chartsOf(mo, 'garage')).states));
  const members = async (filter: object) => at((await chartsOf(region, 'profile', filter)).members);
  expect(await members({ mo: [w.mo] })).toEqual(at((await chartsOf(mo, 'profile')).members));
  expect(Object.values(await members({ mo: [w.siblingMo] })).filter((count) => count > 0)).toEqual([]);
});
