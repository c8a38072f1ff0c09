// What the form of a charge begins with: the fee of the last yearly charge that stands, of the person's own place.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accrualDefaults } from '../../contract/books.ts';
import { reverseContribution } from '../../contract/contributions/charging.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { charge, park, type Park } from '../contributions/park.ts';

let t: TestApp;
let p: Park;
beforeAll(async () => {
  t = await testApp();
  p = await park(t, 2);
  await newGarage(p.mo, p.w.siblingPo);
});
afterAll(() => t.close());

const last = async (who: Caller) => (await who.call(accrualDefaults)).body.last_amount_kopecks as number | null;

it('is nothing before the first', async () => expect(await last(p.po)).toBeNull());

it('is that of the latest day, whenever it was entered', async () => {
  await charge(p.po, { contributionAmount: 300_000, contributionDate: '2026-05-01' });
  await charge(p.po, { contributionAmount: 200_000, contributionPeriod: 2025, contributionDate: '2026-02-01' });
  expect(await last(p.po)).toBe(300_000);
});

it('is that of one day: the one entered last', async () => {
  await charge(p.po, { contributionAmount: 310_000, contributionPeriod: 2024, contributionDate: '2026-05-01' });
  expect(await last(p.po)).toBe(310_000);
});

it('leaves out other kinds, charges of one garage and the corrected', async () => {
  const later = { contributionDate: '2026-06-01' };
  await charge(p.po, { ...later, contributionAmount: 90_000, accrualType: { value: 3 } });
  const one = { isAllGaragSelected: false, includedGarages: [p.ids[0]!] };
  await charge(p.po, { ...later, ...one, contributionAmount: 80_000, contributionPeriod: 2023 });
  expect(await last(p.po)).toBe(310_000);
});

it('leaves out what was undone', async () => {
  const made = await charge(p.po, {
    contributionAmount: 700_000,
    contributionPeriod: 2022,
    contributionDate: '2026-07-01',
  });
  expect(await last(p.po)).toBe(700_000);
  const body = { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'не тот год' };
  expect((await p.po.call(reverseContribution, { params: { id: made.body.contribution }, body })).status).toBe(200);
  expect(await last(p.po)).toBe(310_000);
});

it('of every type is its own: the sum of one never stands under another', async () => {
  const { body } = await p.po.call(accrualDefaults);
  expect(body.last_amounts).toEqual([
    { accrual_type: 1, amount_kopecks: 310_000 },
    { accrual_type: 3, amount_kopecks: 90_000 },
  ]);
});

it('is that of the place: not of a sibling, nor of another МО', async () => {
  const sibling = await as(t, { po: p.w.siblingPo });
  expect(await last(sibling)).toBeNull();
  await charge(sibling, { contributionAmount: 555_000, contributionDate: '2026-08-01' });
  expect(await last(p.po)).toBe(310_000);
  expect(await last(await as(t, { mo: p.w.siblingMo }))).toBeNull();
  expect(await last(p.mo)).toBe(555_000);
});

it('says from how many garages on a run is waited for by everyone: on the embedded database alone', async () => {
  const { body } = await p.po.call(accrualDefaults);
  expect(body.pause_over).toBe(t.deps.settings.server ? null : 2_000);
});
