// The walk of all figures: on all accounts of the demo world, and in Kaliningrad, Moscow and Kamchatka late in the evening and at month ends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logTabs } from '../../contract/actionWords.ts';
import { login } from '../../contract/session.ts';
import { followLog } from '../../server/actionLog/counting.ts';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { newGarage } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { inTime } from '../kit/busy.ts';
import { DEEP, SHALLOW, walkDebts, walkTab } from './walking.ts';

/** `npm run walk:figures` opens every figure; among all tests the first and the last of each list are opened. */
const depth = process.env.WALK_DEPTH === 'all' ? DEEP : SHALLOW;
const tabs = ['all', ...Object.keys(logTabs)];

describe('on all accounts of the demo world', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ DEMO: '1' });
    await seedDemo(t.deps, t.deps.clock.now());
    // A part of the log is counted already, the rest is read with each page.
    for (let turn = 0; turn < 3; turn += 1) await followLog(t.deps);
  }, inTime(120_000));
  afterAll(() => t.close());

  it.each(demoAccounts.map((account) => account.email))(
    '%s',
    async (email) => {
      const { body, text } = await caller(t.app)(login, { body: { email, password: DEMO_PASSWORD } });
      expect(body.token, text).toBeTruthy();
      const who = { userId: 0, token: body.token, call: caller(t.app, body.token) } as Caller;
      let held = 0;
      for (const tab of tabs) held += await walkTab(who, tab, {}, depth);
      // Money over a year too: every month and kind.
      held += await walkTab(who, 'balance_operation', { from: '2025-11-21', to: '2026-11-20' }, depth);
      for (const tab of ['reregistration', 'reference', 'user'])
        held += await walkTab(who, tab, { from: '2025-11-21', to: '2026-11-20' }, depth);
      held += await walkDebts(who);
      expect(held).toBeGreaterThan(tabs.length * 3);
    },
    inTime(120_000),
  );
});

/** Moments by UTC: half past eleven in the evening of the place, on a plain day and on the last one of a month, and half an hour after midnight. */
const zones = [
  { zone: 'Europe/Kaliningrad', shift: 2 },
  { zone: 'Europe/Moscow', shift: 3 },
  { zone: 'Asia/Kamchatka', shift: 12 },
];
const evenings = ['2026-11-18T23:30:00', '2026-10-31T23:30:00', '2026-11-01T00:30:00', '2026-12-31T23:30:00'];
const moments = zones.flatMap(({ zone, shift }) =>
  evenings.map((local) => ({
    zone,
    local,
    now: new Date(Date.parse(`${local}Z`) - shift * 3_600_000).toISOString(),
  })),
);

describe('by the clock of the place', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  it.each(moments)(
    '$zone, $local',
    async ({ zone, local, now }) => {
      t.setNow(now);
      const w = await world(t.deps.db);
      await t.deps.db.updateTable('mo').set({ time_zone: zone }).where('id', 'in', [w.mo, w.siblingMo]).execute();
      await t.deps.db.updateTable('region').set({ time_zone: zone }).where('id', '=', w.region).execute();
      const mo = await as(t, { mo: w.mo });
      const garage = await newGarage(mo, w.po);
      const today = local.slice(0, 10);
      await postLines(t, w, [
        chargeLine(garage.id, today, 45_000),
        paymentLine(garage.id, today, 20_000),
        chargeLine(garage.id, `${today.slice(0, 8)}01`, 7_000),
      ]);
      await followLog(t.deps);
      const month = { from: `${today.slice(0, 8)}01`, to: today };
      const po = await as(t, { po: w.po });
      for (const [who, tab, filter] of [
        [mo, 'balance_operation', {}],
        [mo, 'all', month],
        [po, 'balance_operation', month],
        [po, 'all', {}],
      ] as const)
        expect(await walkTab(who, tab, filter, depth)).toBeGreaterThan(0);
    },
    inTime(60_000),
  );
});
