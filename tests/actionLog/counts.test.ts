// Counts of the log follow its writers: whatever is counted already, a figure is the number of its lines; the night proves it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import { followLog, proveLogCounts } from '../../server/actionLog/counting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { followWholeLog } from '../kit/log.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const DAYS = { from: '2026-05-01', to: '2026-11-20' };
const follow = () => followWholeLog(t.deps);
const figures = async (tab = 'garage', filter: object = DAYS): Promise<StatReply> => {
  const reply = await mo.call(statistics, { params: { tab: tab as 'all' }, query: { filter: JSON.stringify(filter) } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const lines = async (filter: object) => {
  const { body, headers } = await mo.call(actionLog.list, {
    query: { filter: { tab: 'garage', ...filter }, range: '[0,999]', sort: '["at","DESC"]' },
  });
  expect(Number(String(headers['content-range']).split('/')[1])).toBe(body.length);
  return body.length as number;
};
const counted = async () => {
  const { rows } = await sql<{ done: number; faults: number; days: number }>`
    select done_id as done, log_count_faults() as faults, (select coalesce(sum(lines), 0)::int from log_day) as days from log_count`.execute(
    t.deps.db,
  );
  return rows[0]!;
};
const write = (at: string, verb = 'garage.update', more: { po?: number | null; user?: number } = {}) =>
  sql`insert into action_log (at, user_id, user_name, verb, text, region_id, mo_id, po_id)
    values (${at}, ${more.user ?? mo.userId}, 'Проверка', ${verb}, 'строка', ${w.region}, ${w.mo}, ${more.po === undefined ? w.po : more.po})`.execute(
    t.deps.db,
  );

it('a figure is the same before, while and after its lines are counted', async () => {
  // Three days of a year, one of them at the edge of Moscow's day: 21:30 by UTC is the next one.
  for (const at of ['2026-05-31T21:30:00Z', '2026-06-10T08:00:00Z', '2026-11-20T08:00:00Z']) await write(at);
  await write('2026-06-10T08:00:00Z', 'garage.create', { po: null });
  const months = (reply: StatReply) =>
    Object.fromEntries(reply.rows.filter((row) => row.what === 'month').map((row) => [row.key, row.count]));
  const before = await figures();
  expect([before.count.now, months(before)]).toEqual([4, { '2026-06': 3, '2026-11': 1 }]);
  await follow();
  expect((await counted()).days).toBeGreaterThanOrEqual(4);
  const { proof: _own, ...after } = await figures();
  const { proof: _other, ...same } = before;
  expect(after).toEqual(same);
  await write('2026-11-19T08:00:00Z');
  const more = await figures();
  expect(more.count.now).toBe(5);
  expect(await lines(DAYS)).toBe(5);
  await follow();
  expect((await figures()).count.now).toBe(5);
  expect((await counted()).faults).toBe(0);
});

it('sign-ins keep their hours, what the console does by itself is no action, no line is counted twice', async () => {
  await write('2026-11-16T06:15:00Z', 'sign.login');
  await write('2026-11-16T06:45:00Z', 'sign.login');
  await write('2026-11-16T06:50:00Z', 'sign.refresh');
  const heat = async () => (await figures('sign', { from: '2026-11-16', to: '2026-11-16' })).hours;
  const [monday] = await heat();
  expect(monday).toEqual({ weekday: 1, hour: 9, count: 2 });
  await follow();
  await follow();
  expect(await heat()).toEqual([monday]);
  expect(await lines({ tab: 'sign', from: '2026-11-16', to: '2026-11-16', weekday: 1, hour: 9 })).toBe(2);
  expect((await counted()).faults).toBe(0);
});

it('the total of one weekday or hour is its lines of any work, counted or not', async () => {
  // Sunday and Monday by Moscow, which are one Sunday by UTC.
  const days = { from: '2026-03-01', to: '2026-03-02' };
  await write('2026-03-01T20:30:00Z');
  await write('2026-03-01T21:30:00Z');
  await write('2026-03-01T21:40:00Z', 'garage.create');
  await write('2026-03-01T21:50:00Z', 'sign.login');
  const totals = async () => {
    const told: number[] = [];
    for (const tab of ['garage', 'sign', 'all'])
      for (const when of [{ weekday: 7 }, { weekday: 1 }, { hour: 0 }, { hour: 23 }, { weekday: 1, hour: 23 }])
        told.push(await lines({ ...days, tab, ...when }));
    return told;
  };
  const expected = [
    [1, 2, 2, 1, 0],
    [0, 1, 1, 0, 0],
    [1, 3, 3, 1, 0],
  ].flat();
  expect(await totals()).toEqual(expected);
  await follow();
  expect(await totals()).toEqual(expected);
});

it('a random world of writes and turns: every cut equals its lines', async () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  for (let step = 0; step < 150; step += 1) {
    if (random(5) === 0) await followLog(t.deps);
    const day = new Date(Date.UTC(2026, 4 + random(6), 1 + random(28), random(24), 30)).toISOString();
    const verb = ['garage.update', 'garage.create', 'garage.archive'][random(3)]!;
    await write(day, verb, { po: [w.po, w.siblingPo, null][random(3)]!, user: mo.userId + random(3) });
  }
  const reply = await figures();
  expect(reply.count.now).toBe(await lines(DAYS));
  for (const row of reply.rows.filter((one) => one.what !== 'month'))
    expect(
      await lines({
        ...DAYS,
        ...(row.what === 'verb' ? { verb: [row.key] } : row.key ? { po: [Number(row.key)] } : { noPo: true }),
      }),
      row.key,
    ).toBe(row.count);
  for (const user of reply.users) expect(await lines({ ...DAYS, user: [Number(user.key)] })).toBe(user.count);
  await follow();
  expect((await counted()).faults).toBe(0);
});

describe('a writer that is slower than those after him', () => {
  // One connection of the embedded engine knows no such writer.
  it.runIf(testEngine === 'server')('is waited for: his number is smaller, his line comes later', async () => {
    await follow();
    const was = (await figures()).count.now;
    let release!: () => void;
    const held = new Promise<void>((done) => (release = done));
    let wrote!: () => void;
    const written = new Promise<void>((done) => (wrote = done));
    const slow = t.deps.db.transaction().execute(async (tx) => {
      await sql`insert into action_log (at, user_id, user_name, verb, text, region_id, mo_id, po_id)
        values ('2026-11-18T08:00:00Z', 1, 'Медленный', 'garage.update', 'строка', ${w.region}, ${w.mo}, ${w.po})`.execute(
        tx,
      );
      wrote();
      await held;
    });
    await written;
    await write('2026-11-18T09:00:00Z');
    for (let turn = 0; turn < 6; turn += 1) await followLog(t.deps);
    expect((await figures()).count.now).toBe(was + 1);
    release();
    await slow;
    expect((await figures()).count.now).toBe(was + 2);
    await follow();
    expect([(await figures()).count.now, (await counted()).faults]).toEqual([was + 2, 0]);
  });
});

it('the total of a page is its lines at every level, between any days, before and after a turn', async () => {
  const callers = [await as(t, { region: w.region }), mo, await as(t, { po: w.po }), await as(t, { isSuperuser: 1 })];
  const totals = async () => {
    const told: number[] = [];
    for (const who of callers)
      for (const days of [{}, DAYS, { from: '2026-06-10', to: '2026-08-15' }, { from: '2026-07-03', to: '2026-07-20' }])
        for (const more of [
          { tab: 'all' },
          { tab: 'garage' },
          { tab: 'garage', verb: ['garage.create'] },
          { tab: 'all', mo: [w.mo] },
        ]) {
          const { body, headers } = await who.call(actionLog.list, {
            query: {
              filter: { ...more, ...days, ...(who === callers[3] && { everywhere: true }) },
              range: '[0,999]',
              sort: '["at","DESC"]',
            },
          });
          expect(Number(String(headers['content-range']).split('/')[1]), JSON.stringify({ more, days })).toBe(
            body.length,
          );
          told.push(body.length);
        }
    return told;
  };
  await write('2026-07-10T08:00:00Z');
  const before = await totals();
  expect(Math.min(...before.slice(0, 16))).toBeGreaterThan(0);
  await follow();
  expect(await totals()).toEqual(before);
  await sql`update log_sum set lines = lines + 1 where level = 1 and span = 'd'`.execute(t.deps.db);
  expect((await counted()).faults).toBeGreaterThan(0);
  await sql`select recount_log()`.execute(t.deps.db);
  expect((await counted()).faults).toBe(0);
});

it('the proof of the night says when it agreed; what differs is counted anew and said on the page', async () => {
  const garage = await newGarage(mo, w.po);
  expect(garage.id).toBeGreaterThan(0);
  await follow();
  expect((await figures()).proof).toBeNull();
  await proveLogCounts(t.deps);
  expect((await figures()).proof).toEqual({ at: '2026-11-20T09:00:00.000Z', faults: 0 });
  const right = (await figures()).count.now;
  await sql`update log_day set lines = lines + 5 where tab = 'garage' and day = '2026-06-10'`.execute(t.deps.db);
  await proveLogCounts(t.deps);
  const told = await figures();
  expect([told.proof!.faults > 0, told.count.now, (await counted()).faults]).toEqual([true, right, 0]);
  await proveLogCounts(t.deps);
  expect((await figures()).proof!.faults).toBe(0);
});

it('a wrong count of any table, at either edge of a month or beyond every line, is found', async () => {
  await write('2026-06-30T20:59:59Z');
  await write('2026-06-30T21:00:00Z');
  await follow();
  await sql`select recount_log()`.execute(t.deps.db);
  expect((await counted()).faults).toBe(0);
  const spoils = [
    sql`update log_day set lines = lines + 1 where day = '2026-06-30'`,
    sql`delete from log_day where day = '2026-07-01'`,
    sql`update log_day set day = '1999-01-31' where day = '2026-07-01'`,
    sql`update log_month set lines = lines - 1 where month = '2026-06-01'`,
    sql`update log_month set month = '2026-07-15' where month = '2026-07-01'`,
    sql`update log_sum set lines = lines + 1 where span = 'd' and day = '2026-07-01' and level = 3`,
    sql`update log_sum set day = '2026-06-02' where span = 'm' and day = '2026-06-01'`,
  ];
  for (const spoil of spoils) {
    await spoil.execute(t.deps.db);
    expect((await counted()).faults).toBeGreaterThan(0);
    await sql`select recount_log()`.execute(t.deps.db);
    expect((await counted()).faults).toBe(0);
  }
});
