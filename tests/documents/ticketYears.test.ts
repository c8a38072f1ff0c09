// Marks of payment on a ticket: of the ПО that prints it, of the person's own time, as they stood on the day of the ticket.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOwner, removeOwner } from '../../contract/garages.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let person: number;
let garage: number;
let number = 700;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const owned = await ownedGarage(at);
  [person, garage] = [owned.person.id, owned.garage.id];
  await charge(at, garage, 100_000, '2025-02-01', 2025);
  await pay(at, garage, 100_000, '2026-03-04');
});
afterAll(() => t.close());

/** Years and their marks on a ticket of a day. */
async function marks(date = day, who = at.po, profile_id = person, more: object = {}) {
  const asked = { document_type_id: 15, profile_id, number: String((number += 1)), start_date: date, end_date: date };
  const paper = await print(t, who, { ...asked, ...more });
  expect(paper.problem).toBe(null);
  return [...(await textOf(paper.bytes)).matchAll(/(20\d\d) (уплачен|отметки нет)/g)].map(
    ([, year, mark]) => `${year} ${mark}`,
  );
}

it('a debt in another ПО takes no mark away, a payment there gives none', async () => {
  const there = await newGarage(at.mo, at.w.siblingPo, {
    alreadyExistProfile: [{ profileId: person }],
    ownedSince: '2019-08-02',
  });
  await charge(at, there.id, 50_000, '2025-02-01', 2025);
  await charge(at, there.id, 60_000, '2024-02-01', 2024);
  await pay(at, there.id, 60_000, '2024-06-01');
  expect(await marks()).toEqual(['2023 отметки нет', '2024 отметки нет', '2025 уплачен']);
  expect(await marks(day, at.mo, person, { specific_po: at.w.siblingPo })).toEqual([
    '2023 отметки нет',
    '2024 уплачен',
    '2025 отметки нет',
  ]);
});

it('what was paid later is not on a ticket of a day before', async () => {
  expect(await marks('2026-03-03')).toEqual(['2023 отметки нет', '2024 отметки нет', '2025 отметки нет']);
});

it('years of whoever owned before are not his, his own stay when he has left', async () => {
  const next = await newPerson(at.mo, at.w.po, { isVOAMember: true, voaEntryDate: '2008-06-02', statusVoa: { id: 3 } });
  const added = await at.mo.call(addOwner, {
    params: { id: garage },
    body: { profileId: next.id, isPrimary: true, date: '2026-06-10' },
  });
  expect(added.status, added.text).toBe(200);
  const held = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage)
    .where('profile_id', '=', person)
    .select('id')
    .executeTakeFirstOrThrow();
  const left = await at.mo.call(removeOwner, {
    params: { id: garage, ownershipId: held.id },
    body: { date: '2026-06-10' },
  });
  expect(left.status, left.text).toBe(200);
  await newGarage(at.mo, at.w.po, { alreadyExistProfile: [{ profileId: person }], ownedSince: '2026-06-10' });
  expect(await marks(day, at.po, next.id)).toEqual(['2023 отметки нет', '2024 отметки нет', '2025 отметки нет']);
  expect(await marks()).toContain('2025 уплачен');
});
