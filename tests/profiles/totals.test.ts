// What the garages of listed or ticked people owe: a shared garage once, only what the reader sees, by the filter of the list.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profiles, profileSelection } from '../../contract/profiles.ts';
import { charge, place, type Place } from '../documents/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';

let t: TestApp;
let at: Place;
const people: Record<'husband' | 'wife' | 'neighbour' | 'clear', number> = {
  husband: 0,
  wife: 0,
  neighbour: 0,
  clear: 0,
};

beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  for (const [name, lastName] of [
    ['husband', 'Орлов'],
    ['wife', 'Орлова'],
    ['neighbour', 'Сизов'],
    ['clear', 'Чистов'],
  ] as const)
    people[name] = (await newPerson(at.mo, at.w.po, { lastName })).id;
  const owned = async (number: string, owners: number[], po = at.w.po, kopecks = 0) => {
    const alreadyExistProfile = owners.map((profileId, nth) => ({ profileId, isPrimary: nth === 0 }));
    const { id } = await newGarage(at.mo, po, { section: 'Т', number, alreadyExistProfile, ownedSince: '2020-01-01' });
    if (kopecks) await charge(at, id, kopecks);
  };
  await owned('1', [people.husband, people.wife], at.w.po, 100_000);
  await owned('2', [people.neighbour], at.w.po, 20_000);
  await owned('3', [people.neighbour], at.w.siblingPo, 3_000);
  await owned('4', [people.clear]);
  // Owes, but is nobody's.
  await owned('5', [], at.w.po, 700_000);
});
afterAll(() => t.close());

const ask = async (who: Caller, body: object) => {
  const reply = await who.call(profileSelection, { body: { filter: {}, all: true, ...body } as never });
  expect(reply.status).toBe(200);
  return reply.body;
};

it('a garage of two people is added once, one of nobody never', async () => {
  expect(await ask(at.mo, {})).toMatchObject({ debtors: 3, debt_kopecks: 123_000 });
  const both = { all: false, included: [people.husband, people.wife] };
  expect(await ask(at.mo, both)).toEqual({ people: 2, debtors: 1, debt_kopecks: 100_000 });
});

it('a ПО counts its own garages only', async () => {
  expect(await ask(at.po, { all: false, included: [people.neighbour] })).toEqual({
    people: 1,
    debtors: 1,
    debt_kopecks: 20_000,
  });
  expect(await ask(at.mo, { all: false, included: [people.neighbour] })).toMatchObject({
    debtors: 2,
    debt_kopecks: 23_000,
  });
});

it('follows the filter and what was taken off', async () => {
  expect(await ask(at.mo, { filter: { nameFilter: 'орлов' } })).toEqual({
    people: 2,
    debtors: 1,
    debt_kopecks: 100_000,
  });
  expect(await ask(at.mo, { filter: { nameFilter: 'орлов' }, excluded: [people.husband, people.wife] })).toEqual({
    people: 0,
    debtors: 0,
    debt_kopecks: 0,
  });
  expect(await ask(at.mo, { all: false, included: [people.clear] })).toEqual({
    people: 1,
    debtors: 0,
    debt_kopecks: 0,
  });
});

it('an empty list of numbers is nobody, whatever the order', async () => {
  expect(await ask(at.mo, { filter: { id: [] } })).toEqual({ people: 0, debtors: 0, debt_kopecks: 0 });
  for (const sort of ['full_name', 'birthday']) {
    const { body, headers } = await at.mo.call(profiles.list, { query: { filter: { id: [] }, sort: [sort, 'ASC'] } });
    expect([body, String(headers['content-range']).split('/')[1]]).toEqual([[], '0']);
  }
});

it('of foreign people nothing is counted, whoever is named', async () => {
  const stranger = await as(t, { mo: at.w.foreignMo });
  expect(await ask(stranger, { all: false, included: Object.values(people) })).toEqual({
    people: 0,
    debtors: 0,
    debt_kopecks: 0,
  });
});
