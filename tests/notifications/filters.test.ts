// Whom a filter of receivers names: by the sum and the kind of a debt, the consent to SMS, the contacts; in the asker's place alone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { charged } from './charged.ts';
import { mailing, mailingStage, owner, preview } from './kit.ts';

/** A type of charges that is not the membership fee. */
const OTHER_TYPE = 2;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let people: { poor: number; rich: number; clear: number };
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  people = {
    poor: await owner(mo, w.po, { sms: true, email: 'a@example.ru' }),
    rich: await owner(mo, w.po),
    clear: await owner(mo, w.po, { phone: null, email: 'b@example.ru' }),
  };
  await charged(mo, people.poor, 100_00);
  await charged(mo, people.rich, 900_00);
  await charged(mo, people.rich, 50_00, '2026-01-15', OTHER_TYPE);
});
afterAll(() => t.close());

const named = async (filter: object, who = po): Promise<string[]> => {
  const { status, body } = await who.call(profiles.list, { query: { filter, range: [0, 99] } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const ids = (body as { id: number }[]).map(({ id }) => id);
  return Object.entries(people).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
};

it('people: debt from and to, type of charge, consent to SMS, contacts', async () => {
  expect(await named({ debtFrom: 100_00 })).toEqual(['poor', 'rich']);
  expect(await named({ debtFrom: 100_01 })).toEqual(['rich']);
  expect(await named({ debtFrom: 1, debtTo: 100_00 })).toEqual(['poor']);
  expect(await named({ debtTo: 0 })).toEqual(['clear']);
  expect(await named({ accrualTypeFilter: [OTHER_TYPE] })).toEqual(['rich']);
  expect(await named({ accrualTypeFilter: [1, OTHER_TYPE] })).toEqual(['poor', 'rich']);
  expect(await named({ smsConsent: 'given' })).toEqual(['poor']);
  expect(await named({ smsConsent: 'none' })).toEqual(['rich', 'clear']);
  expect(await named({ contacts: 'has_phone' })).toEqual(['poor', 'rich']);
  expect(await named({ contacts: 'has_email' })).toEqual(['poor', 'clear']);
});

it('garages: by the type of charge that is owed', async () => {
  const owing = async (filter: object, who = po) =>
    ((await who.call(garages.list, { query: { filter, range: [0, 99] } })).body as { owners: { id: number }[] }[])
      .length;
  expect(await owing({ accrualTypeFilter: [OTHER_TYPE] })).toBe(1);
  expect(await owing({ accrualTypeFilter: [1] })).toBe(2);
  expect(await owing({ accrualTypeFilter: [3] })).toBe(0);
  expect(await owing({ accrualTypeFilter: [1] }, await as(t, { po: w.foreignPo }))).toBe(0);
});

it('a mailing by such a filter goes to those whom the list has shown', async () => {
  const by = async (of: 'profiles' | 'garages', filter: object) =>
    (
      await preview(po, {
        ...mailing([]),
        selection: { of, all: true, filter, included: [], excluded: [] },
      })
    ).receiverCounter.people;
  expect(await by('profiles', { debtFrom: 100_01 })).toBe(1);
  expect(await by('profiles', { smsConsent: 'none' })).toBe(2);
  expect(await by('profiles', { accrualTypeFilter: [1], contacts: 'has_email' })).toBe(1);
  expect(await by('garages', { accrualTypeFilter: [OTHER_TYPE] })).toBe(1);
});

it('what another place is owed is not told', async () => {
  const foreign = await as(t, { po: w.foreignPo });
  expect(await named({ accrualTypeFilter: [1] }, foreign)).toEqual([]);
  expect(await named({ debtFrom: 1 }, foreign)).toEqual([]);
  expect(await named({ smsConsent: 'given' }, foreign)).toEqual([]);
});
