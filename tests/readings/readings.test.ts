// Charges by meter readings: the last reading is remembered, a wrong one is refused by its row, a correction goes in money.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctContribution,
  previewAccrual,
  readingRows,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { contributionLines, contributions } from '../../contract/contributions.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { costOf } from '../../resources/readings/readings.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { archive, charge, fee, park } from '../contributions/park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

type Readings = { garage: number; previous?: number; current?: number; quantity?: number }[];
/** 6,43 ₽ for a kWh. */
const power = (readings: Readings, more: object = {}) => ({
  accrualType: { value: 6 },
  contributionAmount: 643,
  readings,
  repeated: 'add' as const,
  ...more,
});
const preview = (caller: Caller, readings: Readings, more: object = {}) =>
  caller.call(previewAccrual, { body: fee(power(readings, more)) });
const rows = async (caller: Caller, more: object = {}) =>
  (await caller.call(readingRows, { body: { accrualType: { value: 6 }, ...more } })).body;
const lastOf = async (caller: Caller, garage: number) =>
  (await rows(caller)).rows.find((row: { garage: { id: number } }) => row.garage.id === garage).previous;

describe('readings', () => {
  it('the sum beside a reading is the one that is charged, to a kopeck', async () => {
    const { po, ids } = await park(t, 1);
    for (const [quantity, price, kopecks] of [
      [1.13, 550, 622],
      [0.35, 90, 32],
      [0.69, 550, 380],
      [66.5, 643, 42_760],
    ] as const) {
      expect(costOf(quantity, price)).toBe(kopecks);
      const seen = await preview(po, [{ garage: ids[0]!, quantity }], { contributionAmount: price });
      expect(seen.body.sum_kopecks).toBe(kopecks);
    }
  });

  it('the difference is charged and the reading remembered until it is undone', async () => {
    const { po, ids } = await park(t, 3);
    const [one, two] = ids as [number, number, number];
    expect(await rows(po)).toMatchObject({
      total: 3,
      rows: [{ garage: { id: one }, previous: null, entered: null }, {}, {}],
    });
    const posted = await charge(
      po,
      power([
        { garage: one, previous: 1234, current: 1300.5 },
        { garage: two, quantity: 10 },
      ]),
    );
    expect(posted.body).toMatchObject({ garages: 2, amount_kopecks: 42_760 + 6_430 });
    const { data } = (await po.call(contributionLines, { params: { id: posted.body.contribution } })).body;
    expect(data.map((line: { comment: string }) => line.comment)).toEqual([
      'Показания 1234 → 1300,5: 66,5 кВт·ч',
      'Расход: 10 кВт·ч',
    ]);
    const known = (await rows(po)).rows;
    expect(known[0]).toMatchObject({ previous: 1300.5, previous_on: '2026-11-02' });
    // The used kWh alone leave nothing to go on from.
    expect(known[1]).toMatchObject({ previous: null, previous_on: null });
    const next = await charge(po, power([{ garage: one, previous: 1300.5, current: 1310.5 }]));
    expect(next.body.amount_kopecks).toBe(6_430);
    expect(await lastOf(po, one)).toBe(1310.5);
    const undo = (id: number) =>
      po.call(reverseContribution, { params: { id }, body: { idempotencyKey: randomUUID(), date: '2026-11-20' } });
    expect((await undo(next.body.contribution)).status).toBe(200);
    expect(await lastOf(po, one)).toBe(1300.5);
  });

  it('what does not go on from the last reading is shown; no use and no reading are left out', async () => {
    const { po, ids } = await park(t, 3);
    const [one, two] = ids as [number, number, number];
    await charge(po, power([{ garage: one, previous: 100, current: 200 }]));
    const seen = (
      await preview(
        po,
        [
          { garage: one, previous: 150, current: 210 },
          { garage: two, previous: 7, current: 7 },
        ],
        {
          tab: 'attention',
        },
      )
    ).body;
    expect(seen).toMatchObject({
      garages: 1,
      sum_kopecks: 60 * 643,
      skipped: [
        { reason: 'no_reading', garages: 1 },
        { reason: 'no_use', garages: 1 },
      ],
      rows: [{ garage: { id: one }, attention: 'прежнее показание не то, что было в прошлый раз' }],
    });
    const right = await preview(po, [{ garage: one, previous: 200, current: 210 }], {
      tab: 'attention',
      contributionPeriod: 2025,
    });
    expect(right.body.rows).toEqual([]);
  });

  it('a slip is refused by its row', async () => {
    const { po, ids } = await park(t, 1);
    const [one] = ids as [number];
    const wrong: [Readings, string, RegExp][] = [
      [[{ garage: one, previous: 300, current: 200 }], 'readings.0.current', /^Показание меньше прежнего/],
      [[{ garage: one, current: 200 }], 'readings.0.previous', /^Нет прежнего показания/],
      [[{ garage: one }], 'readings.0.current', /^Внесите показание/],
      [[{ garage: one, quantity: 1, previous: 1, current: 2 }], 'readings.0.quantity', /не оба/],
      [[{ garage: one, quantity: -1 }], 'readings.0.quantity', /^Не меньше нуля/],
      [[{ garage: one, quantity: 1.005 }], 'readings.0.quantity', /двух знаков/],
      [[{ garage: one, quantity: 1_000_001 }], 'readings.0.quantity', /Слишком большой расход/],
      [[{ garage: one, previous: 0, current: 1_000_001 }], 'readings.0.current', /Слишком большой расход/],
      [
        [
          { garage: one, quantity: 1 },
          { garage: one, quantity: 2 },
        ],
        'readings',
        /дважды/,
      ],
    ];
    for (const [readings, field, text] of wrong) {
      const answer = await preview(po, readings);
      expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(readings)).toEqual([422, [field]]);
      expect(answer.body.errors[field]).toMatch(text);
      expect((await charge(po, power(readings))).status).toBe(422);
    }
    expect(
      (
        await preview(
          po,
          Array.from({ length: 5001 }, (_, nth) => ({ garage: nth + 1, quantity: 1 })),
        )
      ).status,
    ).toBe(422);
    const much = await preview(po, [{ garage: one, quantity: 1_000_000 }], { contributionAmount: 100_000 });
    expect([much.status, much.body.errors]).toEqual([
      422,
      { readings: expect.stringMatching(/^По показаниям выходит слишком много: 1.000.000.000,00/) },
    ]);
    // Readings of a charge that is not by kWh mean nothing.
    const plain = await charge(po, { readings: [{ garage: one, previous: 1, current: 2 }] });
    expect(plain.body.amount_kopecks).toBe(450_000);
    expect(await lastOf(po, one)).toBeNull();
  });

  it('a garage of somebody else is neither charged nor read', async () => {
    const made = await park(t, 1);
    const other = await park(t, 1);
    const foreign = await preview(made.po, [{ garage: other.ids[0]!, quantity: 5 }]);
    expect(foreign.body).toMatchObject({ garages: 0, sum_kopecks: 0 });
    const named = { isAllGaragSelected: false, includedGarages: [other.ids[0]!], accrualType: { value: 6 } };
    const asked = await made.po.call(readingRows, { body: named });
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['includedGarages']]);
    const region = await as(t, { region: made.w.region });
    expect((await region.call(readingRows, { body: {} })).status).toBe(403);
    const posted = await charge(other.po, power([{ garage: other.ids[0]!, quantity: 5 }]));
    const peek = await made.po.call(readingRows, {
      body: { isAllGaragSelected: false, corrects: posted.body.contribution },
    });
    expect(peek.status).toBe(404);
  });

  it('archived garages and those left out by hand are not read', async () => {
    const { po, mo, ids } = await park(t, 3);
    await archive(mo, ids[0]!);
    const { rows: left, total } = await rows(po, { excludedGarages: [ids[1]!] });
    expect([total, left.map((row: { garage: { id: number } }) => row.garage.id)]).toEqual([1, [ids[2]]]);
  });
});

describe('correcting a charge by readings', () => {
  it('goes in money: new readings, a garage taken away, the reading remembered is the new one', async () => {
    const { po, ids } = await park(t, 2);
    const [one, two] = ids as [number, number];
    const first = await charge(
      po,
      power([
        { garage: one, previous: 100, current: 200 },
        { garage: two, previous: 10, current: 20 },
      ]),
    );
    const id = first.body.contribution as number;
    const asked = await rows(po, { isAllGaragSelected: false, corrects: id });
    expect(asked.rows).toMatchObject([
      { garage: { id: one }, previous: null, entered: { previous: 100, current: 200 } },
      { garage: { id: two }, previous: null, entered: { previous: 10, current: 20 } },
    ]);
    const readings = [{ garage: one, previous: 100, current: 150 }];
    const seen = (await preview(po, readings, { isAllGaragSelected: false, corrects: id })).body;
    expect(seen).toMatchObject({ garages: 1, sum_kopecks: 50 * 643, skipped: [{ reason: 'no_reading', garages: 1 }] });
    const correct = (given: Readings, version = 1) =>
      po.call(correctContribution, {
        params: { id },
        body: {
          version,
          idempotencyKey: randomUUID(),
          money: {
            accrualType: { value: 6 },
            contributionPeriod: 2026,
            contributionAmount: 643,
            contributionDate: '2026-11-02',
            reason: 'Счётчик списан неверно',
            readings: given,
            falling: 1,
            expected: { garages: 1, amount_kopecks: 50 * 643 },
          },
        },
      });
    const wrong = await correct([{ garage: one, previous: 100, current: 50 }]);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['money.readings.0.current']]);
    const done = await correct(readings);
    expect(done.status).toBe(200);
    expect(await lastOf(po, one)).toBe(150);
    expect(await lastOf(po, two)).toBeNull();
    const now = (await po.call(contributions.one, { params: { id: done.body.contribution } })).body;
    expect(now).toMatchObject({ amount_kopecks: 50 * 643, garages: 1, corrects: { id } });
    // A correction of the correction begins with what it was charged by.
    const again = await rows(po, { isAllGaragSelected: false, corrects: done.body.contribution });
    expect(again.rows).toMatchObject([
      { garage: { id: one }, previous: null, entered: { previous: 100, current: 150 } },
    ]);
    expect(again.total).toBe(1);
  });

  it('begins with the used kWh and with garages that are in the archive since: another price leaves nobody out', async () => {
    const { po, mo, ids } = await park(t, 2);
    const [one, two] = ids as [number, number];
    const used = [
      { garage: one, quantity: 10 },
      { garage: two, quantity: 20.5 },
    ];
    const id = (await charge(po, power(used))).body.contribution as number;
    await archive(mo, two);
    const asked = await rows(po, { isAllGaragSelected: false, corrects: id });
    expect(asked.rows).toMatchObject([
      { garage: { id: one }, entered: { previous: null, current: null, quantity: 10 } },
      { garage: { id: two, is_active: false }, entered: { quantity: 20.5 } },
    ]);
    const dearer = await preview(po, used, { isAllGaragSelected: false, corrects: id, contributionAmount: 700 });
    expect(dearer.body).toMatchObject({ found: 2, garages: 2, sum_kopecks: 7_000 + 14_350, skipped: [] });
  });
});
