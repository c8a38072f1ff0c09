// Work beside the requests that fails is never silent: the server's log and a superuser hear of it until it goes well.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lateMoments } from '../../contract/outbox.ts';
import { today } from '../../contract/today.ts';
import { doDue } from '../../server/jobs/due.ts';
import { watched } from '../../server/jobs/faults.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let admin: Caller;
let official: Caller;
let told: [string, unknown][];
let deps: AppDeps;

beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  [admin, official] = await Promise.all([as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }), as(t, { mo: w.mo })]);
});
beforeEach(() => {
  told = [];
  deps = { ...t.deps, report: (...one: [string, unknown]) => void told.push(one) };
});
afterAll(() => t.close());

const faults = async () =>
  (await admin.call(lateMoments)).body.faults as { what: string; failure: string; times: number }[];
const waits = async (caller: Caller) =>
  ((await caller.call(today)).body.waiting as { check: string; count: number }[]).find(
    ({ check }) => check === 'upkeep',
  );

it('a lasting fault is told once, counted at every turn, shown to superusers alone and gone when a turn goes well', async () => {
  let fault: Error | null = new Error('нет связи со шлюзом');
  const turn = watched(deps, 'sms', async () => {
    if (fault) throw fault;
  });
  for (let nth = 0; nth < 3; nth += 1) await turn();
  expect(told).toEqual([['Отправка SMS', fault]]);
  expect(await faults()).toMatchObject([{ what: 'sms', title: 'Отправка SMS', failure: fault.message, times: 3 }]);
  expect((await waits(admin))?.count).toBe(1);
  expect(await waits(official)).toBeUndefined();
  expect((await official.call(lateMoments)).status).toBe(403);
  fault = new Error('другая беда');
  await turn();
  expect(told).toHaveLength(2);
  fault = null;
  await turn();
  expect(await faults()).toEqual([]);
  expect((await waits(admin))?.count).toBe(0);
});

it('what the process before this one left is gone with the first good turn', async () => {
  await watched(deps, 'log', () => Promise.reject(new Error('прежняя беда')))();
  expect(await faults()).toHaveLength(1);
  await watched(deps, 'log', async () => {})();
  expect(await faults()).toEqual([]);
});

it('a fault of the database itself is told by the log and ends nothing', async () => {
  const broken = {
    insertInto: () => {
      throw new Error('базы нет');
    },
  } as unknown as AppDeps['db'];
  const fault = new Error('запрос не дошёл');
  await watched({ ...deps, db: broken }, 'debts', () => Promise.reject(fault))();
  expect(told).toEqual([['Суммы долгов', fault]]);
});

it('a moment of the schedule that failed is told with its fault', async () => {
  const fault = new Error('файл не записан');
  const kind = {
    what: 'test.fault',
    title: 'Проба',
    lateAfterMs: 1e12,
    late: 'run',
    isUpkeep: true,
    run: () => Promise.reject(fault),
  } as const;
  await t.deps.db
    .insertInto('due_moment')
    .values({ what: kind.what, object: '7', due_at: '2026-01-01T00:00:00Z' })
    .execute();
  await doDue(deps, [kind]);
  expect(told).toEqual([['По расписанию: test.fault 7', fault]]);
});
