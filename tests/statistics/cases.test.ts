// Charts of re-registrations: what became of those asked for in the period, why they were asked for, how long an МО takes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/statistics.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const add = async (po: number, day: string, values: { status: number; reason_id: number; completed_at?: string }) =>
    t.deps.db
      .insertInto('reregistration')
      .values({
        garage_id: (await newGarage(mo, po)).id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: po,
        date_request: day,
        on_date: day,
        author_id: mo.userId,
        applied_at: `${day}T06:00:00Z`,
        ...values,
      })
      .execute();
  await add(w.po, '2026-11-02', { status: 1, reason_id: 2 });
  await add(w.po, '2026-11-01', { status: 3, reason_id: 1, completed_at: '2026-11-04T18:00:00Z' });
  await add(w.siblingPo, '2026-11-05', { status: 3, reason_id: 1, completed_at: '2026-11-15T06:00:00Z' });
  await add(w.po, '2026-10-31', { status: 3, reason_id: 1, completed_at: '2026-11-15T06:00:00Z' });
});
afterAll(() => t.close());

const charts = async (filter: object = {}) => {
  const reply = await mo.call(c.statCharts, {
    params: { tab: 'reregistration' },
    query: { filter: JSON.stringify({ from: '2026-11-01', to: '2026-11-20', ...filter }) },
  });
  expect(reply.status, reply.text).toBe(200);
  const { statuses, reasons, terms }: c.StatCharts = reply.body;
  const counts = (rows: readonly { key: string; count: number }[]) => rows.map(({ key, count }) => [key, count]);
  return {
    statuses: counts(statuses.filter(({ count }) => count > 0)),
    reasons: counts(reasons),
    terms: terms.map(({ key, count, days }) => [Number(key), count, days]),
  };
};

it('count the cases asked for in the period, within the chosen ПО', async () => {
  expect(await charts()).toEqual({
    statuses: [
      ['1', 1],
      ['3', 2],
    ],
    reasons: [
      ['1', 2],
      ['2', 1],
    ],
    terms: [[w.mo, 2, 7]],
  });
  expect(await charts({ po: [w.siblingPo] })).toEqual({
    statuses: [['3', 1]],
    reasons: [['1', 1]],
    terms: [[w.mo, 1, 10]],
  });
});

it('are empty beside the actions outside every ПО: a case always has one', async () => {
  expect(await charts({ noPo: true })).toEqual({ statuses: [], reasons: [], terms: [] });
});

it('of lines of no ПО there are no cases', async () =>
  expect(await charts({ noPo: true })).toEqual({ statuses: [], reasons: [], terms: [] }));
