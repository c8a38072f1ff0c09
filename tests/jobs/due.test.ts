// What comes due: done once by any number of runners, asked about when late, tried again after a fault, kept behind a closed gate.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dueKinds } from '../../server/background.ts';
import {
  daily,
  decideDue,
  doDue,
  planDue,
  waitingForSchedule,
  withdrawDue,
  type DueKind,
} from '../../server/jobs/due.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { closeGate, openGate } from '../../server/ports/gate.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';
import { testApp, type TestApp } from '../kit/app.ts';

const NOW = '2026-11-20T09:00:00.000Z';
const HOUR_MS = 3_600_000;
let t: TestApp;
const done: string[] = [];
const kind = (more: Partial<DueKind> = {}): DueKind => ({
  what: 'proof',
  title: 'Проба',
  lateAfterMs: HOUR_MS,
  late: 'ask',
  run: async (_deps, { object }) => void done.push(object),
  ...more,
});

beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  done.length = 0;
  t.setNow(NOW);
  await t.deps.db.deleteFrom('due_moment').execute();
});
afterAll(() => t.close());

const written = <T>(work: (tx: WriteDb) => Promise<T>) =>
  act(workCtx(t.deps, {}), 'admin.test', async ({ tx, log }) => {
    await log({ text: 'проба' });
    return work(tx);
  });
const plan = (object: string, at = NOW) => written((tx) => planDue(tx, { what: 'proof', object, at: new Date(at) }));
const states = async () =>
  (await t.deps.db.selectFrom('due_moment').orderBy('object').select(['object', 'state', 'failure']).execute()).map(
    ({ object, state, failure }) => [object, state, ...(failure ? [failure] : [])],
  );

it('planned twice it is one; before its moment nothing happens', async () => {
  await plan('1', '2026-11-20T09:00:01.000Z');
  await plan('1', '2026-11-20T09:00:01.000Z');
  await doDue(t.deps, [kind()]);
  expect(done).toEqual([]);
  t.setNow('2026-11-20T09:00:01.000Z');
  await doDue(t.deps, [kind()]);
  await doDue(t.deps, [kind()]);
  expect(done).toEqual(['1']);
  expect(await states()).toEqual([['1', 'done']]);
});

it('several runners at one moment do each thing once', async () => {
  const names = Array.from({ length: 30 }, (_, nth) => String(nth).padStart(2, '0'));
  for (const name of names) await plan(name);
  await Promise.all(Array.from({ length: 4 }, () => doDue(t.deps, [kind()])));
  await doDue(t.deps, [kind()]);
  expect(done.toSorted()).toEqual(names);
});

it('what others did, or left out, while those before it took their time is not done again', async () => {
  for (const name of ['1', '2', '3']) await plan(name);
  const later = new Date(new Date(NOW).getTime() + HOUR_MS / 4).toISOString();
  const slow = kind({
    run: async (_deps, { object }) => {
      done.push(object);
      if (object !== '1') return;
      // A quarter of an hour goes by; another process takes its turn, and somebody withdraws what comes last.
      t.setNow(later);
      await written((tx) => withdrawDue(tx, { what: 'proof', object: '3' }));
      await doDue(t.deps, [kind({ run: async (_, due) => void done.push(`${due.object} elsewhere`) })]);
    },
  });
  await doDue(t.deps, [slow]);
  // The first was longer than it may be: it alone was taken over.
  expect(done.toSorted()).toEqual(['1', '1 elsewhere', '2 elsewhere']);
});

it('each is held for as long as it may take, counted from its own beginning', async () => {
  for (const name of ['1', '2']) await plan(name);
  const held: string[] = [];
  const slow = kind({
    run: async (_deps, { object }) => {
      done.push(object);
      t.setNow(new Date(t.deps.clock.now().getTime() + HOUR_MS / 7).toISOString());
      if (object === '2') await doDue(t.deps, [kind({ run: async (_, due) => void held.push(due.object) })]);
    },
  });
  await doDue(t.deps, [slow]);
  expect([done, held]).toEqual([['1', '2'], []]);
});

it('late it asks, is left out or is done, as its kind says', async () => {
  await plan('late', '2026-11-20T07:59:59.000Z');
  await doDue(t.deps, [kind()]);
  expect([done, await states()]).toEqual([[], [['late', 'asks']]]);
  const { id } = await t.deps.db.selectFrom('due_moment').select('id').executeTakeFirstOrThrow();
  const user = await t.deps.db
    .insertInto('app_user')
    .values({ email: 'due@example.ru', last_name: 'Решающий' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const decide = (isWanted: boolean) =>
    written((tx) => decideDue(tx, { id, isWanted, by: user.id, now: new Date(NOW) }));
  expect([await decide(true), await decide(false)]).toEqual([true, false]);
  await doDue(t.deps, [kind()]);
  expect([done, await states()]).toEqual([['late'], [['late', 'done']]]);

  await plan('out', '2026-11-20T07:00:00.000Z');
  await doDue(t.deps, [kind({ late: 'skip' })]);
  await plan('run', '2026-11-20T06:00:00.000Z');
  await doDue(t.deps, [kind({ late: 'run' })]);
  expect(done).toEqual(['late', 'run']);
});

it('after a fault it waits and is tried again; after five a person decides', async () => {
  await plan('bad');
  const failing = kind({ run: () => Promise.reject(new Error('no disk')), late: 'run' });
  await doDue(t.deps, [failing]);
  expect(await doDue(t.deps, [failing])).toBe(0);
  for (let turn = 1; turn < 5; turn += 1) {
    t.setNow(new Date(t.deps.clock.now().getTime() + HOUR_MS).toISOString());
    expect(await doDue(t.deps, [failing])).toBe(1);
  }
  expect(await states()).toEqual([['bad', 'failed', 'no disk']]);
  t.setNow(new Date(t.deps.clock.now().getTime() + HOUR_MS).toISOString());
  expect(await doDue(t.deps, [failing])).toBe(0);
});

it('done inside its own transaction it is not done again, though the process ends right after', async () => {
  await plan('exact');
  const ends = kind({
    run: async (_deps, due) => {
      await written((tx) => due.done(tx));
      done.push(due.object);
      throw new Error('the process ended');
    },
  });
  await doDue(t.deps, [ends]);
  t.setNow('2026-11-20T09:20:00.000Z');
  await doDue(t.deps, [ends]);
  expect([done, await states()]).toEqual([['exact'], [['exact', 'done']]]);
});

const closeSchedule = () =>
  written((tx) =>
    closeGate(tx, {
      channels: ['schedule'],
      cause: 'restore',
      reason: 'Восстановлено',
      by: null,
      at: new Date(NOW),
    }),
  );

it('everything but upkeep waits behind the closed gate, is counted by kinds, and goes when it is opened', async () => {
  const upkeep = kind({ what: 'upkeep', latest: daily(3), late: 'run', isUpkeep: true });
  const cleaning = kind({ what: 'cleaning', title: 'Уборка', latest: daily(3), late: 'run' });
  const kinds = [kind({ leaves: true }), cleaning, upkeep];
  const counts = () => waitingForSchedule(t.deps, kinds, t.deps.clock.now());
  await plan('letter');
  await closeSchedule();
  await doDue(t.deps, kinds);
  expect(done).toEqual(['']);
  expect(await states()).toEqual(
    expect.arrayContaining([
      ['', 'done'],
      ['', 'waiting'],
      ['letter', 'waiting'],
    ]),
  );
  // Three nights later it still stands there once.
  t.setNow('2026-11-23T09:00:00.000Z');
  await doDue(t.deps, kinds);
  expect(await counts()).toEqual([
    { title: 'Проба', count: 1 },
    { title: 'Уборка', count: 1 },
  ]);
  done.length = 0;
  t.setNow(NOW);
  await written((tx) => openGate(tx, 'schedule'));
  await doDue(t.deps, kinds);
  expect(done.toSorted()).toEqual(['', 'letter']);
  expect(await counts()).toEqual([]);
});

it('after a restore nothing of the real schedule runs that completes, publishes, destroys, deletes or copies', async () => {
  const upkeep = dueKinds.filter(({ isUpkeep }) => isUpkeep).map(({ what }) => what);
  expect(upkeep.toSorted()).toEqual(['ledger.day', 'log.archive', 'log.counts', 'papers.finish']);
  const ran: string[] = [];
  const kinds = dueKinds.map((one) => ({ ...one, run: async () => void ran.push(one.what) }));
  await closeSchedule();
  await written(async (tx) => {
    for (const { what, latest } of dueKinds) if (!latest) await planDue(tx, { what, object: '1', at: new Date(NOW) });
  });
  await doDue(t.deps, kinds);
  expect(ran.toSorted()).toEqual(upkeep.toSorted());
  const held = await waitingForSchedule(t.deps, dueKinds, new Date(NOW));
  expect(held).toHaveLength(dueKinds.length - upkeep.length);
  await written((tx) => openGate(tx, 'schedule'));
  for (let turn = 0; turn < 3; turn += 1) await doDue(t.deps, kinds);
  expect(ran.toSorted()).toEqual(dueKinds.map(({ what }) => what).toSorted());
});

it('an installation that is only tried out keeps back what leaves the house, and goes on with the rest', async () => {
  const kinds = [kind({ what: 'letter', leaves: true }), kind({ what: 'completing' })];
  for (const { what } of kinds) await written((tx) => planDue(tx, { what, object: what, at: new Date(NOW) }));
  t.deps.settings.OUTGOING = 'closed';
  await doDue(t.deps, kinds);
  expect(done).toEqual(['completing']);
  t.deps.settings.OUTGOING = 'open';
});

it('what comes back has one moment a day; what is withdrawn does not come', async () => {
  const nightly = kind({ what: 'nightly', latest: daily(3), late: 'run' });
  await Promise.all([doDue(t.deps, [nightly]), doDue(t.deps, [nightly])]);
  t.setNow('2026-11-20T23:59:59.999Z');
  await doDue(t.deps, [nightly]);
  expect(done).toEqual(['']);
  t.setNow('2026-11-21T00:00:00.000Z');
  await doDue(t.deps, [nightly]);
  expect(done).toEqual(['', '']);
  await plan('gone', '2026-11-21T00:00:00.000Z');
  await written((tx) => withdrawDue(tx, { what: 'proof', object: 'gone' }));
  await doDue(t.deps, [kind()]);
  expect(done).toEqual(['', '']);
});
