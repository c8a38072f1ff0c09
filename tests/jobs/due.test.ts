// What comes due: done once by any number of runners, asked about when late, tried again after a fault, kept behind a closed gate.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { daily, decideDue, doDue, planDue, withdrawDue, type DueKind } from '../../server/jobs/due.ts';
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

it('what leaves the house waits behind the closed gate, upkeep does not', async () => {
  await plan('letter');
  const closing = {
    channels: ['schedule'],
    cause: 'restore',
    reason: 'Восстановлено',
    by: null,
    at: new Date(NOW),
  } as const;
  await written((tx) => closeGate(tx, closing));
  await doDue(t.deps, [kind({ leaves: true })]);
  expect(done).toEqual([]);
  await doDue(t.deps, [kind({ what: 'upkeep', latest: daily(3), late: 'run' })]);
  expect(done).toEqual(['']);
  await written((tx) => openGate(tx, 'schedule'));
  await doDue(t.deps, [kind({ leaves: true })]);
  expect(done).toEqual(['', 'letter']);
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
