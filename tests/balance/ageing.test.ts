// Debts by age over the real database: the day from which a garage owes, the borders of ages, sums by ПО, who may see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debtAgeing, debtAgeingGarages, type AgeingReply } from '../../contract/balance.ts';
import { exportStatistics } from '../../contract/statistics.ts';
import { PENALTY } from '../../server/balance/rules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine as charge, paymentLine as payment, postLines, type TestLine } from './posting.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** A place of its own for a test, so that sums are its alone. */
async function place(): Promise<{ w: World; mo: Caller }> {
  const w = await world(t.deps.db);
  return { w, mo: await as(t, { mo: w.mo }) };
}
const agesOf = (body: AgeingReply) => body.ages.map((one) => [one.age, one.garages, one.debt_kopecks]);

describe('since when a garage owes', () => {
  it.each<[string, (id: number) => TestLine[], string | null]>([
    [
      'the oldest charge that is not wholly paid',
      (id) => [charge(id, '2025-02-01', 100), charge(id, '2025-08-01', 100), payment(id, '2025-09-01', 100)],
      '2025-08-01',
    ],
    [
      'a charge paid in part still counts',
      (id) => [charge(id, '2025-02-01', 100), payment(id, '2025-09-01', 99)],
      '2025-02-01',
    ],
    [
      'a named payment leaves the older one open',
      (id) => [
        charge(id, '2024-02-01', 100),
        charge(id, '2025-02-01', 100),
        payment(id, '2025-03-01', 100, { accrual_type_id: 1, period_year: 2025 }),
      ],
      '2024-02-01',
    ],
    [
      'penalties are not principal',
      (id) => [charge(id, '2023-02-01', 5, { accrual_type_id: PENALTY }), charge(id, '2026-02-01', 100)],
      '2026-02-01',
    ],
    [
      'penalties alone count from their own day',
      (id) => [charge(id, '2025-05-01', 5, { accrual_type_id: PENALTY })],
      '2025-05-01',
    ],
    [
      'what was taken back is the newest',
      (id) => [
        charge(id, '2026-02-01', 100),
        charge(id, '2026-05-01', 100),
        charge(id, '2026-06-01', 100, { sign: 1 }),
      ],
      '2026-02-01',
    ],
    [
      'money given back over everything',
      (id) => [payment(id, '2026-07-01', 100, { sign: -1, payment_type_id: 7 })],
      '2026-07-01',
    ],
    [
      'what was paid in time stays paid, whatever is charged later',
      (id) => [
        charge(id, '2025-05-15', 100, { accrual_type_id: 5 }),
        payment(id, '2025-06-01', 100),
        charge(id, '2025-09-01', 50, { accrual_type_id: 2 }),
      ],
      '2025-09-01',
    ],
    ['paid', (id) => [charge(id, '2025-02-01', 100), payment(id, '2025-09-01', 100)], null],
  ])('%s', async (_name, lines, since) => {
    const { w, mo } = await place();
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, lines(id));
    const { body } = await mo.call(debtAgeingGarages, {});
    expect(body.data.map((row: { since: string }) => row.since)).toEqual(since ? [since] : []);
  });

  it('a charge that was undone is not there', async () => {
    const { w, mo } = await place();
    const { id } = await newGarage(mo, w.po);
    const [old] = await postLines(t, w, [charge(id, '2024-02-01', 100), charge(id, '2024-06-01', 100)]);
    await postLines(t, w, [charge(id, '2026-01-01', 100, { sign: 1, period_year: 2024, reversal_of: old! })]);
    const { body } = await mo.call(debtAgeingGarages, {});
    expect(body.data).toMatchObject([{ id, since: '2024-06-01', debt_kopecks: 100 }]);
  });
});

describe('ages', () => {
  it('have their borders at 30, 90 and 365 days; every garage stands in one with its whole debt', async () => {
    const { w, mo } = await place();
    const days: [string, string][] = [
      ['2026-11-25', '0-30'],
      ['2026-11-20', '0-30'],
      ['2026-10-21', '0-30'],
      ['2026-10-20', '31-90'],
      ['2026-08-22', '31-90'],
      ['2026-08-21', '91-365'],
      ['2025-11-20', '91-365'],
      ['2025-11-19', '366+'],
    ];
    const ages = new Map<number, string>();
    for (const [day, age] of days) {
      const { id } = await newGarage(mo, w.po);
      ages.set(id, age);
      await postLines(t, w, [charge(id, day, 100), charge(id, '2026-11-20', 10)]);
    }
    const { body } = await mo.call(debtAgeing, {});
    expect(body.on).toBe('2026-11-20');
    expect(agesOf(body)).toEqual([
      ['0-30', 3, 330],
      ['31-90', 2, 220],
      ['91-365', 2, 220],
      ['366+', 1, 110],
    ]);
    const { body: every } = await mo.call(debtAgeingGarages, {});
    expect(new Map(every.data.map((row: { id: number; age: string }) => [row.id, row.age]))).toEqual(ages);
    expect(every).toMatchObject({ total: 8, debt_kopecks: 880 });
    const { body: old } = await mo.call(debtAgeingGarages, { query: { age: '366+' } });
    expect(old).toMatchObject({ total: 1, debt_kopecks: 110, data: [{ days: 366, since: '2025-11-19' }] });
  });

  it('are summed by ПО in the official order, the largest twenty stand beside', async () => {
    const { w, mo } = await place();
    const owner = await newPerson(mo, w.po);
    const rich = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: owner.id }] });
    await postLines(t, w, [charge(rich.id, '2026-11-01', 90_000)]);
    for (let nth = 1; nth <= 22; nth += 1) {
      const { id } = await newGarage(mo, w.siblingPo);
      await postLines(t, { ...w, po: w.siblingPo }, [charge(id, '2024-01-01', nth * 100)]);
    }
    const { body } = await mo.call(debtAgeing, {});
    expect(
      body.by_po.map((row: AgeingReply['by_po'][number]) => [
        row.po.name,
        row.ages[0]!.debt_kopecks,
        row.ages[3]!.garages,
      ]),
    ).toEqual([
      ['КАС № 12-3', 90_000, 0],
      ['КАС № 12-10', 0, 22],
    ]);
    expect(body.top).toHaveLength(20);
    expect(body.top[0]).toMatchObject({
      id: rich.id,
      owners: [{ id: owner.id, full_name: owner.full_name }],
      po: { id: w.po },
    });
    expect(body.top.at(-1).debt_kopecks).toBe(400);
    const { body: one } = await mo.call(debtAgeing, { query: { po: w.siblingPo } });
    expect(agesOf(one)[3]).toEqual(['366+', 22, 25_300]);
    const { body: second } = await mo.call(debtAgeingGarages, { query: { po: w.siblingPo, page: 3, per_page: 10 } });
    expect(second).toMatchObject({ total: 22, data: [{ debt_kopecks: 200 }, { debt_kopecks: 100 }] });
  });

  it('are told of several chosen ПО and МО alike: the picture, its garages and the file of statistics', async () => {
    const { w, mo } = await place();
    const region = await as(t, { region: w.region });
    const cousin = await as(t, { mo: w.siblingMo });
    const owing = async (who: Caller, po: number, sum: number, at: Partial<World> = {}) => {
      const { id } = await newGarage(who, po);
      await postLines(t, { ...w, ...at, po }, [charge(id, '2026-11-01', sum)]);
      return id;
    };
    const [one, two, three] = [
      await owing(mo, w.po, 100),
      await owing(mo, w.siblingPo, 20),
      await owing(cousin, w.cousinPo, 3, { mo: w.siblingMo }),
    ];
    for (const [query, ids, sum] of [
      [{ po: `${w.po},${w.siblingPo}` }, [one, two], 120],
      [{ po: `${w.siblingPo},${w.cousinPo}` }, [two, three], 23],
      [{ mo: `${w.mo},${w.siblingMo}` }, [one, two, three], 123],
      [{ mo: `${w.mo},${w.siblingMo}`, po: `${w.po},${w.cousinPo}` }, [one, three], 103],
    ] as const) {
      const { body } = await region.call(debtAgeing, { query });
      expect(agesOf(body)[0], JSON.stringify(query)).toEqual(['0-30', ids.length, sum]);
      expect(body.top.map((row: { id: number }) => row.id)).toEqual(ids);
      const { body: list } = await region.call(debtAgeingGarages, { query: { ...query, age: '0-30' } });
      expect([list.total, list.debt_kopecks]).toEqual([ids.length, sum]);
      const filter = Object.fromEntries(Object.entries(query).map(([key, text]) => [key, text.split(',').map(Number)]));
      const file = await region.call(exportStatistics, {
        params: { tab: 'balance_operation' },
        body: { format: 'csv', table: 'ages', filter },
      });
      expect(file.text).toContain(`Всего;${(sum / 100).toFixed(2).replace('.', ',')};${ids.length}`);
    }
    // Nobody widens his place by naming others.
    const { body: own } = await mo.call(debtAgeing, { query: { po: `${w.siblingPo},${w.cousinPo}` } });
    expect(own.top.map((row: { id: number }) => row.id)).toEqual([two]);
  });

  it('an advance and a settled garage are nobody’s debt', async () => {
    const { w, mo } = await place();
    const [ahead, even] = [await newGarage(mo, w.po), await newGarage(mo, w.po)];
    await postLines(t, w, [
      payment(ahead.id, '2026-01-01', 5),
      charge(even.id, '2025-01-01', 5),
      payment(even.id, '2026-01-01', 5),
    ]);
    const { body } = await mo.call(debtAgeing, {});
    expect([body.by_po, body.top, agesOf(body).map(([, garages]) => garages)]).toEqual([[], [], [0, 0, 0, 0]]);
  });

  it.each([
    [{ age: '0-31' }],
    [{ page: 0 }],
    [{ per_page: 1000 }],
    [{ po: 'x' }],
    [{ mo: -1 }],
    [{ po: '1,' }],
    [{ po: '1,x' }],
  ])('refuses %j', async (query) => {
    const { mo } = await place();
    expect((await mo.call(debtAgeingGarages, { query })).status).toBe(422);
  });
});

describe('who may see', () => {
  it('each level sees its own garages, nobody sees foreign ones', async () => {
    const { w, mo } = await place();
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, [charge(id, '2026-01-01', 700)]);
    const people: [object, number[]][] = [
      [{ po: w.po }, [id]],
      [{ mo: w.mo }, [id]],
      [{ region: w.region }, [id]],
      [{ po: w.siblingPo }, []],
      [{ mo: w.siblingMo }, []],
      [{ region: w.foreignRegion }, []],
      [{}, []],
    ];
    for (const [where, expected] of people) {
      const person = await as(t, where);
      const { body } = await person.call(debtAgeingGarages, {});
      const { body: picture } = await person.call(debtAgeing, { query: { po: w.po } });
      const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
      expect([where, ids(body.data), ids(picture.top)]).toEqual([where, expected, expected]);
    }
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    for (const call of [debtAgeing, debtAgeingGarages]) expect((await clerk.call(call, {})).status).toBe(403);
  });
});
